/** An arrival at the gate: the first tick of a day. */
export class ArrivalResponse {
  /** YYYY-MM-DD. */
  day!: string;
  /** ISO 8601, UTC. */
  at!: string;
  /** The account at the gate. */
  by!: string;
}

/** A sold stall, and when its holder came. */
export class PresenceRowResponse {
  bookingId!: string;
  stallId!: string;
  stallType!: string;
  businessName!: string;
  fullName!: string;
  /** How many required papers are not there. */
  missing!: number;
  /** Oldest first. */
  arrivals!: ArrivalResponse[];
  /** The event has started, and she was never seen. */
  noShow!: boolean;
}

/** Arrivals within an hour. */
export class HourOfArrivalsResponse {
  /** 0 to 23, in India. */
  hour!: number;
  arrived!: number;
}

/** A day of the gate. */
export class GateDayResponse {
  /** YYYY-MM-DD. */
  day!: string;
  arrived!: number;
  /** From the hour of the first arrival to that of the last. */
  perHour!: HourOfArrivalsResponse[];
}

/** How many came to an event; no personal data. */
export class PresenceFiguresResponse {
  sold!: number;
  /** Holders who came on any day. */
  arrived!: number;
  /** 0 before the event has started. */
  noShows!: number;
}

/** Who came to an event. */
export class PresenceResponse extends PresenceFiguresResponse {
  /** The day before the first, on which stalls are set up, and those of the event. */
  days!: GateDayResponse[];
  rows!: PresenceRowResponse[];
}
