import { Controller, Get, Param, Query } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { StallHistoryQueryDto } from "@sakhi/domain/admin/queries.dto";
import { HOLD_STATES, MOVE_EVENTS } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { NamedEventDto } from "@sakhi/domain/fields/named-event.dto";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { toRupees } from "@sakhi/domain/money/money";
import { priceAt, type TypePrices } from "@sakhi/domain/operator/dated-prices";
import { AutomaticRequest, ForAdministrators } from "../accounts/administrator.guard.js";
import { Needs } from "../accounts/needs.js";
import { BookingEntity, BookingEventEntity } from "../bookings/bookings.entities.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { Config } from "../platform/config/config.js";
import { Database } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { toResponse } from "../platform/http/list-response.js";
import { PageLanguage } from "../platform/http/page-language.js";
import { temporalUrl } from "../platform/temporal/temporal-url.js";
import { liveBooking, livePurchase } from "../stalls/live-bookings.sql.js";
import type { StallEntity, StallTypeEntity } from "../stalls/stalls.entities.js";
import { BY_NUMBER, datesOf, StallsService } from "../stalls/stalls.service.js";
import {
  PlanStallResponse,
  type PlanState,
  type StallEventResponse,
  StallHistoryResponse,
} from "./admin-stalls.response.js";
import { type BookingEventRow, eventReference, OPERATOR_OF_EVENT } from "./booking-history.js";
import { eventSentence } from "./history.words.js";

/** A stall; booking columns are null without a live booking. */
type PlanStall = Pick<StallEntity, "stallId" | "type" | "pricePaise" | "x" | "y" | "width" | "height" | "turn"> &
  Pick<StallTypeEntity, "look"> &
  Pick<BookingEntity, "fullName" | "businessName" | "blockReason"> & {
    readonly bookingId: string | null;
    readonly state: Exclude<PlanState, "available"> | null;
    readonly deadline: Date | null;
    readonly since: Date | null;
    readonly networkStalls: number | null;
    readonly drawing: number | null;
    readonly typePrices: TypePrices;
    readonly readAt: Date;
  };

/** Stalls with their live booking; expired holds are not live. */
const PLAN = `
  SELECT s.stall_id, s.type, s.price_paise, s.x, s.y, s.width, s.height, s.turn, t.look,
         jsonb_build_object('paise', t.price_paise, 'changes', t.price_changes) AS type_prices, clock_timestamp() AS read_at,
         (SELECT CASE WHEN NOT p.standard_ground THEN p.number END FROM plan_publications p
           WHERE p.event_id = $1 ORDER BY p.number DESC LIMIT 1) AS drawing, b.id AS booking_id, b.state, b.full_name, b.business_name,
         CASE WHEN b.state = 'paying' THEN b.pay_until
              WHEN b.state IN ${sqlList(HOLD_STATES)} THEN b.hold_expires_at END AS deadline,
         b.block_reason,
         CASE b.state WHEN 'registered' THEN b.registered_at WHEN 'sold' THEN b.ended_at ELSE b.held_at END AS since,
         -- Of the narrowest network: an address.
         CASE WHEN ${livePurchase()} AND b.networks <> '{}' THEN
           (SELECT count(*)::int FROM bookings o WHERE o.networks && b.networks[1:1] AND ${livePurchase("o")})
         END AS network_stalls
    FROM stalls s
    JOIN stall_types t ON t.event_id = s.event_id AND t.key = s.type
    LEFT JOIN bookings b ON b.stall_key = s.stall_key
     AND ${liveBooking()}
   WHERE s.event_id = $1 AND s.removed_at IS NULL
   ${BY_NUMBER}`;

/**
 * Events on a stall, including moves away from it. A stall can have many thousands: each index is scanned from the
 * newest entry and stops after one page, and operators are looked up for that page only.
 */
const HISTORY = `
  WITH newest AS MATERIALIZED (
         (SELECT id FROM booking_events
           WHERE stall_key = $1 AND id < coalesce($2::bigint, 9223372036854775807)
           ORDER BY id DESC LIMIT $3)
         UNION
         (SELECT id FROM booking_events
           WHERE kind IN ${sqlList(MOVE_EVENTS)} AND detail->>'from' = $4
             AND event_of_stall(stall_key) = event_of_stall($1) AND id < coalesce($2::bigint, 9223372036854775807)
           ORDER BY id DESC LIMIT $3)
         ORDER BY id DESC LIMIT $3)
  SELECT e.id, e.at, e.booking_id, e.kind, e.actor, e.detail, action.administrator, action.reason
    FROM newest
    JOIN booking_events e ON e.id = newest.id
    ${OPERATOR_OF_EVENT}
   ORDER BY e.id DESC`;

/** Page size of the history. */
const PAGE_SIZE = 100;

/** The floor plan for administrators, and what happened on each stall ("why was B12 released at 14:03?"). */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
@ForAdministrators()
export class AdminStallsController {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly eventFacts: EventFactsService,
    private readonly stalls: StallsService,
  ) {}

  /** Every stall with its current state and holder. */
  @Needs("bookings.read", { query: "event" })
  @Get("plan")
  @AutomaticRequest(true)
  @ApiOkResponse({ type: [PlanStallResponse] })
  @ApiErrors(["invalid_request", "event_not_found"])
  async getPlan(@Query() { event }: NamedEventDto): Promise<PlanStallResponse[]> {
    const { id } = await this.eventFacts.resolve(event, "administrator");
    const found = await this.database.read<PlanStall>(BookingEntity, PLAN, [id]);
    return found.map(planStall);
  }

  /** Events of all bookings of a stall, newest first; 100 per page. */
  @Needs("bookings.read", { query: "event" })
  @Get("stalls/:stallId/history")
  @AutomaticRequest(true)
  @ApiOkResponse({ type: StallHistoryResponse })
  @ApiErrors(["invalid_request", "event_not_found", "stall_not_found"])
  async getStallHistory(
    @Param("stallId") stallId: string,
    @Query() { event, before }: StallHistoryQueryDto,
    @PageLanguage() language: LanguageCode,
  ): Promise<StallHistoryResponse> {
    const { id: eventId } = await this.eventFacts.resolve(event, "administrator");
    const stall = await this.stalls.find({ eventId, stallId });
    if (stall === undefined) throw new DomainError("stall_not_found");
    const found = await this.database.read<BookingEventRow>(BookingEventEntity, HISTORY, [
      stall.stallKey,
      before ?? null,
      PAGE_SIZE + 1,
      stallId,
    ]);
    const events = found.slice(0, PAGE_SIZE);
    const last = events.at(-1);
    return {
      stallId,
      events: events.map((each) => stallEventOf(each, language)),
      ...(found.length > PAGE_SIZE && last !== undefined ? { nextBefore: last.id } : {}),
      ...temporalUrl(this.config.temporal, `/workflows?query=${encodeURIComponent(`StallId = "${stallId}"`)}`),
    };
  }
}

function planStall(found: PlanStall): PlanStallResponse {
  const { pricePaise, typePrices, readAt, state, fullName: holderName, deadline, since, ...more } = found;
  const { networkStalls, drawing, ...stall } = more;
  const price = priceAt(pricePaise, typePrices, readAt);
  return {
    ...toResponse({ ...stall, holderName, deadline, since, networkStalls, drawing }),
    ...{ price: toRupees(price.pricePaise), ...datesOf(price) },
    state: state ?? "available",
  };
}

function stallEventOf({ detail, ...event }: BookingEventRow, language: LanguageCode): StallEventResponse {
  const { kind, actor } = event;
  const reference = eventReference({ kind, actor, detail });
  return { ...toResponse({ ...event, reference }), sentence: eventSentence({ kind, actor, detail }, language) };
}
