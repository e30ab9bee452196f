import type { ApplicationActor, ApplicationEventKind, ApplicationState } from "@sakhi/domain/listings/listing.states";
import type { ClosingFacts, SettlementFacts } from "../payments/settlement.types.js";

/** How long things take where the specification names a time, in ms; input of the workflow, so that a test has a short year. */
export interface ListingDurations {
  /** How long an application waits before the administrator is reminded; absent = 2 business days. */
  readonly reviewReminderMs?: number;
  /** How long an application stays open when nobody pays for it; absent = 14 days. */
  readonly unpaidMs?: number;
  /** When the owner is reminded, before the end of the year. */
  readonly firstReminderMs: number;
  readonly lastReminderMs: number;
}

/** One entry of an application's history: what, when (ISO, UTC) and triggered by whom. */
export interface ListingHistoryEntry {
  readonly what: ApplicationEventKind;
  readonly at: string;
  readonly by: ApplicationActor;
  /** A few plain words, e.g. an order id; never personal data. */
  readonly note?: string;
}

/** What is due next for an application, and in how many ms by the database's clock (0: now). */
export interface ListingDue {
  readonly what: "close_payment" | "lapse" | "remind_reviewer" | "remind_first" | "remind_last" | "expire";
  readonly inMs: number;
}

/** Where an application stands, and what happened to it since the workflow last looked. */
export interface ListingFacts {
  readonly state: ApplicationState;
  /** Its open order, the first one or a renewal's. */
  readonly orderId?: string;
  /** The earliest of what is due; absent when only a nudge can move it. */
  readonly due?: ListingDue;
  readonly happened: readonly ListingHistoryEntry[];
  /** Id of the newest event reported; passed back with the next check. */
  readonly lastEvent: string;
}

/** What came of a step that may already have been taken, or not be due. */
export interface ListingStepFacts {
  readonly done: boolean;
}

/**
 * What the listing workflow has done for it, in business words. All are idempotent, judge by the database's clock,
 * and return facts.
 */
export interface ListingActivities {
  /** Reads where the application stands, what is due next, and what happened since `afterEvent` ("0" for all). */
  lookUpApplication(applicationId: string, afterEvent: string, durations: ListingDurations): Promise<ListingFacts>;
  /** Asks the provider about one of its orders and commits what follows: the one way to settle. */
  settleListingPayment(orderId: string): Promise<SettlementFacts>;
  /** Asks the provider to terminate an order whose window is over, or reads how far that has come. */
  closeListingPayment(orderId: string): Promise<ClosingFacts>;
  /** Returns an application to `submitted` when its order is final without money; a renewal's order is released. */
  endUnpaidListingPayment(applicationId: string, orderId: string): Promise<ListingStepFacts>;
  /** Closes an application that nobody has paid for in all that time, and notifies its owner. */
  lapseApplication(applicationId: string, durations: ListingDurations): Promise<ListingStepFacts>;
  /** Mails the administrator that an application waits, once. */
  remindReviewer(applicationId: string, durations: ListingDurations): Promise<ListingStepFacts>;
  /** Mails the owner that the year ends, with a signed link to renew; once for each year and reminder. */
  remindOwner(applicationId: string, which: "first" | "last", durations: ListingDurations): Promise<ListingStepFacts>;
  /** Takes a listing off the site whose year is over, and mails the owner. */
  expireListing(applicationId: string): Promise<ListingStepFacts>;
}
