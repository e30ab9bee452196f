import { Injectable } from "@nestjs/common";
import type { ApplicationEventKind, ApplicationState } from "@sakhi/domain/listings/listing.states";
import type { ListingDurations, ListingHistoryEntry } from "@sakhi/workflows/listings/listing.activities";
import { LISTING, listingWorkflowId, type ListingInput } from "@sakhi/workflows/listings/listing.messages";
import { RECHECK } from "@sakhi/workflows/shared/signals";
import { type HistoryEvent, historyOf } from "../payments/payments.types.js";
import { Config } from "../platform/config/config.js";
import { Database, type Tx } from "../platform/database/database.js";
import { Outbox } from "../platform/outbox/outbox.js";
import { MoreThan } from "typeorm";
import { ListingEventEntity } from "./listings.entities.js";

type ListingEvent = HistoryEvent<ApplicationEventKind>;

/** A signal to an application's workflow. Order and stage become search attributes: no personal data. */
interface ListingSignal {
  readonly applicationId: string;
  readonly stage: ApplicationState;
  readonly orderId?: string | undefined;
  /** Start a new run even if the last one completed: for a renewal, or for the sweep. */
  readonly evenIfCompleted?: boolean;
}

/** History of applications: who did what, when and why. Written in the transaction of the change, kept indefinitely. */
@Injectable()
export class ListingEventsService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** Records an event and signals the workflow. @param signal the application after the change */
  async publish(tx: Tx, signal: ListingSignal, event: ListingEvent): Promise<void> {
    await this.record(tx, signal.applicationId, event);
    await this.signal(tx, signal);
  }

  async record(tx: Tx, applicationId: string, event: ListingEvent): Promise<void> {
    const note = event.note === undefined ? {} : { note: event.note };
    const { kind, actor, detail } = event;
    await tx.insert(ListingEventEntity, { applicationId, kind, actor, detail: { ...detail, ...note } });
  }

  /** Signals the application's workflow to recheck once `tx` has committed; starts it if necessary. */
  signal(tx: Tx, { applicationId, stage, orderId, evenIfCompleted }: ListingSignal): Promise<void> {
    const input: ListingInput = { applicationId, durations: this.durations() };
    return this.outbox.nudge(tx, {
      workflowType: LISTING,
      workflowId: listingWorkflowId(applicationId),
      args: [input],
      signal: RECHECK,
      searchAttributes: { StallId: undefined, OrderId: orderId, Stage: stage },
      summary: "A brand's listing",
      ...(evenIfCompleted === true ? { evenIfCompleted: true } : {}),
    });
  }

  /**
   * Events of an application after a known one, in order.
   *
   * @param afterEvent id of the last known event, "0" for all
   */
  async history(
    applicationId: string,
    afterEvent = "0",
  ): Promise<{ readonly happened: ListingHistoryEntry[]; readonly lastEvent: string }> {
    const events = await this.database
      .repository(ListingEventEntity)
      .find({ where: { applicationId, id: MoreThan(afterEvent) }, order: { id: "ASC" } });
    return historyOf(events, afterEvent);
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
