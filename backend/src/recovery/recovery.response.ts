/** What became of a lost or changed sale. */
export class RecoveredItemResponse {
  /** A workflow or an order. */
  id!: string;
  as!: "sold" | "open" | "repeated" | "unpaid" | "issue";
  stallId?: string;
  orderId?: string;
  note?: string;
}

/** A recovery of a restored database; while it is open, nothing is sold. */
export class RecoveryResponse {
  startedAt!: string;
  /** Time of the newest entry of the restored database. */
  knownUntil?: string;
  /** What is missing, in words. */
  missing!: string;
  /** When everything outside was read last. */
  readAt?: string;
  items!: RecoveredItemResponse[];
  /** What gave no answer: sales cannot be opened before a reading without any. */
  unanswered!: string[];
}

/** Why sales are paused, if they are. */
export class RecoveryStatusResponse {
  /** The recovery that is open. */
  recovery?: RecoveryResponse;
  /** Nobody outside could say since then whether the database is current: sales open automatically once somebody can. */
  unverifiedSince?: string;
}
