import { LISTING_REMINDERS_SECONDS } from "@sakhi/domain/listings/listing.rules";
import type { ApplicationState } from "@sakhi/domain/listings/listing.states";
import { UNKNOWN_ATTEMPT_MS } from "@sakhi/domain/payments/settlement.rules";
import { defineQuery } from "@temporalio/workflow";
import type { PacingWaits } from "../shared/pacing.js";
import type { ListingDurations, ListingHistoryEntry } from "./listing.activities.js";

/** The workflow's type, as Temporal knows it. */
export const LISTING = "listing";

/** One workflow per application. */
export function listingWorkflowId(applicationId: string): string {
  return `listing/${applicationId}`;
}

/** How long the workflow waits where the application itself says nothing; milliseconds. */
interface ListingWaits extends PacingWaits {
  /** After which an order is read that the provider has not confirmed. */
  readonly unopenedOrderMs: number;
}

export const LISTING_WAITS: ListingWaits = {
  unopenedOrderMs: UNKNOWN_ATTEMPT_MS + 1_000,
  retryFirstMs: 2_000,
  retryLongestMs: 10 * 60_000,
  continueAfterEvents: 8_000,
};

export const LISTING_DURATIONS: ListingDurations = {
  firstReminderMs: LISTING_REMINDERS_SECONDS.first * 1000,
  lastReminderMs: LISTING_REMINDERS_SECONDS.last * 1000,
};

/** What a run is started with. */
export interface ListingInput {
  readonly applicationId: string;
  /** From the settings; production refuses short ones. */
  readonly durations?: Partial<ListingDurations>;
  /** Only tests pass it. */
  readonly waits?: Partial<ListingWaits>;
}

/** How an application's workflow closed. */
export interface ListingResult {
  readonly outcome: Extract<ApplicationState, "lapsed" | "expired" | "rejected" | "withdrawn" | "joined">;
}

/** Where an application stands for who searches Temporal: its state, or `closing` while its order is being closed. */
export type ListingStage = ApplicationState | "closing";

/** An application's history so far. */
export interface ListingHistory {
  readonly stage?: ListingStage;
  readonly orderId?: string;
  readonly entries: readonly ListingHistoryEntry[];
}

/** The history as the workflow knows it. A query: reading it changes nothing and works on closed runs, too. */
export const listingHistory = defineQuery<ListingHistory>("history");
