import { Injectable } from "@nestjs/common";
import type { BookingState, ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import { stallStatus } from "@sakhi/domain/bookings/stall.rules";
import { WALK_IN_SHOWN_SECONDS, walkInState } from "@sakhi/domain/bookings/walk-in.rules";
import { isWalkInOpen } from "@sakhi/domain/bookings/walk-in.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { type Paise, toRupees } from "@sakhi/domain/money/money";
import type { OrderState } from "@sakhi/domain/payments/payment.states";
import { type StallType, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { BookingOutcomesService } from "../bookings/booking-outcomes.service.js";
import type { StoredEvent } from "../events/event-facts.service.js";
import { Database } from "../platform/database/database.js";
import { isId } from "../platform/http/id-param.pipe.js";
import { expiredHold } from "../stalls/live-bookings.sql.js";
import { StallsService } from "../stalls/stalls.service.js";
import type { GateSaleResponse, GateStallResponse, WalkInResponse, WalkInsResponse } from "./gate.response.js";

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
/** Types of an event's stalls whose free stalls go to the waiting list first. */
const KEPT_TYPES = `SELECT DISTINCT s.type FROM stalls s
  WHERE s.event_id = :eventId AND s.removed_at IS NULL AND stall_is_kept(s.event_id, s.type, s.stall_key)`;

/** The sales at the gate as they are, for its page. */
@Injectable()
export class WalkInListService {
  constructor(
    private readonly database: Database,
    private readonly bookingOutcomes: BookingOutcomesService,
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

  /** @throws DomainError booking_not_found */
  async row(eventId: number, bookingId: string): Promise<WalkInRow> {
    if (!isId(bookingId)) throw new DomainError("booking_not_found");
    const [found] = await this.database.query<WalkInRow>(ONE, { eventId, bookingId });
    if (found === undefined) throw new DomainError("booking_not_found");
    return found;
  }

  /** A sale as the gate's page has it. @throws DomainError booking_not_found */
  async read(eventId: number, bookingId: string): Promise<WalkInResponse> {
    const row = await this.row(eventId, bookingId);
    const [sale] = await this.sales([row]);
    if (sale === undefined) throw new Error(`no sale ${bookingId}`);
    const { qr, qrExpiresAt, now } = row;
    const serverTime = now.toISOString();
    if (sale.state !== "paying" || qr === null || qrExpiresAt === null) return Object.assign(sale, { serverTime });
    return Object.assign(sale, { serverTime, payUntil: qrExpiresAt.toISOString() }, qrExpiresAt > now ? { qr } : {});
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
