import { Injectable } from "@nestjs/common";
import type { ApplicationEventKind, ApplicationState } from "@sakhi/domain/listings/listing.states";
import type { ListingDurations } from "@sakhi/workflows/listings/listing.activities";
import { LISTING, listingWorkflowId, type ListingInput } from "@sakhi/workflows/listings/listing.messages";
import { OutgoingEventsService } from "../integrations/outgoing-events.service.js";
import { type HistoryEvent, SubjectHistoryService, type SubjectWorkflow } from "../payments/subject-history.service.js";
import { Config } from "../platform/config/config.js";
import { Database, type Tx } from "../platform/database/database.js";
import { Outbox } from "../platform/outbox/outbox.js";

/** The fields that a signal sets as Temporal search attributes. `orderId`: its open order. */
interface SignalledApplication {
  readonly id: string;
  readonly state: ApplicationState;
  readonly orderId?: string | undefined;
}

/** The history of applications to be listed. */
@Injectable()
export class ListingHistoryService extends SubjectHistoryService<SignalledApplication, ApplicationEventKind> {
  constructor(
    database: Database,
    outbox: Outbox,
    private readonly config: Config,
    private readonly outgoing: OutgoingEventsService,
  ) {
    super(database, outbox, { events: "listing_events", subject: "application_id" });
  }

  protected async announce(tx: Tx, applicationId: string, { kind }: HistoryEvent<string>): Promise<void> {
    if (kind === "approved" || kind === "renewed") await this.outgoing.listing(tx, applicationId);
  }

  protected workflowOf({ id, state, orderId }: SignalledApplication): SubjectWorkflow {
    const input: ListingInput = { applicationId: id, durations: this.durations() };
    return {
      workflowType: LISTING,
      workflowId: listingWorkflowId(id),
      args: [input],
      searchAttributes: { StallId: undefined, OrderId: orderId, Stage: state },
      summary: "A brand's listing",
    };
  }

  private durations(): ListingDurations {
    const { firstReminderSeconds, lastReminderSeconds, reviewReminderSeconds, unpaidSeconds } = this.config.listings;
    return {
      firstReminderMs: firstReminderSeconds * 1000,
      lastReminderMs: lastReminderSeconds * 1000,
      unpaidMs: unpaidSeconds * 1000,
      ...(reviewReminderSeconds === 0 ? {} : { reviewReminderMs: reviewReminderSeconds * 1000 }),
    };
  }
}
