import type { DatabasePosition, MissingHere } from "@sakhi/domain/recovery/position.rules";

/** Where traces were found that are newer than the database. */
export type TraceSource =
  | "file"
  | "temporal"
  | "runs"
  /** The log of sent mails. */
  | "mails"
  /** The log of opened orders. */
  | "orders"
  /** Nowhere: the database was just restored from a backup, so something may have happened after it. */
  | "backup"
  /** Nowhere: the database was published, and nothing outside still has it. */
  | "record_lost";

/** What a start found outside. No personal data. */
export interface RecoveryFindings {
  readonly sources: readonly TraceSource[];
  readonly here: DatabasePosition;
  /** The newest position outside; absent if only runs were found. */
  readonly outside?: DatabasePosition;
  readonly missing?: MissingHere;
  /** Workflows of subjects that the database does not have. */
  readonly runs?: readonly string[];
  /** Opened orders that the database does not have. */
  readonly orders?: number;
  /** Highest numbers of mailed documents that the database has not issued, by series and financial year. */
  readonly mailed?: Readonly<Record<string, number>>;
}

/** What became of a lost or changed sale. */
export type RecoveredAs =
  /** The booking and its sale exist again. */
  | "sold"
  /** The booking exists again and can still be paid. */
  | "open"
  /** Its end (a cancellation or a move) was repeated. */
  | "repeated"
  /** Nothing was paid: its stall is free, rightly. */
  | "unpaid"
  /** An issue is open. */
  | "issue";

/** One line of the report. Ids only. */
export interface RecoveredItem {
  /** A workflow or an order. */
  readonly id: string;
  readonly stallId?: string;
  readonly orderId?: string;
  readonly as: RecoveredAs;
  /** Short, for operators; no personal data. */
  readonly note?: string;
}

/** What reading everything outside has brought. */
export interface RecoveryReport {
  readonly items: readonly RecoveredItem[];
  /** Orders known here that were settled again, and how many had changed. */
  readonly settled: number;
  /** What gave no answer: sales stay closed until a reading without any. */
  readonly unanswered: readonly string[];
  /** The counters as set, by series and financial year. */
  readonly counters: Readonly<Record<string, number>>;
  /** Whether the log of sent mails was available. */
  readonly mailLog: boolean;
  /** Until when the record of opened orders reaches (ISO 8601, UTC); undefined without a record. */
  readonly recordUntil?: string;
  /** Orders that files of the provider have named. */
  readonly listedOrders?: number;
}
