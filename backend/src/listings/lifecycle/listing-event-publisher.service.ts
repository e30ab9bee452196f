import { Injectable } from "@nestjs/common";
import type { ApplicationState } from "@sakhi/domain/listings/listing.states";
import { Config } from "../../platform/config/config.js";
import type { Tx } from "../../platform/database/database.js";
import { Outbox } from "../../platform/outbox/outbox.js";
import { ListingEvents } from "./listing-events.service.js";
import type { ListingEvent } from "./listing-events.service.js";

/** The workflow that tells an application's story. */
export function listingWorkflowId(applicationId: string): string {
  return `listing/${applicationId}`;
}

/** What a nudge shows in Temporal's search attributes: order and stage, no personal data. */
export interface ListingNudge {
  readonly applicationId: string;
  readonly stage: ApplicationState;
  readonly orderId?: string | undefined;
  /** Start a new run though the last one completed: a renewal, or the sweep that knows better. */
  readonly evenIfCompleted?: boolean;
}

/**
 * What is written with every change of an application: the event that tells of it, and the nudge for its workflow.
 */
@Injectable()
export class ListingEventPublisher {
  constructor(
    private readonly config: Config,
    private readonly events: ListingEvents,
    private readonly outbox: Outbox,
  ) {}

  /** @param nudge the application as it is after the change */
  async record(tx: Tx, nudge: ListingNudge, event: ListingEvent): Promise<void> {
    await this.events.record(tx, nudge.applicationId, event);
    await this.nudge(tx, nudge);
  }

  /** Only the nudge: nothing changed yet, but there is something to look at. */
  nudge(tx: Tx, { applicationId, stage, orderId, evenIfCompleted }: ListingNudge): Promise<void> {
    return this.outbox.nudge(tx, {
      workflowType: "listing",
      workflowId: listingWorkflowId(applicationId),
      args: [{ applicationId, durations: this.durations() }],
      signal: "recheck",
      searchAttributes: { StallId: undefined, OrderId: orderId, Stage: stage },
      summary: "A brand's listing",
      ...(evenIfCompleted === true ? { evenIfCompleted: true } : {}),
    });
  }

  private durations() {
    const { firstReminderSeconds, lastReminderSeconds, reviewReminderSeconds, unpaidSeconds } =
      this.config.listings;
    return {
      firstReminderMs: firstReminderSeconds * 1000,
      lastReminderMs: lastReminderSeconds * 1000,
      unpaidMs: unpaidSeconds * 1000,
      ...(reviewReminderSeconds === 0 ? {} : { reviewReminderMs: reviewReminderSeconds * 1000 }),
    };
  }
}
