import type { ApplicationEventKind, ApplicationState } from "@sakhi/domain/listings/listing.states";
import type { ListingDue, ListingDurations, ListingHistoryEntry } from "../src/listings/listing.activities.js";

/** A payment order of the book. */
export interface Order {
  readonly id: string;
  readonly applicationId: string;
  readonly renewal: boolean;
  payUntil: number;
  /** What the provider has; absent until it has answered. */
  status?: "ACTIVE" | "TERMINATION_REQUESTED" | "TERMINATED" | "PAID";
  pendingAttempt: boolean;
}

/** An application of the book. */
export interface Application {
  state: ApplicationState;
  order?: Order;
  /** Since when it has been `submitted`. */
  submittedAt: number;
  reviewSince: number;
  liveUntil: number;
  /** What was said in this year of its life; forgotten when it is renewed. */
  readonly said: Set<ApplicationEventKind>;
  readonly history: ListingHistoryEntry[];
}

/** How long the administrator may take unless a run says otherwise: two days are enough in memory. */
const REVIEW_MS = 2 * 24 * 3_600_000;
/** As in the database, unless a run says otherwise: two weeks. */
const UNPAID_MS = 14 * 24 * 3_600_000;

/** What is due for an application of the book, the earliest first. */
export function duesOf(application: Application, durations: ListingDurations): ListingDue[] {
  const { state, order, submittedAt, reviewSince, liveUntil, said } = application;
  const dues: ListingDue[] = [];
  const add = (what: ListingDue["what"], when: number): void => {
    dues.push({ what, inMs: Math.max(0, when - Date.now()) });
  };
  if (order?.status !== undefined) add("close_payment", order.payUntil);
  if (state === "submitted" && order === undefined) add("lapse", submittedAt + (durations.unpaidMs ?? UNPAID_MS));
  if (state === "under_review" && !said.has("reviewer_reminded"))
    add("remind_reviewer", reviewSince + (durations.reviewReminderMs ?? REVIEW_MS));
  if (state === "live") {
    if (!said.has("owner_reminded_first")) add("remind_first", liveUntil - durations.firstReminderMs);
    if (!said.has("owner_reminded_last")) add("remind_last", liveUntil - durations.lastReminderMs);
    add("expire", liveUntil);
  }
  return dues.sort((one, other) => one.inMs - other.inMs);
}
