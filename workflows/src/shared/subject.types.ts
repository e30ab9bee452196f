import type { Actor } from "@sakhi/domain/payments/lifecycle.states";

/** An event of a subject's history: kind, time (ISO, UTC) and actor. */
export interface HistoryEntry<Kind extends string = string> {
  readonly what: Kind;
  readonly at: string;
  readonly by: Actor;
  /** Short detail, e.g. a release reason or an order id; never personal data. */
  readonly note?: string;
}

/** What a check finds of a subject: its state, and its events since the workflow's last check. */
export interface SubjectReading<State extends string, Kind extends string> {
  readonly state: State;
  readonly orderId?: string;
  readonly happened: readonly HistoryEntry<Kind>[];
  /** Id of the newest event; passed to the next check. */
  readonly lastEvent: string;
}

/** A subject's stage, a search attribute: its state, or `closing` while its order is being closed. */
export type Stage<State extends string> = State | "closing";

/** A subject's history as far as its workflow has read it. */
export interface SubjectHistory<State extends string, Kind extends string> {
  /** Absent until the first check. */
  readonly stage?: Stage<State>;
  /** Bookings only. */
  readonly stallId?: string;
  readonly orderId?: string;
  readonly entries: readonly HistoryEntry<Kind>[];
}
