import type { ApplicationEventKind, ApplicationState } from "@sakhi/domain/listings/listing.states";
import type { ClosingResult, SettlementSummary } from "../payments/settlement.types.js";
import type { SubjectReading } from "../shared/subject.types.js";

/** Durations from the specification, in ms; part of the workflow's input, so that tests can shorten them. */
export interface ListingDurations {
  /** Time until the administrator is reminded of an application; 2 business days by default. */
  readonly reviewReminderMs?: number;
  /** Time until an unpaid application lapses; 14 days by default. */
  readonly unpaidMs?: number;
  /** When the owner is reminded, before the listing's end. */
  readonly firstReminderMs: number;
  readonly lastReminderMs: number;
}

/** The next due step of an application, and in how many ms by the database's clock (0 = now). */
export interface ListingDue {
  readonly what: "close_payment" | "lapse" | "remind_reviewer" | "remind_first" | "remind_last" | "expire";
  readonly inMs: number;
}

/** An application's state and open order, the first one or a renewal's, and its events since the workflow's last check. */
export interface ListingReading extends SubjectReading<ApplicationState, ApplicationEventKind> {
  /** The earliest due step; absent if the workflow only waits for a nudge. */
  readonly due?: ListingDue;
}

/** Result of a step; `done` is false if it was already taken or is not due. */
export interface ListingStepResult {
  readonly done: boolean;
}

/**
 * Activities of the listing workflow. All are idempotent, decide by the database's clock, and return facts.
 */
export interface ListingActivities {
  /** Reads the application, its next due step, and its events after `afterEvent` ("0" for all). */
  lookUpApplication(applicationId: string, afterEvent: string, durations: ListingDurations): Promise<ListingReading>;
  /** Settles one of its orders by the provider's data. */
  settleListingPayment(orderId: string): Promise<SettlementSummary>;
  /** Requests the termination of an order whose payment window is over, or reads its progress. */
  closeListingPayment(orderId: string): Promise<ClosingResult>;
  /** Returns an application whose order ended unpaid to `submitted`; a renewal's order is released. */
  endUnpaidListingPayment(applicationId: string, orderId: string): Promise<ListingStepResult>;
  /** Lapses an application that was not paid in time, and notifies its owner. */
  lapseApplication(applicationId: string, durations: ListingDurations): Promise<ListingStepResult>;
  /** Reminds the administrator of a waiting application by mail, once. */
  remindReviewer(applicationId: string, durations: ListingDurations): Promise<ListingStepResult>;
  /** Reminds the owner of the year's end by mail, with a signed renewal link; once per year and reminder. */
  remindOwner(applicationId: string, which: "first" | "last", durations: ListingDurations): Promise<ListingStepResult>;
  /** Expires a listing whose year is over, and notifies its owner by mail. */
  expireListing(applicationId: string): Promise<ListingStepResult>;
}
