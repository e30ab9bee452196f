import { randomBytes, randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { BookingState, ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import { UNPAID_STATES } from "@sakhi/domain/bookings/booking.states";
import { stallStatus } from "@sakhi/domain/bookings/stall.rules";
import type { WalkInDto } from "@sakhi/domain/bookings/walk-in.dto";
import {
  isWalkInOpen,
  MAX_OPEN_WALK_INS,
  WALK_IN_SHOWN_SECONDS,
  walkInQrEnds,
  walkInState,
} from "@sakhi/domain/bookings/walk-in.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { type Paise, toRupees } from "@sakhi/domain/money/money";
import type { OrderState } from "@sakhi/domain/payments/payment.states";
import { type StallType, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import { BookingOutcomesService } from "../bookings/booking-outcomes.service.js";
import { BookingPaymentStatusService } from "../bookings/booking-payment-status.service.js";
import { OperatorReleasesService } from "../bookings/operator-releases.service.js";
import { WalkInHoldsService } from "../bookings/walk-in-holds.service.js";
import type { StoredEvent } from "../events/event-facts.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { PaymentProvider } from "../payments/provider/payment-provider.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import { isId } from "../platform/http/id-param.pipe.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import { expiredHold } from "../stalls/live-bookings.sql.js";
import { StallsService } from "../stalls/stalls.service.js";
import type { GateSaleResponse, GateStallResponse, WalkInResponse, WalkInsResponse } from "./gate.response.js";
import { WalkInPaymentsService } from "./walk-in-payments.service.js";

/** A sale at the gate as read. */
interface WalkInRow {
  readonly id: string;
  readonly by: string;
  readonly startedAt: Date;
  readonly qr: string | null;
  readonly qrExpiresAt: Date | null;
  readonly stallId: string;
  readonly stallType: StallType;
  readonly brand: string;
  readonly amountPaise: Paise;
  readonly state: BookingState;
  readonly releaseReason: ReleaseReason | null;
  readonly expired: boolean;
  readonly orderId: string;
  readonly order: OrderState | null;
  readonly now: Date;
}

const WALK_INS = `
  SELECT b.id, w.administrator AS by, w.started_at AS "startedAt", w.qr, w.qr_expires_at AS "qrExpiresAt",
         s.stall_id AS "stallId", s.type AS "stallType", coalesce(b.business_name, '') AS brand,
         b.final_paise::float8 AS "amountPaise", b.state, b.release_reason AS "releaseReason", ${expiredHold("b")} AS expired,
         b.order_id AS "orderId", o.state AS "order", clock_timestamp() AS now
    FROM walk_ins w JOIN bookings b ON b.id = w.booking_id JOIN stalls s ON s.stall_key = b.stall_key
    LEFT JOIN orders o ON o.order_id = b.order_id
   WHERE s.event_id = :eventId`;
const ONE = `${WALK_INS} AND b.id = :bookingId`;
/** Those of the last hours, the newest first. */
const RECENT = `${WALK_INS} AND w.started_at > clock_timestamp() - make_interval(secs => :seconds) ORDER BY w.started_at DESC LIMIT 50`;
/** Unpaid walk-ins of one account. */
const OPEN = `
  SELECT count(*)::int AS open FROM walk_ins w JOIN bookings b ON b.id = w.booking_id
   WHERE w.administrator_id = :id AND w.started_at > clock_timestamp() - interval '1 day'
     AND b.state IN ${sqlList(UNPAID_STATES)} AND NOT ${expiredHold("b")}`;
/** Types of an event's stalls whose free stalls go to the waiting list first. */
const KEPT_TYPES = `SELECT DISTINCT s.type FROM stalls s
  WHERE s.event_id = :eventId AND s.removed_at IS NULL AND stall_is_kept(s.event_id, s.type, s.stall_key)`;

/** An order id in the format of all Mela orders, distinguishable from the browsers'. */
const gateOrderId = (): string => `MELA${Date.now()}_GATE${randomBytes(8).toString("hex").toUpperCase()}`;

/**
 * Free stalls that are sold at the gate by a UPI QR code (docs/decisions/0133): an ordinary hold, registration and payment, which the
 * one settlement turns into a sale; nothing here sells.
 */
@Injectable()
export class WalkInsService {
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly walkInHolds: WalkInHoldsService,
    private readonly walkInPayments: WalkInPaymentsService,
    private readonly bookingLocks: BookingLocksService,
    private readonly bookingOutcomes: BookingOutcomesService,
    private readonly bookingPaymentStatus: BookingPaymentStatusService,
    private readonly operatorReleases: OperatorReleasesService,
    private readonly orders: OrdersService,
    private readonly provider: PaymentProvider,
    private readonly stalls: StallsService,
  ) {}

  /** What can be sold now, and the sales of the last hours. */
  async list({ event: { id: eventId } }: StoredEvent): Promise<WalkInsResponse> {
    const [stalls, kept, sales] = await Promise.all([
      this.stalls.withState(eventId),
      this.database.query<{ type: StallType }>(KEPT_TYPES, { eventId }),
      this.database.query<WalkInRow>(RECENT, { eventId, seconds: WALK_IN_SHOWN_SECONDS }),
    ]);
    const keptTypes = new Set(kept.map(({ type }) => type));
    const responses = await this.sales(sales);
    return {
      stalls: stalls
        .filter(({ live, type }) => stallStatus(live ?? undefined) === "Available" && !keptTypes.has(type))
        .map(({ stallId, type, pricePaise }): GateStallResponse => ({
          ...{ stallId, stallType: stallTypeLabel(type), price: toRupees(pricePaise) },
        })),
      sales: [
        ...responses.filter(({ state }) => isWalkInOpen(state)),
        ...responses.filter(({ state }) => !isWalkInOpen(state)),
      ],
    };
  }

  /**
   * Reserves a free stall for who stands at the gate, and begins its payment. If the provider does not answer, the stall is reserved
   * all the same, and the sale says that its payment has not started.
   *
   * @throws DomainError too_many_walk_ins; those of {@link WalkInHoldsService.register}; order_refused, after which the stall is free
   * @throws HttpError rate_limited
   */
  async start(by: Administrator, { event, slug }: StoredEvent, dto: WalkInDto): Promise<WalkInResponse> {
    const undoLimit = await this.limits.use({ limit: "walk_ins_per_administrator", by: by.id });
    let bookingId: string;
    try {
      ({ bookingId } = await this.operatorTransaction.run(by, async (tx) => {
        await assertFewOpen(tx, by.id);
        const { stallId, ...form } = dto;
        const orderId = gateOrderId();
        const held = await this.walkInHolds.register(tx, { eventId: event.id, stallId }, { form, orderId });
        await rows(
          tx,
          "INSERT INTO walk_ins (booking_id, administrator_id, administrator) VALUES (:bookingId, :id, :username)",
          { bookingId: held.bookingId, id: by.id, username: by.username },
        );
        return {
          response: { bookingId: held.bookingId },
          audit: {
            ...{ action: "walk_in_started", subjectType: "booking", subjectId: held.bookingId },
            before: { stallId, state: "free", pricePaise: held.pricePaise },
            after: { stallId, event: slug, state: "registered", orderId },
          },
        };
      }));
    } catch (error) {
      await undoLimit();
      throw error;
    }
    try {
      await this.open(slug, bookingId);
    } catch (error) {
      const code = error instanceof DomainError ? error.code : undefined;
      if (code === "order_refused") {
        // What was typed is refused: it is typed again, and the stall must be free for that.
        await this.end(by, event.id, bookingId, "order_refused");
        throw error;
      }
      if (code !== "provider_unavailable") throw error;
    }
    return this.read(event.id, bookingId);
  }

  /** One sale, as the provider knows it now. @throws DomainError booking_not_found */
  async find({ event }: StoredEvent, bookingId: string): Promise<WalkInResponse> {
    const { orderId } = await this.row(event.id, bookingId);
    await this.bookingPaymentStatus.status(orderId);
    return this.read(event.id, bookingId);
  }

  /**
   * Begins the payment of a sale, or gets its code, if an earlier call could not.
   *
   * @throws DomainError booking_not_found; those of {@link WalkInPaymentsService.initiate}
   */
  async pay({ event, slug }: StoredEvent, bookingId: string): Promise<WalkInResponse> {
    await this.row(event.id, bookingId);
    await this.open(slug, bookingId);
    return this.read(event.id, bookingId);
  }

  /**
   * Ends a sale that is not paid for. A payment that has started is ended at the provider, and the stall is free once its result is final.
   *
   * @throws DomainError booking_not_found; booking_sold, booking_ended, hold_expired
   */
  async cancel(by: Administrator, { event }: StoredEvent, bookingId: string): Promise<WalkInResponse> {
    await this.end(by, event.id, bookingId, "cancelled");
    return this.read(event.id, bookingId);
  }

  private end(
    by: Administrator,
    eventId: number,
    bookingId: string,
    reason: "cancelled" | "order_refused",
  ): Promise<object> {
    // A key of the request belongs to what it asked for, not to what follows from it.
    const { requestKey, ...each } = by;
    return this.operatorTransaction.run(reason === "cancelled" ? { ...each, requestKey } : each, async (tx) => {
      const { stallId, state } = await this.row(eventId, bookingId);
      const { booking } = await this.bookingLocks.lock(tx, bookingId);
      const ended = await this.operatorReleases.end(tx, booking);
      return {
        response: {},
        audit: {
          ...{ action: "walk_in_ended", subjectType: "booking", subjectId: bookingId },
          before: { stallId, state },
          after: { stallId, state: ended, why: reason },
        },
      };
    });
  }

  /** Begins the payment, and gets a code for it unless there is one that can be paid. */
  private async open(slug: string, bookingId: string): Promise<void> {
    const { orderId, paymentSessionId: sessionId } = await this.walkInPayments.initiate({ bookingId, event: slug });
    const [order, [known]] = await Promise.all([
      this.orders.find(orderId),
      this.database.query<{ now: Date; payable: boolean }>(
        `SELECT clock_timestamp() AS now, coalesce(qr_expires_at > clock_timestamp(), false) AS payable
           FROM walk_ins WHERE booking_id = :bookingId`,
        { bookingId },
      ),
    ]);
    if (known === undefined || known.payable || !order?.providerExpiresAt) return;
    const expiresAt = new Date(walkInQrEnds(known.now.getTime(), order.providerExpiresAt.getTime()));
    const code = await this.provider.payByUpiQr({ sessionId, expiresAt }, randomUUID());
    if (code.kind !== "done") throw new DomainError("provider_unavailable");
    await this.database.query(
      `UPDATE walk_ins SET qr = :qr, qr_expires_at = :expiresAt
        WHERE booking_id = :bookingId AND (qr IS NULL OR qr_expires_at <= clock_timestamp())`,
      { bookingId, qr: code.value, expiresAt },
    );
  }

  private async row(eventId: number, bookingId: string): Promise<WalkInRow> {
    if (!isId(bookingId)) throw new DomainError("booking_not_found");
    const [found] = await this.database.query<WalkInRow>(ONE, { eventId, bookingId });
    if (found === undefined) throw new DomainError("booking_not_found");
    return found;
  }

  private async read(eventId: number, bookingId: string): Promise<WalkInResponse> {
    const row = await this.row(eventId, bookingId);
    const [sale] = await this.sales([row]);
    if (sale === undefined) throw new Error(`no sale ${bookingId}`);
    const { qr, qrExpiresAt, now } = row;
    const serverTime = now.toISOString();
    if (sale.state !== "paying" || qr === null || qrExpiresAt === null) return { ...sale, serverTime };
    return { ...sale, serverTime, payUntil: qrExpiresAt.toISOString(), ...(qrExpiresAt > now ? { qr } : {}) };
  }

  private async sales(found: readonly WalkInRow[]): Promise<GateSaleResponse[]> {
    const outcomes = await this.bookingOutcomes.ofBookings(found);
    return found.map((row, at): GateSaleResponse => {
      const { state, expired, order } = row;
      const outcome = outcomes[at]?.kind ?? "not_started";
      return {
        ...{ bookingId: row.id, stallId: row.stallId, stallType: stallTypeLabel(row.stallType), brand: row.brand },
        ...{ amount: toRupees(row.amountPaise), by: row.by, startedAt: row.startedAt.toISOString() },
        state: walkInState({ state, expired, order: order ?? undefined, outcome }),
      };
    });
  }
}

/** One at a time for each account, so that two phones of it are counted. @throws DomainError too_many_walk_ins */
async function assertFewOpen(tx: Tx, id: string): Promise<void> {
  await rows(tx, "SELECT FROM administrators WHERE id = :id FOR NO KEY UPDATE", { id });
  const [found] = await rows<{ open: number }>(tx, OPEN, { id });
  if ((found?.open ?? 0) >= MAX_OPEN_WALK_INS) throw new DomainError("too_many_walk_ins");
}
