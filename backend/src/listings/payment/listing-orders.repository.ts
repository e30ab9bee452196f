import { Injectable } from "@nestjs/common";
import { Database, rows } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";

/** What an order of an application pays for. */
export interface ListingOrderRow {
  readonly orderId: string;
  readonly applicationId: string;
  readonly purpose: "first" | "renewal";
  /** Which year of the listing. */
  readonly year: number;
  readonly payUntil: Date | undefined;
  readonly paidAt: Date | undefined;
}

interface RawListingOrder {
  readonly order_id: string;
  readonly application_id: string;
  readonly purpose: "first" | "renewal";
  readonly year: number;
  readonly pay_until: Date | null;
  readonly paid_at: Date | null;
}

const COLUMNS = "lo.order_id, lo.application_id, lo.purpose, lo.year, lo.pay_until, lo.paid_at";
/** At most one of an application's orders is in these states, by a unique index. */
const OPEN = `SELECT ${COLUMNS} FROM listing_orders lo JOIN orders o ON o.order_id = lo.order_id
  WHERE lo.application_id = $1 AND o.state IN ('unsent', 'open', 'closing')`;

function listingOrderOf(raw: RawListingOrder): ListingOrderRow {
  return {
    orderId: raw.order_id,
    applicationId: raw.application_id,
    purpose: raw.purpose,
    year: raw.year,
    payUntil: raw.pay_until ?? undefined,
    paidAt: raw.paid_at ?? undefined,
  };
}

/** The listing_orders table; locked with its application. */
@Injectable()
export class ListingOrdersRepository {
  constructor(private readonly database: Database) {}

  async find(orderId: string, tx?: Tx): Promise<ListingOrderRow | undefined> {
    const sql = `SELECT ${COLUMNS} FROM listing_orders lo WHERE lo.order_id = $1`;
    const found =
      tx === undefined
        ? await this.database.query<RawListingOrder>(sql, [orderId])
        : await rows<RawListingOrder>(tx, sql, [orderId]);
    return found.map(listingOrderOf)[0];
  }

  /** The order that can be paid now, or is being closed; at most one. */
  async openOf(applicationId: string, tx?: Tx): Promise<ListingOrderRow | undefined> {
    const found =
      tx === undefined
        ? await this.database.query<RawListingOrder>(OPEN, [applicationId])
        : await rows<RawListingOrder>(tx, OPEN, [applicationId]);
    return found.map(listingOrderOf)[0];
  }

  /**
   * The order that is still to come to its end: about to be opened (its workflow asks the provider should nobody hear
   * of it), open at the provider, or being closed; or final without money while its application still waits for it.
   */
  async toClose(applicationId: string): Promise<ListingOrderRow | undefined> {
    const found = await this.database.query<RawListingOrder>(
      `SELECT ${COLUMNS} FROM listing_orders lo
         JOIN orders o ON o.order_id = lo.order_id JOIN listing_applications a ON a.id = lo.application_id
        WHERE lo.application_id = $1
          AND (o.state IN ('unsent', 'open', 'closing') OR (a.state = 'paying' AND o.state = 'closed'))
        ORDER BY o.state = 'closed', lo.created_at DESC LIMIT 1`,
      [applicationId],
    );
    return found.map(listingOrderOf)[0];
  }

  /** The order whose money was taken for this year. */
  async paidFor(tx: Tx, applicationId: string, year: number): Promise<ListingOrderRow | undefined> {
    const found = await rows<RawListingOrder>(
      tx,
      `SELECT ${COLUMNS} FROM listing_orders lo
        WHERE lo.application_id = $1 AND lo.year = $2 AND lo.paid_at IS NOT NULL`,
      [applicationId, year],
    );
    return found.map(listingOrderOf)[0];
  }

  async insert(
    tx: Tx,
    order: Pick<ListingOrderRow, "orderId" | "applicationId" | "purpose" | "year">,
  ): Promise<void> {
    await tx.query(
      "INSERT INTO listing_orders (order_id, application_id, purpose, year) VALUES ($1, $2, $3, $4)",
      [order.orderId, order.applicationId, order.purpose, order.year],
    );
  }

  async setPayUntil(tx: Tx, orderId: string, payUntil: Date): Promise<void> {
    await tx.query("UPDATE listing_orders SET pay_until = $2 WHERE order_id = $1", [orderId, payUntil]);
  }

  /** The time to pay this order is over now. */
  async endWindow(tx: Tx, orderId: string): Promise<void> {
    await tx.query(
      "UPDATE listing_orders SET pay_until = least(pay_until, clock_timestamp()) WHERE order_id = $1",
      [orderId],
    );
  }

  /** Its money is taken for its year; may fail on the index of one paid order a year. */
  async paid(tx: Tx, orderId: string): Promise<void> {
    await tx.query("UPDATE listing_orders SET paid_at = clock_timestamp() WHERE order_id = $1", [orderId]);
  }

  /** Milliseconds until the open order's time to pay is over, 0 when it is or there is none. */
  async msUntilWindowEnds(applicationId: string): Promise<number> {
    const [found] = await this.database.query<{ ms: string | null }>(
      `SELECT extract(epoch FROM lo.pay_until - clock_timestamp()) * 1000 AS ms
         FROM listing_orders lo JOIN orders o ON o.order_id = lo.order_id
        WHERE lo.application_id = $1 AND o.state IN ('open', 'closing')`,
      [applicationId],
    );
    return Math.max(0, Math.ceil(Number(found?.ms ?? 0)));
  }

  /**
   * Orders whose time to pay has been over for a while and which are not final, or whose application still waits for
   * them though they are; and about which the provider has not been asked lately.
   */
  async overdue(bySeconds: number, limit: number): Promise<{ applicationId: string; orderId: string }[]> {
    const found = await this.database.query<{ application_id: string; order_id: string }>(
      `SELECT lo.application_id, lo.order_id
         FROM listing_orders lo
         JOIN orders o ON o.order_id = lo.order_id
         JOIN listing_applications a ON a.id = lo.application_id
        WHERE (o.state IN ('open', 'closing') OR (o.state = 'closed' AND a.state = 'paying'
                AND NOT EXISTS (SELECT 1 FROM listing_orders l2 JOIN orders o2 ON o2.order_id = l2.order_id
                                 WHERE l2.application_id = a.id AND o2.state IN ('unsent', 'open', 'closing'))))
          AND lo.pay_until < clock_timestamp() - make_interval(secs => $1)
          AND (o.asked_at IS NULL OR o.asked_at < clock_timestamp() - make_interval(secs => $1))
        ORDER BY lo.pay_until LIMIT $2`,
      [bySeconds, limit],
    );
    return found.map(({ application_id, order_id }) => ({
      applicationId: application_id,
      orderId: order_id,
    }));
  }

  /** Orders given up without money lately: each should have its workflow that looks for late money. */
  async late(olderThanSeconds: number, limit: number): Promise<string[]> {
    const found = await this.database.query<{ order_id: string }>(
      `SELECT lo.order_id FROM listing_orders lo JOIN orders o ON o.order_id = lo.order_id
        WHERE o.state = 'closed'
          AND o.ended_at < clock_timestamp() - make_interval(secs => $1)
          AND o.ended_at > clock_timestamp() - interval '23 hours'
        ORDER BY o.ended_at LIMIT $2`,
      [olderThanSeconds, limit],
    );
    return found.map((order) => order.order_id);
  }
}
