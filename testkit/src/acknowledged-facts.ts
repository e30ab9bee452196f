/** Reads the product's database. */
interface Queryable {
  query(sql: string, parameters: unknown[]): Promise<readonly unknown[]>;
}

/**
 * Finds the booking of a hold by its stall and deadline in the response. Since then an operator may have moved or extended
 * it, and a late payer may have accepted another stall.
 */
const HOLD = `SELECT 1 FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key
  WHERE $2::timestamptz BETWEEN
      date_trunc('milliseconds', b.hold_expires_at) - make_interval(secs => b.hold_extended_seconds)
      AND b.hold_expires_at
    AND ($1 = s.stall_id OR EXISTS (SELECT 1 FROM booking_events e
           WHERE e.booking_id = b.id AND e.kind = 'moved' AND e.detail->>'from' = $1)
         OR EXISTS (SELECT 1 FROM stall_offers o
           JOIN stalls l ON l.stall_key = o.lost_stall_key
           WHERE o.booking_id = b.id AND o.state = 'accepted' AND l.stall_id = $1))`;

/** Kinds of acknowledged facts, each with the query that must find it. */
const CHECKS = {
  /** A hold: stall and deadline. */
  reserved: HOLD,
  /** A registration's order. */
  registered: "SELECT 1 FROM orders WHERE order_id = $1",
  /** An order opened at the provider. */
  opened: "SELECT 1 FROM payment_attempts WHERE order_id = $1",
  /** A payment accepted by the provider: recorded, and sold for, refunded or raised as an issue. */
  paid: `SELECT 1 FROM payments p WHERE p.provider_payment_id = $2 AND p.order_id = $1 AND (
      EXISTS (SELECT 1 FROM bookings b WHERE b.order_id = $1 AND (b.state = 'sold' OR b.release_reason = 'cancelled'))
      OR EXISTS (SELECT 1 FROM listing_orders l WHERE l.order_id = $1 AND l.paid_at IS NOT NULL)
      OR EXISTS (SELECT 1 FROM orders o JOIN stall_moves m ON m.id = o.move_id
          WHERE o.order_id = $1 AND m.state = 'moved' AND o.sold_payment_id = $2)
      OR EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = $1)
      OR EXISTS (SELECT 1 FROM issues i WHERE i.subject = $1 OR i.facts->>'orderId' = $1))`,
  /** A payer was shown the sale. */
  shown_sold: `SELECT 1 FROM bookings b JOIN booking_events e ON e.booking_id = b.id
    WHERE e.kind IN ('sold', 'sold_late')
      AND EXISTS (SELECT 1 FROM orders o WHERE o.order_id = $1 AND o.subject_id = b.id)`,
  /** A hold released by its visitor: stall and deadline. */
  left: `${HOLD} AND b.state = 'released'`,
  /** An operator's action: its line in the audit log. */
  audited: "SELECT 1 FROM audit_log WHERE action = $1 AND subject_id = $2",
  /** A correction of a registration: the new value, unless it was changed again. */
  corrected: `SELECT 1 FROM bookings b WHERE b.id = $1::uuid AND EXISTS (SELECT 1 FROM booking_events e
      WHERE e.booking_id = b.id AND e.kind = 'corrected' AND e.at > $3::timestamptz)
    AND ($2 IN (b.full_name, b.business_name) OR (SELECT count(*) FROM booking_events e
      WHERE e.booking_id = b.id AND e.kind IN ('registered', 'corrected') AND e.at > $3::timestamptz) > 1)`,
  /** A correction of an application: the new name, unless it was corrected again. */
  listing_corrected: `SELECT 1 FROM listing_applications a WHERE a.id = $1::uuid AND EXISTS (SELECT 1 FROM listing_events e
      WHERE e.application_id = a.id AND e.kind = 'corrected' AND e.at > $3::timestamptz)
    AND (a.full_name = $2 OR (SELECT count(*) FROM listing_events e
      WHERE e.application_id = a.id AND e.kind = 'corrected' AND e.at > $3::timestamptz) > 1)`,
  /** A message to holders, by its id. */
  message: "SELECT 1 FROM messages WHERE id = $1::uuid",
  /** A place on the waiting list, by its address. */
  waits: "SELECT 1 FROM waiting_places WHERE email = $1",
  /** A move to another stall, by its id. */
  move: "SELECT 1 FROM stall_moves WHERE id = $1::uuid",
  /** A booking that stands on another stall, as its holder was shown: its order and that stall. */
  moved: `SELECT 1 FROM bookings b JOIN booking_events e ON e.booking_id = b.id
    WHERE b.order_id = $1 AND e.kind = 'moved' AND e.detail->>'to' = $2`,
  /** An application to be listed, by its owner's e-mail address. */
  applied: "SELECT 1 FROM listing_applications WHERE email = $1 AND kind = $2",
} as const;
type FactKind = keyof typeof CHECKS;

interface Fact {
  readonly kind: FactKind;
  readonly about: readonly string[];
}

/** Facts that the product has acknowledged. None may be lost, whatever happens later. */
export class AcknowledgedFacts {
  private readonly facts: Fact[] = [];

  remember(kind: FactKind, ...about: string[]): void {
    this.facts.push({ kind, about });
  }

  get count(): number {
    return this.facts.length;
  }

  /** Facts missing in the database. */
  async lost(product: Queryable): Promise<string[]> {
    const lost: string[] = [];
    for (const { kind, about } of this.facts) {
      const found = await product.query(`${CHECKS[kind]} LIMIT 1`, [...about]);
      if (found.length === 0) lost.push(`${kind}: ${about.join(" ")}`);
    }
    return lost;
  }
}
