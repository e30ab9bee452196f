import { Injectable } from "@nestjs/common";
import { PROMISED_STATES } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { ALL_EVENTS } from "@sakhi/domain/fields/all-events";
import { readCouponCode } from "@sakhi/domain/fields/identifiers";
import type { ChangeCouponDto, CreateCouponDto } from "@sakhi/domain/operator/coupon-actions.dto";
import { couponStatus } from "@sakhi/domain/operator/operator.rules";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService, type AuditDetails } from "../accounts/audit-log.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { columnsOf } from "../platform/database/columns.js";
import { Database, readIn, rows, type Tx } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import { liveHold } from "../stalls/live-bookings.sql.js";
import type { ManagedCouponResponse } from "./coupon.response.js";
import { CouponEntity } from "./coupons.entities.js";
import { lockCoupon } from "./coupons.service.js";

/** The terms of a coupon, set by an operator. */
type CouponTerms = Pick<
  CouponEntity,
  "code" | "percentage" | "active" | "startsAt" | "endsAt" | "maxUses" | "stallType" | "eventId"
>;

/** A coupon with its uses and status by the database's clock. */
interface ManagedCoupon extends CouponTerms {
  readonly createdAt: Date;
  readonly version: number;
  /** Slug of the event that it is limited to. */
  readonly event: string | null;
  readonly started: boolean;
  readonly ended: boolean;
  /** Paid uses. */
  readonly used: number;
  /** Live claims of unpaid bookings. */
  readonly claimed: number;
}

/** Counts claims like coupons.service.ts: while their booking is live, and permanently once used. */
const SELECT = `
  SELECT ${columnsOf(CouponEntity, "c")}, (SELECT e.slug FROM events e WHERE e.id = c.event_id) AS event,
         coalesce(c.starts_at <= clock_timestamp(), true) AS started,
         coalesce(c.ends_at <= clock_timestamp(), false) AS ended,
         (count(k.booking_id) FILTER (WHERE k.used_at IS NOT NULL))::int AS used,
         (count(k.booking_id) FILTER (WHERE k.used_at IS NULL AND (b.state IN ${sqlList(PROMISED_STATES)}
           OR ${liveHold()})))::int AS claimed
    FROM coupons c
    LEFT JOIN coupon_claims k ON k.code = c.code
    LEFT JOIN bookings b ON b.id = k.booking_id
   WHERE $1::text IS NULL OR c.code = $1
   GROUP BY c.code ORDER BY c.code`;

/**
 * Creates and changes coupons for operators. A granted discount stays with its booking, so changes apply to later
 * registrations only. A limit cannot be set below the used and claimed uses.
 */
@Injectable()
export class CouponManagementService {
  constructor(
    private readonly database: Database,
    private readonly auditLog: AuditLogService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /** All coupons with their uses, by code. */
  async all(): Promise<ManagedCouponResponse[]> {
    const all = await this.database.read<ManagedCoupon>(CouponEntity, SELECT, [null]);
    return all.map(responseOf);
  }

  /** @throws DomainError coupon_exists; event_required; event_not_found; invalid_request */
  async create(administrator: Administrator, dto: CreateCouponDto): Promise<ManagedCouponResponse> {
    const { event, eventId } = await this.eventOf(dto.event);
    const terms = { ...termsOf(dto.code, dto), eventId };
    return this.database.transaction(async (tx) => {
      await assertType(tx, terms);
      const inserted = await tx
        .createQueryBuilder()
        .insert()
        .into(CouponEntity)
        .values(terms)
        .orIgnore()
        .returning("code")
        .execute();
      if ((inserted.raw as unknown[]).length === 0) throw new DomainError("coupon_exists");
      await this.auditLog.record(tx, {
        administrator,
        action: "coupon_created",
        subjectType: "coupon",
        subjectId: terms.code,
        reason: dto.reason,
        after: detailsOf({ ...terms, event }),
      });
      return responseOf(await find(tx, terms.code));
    });
  }

  /**
   * Without an event, it keeps its own.
   *
   * @throws DomainError coupon_not_found; event_not_found; facts_changed after a concurrent change; invalid_request, also
   * for a limit below the uses
   */
  async change(administrator: Administrator, code: string, dto: ChangeCouponDto): Promise<ManagedCouponResponse> {
    const changed = termsOf(readCouponCode(code), dto);
    const chosen = dto.event === undefined ? undefined : await this.eventOf(dto.event);
    return this.database.transaction(async (tx) => {
      await lockCoupon(tx, changed.code);
      // A separate statement, so that claims are counted after the lock is acquired.
      const before = await find(tx, changed.code);
      const { event, eventId } = chosen ?? before;
      const terms = { ...changed, eventId };
      if (dto.version !== before.version) throw new DomainError("facts_changed");
      await assertType(tx, terms);
      const taken = before.used + before.claimed;
      // More may be claimed than there are uses (coupon.rules.ts): an unchanged or higher limit is always possible.
      const { maxUses } = terms;
      if (maxUses !== null && maxUses < taken && maxUses < (before.maxUses ?? Infinity)) {
        reject("maxUses", `The limit is at least ${taken}: so many are used or claimed already`);
      }
      await tx.update(CouponEntity, { code: terms.code }, { ...terms, version: before.version + 1 });
      await this.auditLog.record(tx, {
        administrator,
        action: "coupon_changed",
        subjectType: "coupon",
        subjectId: terms.code,
        reason: dto.reason,
        before: detailsOf(before),
        after: detailsOf({ ...terms, event }),
      });
      return responseOf(await find(tx, terms.code));
    });
  }

  /** The event that a coupon is limited to; nulls for all. @throws DomainError event_required, event_not_found */
  private async eventOf(stated: string | undefined): Promise<Pick<ManagedCoupon, "event" | "eventId">> {
    const limit = await this.eventFacts.exported(stated);
    return { event: limit?.slug ?? null, eventId: limit?.id ?? null };
  }
}

/** @throws DomainError invalid_request for a type of stalls that the coupon's event, or any if it is for all, has not */
async function assertType(tx: Tx, { stallType, eventId }: Pick<CouponTerms, "stallType" | "eventId">): Promise<void> {
  if (stallType === null) return;
  const known = await rows(
    tx,
    "SELECT FROM stall_types WHERE key = $1 AND ($2::int IS NULL OR event_id = $2) LIMIT 1",
    [stallType, eventId],
  );
  if (known.length === 0) reject("stallType", "The event has no stalls of this type");
}

/** @throws DomainError coupon_not_found */
async function find(tx: Tx, code: string): Promise<ManagedCoupon> {
  const [coupon] = await readIn<ManagedCoupon>(tx, CouponEntity, SELECT, [code]);
  if (coupon === undefined) throw new DomainError("coupon_not_found");
  return coupon;
}

/** @throws DomainError invalid_request when the end is not after the beginning */
function termsOf(code: string, dto: Omit<ChangeCouponDto, "version">): Omit<CouponTerms, "eventId"> {
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

function detailsOf(terms: CouponTerms & Pick<ManagedCoupon, "event">): AuditDetails {
  const { percentage, active, maxUses, stallType, event } = terms;
  return {
    percentage,
    active,
    startsAt: terms.startsAt?.toISOString() ?? null,
    endsAt: terms.endsAt?.toISOString() ?? null,
    maxUses,
    stallType,
    // Said also of a coupon for all: the log names the event of what is, not of what was.
    event: event ?? ALL_EVENTS,
  };
}

function responseOf(coupon: ManagedCoupon): ManagedCouponResponse {
  const { code, percentage, active, startsAt, endsAt, maxUses, event, stallType, used, claimed, version } = coupon;
  return {
    code,
    percentage,
    active,
    ...(startsAt === null ? {} : { startsAt: startsAt.toISOString() }),
    ...(endsAt === null ? {} : { endsAt: endsAt.toISOString() }),
    ...(maxUses === null ? {} : { maxUses }),
    ...(event === null ? {} : { event }),
    ...(stallType === null ? {} : { stallType }),
    used,
    claimed,
    status: couponStatus(coupon),
    version,
    createdAt: coupon.createdAt.toISOString(),
  };
}
