import { Injectable } from "@nestjs/common";
import type { CouponFacts } from "@sakhi/domain/coupons/coupon.rules";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { Database, rows } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";

interface RawFacts {
  readonly percentage: number;
  readonly active: boolean;
  readonly started: boolean;
  readonly ended: boolean;
  readonly max_uses: number | null;
  readonly stall_type: StallType | null;
  readonly claims: string;
}

/**
 * A coupon's facts. A claim counts while its booking is live (a hold before its deadline, or being paid) and for
 * ever once used: so an expired hold gives its coupon back at once, whoever has noticed it yet. Reads bookings
 * because that, like a stall's status, is stored nowhere else.
 */
const FACTS = `
  SELECT c.percentage, c.active, c.max_uses, c.stall_type,
         coalesce(c.starts_at <= clock_timestamp(), true) AS started,
         coalesce(c.ends_at <= clock_timestamp(), false) AS ended,
         (SELECT count(*)
            FROM coupon_claims k JOIN bookings b ON b.id = k.booking_id
           WHERE k.code = c.code AND k.booking_id IS DISTINCT FROM $2::uuid
             AND (k.used_at IS NOT NULL OR b.state IN ('paying', 'sold')
                  OR (b.state IN ('held', 'registered') AND b.hold_expires_at > clock_timestamp()))) AS claims
    FROM coupons c WHERE c.code = $1`;

function factsOf(raw: RawFacts | undefined): CouponFacts | undefined {
  if (raw === undefined) return undefined;
  return {
    percentage: raw.percentage,
    active: raw.active,
    started: raw.started,
    ended: raw.ended,
    maxUses: raw.max_uses,
    claims: Number(raw.claims),
    stallType: raw.stall_type,
  };
}

/** The coupons and coupon_claims tables. */
@Injectable()
export class CouponsRepository {
  constructor(private readonly database: Database) {}

  async facts(code: string, exceptBookingId: string | undefined): Promise<CouponFacts | undefined> {
    return factsOf((await this.database.query<RawFacts>(FACTS, [code, exceptBookingId ?? null]))[0]);
  }

  /** The facts under the coupon's lock: claims cannot change until `tx` ends. */
  async lockedFacts(tx: Tx, code: string, exceptBookingId: string): Promise<CouponFacts | undefined> {
    // Two statements: the count must be read after the lock was won, not by the statement that waited for it.
    await tx.query("SELECT 1 FROM coupons WHERE code = $1 FOR UPDATE", [code]);
    return factsOf((await rows<RawFacts>(tx, FACTS, [code, exceptBookingId]))[0]);
  }

  async claim(tx: Tx, code: string, bookingId: string): Promise<void> {
    await tx.query(
      `INSERT INTO coupon_claims (booking_id, code) VALUES ($1, $2)
       ON CONFLICT (booking_id) DO UPDATE SET code = excluded.code, claimed_at = clock_timestamp()`,
      [bookingId, code],
    );
  }

  async release(tx: Tx, bookingId: string): Promise<void> {
    await tx.query("DELETE FROM coupon_claims WHERE booking_id = $1 AND used_at IS NULL", [bookingId]);
  }

  /** Gives a use back that was paid for. */
  async returnUse(tx: Tx, bookingId: string): Promise<void> {
    await tx.query("DELETE FROM coupon_claims WHERE booking_id = $1", [bookingId]);
  }

  async markUsed(tx: Tx, bookingId: string): Promise<void> {
    const [booking] = await rows<{ code: string | null }>(
      tx,
      "SELECT coupon_code AS code FROM bookings WHERE id = $1",
      [bookingId],
    );
    if (booking === undefined || booking.code === null) return;
    await tx.query("SELECT 1 FROM coupons WHERE code = $1 FOR UPDATE", [booking.code]);
    await tx.query(
      `INSERT INTO coupon_claims (booking_id, code, used_at) VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (booking_id) DO UPDATE SET used_at = coalesce(coupon_claims.used_at, excluded.used_at)`,
      [bookingId, booking.code],
    );
  }
}
