import { Injectable } from "@nestjs/common";
import type { BookingActor, BookingEventKind } from "@sakhi/domain/bookings/booking.states";
import type { HistoryEntry } from "@sakhi/workflows/bookings/stall-booking.activities";
import { Database } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";

/** Something that happened to a booking. */
export interface BookingEvent {
  readonly bookingId: string;
  readonly kind: BookingEventKind;
  readonly actor: BookingActor;
  /** A few plain words, e.g. a release reason or an order id; never personal data. */
  readonly note?: string;
  /** Further facts; never a name, e-mail, phone or GST number. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

interface RawEvent {
  readonly id: string;
  readonly kind: BookingEventKind;
  readonly actor: BookingActor;
  readonly note: string | null;
  readonly at: Date;
}

/** Who did what to a booking, when and why: kept for ever, written in the transaction of the deed. */
@Injectable()
export class BookingEvents {
  constructor(private readonly database: Database) {}

  async record(tx: Tx, event: BookingEvent): Promise<void> {
    const note = event.note === undefined ? {} : { note: event.note };
    await tx.query("INSERT INTO booking_events (booking_id, kind, actor, detail) VALUES ($1, $2, $3, $4)", [
      event.bookingId,
      event.kind,
      event.actor,
      JSON.stringify({ ...event.detail, ...note }),
    ]);
  }

  /**
   * What happened to a booking since an event, in order.
   *
   * @param afterEvent id of the last event known, "0" for all
   */
  async history(
    bookingId: string,
    afterEvent: string,
  ): Promise<{ readonly happened: HistoryEntry[]; readonly lastEvent: string }> {
    const events = await this.database.query<RawEvent>(
      `SELECT id, kind, actor, detail->>'note' AS note, at
         FROM booking_events WHERE booking_id = $1 AND id > $2::bigint ORDER BY id`,
      [bookingId, afterEvent],
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
