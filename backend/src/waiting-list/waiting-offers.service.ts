import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { salesEnd, type SalesVerdict } from "@sakhi/domain/events/sales.rules";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import {
  type NextOfPlace,
  nextOfPlace,
  OFFER_HOURS,
  offerSeconds,
  OPEN_WAITING_STATES,
  WAITING_BLOCK,
} from "@sakhi/domain/waiting/waiting.rules";
import { RECHECK } from "@sakhi/workflows/shared/signals";
import type { WaitingListActivities, WaitingListStep } from "@sakhi/workflows/waiting/waiting-list.activities";
import {
  WAITING_LIST,
  type WaitingListInput,
  waitingListWorkflowId,
} from "@sakhi/workflows/waiting/waiting-list.messages";
import { AssignedBookingsService } from "../bookings/assigned-bookings.service.js";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import { SALES_COLUMNS, salesOf } from "../events/event-facts.service.js";
import { MailService } from "../mail/mail.service.js";
import { Database, isUniqueViolation, rows, type Tx } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import { sql } from "../platform/database/statements.js";
import { Outbox } from "../platform/outbox/outbox.js";
import { liveBooking } from "../stalls/live-bookings.sql.js";
import { StallsService } from "../stalls/stalls.service.js";
import { type WaitingPlace, WaitingPlacesService } from "../waiting/waiting-places.service.js";

/** Changes that one look makes at most; the next one follows at once. */
const BATCH = 25;
/** How long a queue may be without its workflow before the sweep starts one, in seconds. */
const OVERDUE_SECONDS = 60;
/** When to recheck after something was changed that may not be all, in ms. */
const AT_ONCE_MS = 1;
/** When to recheck if nothing says when something happens: stalls are freed by many doors, and by the clock alone. */
const LOOK_MS = 15_000;
/** When to recheck while nobody has opened her mail: who does makes it look. */
const LOOK_FOR_END_MS = 600_000;

const OPEN = sqlList(OPEN_WAITING_STATES);
const SALES = sql`SELECT ${SALES_COLUMNS} FROM events e WHERE e.id = :eventId`;
/** Places of a queue that may have come to something: decided one by one, under their locks. */
const DUE = `
  SELECT w.id FROM waiting_places w LEFT JOIN bookings b ON b.id = w.booking_id
   WHERE w.event_id = :eventId AND w.stall_type = :stallType AND w.state IN ${OPEN}
     AND (:isClosed OR w.state = 'offered' AND (w.offer_until <= clock_timestamp() OR b.state <> 'blocked')
          OR w.state = 'taken' AND b.state IN ('sold', 'released'))
   ORDER BY w.turn, w.number LIMIT ${BATCH}`;
/** A free stall of a type, while somebody waits for one; not one that goes back to who was offered it. */
const FREE = `
  SELECT s.stall_key AS "stallKey" FROM stalls s
   WHERE s.event_id = :eventId AND s.type = :stallType AND s.removed_at IS NULL
     AND NOT EXISTS (SELECT FROM bookings b WHERE b.stall_key = s.stall_key AND ${liveBooking()})
     AND NOT EXISTS (SELECT FROM waiting_places t WHERE t.stall_key = s.stall_key AND t.state = 'taken')
     AND EXISTS (SELECT FROM waiting_places w WHERE w.event_id = :eventId AND w.stall_type = :stallType
                    AND w.state = 'waiting' AND w.confirmed_at IS NOT NULL)
   ORDER BY s.stall_key LIMIT 1`;
const FACTS = `
  SELECT count(*)::int AS open, count(w.confirmed_at)::int AS confirmed,
         (extract(epoch FROM min(w.offer_until) FILTER (WHERE w.state = 'offered') - clock_timestamp()) * 1000)::float8 AS "nextEndMs"
    FROM waiting_places w WHERE w.event_id = :eventId AND w.stall_type = :stallType AND w.state IN ${OPEN}`;
const UNFINISHED = `
  SELECT DISTINCT event_id AS "eventId", stall_type AS "stallType" FROM waiting_places
   WHERE state IN ${OPEN} AND waiting_since < clock_timestamp() - make_interval(secs => :ageSeconds)`;

/** A queue: of an event and a type of its stalls. */
export interface Queue {
  readonly eventId: number;
  readonly stallType: StallType;
}

/** What a queue has come to. */
interface QueueState {
  /** Places that are not over, and those of them whose mail was opened. */
  readonly open: number;
  readonly confirmed: number;
  /** Until the next offer ends, in ms. */
  readonly nextEndMs: number | null;
}

/** Whether a queue's event sells stalls, and for how long. */
interface Sale {
  readonly sales: SalesVerdict;
  /** For good: the sale is over, or the event is not on sale at all. */
  readonly isClosed: boolean;
  readonly secondsLeft: number;
}

/**
 * Offers freed stalls to those who wait (docs/decisions/0117). An offered stall is blocked: the index of live bookings keeps it
 * from everyone else, whichever door they come through. Each change is a transaction of its own that locks the stall, the
 * booking on it, and the place, in this order.
 */
@Injectable()
export class WaitingOffersService implements WaitingListActivities {
  constructor(
    private readonly database: Database,
    private readonly places: WaitingPlacesService,
    private readonly stalls: StallsService,
    private readonly bookingLocks: BookingLocksService,
    private readonly assigned: AssignedBookingsService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly mails: MailService,
    private readonly outbox: Outbox,
  ) {}

  /** Starts the queue's workflow, or makes it recheck, once `tx` has committed. */
  async nudge(tx: Tx, { eventId, stallType }: Queue): Promise<void> {
    await this.outbox.nudge(tx, {
      workflowType: WAITING_LIST,
      workflowId: waitingListWorkflowId(eventId, stallType),
      args: [{ eventId, stallType } satisfies WaitingListInput],
      signal: RECHECK,
      searchAttributes: { StallId: undefined, OrderId: undefined, Stage: "waiting" },
      summary: `Waiting list for ${stallType}`,
      evenIfCompleted: true,
    });
  }

  /** Workflow id → queue, of those that somebody stands in: each should have an open run. */
  async workflows(ageSeconds = OVERDUE_SECONDS): Promise<Map<string, Queue>> {
    const found = await this.database.query<Queue>(UNFINISHED, { ageSeconds });
    return new Map(found.map((queue) => [waitingListWorkflowId(queue.eventId, queue.stallType), queue]));
  }

  /** Starts the workflow of a queue again; for the sweep. */
  async restart(queue: Queue): Promise<void> {
    await this.database.transaction((tx) => this.nudge(tx, queue));
  }

  async offerFreedStalls(eventId: number, stallType: string): Promise<WaitingListStep> {
    const queue = { eventId, stallType };
    let changes = 0;
    let offered = 0;
    for (const id of await this.due(queue)) {
      if (await this.settle(id)) changes += 1;
    }
    for (let stallKey = await this.freeStall(queue); stallKey !== undefined && changes < BATCH; changes += 1) {
      const made = await this.offer(queue, stallKey);
      if (made === "nothing") break;
      if (made === "offered") offered += 1;
      stallKey = await this.freeStall(queue);
    }
    const [facts] = await this.database.query<QueueState>(FACTS, { ...queue });
    const { open = 0, confirmed = 0, nextEndMs = null } = facts ?? {};
    const untilEnd = Math.max(AT_ONCE_MS, Math.ceil(nextEndMs ?? Infinity));
    const later = confirmed > 0 ? Math.min(LOOK_MS, untilEnd) : LOOK_FOR_END_MS;
    return { isOpen: open > 0, offered, recheckInMs: changes >= BATCH ? AT_ONCE_MS : later };
  }

  /**
   * Decides what happens to a place, under its locks: {@link nextOfPlace}. Safe to repeat, and in several processes at once.
   *
   * @returns whether anything changed
   */
  async settle(id: string): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const locked = await this.lockPlace(tx, id);
      if (locked === undefined) return false;
      const { place, booking } = locked;
      const { isClosed } = await this.sale(tx, place.eventId);
      const { state, isOver } = place;
      const next = nextOfPlace({ state, booking, isOver, isClosed });
      if (next !== undefined) await this.become(tx, place, next);
      return next !== undefined;
    });
  }

  /**
   * Locks a place with the stall of its offer, in the lock order.
   *
   * @returns undefined if there is no such place
   */
  async lockPlace(tx: Tx, id: string) {
    const before = await this.places.find(id, tx);
    if (before === undefined) return undefined;
    if (before.stallKey !== null) await this.stalls.lock(tx, [before.stallKey]);
    const booking = before.bookingId === null ? undefined : await this.bookingLocks.lockRow(tx, before.bookingId);
    const place = await this.places.lock(tx, id);
    if (place === undefined) return undefined;
    // Offered another stall while this waited: tried again by the caller, or by the next look.
    if (place.stallKey !== before.stallKey || place.bookingId !== before.bookingId) return undefined;
    return { place, booking };
  }

  /** Releases the block that keeps an offered stall; the caller has locked stall and place. */
  async freeOffered(tx: Tx, place: WaitingPlace): Promise<void> {
    const { bookingId, state } = place;
    if (state !== "offered" || bookingId === null) return;
    if (!(await this.assigned.unblock(tx, bookingId))) return;
    await this.bookingHistory.record(tx, bookingId, { kind: "unblocked", actor: "system", note: "operator" });
  }

  /**
   * Takes the stall of a locked offer back for an operator: it stays blocked, for the reason that she gives, and who was offered it
   * waits where she stood.
   *
   * @returns false if it is not offered, or no longer
   */
  async reclaim(tx: Tx, place: WaitingPlace, reason: string): Promise<boolean> {
    const { state, bookingId } = place;
    if (state !== "offered" || bookingId === null || !(await this.assigned.reblock(tx, bookingId, reason)))
      return false;
    await this.waitAgain(tx, place);
    return true;
  }

  /** Puts a locked place whose stall is gone back where it stood. */
  private async waitAgain(tx: Tx, place: WaitingPlace): Promise<void> {
    await this.places.wait(tx, place.id);
    await this.mailOver(tx, place, "taken_back");
    await this.nudge(tx, place);
  }

  /** Ends a locked place because she leaves, or an operator removes it. */
  async leave(tx: Tx, place: WaitingPlace, state: "left" | "removed"): Promise<void> {
    await this.freeOffered(tx, place);
    await this.places.end(tx, place.id, state);
    if (state === "removed") await this.mailOver(tx, place, "removed");
    await this.nudge(tx, place);
  }

  private async become(tx: Tx, place: WaitingPlace, next: NextOfPlace): Promise<void> {
    switch (next) {
      case "bought":
        await this.places.end(tx, place.id, "bought");
        break;
      case "lapse":
        await this.freeOffered(tx, place);
        await this.places.end(tx, place.id, "lapsed");
        await this.mailOver(tx, place, "lapsed");
        break;
      case "close":
        await this.freeOffered(tx, place);
        await this.places.end(tx, place.id, "closed");
        await this.mailOver(tx, place, "closed");
        break;
      case "wait":
        await this.waitAgain(tx, place);
        break;
      case "offer_again":
        if (!(await this.offerAgain(tx, place))) await this.waitAgain(tx, place);
        break;
    }
  }

  /** Blocks the stall again that she held for ten minutes. @returns false if late money, an operator or a new plan took it */
  private async offerAgain(tx: Tx, place: WaitingPlace): Promise<boolean> {
    const { stallKey, stallType } = place;
    if (stallKey === null || (await this.bookingLocks.lockOnStall(tx, stallKey)) !== undefined) return false;
    const { type, removedAt } = await this.stalls.byKey(stallKey, tx);
    if (removedAt !== null || type !== stallType) return false;
    return this.places.offerAgain(tx, place.id, await this.block(tx, stallKey));
  }

  /**
   * Offers a free stall to the first who waits.
   *
   * @returns `changed` if stall or queue are no longer as they were read; `nothing` if the event offers none now
   */
  private async offer(queue: Queue, stallKey: number): Promise<"offered" | "changed" | "nothing"> {
    const { eventId, stallType } = queue;
    try {
      return await this.database.transaction(async (tx) => {
        await this.stalls.lock(tx, [stallKey]);
        const stall = await this.stalls.byKey(stallKey, tx);
        // A publication of the plan has changed it meanwhile: another look finds another stall.
        if (stall.removedAt !== null || stall.type !== stallType) return "changed";
        const sale = await this.sale(tx, eventId);
        const hours = await this.places.offerHours(eventId, OFFER_HOURS.usual, tx);
        const seconds = sale.sales === "open" ? offerSeconds(hours, sale.secondsLeft) : 0;
        if (seconds === 0) return "nothing";
        await this.bookingLocks.clearStall(tx, stallKey);
        const next = await this.places.lockNext(tx, eventId, stallType);
        // Another process offered her another stall while this one waited.
        if (next === undefined) return "changed";
        const bookingId = await this.block(tx, stallKey);
        if (!(await this.places.offer(tx, next.id, { stallKey, bookingId, seconds })))
          throw new Error(`place ${next.id}`);
        await this.mailOffer(tx, next.id);
        return "offered";
      });
    } catch (error) {
      // Somebody was faster: a hold that began before the first who waits had joined, or late money.
      if (error instanceof DomainError || isUniqueViolation(error, "bookings_one_live_per_stall")) return "changed";
      throw error;
    }
  }

  /** Blocks a locked, free stall. @returns the id of the block */
  private async block(tx: Tx, stallKey: number): Promise<string> {
    const id = randomUUID();
    const { pricePaise, stallId } = await this.stalls.byKey(stallKey, tx);
    await this.assigned.insertBlocked(tx, { id, stallKey, pricePaise, reason: WAITING_BLOCK });
    const detail = { waitingList: true };
    await this.bookingHistory.record(tx, id, { kind: "blocked", actor: "system", note: stallId, detail });
    return id;
  }

  private async due(queue: Queue): Promise<readonly string[]> {
    return this.database.transaction(async (tx) => {
      const { isClosed } = await this.sale(tx, queue.eventId);
      return (await rows<{ id: string }>(tx, DUE, { ...queue, isClosed })).map(({ id }) => id);
    });
  }

  private async freeStall(queue: Queue): Promise<number | undefined> {
    return (await this.database.query<{ stallKey: number }>(FREE, { ...queue }))[0]?.stallKey;
  }

  /** Whether the event sells stalls, by the database's clock. A pause for a recovery is not an end. */
  async sale(tx: Tx, eventId: number): Promise<Sale> {
    const [row] = await this.database.select(SALES, { eventId }, tx);
    if (row === undefined) return { sales: "sales_closed", isClosed: true, secondsLeft: 0 };
    const secondsLeft =
      (salesEnd({ closesAt: row.salesCloseAt, days: row.days }).getTime() - row.readAt.getTime()) / 1000;
    return { sales: salesOf(row), isClosed: salesOf({ ...row, paused: false }) === "sales_closed", secondsLeft };
  }

  private async mailOffer(tx: Tx, id: string): Promise<void> {
    const place = await this.places.find(id, tx);
    const { stallId = null, offerUntil = null, stallKey = null } = place ?? {};
    if (place === undefined || stallId === null || offerUntil === null || stallKey === null) {
      throw new Error(`place ${id} has no offer`);
    }
    const { fullName: name, email: to, eventId, stallType, bookingId, language } = place;
    const { pricePaise } = await this.stalls.byKey(stallKey, tx);
    await this.mails.queue(tx, {
      template: "waiting-offer",
      to,
      language,
      hasOpenedLink: true,
      data: { name, eventId, stallType, stallId, pricePaise, expiresAt: offerUntil.toISOString(), waitingId: id },
      dedupeKey: `waiting-offer/${id}/${bookingId ?? ""}`,
    });
  }

  private async mailOver(
    tx: Tx,
    {
      id,
      fullName: name,
      email: to,
      eventId,
      stallType,
      stallId,
      state,
      bookingId,
      confirmedAt,
      language,
    }: WaitingPlace,
    why: "lapsed" | "closed" | "taken_back" | "removed",
  ): Promise<void> {
    // Who never opened the link waited for nothing, and may be a stranger.
    if (confirmedAt === null) return;
    await this.mails.queue(tx, {
      template: "waiting-over",
      to,
      language,
      hasOpenedLink: true,
      data: {
        name,
        eventId,
        stallType,
        stallId: state === "waiting" ? undefined : (stallId ?? undefined),
        why,
        waitingId: id,
      },
      dedupeKey: `waiting-over/${id}/${why}/${bookingId ?? ""}`,
    });
  }
}
