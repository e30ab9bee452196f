/** The mail that a holder of a stall would get. */
export class HolderMailResponse {
  subject!: string;
  /** As plain text. */
  text!: string;
}

/** What rescheduling an event would do. */
export class ReschedulePreviewResponse {
  /** What changes: "new dates and a new venue". */
  what!: string;
  /** Holders of stalls, each of whom would get one mail. */
  holders!: number;
  /** The mail to the first of them; absent if nobody has booked. */
  mail?: HolderMailResponse;
}

/** A rescheduled event. */
export class RescheduledResponse {
  what!: string;
  /** Mails on the way, one to each holder of a stall. */
  notified!: number;
}
