import { Injectable } from "@nestjs/common";
import { columnsOf } from "../platform/database/columns.js";
import { Database, readIn, rows, type Tx } from "../platform/database/database.js";
import type { Statement } from "../platform/database/statements.js";
import { StallOfferEntity } from "./bookings.entities.js";

/** An offer as read, with its stalls' numbers and event. Money in paise, times UTC. */
export type StallOfferRow = Readonly<StallOfferEntity> & {
  readonly lostStallId: string;
  readonly chosenStallId: string | null;
  readonly eventId: number;
  /** Slug of the event. */
  readonly event: string;
  /** Open but past its end by the database's clock; it counts as expired. */
  readonly overdue: boolean;
  /** The database's clock at this read. */
  readonly readAt: Date;
};

const SELECT = `
  SELECT ${columnsOf(StallOfferEntity, "o")}, lost.stall_id AS lost_stall_id, chosen.stall_id AS chosen_stall_id,
         lost.event_id, e.slug AS event, (o.state = 'open' AND o.expires_at <= clock_timestamp()) AS overdue, clock_timestamp() AS read_at
    FROM stall_offers o JOIN stalls lost ON lost.stall_key = o.lost_stall_key
    JOIN events e ON e.id = lost.event_id
    LEFT JOIN stalls chosen ON chosen.stall_key = o.chosen_stall_key`;

const OPEN_OFFERS: Statement = {
  name: "open_offers",
  text: `SELECT order_id, expires_at FROM stall_offers
          WHERE order_id = ANY($1) AND state = 'open' AND expires_at > clock_timestamp()`,
};

/** The stall_offers table, written only under the lock of the offer's booking. */
@Injectable()
export class StallOffersRepository {
  constructor(private readonly database: Database) {}

  async find(id: string): Promise<StallOfferRow | undefined> {
    return (await this.database.read<StallOfferRow>(StallOfferEntity, `${SELECT} WHERE o.id = $1`, [id]))[0];
  }

  async ofOrder(tx: Tx, orderId: string): Promise<StallOfferRow | undefined> {
    return (await readIn<StallOfferRow>(tx, StallOfferEntity, `${SELECT} WHERE o.order_id = $1`, [orderId]))[0];
  }

  /** Order id → end of its open offer (ISO 8601, UTC). */
  async openUntil(orderIds: readonly string[]): Promise<ReadonlyMap<string, { readonly expiresAt: string }>> {
    if (orderIds.length === 0) return new Map();
    const found = await this.database.queryAutocommit<{ order_id: string; expires_at: Date }>(OPEN_OFFERS, [orderIds]);
    return new Map(found.map((offer) => [offer.order_id, { expiresAt: offer.expires_at.toISOString() }]));
  }

  /** Inserts an offer whose duration counts from this statement. @returns its end */
  async insert(
    tx: Tx,
    offer: Pick<
      StallOfferRow,
      "id" | "orderId" | "bookingId" | "lostStallKey" | "stallType" | "pricePaise" | "tokenDigest" | "tokenVersion"
    > & { readonly seconds: number },
  ): Promise<Date> {
    const [made] = await rows<{ expires_at: Date }>(
      tx,
      `INSERT INTO stall_offers (id, order_id, booking_id, lost_stall_key, stall_type, price_paise, token_digest,
                                 token_version, offered_at, expires_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, t.at, t.at + make_interval(secs => $9)
         FROM (SELECT clock_timestamp() AS at) t
       RETURNING expires_at`,
      [
        offer.id,
        offer.orderId,
        offer.bookingId,
        offer.lostStallKey,
        offer.stallType,
        offer.pricePaise,
        offer.tokenDigest,
        offer.tokenVersion,
        offer.seconds,
      ],
    );
    if (made === undefined) throw new Error(`the offer for order ${offer.orderId} was not written`);
    return made.expires_at;
  }

  /** open → accepted, before its end. */
  accept(tx: Tx, orderId: string, stallKey: number): Promise<boolean> {
    return this.end(
      tx,
      "'accepted', chosen_stall_key = $2 WHERE order_id = $1 AND state = 'open' AND expires_at > clock_timestamp()",
      [orderId, stallKey],
    );
  }

  /** open → declined, before its end. */
  decline(tx: Tx, orderId: string): Promise<boolean> {
    return this.end(tx, "'declined' WHERE order_id = $1 AND state = 'open' AND expires_at > clock_timestamp()", [
      orderId,
    ]);
  }

  /** open → expired past its end, otherwise → withdrawn. @returns the new state; undefined if none was open */
  async close(tx: Tx, orderId: string): Promise<"expired" | "withdrawn" | undefined> {
    const [ended] = await rows<{ state: "expired" | "withdrawn" }>(
      tx,
      `UPDATE stall_offers
          SET state = CASE WHEN expires_at <= clock_timestamp() THEN 'expired' ELSE 'withdrawn' END,
              ended_at = clock_timestamp()
        WHERE order_id = $1 AND state = 'open' RETURNING state`,
      [orderId],
    );
    return ended?.state;
  }

  /**
   * Orders whose offer expired or was declined at least `bySeconds` ago without a refund, and which have not been checked
   * at the provider since. A refund of ours marks the order as paid; the provider itself may have refunded it, too.
   */
  async overdue(bySeconds: number, limit: number): Promise<string[]> {
    const found = await this.database.query<{ order_id: string }>(
      `SELECT f.order_id FROM stall_offers f JOIN orders o ON o.order_id = f.order_id
        WHERE o.state <> 'paid'
          AND ((f.state = 'open' AND f.expires_at < clock_timestamp() - make_interval(secs => $1))
               OR (f.state = 'declined' AND f.ended_at < clock_timestamp() - make_interval(secs => $1)
                   AND (SELECT sum(amount_paise) FROM payments WHERE order_id = f.order_id AND outcome = 'success')
                     > (SELECT coalesce(sum(amount_paise), 0) FROM refunds WHERE order_id = f.order_id AND state <> 'failed')))
          AND (o.asked_at IS NULL OR o.asked_at < clock_timestamp() - make_interval(secs => $1))
        ORDER BY f.expires_at LIMIT $2`,
      [bySeconds, limit],
    );
    return found.map((offer) => offer.order_id);
  }

  /** Open offers of at least this age. Each should have the workflow that waits for its end. */
  async open(olderThanSeconds: number, limit: number): Promise<{ orderId: string; stallId: string }[]> {
    const found = await this.database.query<{ order_id: string; lost_stall_id: string }>(
      `SELECT o.order_id, s.stall_id AS lost_stall_id
         FROM stall_offers o JOIN stalls s ON s.stall_key = o.lost_stall_key
        WHERE o.state = 'open' AND o.offered_at < clock_timestamp() - make_interval(secs => $1)
        ORDER BY o.expires_at LIMIT $2`,
      [olderThanSeconds, limit],
    );
    return found.map((offer) => ({ orderId: offer.order_id, stallId: offer.lost_stall_id }));
  }

  private async end(tx: Tx, sql: string, parameters: unknown[]): Promise<boolean> {
    const ended = await rows(
      tx,
      `UPDATE stall_offers SET ended_at = clock_timestamp(), state = ${sql} RETURNING id`,
      parameters,
    );
    return ended.length > 0;
  }
}
