import { Injectable } from "@nestjs/common";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { Database, rows } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";

/** What an organiser decides about a coupon. Times UTC. */
export interface CouponTerms {
  readonly code: string;
  readonly percentage: number;
  readonly active: boolean;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly maxUses: number | null;
  readonly stallType: StallType | null;
}

/** A coupon with its use, by the database's clock. */
export interface ManagedCoupon extends CouponTerms {
  readonly createdAt: Date;
  readonly started: boolean;
  readonly ended: boolean;
  /** Uses that were paid for. */
  readonly used: number;
  /** Live claims of bookings that are not paid yet. */
  readonly claimed: number;
}

interface RawCoupon {
  readonly code: string;
  readonly percentage: number;
  readonly active: boolean;
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
  readonly max_uses: number | null;
  readonly stall_type: StallType | null;
  readonly created_at: Date;
  readonly started: boolean;
  readonly ended: boolean;
  readonly used: string;
  readonly claimed: string;
}

/** Claims count as for visitors: while their booking is live, and for ever once used (coupons.repository.ts). */
const SELECT = `
  SELECT c.code, c.percentage, c.active, c.starts_at, c.ends_at, c.max_uses, c.stall_type, c.created_at,
         coalesce(c.starts_at <= clock_timestamp(), true) AS started,
         coalesce(c.ends_at <= clock_timestamp(), false) AS ended,
         count(k.booking_id) FILTER (WHERE k.used_at IS NOT NULL) AS used,
         count(k.booking_id) FILTER (WHERE k.used_at IS NULL AND (b.state IN ('paying', 'sold')
           OR (b.state IN ('held', 'registered') AND b.hold_expires_at > clock_timestamp()))) AS claimed
    FROM coupons c
    LEFT JOIN coupon_claims k ON k.code = c.code
    LEFT JOIN bookings b ON b.id = k.booking_id
   WHERE $1::text IS NULL OR c.code = $1
   GROUP BY c.code ORDER BY c.code`;

function couponOf(raw: RawCoupon): ManagedCoupon {
  return {
    code: raw.code,
    percentage: raw.percentage,
    active: raw.active,
    startsAt: raw.starts_at,
    endsAt: raw.ends_at,
    maxUses: raw.max_uses,
    stallType: raw.stall_type,
    createdAt: raw.created_at,
    started: raw.started,
    ended: raw.ended,
    used: Number(raw.used),
    claimed: Number(raw.claimed),
  };
}

/** The coupons table as organisers see it. */
@Injectable()
export class CouponsManagingRepository {
  constructor(private readonly database: Database) {}

  async all(): Promise<ManagedCoupon[]> {
    return (await this.database.query<RawCoupon>(SELECT, [null])).map(couponOf);
  }

  async find(tx: Tx, code: string): Promise<ManagedCoupon | undefined> {
    return (await rows<RawCoupon>(tx, SELECT, [code])).map(couponOf)[0];
  }

  /** The coupon under its lock: neither terms nor claims can change until `tx` ends. */
  async lock(tx: Tx, code: string): Promise<ManagedCoupon | undefined> {
    // Two statements: the count must be read after the lock was won.
    await tx.query("SELECT 1 FROM coupons WHERE code = $1 FOR UPDATE", [code]);
    return this.find(tx, code);
  }

  /** @returns false when there is such a code */
  async insert(tx: Tx, terms: CouponTerms): Promise<boolean> {
    const inserted = await rows(
      tx,
      `INSERT INTO coupons (code, percentage, active, starts_at, ends_at, max_uses, stall_type)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (code) DO NOTHING RETURNING code`,
      valuesOf(terms),
    );
    return inserted.length > 0;
  }

  async update(tx: Tx, terms: CouponTerms): Promise<void> {
    await tx.query(
      `UPDATE coupons SET percentage = $2, active = $3, starts_at = $4, ends_at = $5, max_uses = $6, stall_type = $7
        WHERE code = $1`,
      valuesOf(terms),
    );
  }
}

function valuesOf({
  code,
  percentage,
  active,
  startsAt,
  endsAt,
  maxUses,
  stallType,
}: CouponTerms): unknown[] {
  return [code, percentage, active, startsAt, endsAt, maxUses, stallType];
}
