import { Controller, Get, Param } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { paymentLabel } from "@sakhi/domain/admin/payment-labels";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { fieldsOf } from "@sakhi/domain/fields/declared-fields";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { type Paise, toRupees } from "@sakhi/domain/money/money";
import type { PaymentStatus } from "@sakhi/domain/payments/payment.states";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { stallBookingWorkflowId } from "@sakhi/workflows/bookings/stall-booking.messages";
import { CurrentAdministrator, ForAdministrators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { Needs } from "../accounts/needs.js";
import { BookingOutcomesService } from "../bookings/booking-outcomes.service.js";
import { BookingEntity, BookingEventEntity } from "../bookings/bookings.entities.js";
import { NetworkHoldsService } from "../bookings/network-holds.service.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import { IssueEntity } from "../issues/issues.entities.js";
import { PaymentEntity } from "../payments/payments.entities.js";
import { RefundsService } from "../payments/refunds.service.js";
import { Config } from "../platform/config/config.js";
import { columnsOf } from "../platform/database/columns.js";
import { Database } from "../platform/database/database.js";
import { ordersOf } from "../platform/database/orders-of.sql.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { toResponse } from "../platform/http/list-response.js";
import { PageLanguage } from "../platform/http/page-language.js";
import { temporalUrl } from "../platform/temporal/temporal-url.js";
import { expiredHold } from "../stalls/live-bookings.sql.js";
import { AdminBookingResponse, type AdminPaymentResponse } from "./admin-bookings.response.js";
import { type BookingEventRow, OPERATOR_OF_EVENT, timelineOf } from "./booking-history.js";
import { BookingPostService } from "./booking-post.service.js";
import { HISTORY_WORDS, type HistoryWords, whyReleased } from "./history.words.js";
import { NET_PAISE, PAYMENT_STATUS, SOLD_PAISE } from "./registrations.sql.js";

type BookingDetails = Pick<BookingEntity, keyof BookingEntity> & {
  readonly stallId: string;
  /** Slug of its event. */
  readonly event: string;
  readonly stallType: StallType;
  readonly expired: boolean;
  readonly paymentStatus: PaymentStatus;
  /** Both null before the registration. */
  readonly soldPaise: string | null;
  readonly netPaise: string | null;
  /** Numbers of the other stalls of its order, and of its hold. */
  readonly together: readonly string[];
};

const DETAILS = `
  SELECT ${columnsOf(BookingEntity, "b")}, s.stall_id, e.slug AS event, s.type AS stall_type,
         ${expiredHold()} AS expired,
         ARRAY(SELECT n.stall_id FROM bookings m JOIN stalls n ON n.stall_key = m.stall_key
                WHERE m.id <> b.id AND (m.order_id = b.order_id OR m.first_booking_id = b.id OR m.id = b.first_booking_id)
                ORDER BY m.held_at, m.id) AS together,
         ${PAYMENT_STATUS} AS payment_status, CASE WHEN b.final_paise IS NOT NULL THEN ${NET_PAISE} END AS net_paise,
         ${SOLD_PAISE} AS sold_paise
    FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key JOIN events e ON e.id = s.event_id WHERE b.id = $1`;

const ORDERS = ordersOf("booking", "$1");

/** Maximum number of audit entries in the response. */
const MAX_AUDIT_ENTRIES = 100;

/** A booking with everything that belongs to it. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/bookings")
@ForAdministrators()
export class AdminBookingsController {
  constructor(
    private readonly config: Config,
    private readonly auditLog: AuditLogService,
    private readonly bookingOutcomes: BookingOutcomesService,
    private readonly database: Database,
    private readonly invoices: InvoicesService,
    private readonly post: BookingPostService,
    private readonly networkHolds: NetworkHoldsService,
    private readonly refunds: RefundsService,
  ) {}

  /** A booking with its history, payments, invoices, mails, refunds and audit entries. The read is audited. */
  @Needs("bookings.read", { booking: "id" })
  @Get(":id")
  @ApiOkResponse({ type: AdminBookingResponse })
  @ApiErrors(["not_found"])
  async getAdminBooking(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
    @PageLanguage() language: LanguageCode,
  ): Promise<AdminBookingResponse> {
    const [booking] = await this.database.read<BookingDetails>(BookingEntity, DETAILS, [id]);
    if (booking === undefined) throw new DomainError("not_found");
    await this.auditLog.viewed(administrator, "booking_viewed", "booking", id);
    const [[outcome], events, payments, invoices, mails, refunds, issues, networks, whatsapp] = await Promise.all([
      this.bookingOutcomes.ofBookings([booking]),
      this.events(id),
      this.payments(id),
      this.invoices.ofSubject("booking", id),
      this.post.mails(id),
      this.refunds.ofSubject("booking", id),
      this.database.repository(IssueEntity).find({ select: { id: true }, where: { bookingId: id } }),
      this.networkHolds.ofBooking(booking),
      this.post.whatsapp(id),
    ]);
    const audit = await this.auditLog.about(
      [
        { type: "booking", id },
        ...mails.map((mail) => ({ type: "mail" as const, id: mail.id })),
        ...invoices.map((invoice) => ({ type: "invoice" as const, id: invoice.id })),
        ...issues.map((issue) => ({ type: "issue" as const, id: issue.id })),
      ],
      MAX_AUDIT_ENTRIES,
    );
    const paid = payments.find((each) => each.orderId === booking.orderId && each.outcome === "success");
    return {
      ...responseOf(booking, HISTORY_WORDS[language]),
      ...(booking.finalPaise === null || outcome === undefined ? {} : { paymentLabel: paymentLabel(outcome) }),
      ...toResponse({ transactionId: paid?.id, paymentMode: paid?.mode }),
      timeline: timelineOf(events, { payments, mails, whatsapp }, language),
      payments,
      invoices,
      mails,
      whatsapp,
      refunds,
      audit: audit.map(toResponse),
      networks: networks.flatMap(({ prefix, ended, ...network }) =>
        prefix === undefined ? [] : [{ ...network, prefix, endedUnsold: Math.floor(ended) }],
      ),
      ...temporalUrl(this.config.temporal, `/workflows/${encodeURIComponent(stallBookingWorkflowId(id))}`),
    };
  }

  private events(bookingId: string): Promise<BookingEventRow[]> {
    return this.database.read<BookingEventRow>(
      BookingEventEntity,
      `SELECT e.id, e.at, e.booking_id, e.kind, e.actor, e.detail, action.administrator, action.reason
         FROM booking_events e ${OPERATOR_OF_EVENT}
        WHERE e.booking_id = $1 ORDER BY e.id`,
      [bookingId],
    );
  }

  /** `shown_at` is never before the opening of the order, although the provider truncates times to seconds. */
  private async payments(bookingId: string): Promise<AdminPaymentResponse[]> {
    const found = await this.database.read<PaymentEntity & { readonly shownAt: Date }>(
      PaymentEntity,
      `SELECT ${columnsOf(PaymentEntity)},
              greatest(coalesce(completed_at, started_at, seen_at),
                (SELECT max(e.at) FROM booking_events e
                  WHERE e.booking_id = $1 AND e.kind = 'payment_opened' AND e.detail->>'note' = payments.order_id
                    AND e.at <= payments.seen_at)) AS shown_at
         FROM payments WHERE order_id IN (${ORDERS}) ORDER BY shown_at, provider_payment_id`,
      [bookingId],
    );
    const isOffline = (paymentId: string): boolean => paymentId.startsWith("OFFLINE-");
    return found.map(({ providerPaymentId: id, orderId, outcome, providerStatus, amountPaise, ...payment }) => ({
      id,
      orderId,
      outcome,
      providerStatus,
      amount: toRupees(amountPaise),
      offline: isOffline(id),
      ...toResponse({ mode: payment.paymentMode, at: payment.shownAt }),
    }));
  }
}

function responseOf(booking: BookingDetails, words: HistoryWords) {
  const { id, event, stallId, stallType, state, releaseReason, couponCode, orderId, finalPaise } = booking;
  const { heldAt, registeredAt, policiesAcceptedAt, policiesVersion, holdExpiresAt, endedAt, updatedAt } = booking;
  const soldPaise: Paise = Number(booking.soldPaise ?? 0);
  const netPaise: Paise = Number(booking.netPaise ?? 0);
  return {
    id,
    language: booking.language,
    event,
    stallId,
    stallType,
    state,
    status: statusOf(booking, words),
    stallPrice: toRupees(booking.pricePaise),
    discountPercentage: booking.discountPercentage,
    discountAmount: toRupees(booking.discountPaise),
    movesAmount: toRupees(soldPaise - (finalPaise ?? 0)),
    refundedAmount: toRupees(soldPaise - netPaise),
    ...(finalPaise === null
      ? {}
      : { amountDue: toRupees(finalPaise), netAmount: toRupees(netPaise), paymentStatus: booking.paymentStatus }),
    ...toResponse({ releaseReason, couponCode, orderId, linkedApplicationId: booking.linkedApplicationId }),
    ...toResponse(fieldsOf(REGISTRATION_FIELDS, booking)),
    listingOfferStatus: booking.listingOffer,
    ...(booking.together.length === 0 ? {} : { together: [...booking.together] }),
    ...toResponse({ heldAt, registeredAt, policiesAcceptedAt, policiesVersion, holdExpiresAt, endedAt, updatedAt }),
    ...toResponse({ payUntil: state === "paying" ? booking.payUntil : null }),
  };
}

function statusOf({ state, expired, releaseReason: reason }: BookingDetails, words: HistoryWords): string {
  if (expired) return words.status.expired;
  return state === "released" && reason !== null ? whyReleased(reason, words) : words.status[state];
}
