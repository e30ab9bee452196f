import { Injectable } from "@nestjs/common";
import { PROMISED_STATES } from "@sakhi/domain/bookings/booking.states";
import {
  canPromise,
  checkCoupon,
  type CouponInput,
  type CouponVerdict,
  usesGone,
} from "@sakhi/domain/coupons/coupon.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { answersIn } from "@sakhi/domain/languages/answers";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { Database, readIn, rows, type Tx } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import type { Statement } from "../platform/database/statements.js";
import { liveHold, livePurchase } from "../stalls/live-bookings.sql.js";
import { CouponClaimEntity, CouponEntity } from "./coupons.entities.js";

/**
 * A coupon's facts. A claim counts while its booking is live (a hold before its deadline, or being paid) and permanently
 * once used, so an expired hold returns its coupon at once, before it is released. Derived from the bookings like a
 * stall's status. What is promised, sold or being paid, is counted apart from what is only registered.
 */
const FACTS = `
  SELECT c.percentage, c.active, c.max_uses, c.stall_type, coalesce(c.event_id = $3::integer, true) AS of_event,
         coalesce(c.starts_at <= clock_timestamp(), true) AS started,
         coalesce(c.ends_at <= clock_timestamp(), false) AS ended,
         taken.*,
         (SELECT count(*)
            FROM coupon_claims k JOIN bookings b ON b.id = k.booking_id
           WHERE k.code = c.code AND k.booking_id <> $2::uuid AND k.used_at IS NULL AND ${livePurchase()}
             AND b.networks && (SELECT own.networks FROM bookings own WHERE own.id = $2::uuid))::int AS network_claims
    FROM coupons c,
         LATERAL (SELECT count(*) FILTER (WHERE k.used_at IS NOT NULL OR b.state IN ${sqlList(PROMISED_STATES)})::int AS claims,
                         count(*) FILTER (WHERE k.used_at IS NULL AND b.state = 'paying')::int AS paying_claims,
                         count(*) FILTER (WHERE k.used_at IS NULL AND ${liveHold()})::int AS unpaid_claims,
                         greatest(0, extract(epoch FROM min(CASE WHEN b.state = 'paying' THEN b.pay_until ELSE b.hold_expires_at END)
                           FILTER (WHERE k.used_at IS NULL AND ${livePurchase()}) - clock_timestamp()))::float8 AS next_free_seconds
                    FROM coupon_claims k JOIN bookings b ON b.id = k.booking_id
                   WHERE k.code = c.code AND k.booking_id IS DISTINCT FROM $2::uuid) taken
   WHERE c.code = $1`;

const RELEASE: Statement = {
  name: "release_coupon",
  text: "DELETE FROM coupon_claims WHERE booking_id = :bookingId AND used_at IS NULL",
};

/** The part of a booking that {@link CouponsService.promise} needs. */
interface PromisedBooking {
  readonly id: string;
  readonly eventId: number;
  readonly couponCode: string | null;
  readonly language: LanguageCode;
}

/** Checks coupons and records their claims by bookings. */
@Injectable()
export class CouponsService {
  constructor(private readonly database: Database) {}

  /**
   * Checks a code without claiming a use.
   *
   * @param use the event, and the visitor's booking there with its stall's type, if any; its own claim is not counted
   */
  async check(
    code: string,
    {
      eventId,
      stallType,
      others = [],
      bookingId,
      language,
    }: {
      readonly eventId: number;
      readonly stallType: StallType | undefined;
      readonly others?: readonly StallType[];
      readonly bookingId: string | undefined;
      readonly language: LanguageCode;
    },
  ): Promise<CouponVerdict & { readonly stallType: StallType | null }> {
    const parameters = [code, bookingId ?? null, eventId];
    const [facts] = await this.database.read<CouponInput>(CouponEntity, FACTS, parameters);
    const verdict = checkCoupon(facts, stallType, others, answersIn(language).coupons);
    return { ...verdict, stallType: facts?.stallType ?? null };
  }

  /**
   * Locks the coupon and claims a use for a booking, replacing its earlier claim. Only {@link promise} guarantees it.
   *
   * @param others types of the further stalls of its order
   * @returns the discount in percent, and the only type of stalls that it is for
   * @throws DomainError coupon_invalid or coupon_exhausted, with the reason as a sentence
   */
  async claim(
    tx: Tx,
    code: string,
    {
      id: bookingId,
      eventId,
      stallType,
    }: { readonly id: string; readonly eventId: number; readonly stallType: StallType },
    language: LanguageCode,
    others: readonly StallType[] = [],
  ): Promise<{ readonly percentage: number; readonly stallType: StallType | null }> {
    await lockCoupon(tx, code);
    // A separate statement, so that claims are counted after the lock is acquired.
    const [facts] = await readIn<CouponInput>(tx, CouponEntity, FACTS, [code, bookingId, eventId]);
    const verdict = checkCoupon(facts, stallType, others, answersIn(language).coupons);
    if (!verdict.usable) throw new DomainError(verdict.code, {}, verdict.message);
    await tx.query(
      `INSERT INTO coupon_claims (booking_id, code) VALUES ($1, $2)
       ON CONFLICT (booking_id) DO UPDATE SET code = excluded.code, claimed_at = clock_timestamp()`,
      [bookingId, code],
    );
    return { percentage: verdict.percentage, stallType: facts?.stallType ?? null };
  }

  /**
   * Promises its claimed use to a registration whose payment has started: from then on it counts against everyone, and
   * whatever happens to others' claims, the price stands. Nothing for a booking without a coupon.
   *
   * @throws DomainError coupon_exhausted if others began to pay first
   */
  async promise(tx: Tx, { id: bookingId, eventId, couponCode, language }: PromisedBooking): Promise<void> {
    if (couponCode === null) return;
    await lockCoupon(tx, couponCode);
    const [facts] = await readIn<CouponInput>(tx, CouponEntity, FACTS, [couponCode, bookingId, eventId]);
    if (facts === undefined || canPromise(facts)) return;
    throw new DomainError("coupon_exhausted", {}, usesGone(facts, answersIn(language).coupons));
  }

  /** Keeps coupons for one type of an event's stalls with it, whose key changes. */
  async renameStallType(tx: Tx, eventId: number, from: StallType, to: StallType): Promise<void> {
    await tx.update(CouponEntity, { eventId, stallType: from }, { stallType: to });
  }

  /** Releases the booking's claim; a paid use remains. */
  async release(tx: Tx, bookingId: string): Promise<void> {
    await rows(tx, RELEASE, { bookingId });
  }

  /** Returns a paid use after a full refund, or because the event was cancelled. */
  async returnUse(tx: Tx, bookingId: string): Promise<void> {
    await tx.delete(CouponClaimEntity, { bookingId });
  }

  /**
   * Marks the booking's coupon as used permanently, even if the claim was released meanwhile (late money): the discount was
   * granted and paid for.
   */
  async markUsed(tx: Tx, bookingId: string): Promise<void> {
    const [booking] = await rows<{ code: string | null }>(
      tx,
      "SELECT coupon_code AS code FROM bookings WHERE id = $1",
      [bookingId],
    );
    if (booking === undefined || booking.code === null) return;
    await lockCoupon(tx, booking.code);
    await tx.query(
      `INSERT INTO coupon_claims (booking_id, code, used_at) VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (booking_id) DO UPDATE SET used_at = coalesce(coupon_claims.used_at, excluded.used_at)`,
      [bookingId, booking.code],
    );
  }
}

/** Locks the coupon's terms and claims until `tx` ends. */
export async function lockCoupon(tx: Tx, code: string): Promise<void> {
  await rows(tx, "SELECT 1 FROM coupons WHERE code = $1 FOR UPDATE", [code]);
}
