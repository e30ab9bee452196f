/** A record with data of the person. */
export class PersonRecordResponse {
  kind!:
    | "registration"
    | "request"
    | "papers"
    | "arrivals"
    | "application"
    | "claim"
    | "enquiry"
    | "waiting place"
    | "mail"
    | "whatsapp consent"
    | "brand"
    | "picture"
    | "page"
    | "invoice";
  id!: string;
  /** ISO 8601, UTC. */
  createdAt!: string;
  /** Short description, for example "B12, sold". */
  title!: string;
  /** Why it can't be erased now; absent if it can. */
  keptBecause?: string;
  /** Label → value, readable by the person: this is their copy. */
  data!: Record<string, string>;
}

/** Everything stored about a person: the response to an access request (DPDP Act 2023, section 11). */
export class PersonRecordsResponse {
  /** ISO 8601, UTC. */
  readAt!: string;
  /** Newest first. */
  records!: PersonRecordResponse[];
}

/** Result of an erasure or a correction. */
export class PersonChangeResponse {
  /** Number of records changed. */
  changed!: number;
  /** Number of records left unchanged; each record states why. */
  kept!: number;
}
