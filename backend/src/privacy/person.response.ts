/** One record that holds data of the person. */
export class PersonRecordResponse {
  /** What it is of. */
  kind!: "registration" | "request" | "application" | "enquiry" | "mail" | "brand" | "invoice";
  id!: string;
  /** ISO 8601, UTC. */
  createdAt!: string;
  /** What it is about, in a few words, for example "B12, sold". */
  title!: string;
  /** Why it can't be erased now; absent where it can. */
  keptBecause?: string;
  /** Field → value, to be read by the person: it is her copy. */
  data!: Record<string, string>;
}

/** Everything held about a person: what an access request is answered with (DPDP Act 2023, section 11). */
export class PersonRecordsResponse {
  /** ISO 8601, UTC. */
  readAt!: string;
  /** Newest first. */
  records!: PersonRecordResponse[];
}

/** What an erasure or a correction changed. */
export class PersonChangeResponse {
  /** How many records were changed. */
  changed!: number;
  /** How many records stay as they are; each record says why. */
  kept!: number;
}
