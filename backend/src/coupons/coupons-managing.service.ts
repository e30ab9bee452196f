import { Injectable } from "@nestjs/common";
import { normaliseCouponCode } from "@sakhi/domain/coupons/coupon.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { ChangeCouponDto, CreateCouponDto } from "@sakhi/domain/operator/coupon-actions.dto";
import { couponStatus } from "@sakhi/domain/operator/operator.rules";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLog } from "../accounts/audit-log.service.js";
import type { AuditFacts } from "../accounts/audit-log.service.js";
import { Database } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";
import { CouponsManagingRepository } from "./coupons-managing.repository.js";
import type { CouponTerms, ManagedCoupon } from "./coupons-managing.repository.js";
import type { ManagedCouponResponse } from "./managed-coupon.response.js";

/**
 * The organiser's coupons. What was granted stays: a booking's discount is its own, so a change counts for whoever
 * registers from then on. A limit is never set under what is used and claimed already.
 */
@Injectable()
export class CouponsManaging {
  constructor(
    private readonly database: Database,
    private readonly coupons: CouponsManagingRepository,
    private readonly audit: AuditLog,
  ) {}

  /** Every coupon with its use, by code. */
  async all(): Promise<ManagedCouponResponse[]> {
    return (await this.coupons.all()).map(responseOf);
  }

  /** @throws DomainError coupon_exists; invalid_request */
  create(administrator: Administrator, dto: CreateCouponDto): Promise<ManagedCouponResponse> {
    const terms = termsOf(dto.code, dto);
    return this.database.transaction(async (tx) => {
      if (!(await this.coupons.insert(tx, terms))) throw new DomainError("coupon_exists");
      await this.audit.record(tx, {
        administrator,
        action: "coupon_created",
        subjectType: "coupon",
        subjectId: terms.code,
        reason: dto.reason,
        after: factsOf(terms),
      });
      return this.answer(tx, terms.code);
    });
  }

  /** @throws DomainError coupon_not_found; invalid_request, also for a limit under what is used */
  change(administrator: Administrator, code: string, dto: ChangeCouponDto): Promise<ManagedCouponResponse> {
    const terms = termsOf(normaliseCouponCode(code), dto);
    return this.database.transaction(async (tx) => {
      const before = await this.coupons.lock(tx, terms.code);
      if (before === undefined) throw new DomainError("coupon_not_found");
      const taken = before.used + before.claimed;
      if (terms.maxUses !== null && terms.maxUses < taken) {
        reject("maxUses", `The limit is at least ${taken}: so many are used or claimed already`);
      }
      await this.coupons.update(tx, terms);
      await this.audit.record(tx, {
        administrator,
        action: "coupon_changed",
        subjectType: "coupon",
        subjectId: terms.code,
        reason: dto.reason,
        before: factsOf(before),
        after: factsOf(terms),
      });
      return this.answer(tx, terms.code);
    });
  }

  private async answer(tx: Tx, code: string): Promise<ManagedCouponResponse> {
    const coupon = await this.coupons.find(tx, code);
    if (coupon === undefined) throw new DomainError("coupon_not_found");
    return responseOf(coupon);
  }
}

/** @throws DomainError invalid_request when it would end before it begins */
function termsOf(code: string, dto: ChangeCouponDto): CouponTerms {
  const startsAt = dateOf(dto.startsAt);
  const endsAt = dateOf(dto.endsAt);
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt) {
    reject("endsAt", "The end must be after the beginning");
  }
  const { percentage, active, maxUses = null, stallType = null } = dto;
  return { code, percentage, active, startsAt, endsAt, maxUses, stallType };
}

function dateOf(iso: string | null | undefined): Date | null {
  return iso === null || iso === undefined ? null : new Date(iso);
}

function reject(field: string, sentence: string): never {
  throw new DomainError("invalid_request", { fields: { [field]: [sentence] } }, sentence);
}

function factsOf(terms: CouponTerms): AuditFacts {
  const { percentage, active, maxUses, stallType } = terms;
  return {
    percentage,
    active,
    startsAt: terms.startsAt?.toISOString() ?? null,
    endsAt: terms.endsAt?.toISOString() ?? null,
    maxUses,
    stallType,
  };
}

function responseOf(coupon: ManagedCoupon): ManagedCouponResponse {
  const { code, percentage, active, startsAt, endsAt, maxUses, stallType, used, claimed } = coupon;
  return {
    code,
    percentage,
    active,
    ...(startsAt === null ? {} : { startsAt: startsAt.toISOString() }),
    ...(endsAt === null ? {} : { endsAt: endsAt.toISOString() }),
    ...(maxUses === null ? {} : { maxUses }),
    ...(stallType === null ? {} : { stallType }),
    used,
    claimed,
    status: couponStatus(coupon),
    createdAt: coupon.createdAt.toISOString(),
  };
}
