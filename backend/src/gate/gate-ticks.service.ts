import { Injectable } from "@nestjs/common";
import type { SendTicksDto, TickDto } from "@sakhi/domain/gate/gate.dto";
import { arrivalOf, gateDayOf, tickedAt, type TickOutcome } from "@sakhi/domain/gate/gate.rules";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import type { StoredEvent } from "../events/event-facts.service.js";
import { Database, readClock, rows, type Tx } from "../platform/database/database.js";
import { type TickRow, TICKS } from "./gate-list.service.js";
import type { GateOutcomeResponse } from "./gate.response.js";

/**
 * Bookings of an event under a lock that a move or a cancellation waits for, by id. Locked before they are joined: a booking that
 * moved while we waited would no longer match the stall that it was read with, and be missing.
 */
const LOCK = `
  WITH locked AS (
    SELECT id, state, release_reason, stall_key FROM bookings WHERE id = ANY(:ids::uuid[]) ORDER BY id FOR SHARE)
  SELECT b.id, b.state = 'sold' AS sold, b.release_reason = 'cancelled' AS cancelled, s.stall_id AS "stallId"
    FROM locked b JOIN stalls s ON s.stall_key = b.stall_key WHERE s.event_id = :eventId`;

interface LockedRow {
  readonly id: string;
  readonly sold: boolean;
  readonly cancelled: boolean | null;
  readonly stallId: string;
}

const INSERT = `
  INSERT INTO gate_ticks (id, booking_id, day, at, received_at, administrator_id, administrator)
  SELECT t.id, t.booking_id, t.day, least(to_timestamp(t.at / 1000.0), :receivedAt::timestamptz), :receivedAt::timestamptz,
         :administratorId::uuid, :administrator::text
    FROM unnest(:ids::uuid[], :bookings::uuid[], :days::date[], :ats::float8[]) AS t (id, booking_id, day, at)
  ON CONFLICT (id) DO NOTHING`;

const KNOWN = `SELECT id, booking_id AS "bookingId" FROM gate_ticks WHERE id = ANY(:ids::uuid[])`;

const UNDO = `
  UPDATE gate_ticks t SET undone_at = clock_timestamp(), undone_by = :by
    FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key
   WHERE t.id = ANY(:ids::uuid[]) AND t.undone_at IS NULL AND b.id = t.booking_id AND s.event_id = :eventId
  RETURNING t.id, t.booking_id AS "bookingId", t.day::text`;

/** A tick that was recorded before. */
interface KnownRow {
  readonly id: string;
  readonly bookingId: string;
}

/** Records what phones at the gate ticked. Each tick is recorded once, however often and in whatever order it is sent. */
@Injectable()
export class GateTicksService {
  constructor(
    private readonly database: Database,
    private readonly auditLog: AuditLogService,
  ) {}

  /**
   * Records ticks and undone ticks of one phone, all or none.
   *
   * @returns what became of each tick, in their order
   */
  record(by: Administrator, { event }: StoredEvent, dto: SendTicksDto): Promise<GateOutcomeResponse[]> {
    return this.database.transaction(async (tx) => {
      const locked = await rows<LockedRow>(tx, LOCK, {
        ids: dto.ticks.map(({ bookingId }) => bookingId),
        eventId: event.id,
      });
      const bookings = new Map(locked.map((row) => [row.id, row]));
      // After the locks: what waited for a cancellation was received after it.
      const receivedAt = await readClock(tx);
      const known = await rows<KnownRow>(tx, KNOWN, { ids: dto.ticks.map(({ id }) => id) });
      const knownOf = new Map(known.map(({ id, bookingId }) => [id, bookingId]));
      const judged = dto.ticks.map((tick) => {
        const at = tickedAt({ at: tick.at, sentAt: dto.sentAt, receivedAt: receivedAt.getTime() });
        const day = gateDayOf(event, at);
        const booking = bookings.get(tick.bookingId);
        return { tick, at, day, booking, refused: refusedAs(tick, booking, day, knownOf.get(tick.id)) };
      });
      const accepted = judged.filter(({ refused }) => refused === undefined);
      await rows(tx, INSERT, {
        ids: accepted.map(({ tick }) => tick.id),
        bookings: accepted.map(({ tick }) => tick.bookingId),
        days: accepted.map(({ day }) => day),
        ats: accepted.map(({ at }) => at),
        ...{ receivedAt, administratorId: by.id, administrator: by.username },
      });
      await this.undo(tx, by, event.id, dto);
      const ticks = await rows<TickRow>(tx, TICKS, { eventId: event.id, day: null });
      return judged.map(({ tick, booking, refused }) => ({
        tickId: tick.id,
        outcome: refused ?? outcomeOf(tick.id, ticks),
        ...(booking?.sold === true && booking.stallId !== tick.stallId ? { movedTo: booking.stallId } : {}),
      }));
    });
  }

  /** The first who undoes a tick is noted; it is in the audit log. */
  private async undo(tx: Tx, by: Administrator, eventId: number, { undos }: SendTicksDto): Promise<void> {
    const ids = undos.map(({ tickId }) => tickId);
    const undone = await rows<KnownRow & { readonly day: string }>(tx, UNDO, { ids, eventId, by: by.username });
    for (const { id, bookingId, day } of undone) {
      await this.auditLog.record(tx, {
        ...{ administrator: by, action: "gate_tick_undone", subjectType: "booking", subjectId: bookingId },
        before: { tick: id, day },
      });
    }
  }
}

/** Why a tick is not recorded; undefined if it is, or was before. @param known the booking of a tick of its id */
function refusedAs(
  { bookingId }: TickDto,
  booking: LockedRow | undefined,
  day: string | undefined,
  known: string | undefined,
): TickOutcome | undefined {
  if (known === bookingId) return undefined;
  if (known !== undefined || booking === undefined) return "unknown";
  if (!booking.sold) return booking.cancelled === true ? "cancelled" : "unknown";
  return day === undefined ? "other_day" : undefined;
}

/** What became of a recorded tick. @param ticks all of the event's sold bookings */
function outcomeOf(id: string, ticks: readonly TickRow[]): TickOutcome {
  const tick = ticks.find((each) => each.id === id);
  // Its booking was cancelled after it was recorded.
  if (tick === undefined) return "cancelled";
  if (tick.undone) return "undone";
  const ofDay = ticks.filter(({ bookingId, day }) => bookingId === tick.bookingId && day === tick.day);
  return arrivalOf(ofDay)?.first.id === id ? "in" : "second";
}
