import { Injectable } from "@nestjs/common";
import type { ListingOffer } from "@sakhi/domain/admin/registrations";
import type { PaymentStatus } from "@sakhi/domain/bookings/booking.rules";
import type { BookingState, ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toRupees } from "@sakhi/domain/money/money";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { AuditLog } from "../accounts/audit-log.service.js";
import { Database } from "../platform/database/database.js";
import { auditResponse } from "./audit-response.js";
import { NET_PAISE, PAYMENT_STATUS } from "./registrations.sql.js";
import { PaymentLabels } from "./payment-labels.service.js";
import { TemporalLinks } from "./temporal-links.service.js";
import type { AdminBookingResponse } from "./admin-booking.response.js";
import { BookingDocuments } from "./booking-documents.repository.js";
import { RELEASE_LABELS } from "./event-labels.js";
import { timelineOf } from "./booking-timeline.js";

interface RawDetails {
  readonly stall_id: string;
  readonly stall_type: StallType;
  readonly state: BookingState;
  readonly expired: boolean;
  readonly release_reason: ReleaseReason | null;
  readonly price_paise: string;
  readonly discount_percentage: number;
  readonly discount_paise: string;
  readonly coupon_code: string | null;
  readonly final_paise: string | null;
  readonly net_paise: string | null;
  readonly order_id: string | null;
  readonly full_name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly business_name: string | null;
  readonly gst_number: string | null;
  readonly gst_address: string | null;
  readonly pincode: string | null;
  readonly payment_status: PaymentStatus;
  readonly listing_offer: ListingOffer;
  readonly linked_application_id: string | null;
  readonly held_at: Date;
  readonly registered_at: Date | null;
  readonly hold_expires_at: Date | null;
  readonly pay_until: Date | null;
  readonly ended_at: Date | null;
  readonly updated_at: Date;
}

const DETAILS = `
  SELECT b.stall_id, s.type AS stall_type, b.state, b.release_reason, b.price_paise, b.discount_percentage,
         (b.state IN ('held', 'registered') AND b.hold_expires_at <= clock_timestamp()) AS expired,
         b.discount_paise, b.coupon_code, b.final_paise, b.order_id, b.full_name, b.email, b.phone, b.business_name,
         b.gst_number, b.gst_address, b.pincode, b.listing_offer, b.linked_application_id, b.held_at,
         b.registered_at, b.hold_expires_at, b.pay_until, b.ended_at, b.updated_at,
         ${PAYMENT_STATUS} AS payment_status, CASE WHEN b.final_paise IS NOT NULL THEN ${NET_PAISE} END AS net_paise
    FROM bookings b JOIN stalls s ON s.stall_id = b.stall_id WHERE b.id = $1`;

/** How many lines of the audit log a booking's details hold. */
const AUDIT_LINES = 100;

/** Everything about one booking, for the details dialog. */
@Injectable()
export class BookingDetails {
  constructor(
    private readonly database: Database,
    private readonly documents: BookingDocuments,
    private readonly audit: AuditLog,
    private readonly temporal: TemporalLinks,
    private readonly labels: PaymentLabels,
  ) {}

  /** @throws DomainError not_found */
  async of(id: string): Promise<AdminBookingResponse> {
    const [raw] = await this.database.query<RawDetails>(DETAILS, [id]);
    if (raw === undefined) throw new DomainError("not_found");
    const { documents } = this;
    const [labelled] = await this.labels.of([{ ...raw, id }]);
    const [events, payments, invoices, mails, refunds, issues] = await Promise.all([
      documents.events(id),
      documents.payments(id),
      documents.invoices(id),
      documents.mails(id),
      documents.refunds(id),
      documents.issues(id),
    ]);
    const audit = await this.audit.about(
      [
        { type: "booking", id },
        ...mails.map((mail) => ({ type: "mail" as const, id: mail.id })),
        ...invoices.map((invoice) => ({ type: "invoice" as const, id: invoice.id })),
        ...issues.map((issue) => ({ type: "issue" as const, id: issue })),
      ],
      AUDIT_LINES,
    );
    const paid = payments.find(({ orderId, outcome }) => orderId === raw.order_id && outcome === "success");
    return {
      id,
      ...responseOf(raw),
      ...(raw.final_paise === null || labelled === undefined ? {} : { paymentLabel: labelled.payment_label }),
      refundedAmount: toRupees(inRefundPaise(raw)),
      ...(paid === undefined ? {} : { transactionId: paid.id }),
      ...(paid?.mode === undefined ? {} : { paymentMode: paid.mode }),
      timeline: timelineOf(events, { payments, invoices, mails, refunds }),
      payments,
      invoices,
      mails,
      refunds,
      audit: audit.map(auditResponse),
      ...this.temporal.workflow(`stall-booking/${id}`),
    };
  }
}

function inRefundPaise({ final_paise: final, net_paise: net }: RawDetails): number {
  return Number(final ?? 0) - Number(net ?? 0);
}

function responseOf(raw: RawDetails) {
  const registered = raw.final_paise !== null;
  return {
    stallId: raw.stall_id,
    stallType: raw.stall_type,
    state: raw.state,
    ...given("releaseReason", raw.release_reason),
    status: statusOf(raw),
    stallPrice: toRupees(Number(raw.price_paise)),
    discountPercentage: raw.discount_percentage,
    discountAmount: toRupees(Number(raw.discount_paise)),
    ...given("couponCode", raw.coupon_code),
    ...(registered
      ? { amountDue: toRupees(Number(raw.final_paise)), paymentStatus: raw.payment_status }
      : {}),
    ...(registered ? { finalAmount: toRupees(Number(raw.net_paise)) } : {}),
    ...given("orderId", raw.order_id),
    ...given("fullName", raw.full_name),
    ...given("email", raw.email),
    ...given("phoneNumber", raw.phone),
    ...given("businessName", raw.business_name),
    ...given("gstNumber", raw.gst_number),
    ...given("gstAddress", raw.gst_address),
    ...given("pincode", raw.pincode),
    listingOfferStatus: raw.listing_offer,
    ...given("linkedApplicationId", raw.linked_application_id),
    heldAt: raw.held_at.toISOString(),
    ...given("registeredAt", raw.registered_at?.toISOString() ?? null),
    ...given("holdExpiresAt", raw.hold_expires_at?.toISOString() ?? null),
    ...given("payUntil", raw.state === "paying" ? (raw.pay_until?.toISOString() ?? null) : null),
    ...given("endedAt", raw.ended_at?.toISOString() ?? null),
    updatedAt: raw.updated_at.toISOString(),
  };
}

/** A field of the answer, where there is something to answer. */
function given<K extends string, T>(name: K, value: T | null): Partial<Record<K, T>> {
  return value === null ? {} : ({ [name]: value } as Record<K, T>);
}

function statusOf({ state, expired, release_reason: reason }: RawDetails): string {
  if (expired) return "The hold has run out; the stall is free";
  switch (state) {
    case "held":
      return "Reserved, nothing filled in yet";
    case "registered":
      return "Registered, not paid yet";
    case "paying":
      return "Being paid";
    case "sold":
      return "Sold";
    case "blocked":
      return "Blocked by the organiser";
    case "released":
      return reason === null ? "Released" : `Released: ${RELEASE_LABELS[reason]}`;
  }
}
