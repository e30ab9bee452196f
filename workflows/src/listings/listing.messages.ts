import { LISTING_REMINDERS_SECONDS } from "@sakhi/domain/listings/listing.rules";
import type { ApplicationEventKind, ApplicationState } from "@sakhi/domain/listings/listing.states";
import { defineQuery } from "@temporalio/workflow";
import type { PacingWaits } from "../shared/pacing.js";
import type { SubjectHistory } from "../shared/subject.types.js";
import type { ListingDurations } from "./listing.activities.js";

/** The workflow type in Temporal. */
export const LISTING = "listing";

/** One workflow per application. */
export function listingWorkflowId(applicationId: string): string {
  return `listing/${applicationId}`;
}

export const LISTING_DURATIONS: ListingDurations = {
  firstReminderMs: LISTING_REMINDERS_SECONDS.first * 1000,
  lastReminderMs: LISTING_REMINDERS_SECONDS.last * 1000,
};

/** Input of a run. */
export interface ListingInput {
  readonly applicationId: string;
  /** From the settings; production refuses short ones. */
  readonly durations?: Partial<ListingDurations>;
  /** For tests only. */
  readonly waits?: Partial<PacingWaits>;
}

/** Result of an application's workflow. */
export interface ListingResult {
  readonly outcome: Extract<ApplicationState, "lapsed" | "expired" | "rejected" | "withdrawn" | "joined">;
}

/** An application's history as far as the workflow has read it. */
export type ListingHistory = SubjectHistory<ApplicationState, ApplicationEventKind>;

/** Query of the history: read-only, and works on closed runs too. */
export const listingHistory = defineQuery<ListingHistory>("history");
