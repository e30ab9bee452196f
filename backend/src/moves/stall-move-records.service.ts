import { Injectable } from "@nestjs/common";
import { MOVE_LINK_HOURS, type MoveState } from "@sakhi/domain/moves/move.rules";
import { UNFINISHED_ORDER_STATES, UNFINISHED_REFUND_STATES } from "@sakhi/domain/payments/payment.states";
import { databaseNow } from "../platform/database/columns.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import { computed, selected, sql } from "../platform/database/statements.js";
import { StallMoveEntity, StallMoveSettingsEntity } from "./moves.entities.js";
import { UNFINISHED_MOVE } from "./moves.sql.js";

/** A move as read, with its stalls' numbers, and its time by the database's clock. */
export type StallMoveRow = Readonly<StallMoveEntity> & {
  readonly fromStallId: string;
  readonly toStallId: string;
  /** Its time is over. */
  readonly isOver: boolean;
  /** Until its time is over, in ms. */
  readonly msLeft: number;
};

/** A move as it is asked for. */
export type NewMove = Pick<
  StallMoveEntity,
  | "id"
  | "bookingId"
  | "fromStallKey"
  | "toStallKey"
  | "differencePaise"
  | "toPayPaise"
  | "refundPaise"
  | "askedBy"
  | "blockId"
> & {
  /** How long it waits for its money; null if it happens at once. */
  readonly seconds: number | null;
};

/** How holders of an event move. */
export type MoveSettings = Pick<StallMoveSettingsEntity, "byHolder" | "linkHours">;

const READ_WITH = computed<Omit<StallMoveRow, keyof StallMoveEntity>>({
  fromStallId: "f.stall_id",
  toStallId: "t.stall_id",
  isOver: "coalesce(m.until <= clock_timestamp(), false)",
  msLeft: "greatest(0, coalesce(extract(epoch FROM m.until - clock_timestamp()) * 1000, 0))::float8",
});
const MOVE = sql`SELECT ${selected(StallMoveEntity, "m")}, ${READ_WITH}`;
const JOINS = "JOIN stalls f ON f.stall_key = m.from_stall_key JOIN stalls t ON t.stall_key = m.to_stall_key";
const FIND = sql`${MOVE} FROM stall_moves m ${JOINS} WHERE m.id = :id`;
// MATERIALIZED, so that the clock is read after the lock is acquired.
const LOCK = sql`WITH m AS MATERIALIZED (SELECT * FROM stall_moves l WHERE l.id = :id FOR UPDATE) ${MOVE} FROM m ${JOINS}`;
const OF_ORDER = sql`${MOVE} FROM stall_moves m ${JOINS} JOIN orders o ON o.move_id = m.id WHERE o.order_id = :orderId`;
const OPEN = sql`${MOVE} FROM stall_moves m ${JOINS} WHERE m.booking_id = :bookingId AND m.state = 'asked'`;
const ALL = sql`${MOVE} FROM stall_moves m ${JOINS} WHERE m.booking_id = :bookingId ORDER BY m.asked_at, m.id`;
const UNFINISHED_ORDERS = sqlList(UNFINISHED_ORDER_STATES);
/** Moves of sold bookings. Every change is conditional on the state it comes from. */
@Injectable()
export class StallMoveRecordsService {
  constructor(private readonly database: Database) {}

  async find(id: string, tx?: Tx): Promise<StallMoveRow | undefined> {
    return (await this.database.select(FIND, { id }, tx))[0];
  }

  /** Locks a move: after its stalls and its booking, before its order. */
  async lock(tx: Tx, id: string): Promise<StallMoveRow> {
    const [found] = await this.database.select(LOCK, { id }, tx);
    if (found === undefined) throw new Error(`no move ${id}`);
    return found;
  }

  /** The move that an order pays for. @throws Error if it pays for none */
  async ofOrder(tx: Tx, orderId: string): Promise<StallMoveRow> {
    const [found] = await this.database.select(OF_ORDER, { orderId }, tx);
    if (found === undefined) throw new Error(`order ${orderId} pays for no move`);
    return found;
  }

  /** The move of a booking that waits for its money. */
  async openOf(bookingId: string, tx?: Tx): Promise<StallMoveRow | undefined> {
    return (await this.database.select(OPEN, { bookingId }, tx))[0];
  }

  /** The moves of a booking, oldest first. */
  ofBooking(bookingId: string): Promise<StallMoveRow[]> {
    return this.database.select(ALL, { bookingId });
  }

  /** Records a move: asked for, or, without a time, done. */
  async insert(tx: Tx, { seconds, ...move }: NewMove): Promise<void> {
    await tx.query(
      `INSERT INTO stall_moves (id, booking_id, from_stall_key, to_stall_key, difference_paise, to_pay_paise, refund_paise,
                                asked_by, block_id, state, until, ended_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, CASE WHEN $10::int IS NULL THEN 'moved' ELSE 'asked' END,
               clock_timestamp() + make_interval(secs => $10), CASE WHEN $10::int IS NULL THEN clock_timestamp() END)`,
      [
        ...[move.id, move.bookingId, move.fromStallKey, move.toStallKey, move.differencePaise, move.toPayPaise],
        ...[move.refundPaise, move.askedBy, move.blockId, seconds],
      ],
    );
  }

  /** Ends a locked move. */
  async end(tx: Tx, id: string, state: Exclude<MoveState, "asked">): Promise<void> {
    await tx.update(StallMoveEntity, { id }, { state, endedAt: databaseNow });
  }

  /** The payment of a move begins or is accepted: it can be paid until then, and no move ends while it can. */
  async paying(tx: Tx, id: string, payUntil: Date): Promise<void> {
    await rows(tx, "UPDATE stall_moves SET pay_until = :payUntil, until = greatest(until, :payUntil) WHERE id = :id", {
      id,
      payUntil,
    });
  }

  /** Ends the payment window of an order's move now. */
  async endWindow(tx: Tx, orderId: string): Promise<void> {
    await rows(
      tx,
      `UPDATE stall_moves m SET pay_until = least(m.pay_until, clock_timestamp())
         FROM orders o WHERE o.order_id = :orderId AND o.move_id = m.id`,
      { orderId },
    );
  }

  /** Milliseconds until the payment window of a booking's unfinished move ends; 0 when it has. */
  async msUntilWindowEnds(bookingId: string): Promise<number> {
    const [found] = await this.database.query<{ ms: number | null }>(
      `SELECT (extract(epoch FROM max(m.pay_until) - clock_timestamp()) * 1000)::float8 AS ms
         FROM stall_moves m JOIN orders o ON o.move_id = m.id AND o.state IN ${UNFINISHED_ORDERS}
        WHERE m.booking_id = :bookingId`,
      { bookingId },
    );
    return Math.max(0, Math.ceil(found?.ms ?? 0));
  }

  /** The order of a move that is not final. */
  async unfinishedOrder(id: string, tx?: Tx): Promise<string | undefined> {
    const text = `SELECT order_id AS "orderId" FROM orders WHERE move_id = :id AND state IN ${UNFINISHED_ORDERS}`;
    const found = await (tx === undefined
      ? this.database.query<{ orderId: string }>(text, { id })
      : rows<{ orderId: string }>(tx, text, { id }));
    return found[0]?.orderId;
  }

  /** The orders of a move that the provider had and that are closed: their money would be late. */
  async closedOrders(tx: Tx, id: string): Promise<readonly string[]> {
    const text = "SELECT order_id AS \"orderId\" FROM orders WHERE move_id = :id AND state = 'closed'";
    return (await rows<{ orderId: string }>(tx, text, { id })).map(({ orderId }) => orderId);
  }

  /** The orders that paid for a booking's moves, oldest first. */
  async paidOrders(tx: Tx, bookingId: string): Promise<readonly string[]> {
    const found = await rows<{ orderId: string }>(
      tx,
      `SELECT order_id AS "orderId" FROM orders
        WHERE subject_type = 'booking' AND subject_id = :bookingId AND move_id IS NOT NULL AND sold_payment_id IS NOT NULL
        ORDER BY created_at, order_id`,
      { bookingId },
    );
    return found.map(({ orderId }) => orderId);
  }

  /** Whether money of a booking is on its way back. */
  async isRefundRunning(tx: Tx, bookingId: string): Promise<boolean> {
    const found = await rows(
      tx,
      `SELECT FROM refunds r JOIN orders o USING (order_id)
        WHERE o.subject_type = 'booking' AND coalesce(r.booking_id, o.subject_id) = :bookingId AND r.state IN ${sqlList(UNFINISHED_REFUND_STATES)} LIMIT 1`,
      { bookingId },
    );
    return found.length > 0;
  }

  /** Whether a free stall goes to the waiting list first. */
  async isKept(tx: Tx, stallKey: number): Promise<boolean> {
    const text =
      "SELECT FROM stalls s WHERE s.stall_key = :stallKey AND stall_is_kept(s.event_id, s.type, s.stall_key)";
    return (await rows(tx, text, { stallKey })).length > 0;
  }

  /** How holders of an event move. */
  async settings(eventId: number, tx?: Tx): Promise<MoveSettings> {
    const from = tx === undefined ? this.database.repository(StallMoveSettingsEntity) : undefined;
    const found = await (from === undefined && tx !== undefined
      ? tx.findOneBy(StallMoveSettingsEntity, { eventId })
      : from?.findOneBy({ eventId }));
    return { byHolder: found?.byHolder ?? false, linkHours: found?.linkHours ?? MOVE_LINK_HOURS.usual };
  }

  async setSettings(tx: Tx, eventId: number, { byHolder, linkHours }: MoveSettings): Promise<void> {
    await tx.upsert(StallMoveSettingsEntity, { eventId, byHolder, linkHours }, ["eventId"]);
  }

  /** Ids of unfinished moves that were asked for this long ago: each should have an open run. */
  async unfinished(ageSeconds: number): Promise<readonly string[]> {
    const found = await this.database.query<{ id: string }>(
      `SELECT m.id FROM stall_moves m WHERE ${UNFINISHED_MOVE} AND m.asked_at < clock_timestamp() - make_interval(secs => :ageSeconds)`,
      { ageSeconds },
    );
    return found.map(({ id }) => id);
  }
}
