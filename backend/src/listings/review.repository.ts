import { Injectable } from "@nestjs/common";
import type { ApplicationsQueryDto } from "@sakhi/domain/listings/review.dto";
import { toRupees } from "@sakhi/domain/money/money";
import { Database } from "../platform/database/database.js";
import type {
  ApplicationBookingResponse,
  ApplicationDetailsResponse,
  ApplicationFormResponse,
  ApplicationInvoiceResponse,
  ApplicationMailResponse,
  ApplicationOrderResponse,
  ApplicationRefundResponse,
  ApplicationSummaryResponse,
} from "./review.response.js";

/** Number of applications returned when the query does not say. */
const DEFAULT_LIMIT = 50;

/** A response as the database returns it: NULL where a field is absent, Date where it is an instant. */
type Raw<Response> = { readonly [Field in keyof Response]: Response[Field] | Date | null };

/** A row on the wire: without the fields that are NULL, instants as ISO 8601. */
function onTheWire<Response extends object>(row: Raw<Response>): Response {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== null)
      .map(([field, value]) => [field, value instanceof Date ? value.toISOString() : value]),
  ) as Response;
}

/** As {@link onTheWire}, the amount converted from paise to rupees. */
function amountOnTheWire<Response extends { amount: number }>(row: Raw<Response>): Response {
  return onTheWire<Response>({ ...row, amount: toRupees(Number(row.amount)) });
}

const SUMMARY = `a.id, a.kind, a.state, a.brand_name AS "brandName", a.full_name AS "fullName", a.email,
  a.phone AS "phoneNumber", a.company_type AS "companyType", a.business_category AS "businessCategory",
  a.created_at AS "createdAt", a.review_since AS "reviewSince", a.live_until AS "liveUntil",
  (SELECT lo.order_id FROM listing_orders lo WHERE lo.application_id = a.id
    ORDER BY lo.created_at DESC LIMIT 1) AS "orderId"`;

const FORM = `a.whatsapp_number AS "whatsappNumber", a.business_stage AS "businessStage",
  a.business_type AS "businessType", a.story, a.gst_number AS "gstNumber", a.govt_document AS "govtDocument",
  a.business_address AS "businessAddress", a.pan_number AS "panNumber",
  a.whatsapp_business_contact AS "whatsappBusinessContact", a.whatsapp_group_link AS "whatsappGroupLink",
  a.website_url AS "websiteUrl", a.linkedin_url AS "linkedinUrl", a.facebook_url AS "facebookUrl",
  a.instagram_url AS "instagramUrl", a.is_startup AS "isStartup", a.interested_in_popups AS "interestedInPopups",
  a.previous_participation AS "previousParticipation", a.hear_about_us AS "hearAboutUs"`;

const MATCHING = `FROM listing_applications a
  WHERE ($1::text IS NULL OR a.state = $1) AND ($2::text IS NULL OR a.kind = $2)
    AND ($3::text IS NULL OR strpos(lower(a.brand_name), $3) > 0 OR strpos(lower(a.full_name), $3) > 0
      OR strpos(lower(a.email), $3) > 0 OR strpos(a.phone, $3) > 0
      OR EXISTS (SELECT 1 FROM listing_orders lo
                  WHERE lo.application_id = a.id AND strpos(lower(lo.order_id), $3) > 0))`;

const ORDERS_OF = "(SELECT lo.order_id FROM listing_orders lo WHERE lo.application_id = $1)";

type Summary = Pick<ApplicationSummaryResponse, keyof ApplicationSummaryResponse>;
type Details = Summary &
  Pick<ApplicationDetailsResponse, "form" | "year" | "liveFrom" | "decisionReason" | "booking">;
type Documents = Pick<ApplicationDetailsResponse, "orders" | "invoices" | "refunds" | "mails">;

/** What administrators read of applications, and of everything that belongs to one. */
@Injectable()
export class ReviewRepository {
  constructor(private readonly database: Database) {}

  /** Those that wait for review first, the longest waiting at the top; then the newest. */
  async list({
    state,
    kind,
    q,
    limit,
    offset,
  }: ApplicationsQueryDto): Promise<{ applications: ApplicationSummaryResponse[]; total: number }> {
    const filter = [state ?? null, kind ?? null, q?.toLowerCase() ?? null];
    const [counted] = await this.database.query<{ count: string }>(`SELECT count(*) ${MATCHING}`, filter);
    const found = await this.database.query<Raw<Summary>>(
      `SELECT ${SUMMARY} ${MATCHING}
        ORDER BY (a.state = 'under_review') DESC,
                 CASE WHEN a.state = 'under_review' THEN a.review_since END,
                 a.created_at DESC, a.id
        LIMIT $4 OFFSET $5`,
      [...filter, limit ?? DEFAULT_LIMIT, offset ?? 0],
    );
    return {
      applications: found.map((row) => onTheWire<Summary>(row)),
      total: Number(counted?.count ?? 0),
    };
  }

  /** One application, and the brand it is listed under. */
  async details(
    applicationId: string,
  ): Promise<{ readonly response: Details; readonly brandId: string | null } | undefined> {
    const [row] = await this.database.query<Raw<Omit<Details, "form" | "booking">>>(
      `SELECT ${SUMMARY}, a.year, a.live_from AS "liveFrom", a.decision_reason AS "decisionReason"
         FROM listing_applications a WHERE a.id = $1`,
      [applicationId],
    );
    const [form] = await this.database.query<Raw<ApplicationFormResponse>>(
      `SELECT ${FORM} FROM listing_applications a WHERE a.id = $1`,
      [applicationId],
    );
    const [links] = await this.database.query<Raw<ApplicationBookingResponse> & { brandId: string | null }>(
      `SELECT a.brand_id AS "brandId", a.booking_id AS "bookingId", b.stall_id AS "stallId"
         FROM listing_applications a LEFT JOIN bookings b ON b.id = a.booking_id WHERE a.id = $1`,
      [applicationId],
    );
    if (row === undefined || form === undefined || links === undefined) return undefined;
    const { brandId, ...booking } = links;
    return {
      brandId,
      response: {
        ...onTheWire<Omit<Details, "form" | "booking">>(row),
        form: onTheWire<ApplicationFormResponse>(form),
        ...(booking.stallId === null ? {} : { booking: onTheWire<ApplicationBookingResponse>(booking) }),
      },
    };
  }

  /** Orders, invoices, refunds and mails of an application, the oldest first. */
  async documents(applicationId: string): Promise<Documents> {
    const query = <Response>(sql: string): Promise<Raw<Response>[]> =>
      this.database.query<Raw<Response>>(sql, [applicationId]);
    const [orders, invoices, refunds, mails] = await Promise.all([
      query<ApplicationOrderResponse>(
        `SELECT lo.order_id AS "orderId", lo.purpose, lo.year, o.state, o.amount_paise AS amount,
                lo.created_at AS "createdAt", lo.paid_at AS "paidAt",
                p.provider_payment_id AS "transactionId", p.payment_mode AS "paymentMode"
           FROM listing_orders lo JOIN orders o ON o.order_id = lo.order_id
           LEFT JOIN LATERAL (SELECT provider_payment_id, payment_mode FROM payments
                               WHERE order_id = lo.order_id AND outcome = 'success'
                               ORDER BY seen_at LIMIT 1) p ON true
          WHERE lo.application_id = $1 ORDER BY lo.created_at`,
      ),
      query<ApplicationInvoiceResponse>(
        `SELECT id, number, kind, content->'tax'->>'totalPaise' AS amount, issued_at AS "issuedAt" FROM invoices
          WHERE order_id IN ${ORDERS_OF} ORDER BY issued_at`,
      ),
      query<ApplicationRefundResponse>(
        `SELECT refund_id AS "refundId", order_id AS "orderId", amount_paise AS amount, reason, state,
                created_at AS "createdAt"
           FROM refunds WHERE order_id IN ${ORDERS_OF} ORDER BY created_at`,
      ),
      query<ApplicationMailResponse>(
        `SELECT id, template, to_address AS "to", state, attempts, last_error AS "lastError",
                created_at AS "createdAt", sent_at AS "sentAt", copy_of IS NOT NULL AS copy
           FROM mails WHERE application_id = $1 ORDER BY created_at, id`,
      ),
    ]);
    return {
      orders: orders.map((row) => amountOnTheWire<ApplicationOrderResponse>(row)),
      invoices: invoices.map((row) => amountOnTheWire<ApplicationInvoiceResponse>(row)),
      refunds: refunds.map((row) => amountOnTheWire<ApplicationRefundResponse>(row)),
      mails: mails.map((row) => onTheWire<ApplicationMailResponse>(row)),
    };
  }
}
