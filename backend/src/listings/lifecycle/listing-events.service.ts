import { Injectable } from "@nestjs/common";
import type { ApplicationActor, ApplicationEventKind } from "@sakhi/domain/listings/listing.states";
import type { ListingHistoryEntry } from "@sakhi/workflows/listings/listing.activities";
import { Database } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";

/** Something that happened to an application. */
export interface ListingEvent {
  readonly kind: ApplicationEventKind;
  readonly actor: ApplicationActor;
  /** A few plain words, e.g. an order id; never personal data. */
  readonly note?: string;
  /** Further facts; never a name, e-mail, phone or GST number. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

interface RawEvent {
  readonly id: string;
  readonly kind: ApplicationEventKind;
  readonly actor: ApplicationActor;
  readonly note: string | null;
  readonly at: Date;
}

/** Who did what to an application, when and why: kept for ever, written in the transaction of the deed. */
@Injectable()
export class ListingEvents {
  constructor(private readonly database: Database) {}

  async record(tx: Tx, applicationId: string, event: ListingEvent): Promise<void> {
    const note = event.note === undefined ? {} : { note: event.note };
    await tx.query(
      "INSERT INTO listing_events (application_id, kind, actor, detail) VALUES ($1, $2, $3, $4)",
      [applicationId, event.kind, event.actor, JSON.stringify({ ...event.detail, ...note })],
    );
  }

  /**
   * What happened to an application since an event, in order.
   *
   * @param afterEvent id of the last event known, "0" for all
   */
  async history(
    applicationId: string,
    afterEvent: string,
  ): Promise<{ readonly happened: ListingHistoryEntry[]; readonly lastEvent: string }> {
    const events = await this.database.query<RawEvent>(
      `SELECT id, kind, actor, detail->>'note' AS note, at
         FROM listing_events WHERE application_id = $1 AND id > $2::bigint ORDER BY id`,
      [applicationId, afterEvent],
    );
    return {
      happened: events.map(({ kind, actor, note, at }) => ({
        what: kind,
        at: at.toISOString(),
        by: actor,
        ...(note === null ? {} : { note }),
      })),
      lastEvent: events.at(-1)?.id ?? afterEvent,
    };
  }
}
