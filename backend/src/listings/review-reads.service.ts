import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { searchForms } from "@sakhi/domain/fields/identifiers";
import type { ApplicationsQueryDto } from "@sakhi/domain/listings/review.dto";
import { toRupees } from "@sakhi/domain/money/money";
import { listingWorkflowId } from "@sakhi/workflows/listings/listing.messages";
import { ApplicationPagesService } from "../brands/application-pages.service.js";
import { OperatorRefundsService } from "../payments/operator-refunds.service.js";
import { Config } from "../platform/config/config.js";
import { Database } from "../platform/database/database.js";
import { toResponse, type Page } from "../platform/http/list-response.js";
import { temporalUrl } from "../platform/temporal/temporal-url.js";
import { ApplicationsRepository } from "./applications.repository.js";
import { ListingHistoryService } from "./listing-history.service.js";
import { ApplicationEntity } from "./listings.entities.js";
import { PublicationsService } from "./publications.service.js";
import type {
  ApplicationBookingResponse,
  ApplicationDetailsResponse,
  ApplicationFormResponse,
  ApplicationOrderResponse,
  ApplicationSummaryResponse,
} from "./review.response.js";

/** Page size if the query has no limit. */
const DEFAULT_LIMIT = 50;

/** A response as the database returns it: NULL for absent fields, Date for instants. */
type Raw<Response> = { readonly [Field in keyof Response]: Response[Field] | Date | null };

const SUMMARY = `a.id, a.kind, a.state, a.brand_name, a.full_name, a.email,
  a.phone AS phone_number, a.company_type, a.business_category,
  a.created_at, a.review_since, a.live_until,
  (SELECT lo.order_id FROM listing_orders lo WHERE lo.application_id = a.id
    ORDER BY lo.created_at DESC LIMIT 1) AS order_id`;

const FORM = `a.whatsapp_number, a.business_stage,
  a.business_type, a.story, a.gst_number, a.govt_document,
  a.business_address, a.pan_number,
  a.whatsapp_business_contact, a.whatsapp_group_link,
  a.website_url, a.linkedin_url, a.facebook_url,
  a.instagram_url, a.is_startup, a.interested_in_popups,
  a.previous_participation, a.hear_about_us`;

const MATCHING = `FROM listing_applications a
  WHERE ($1::text IS NULL OR a.state = $1) AND ($2::text IS NULL OR a.kind = $2)
    AND ($3::text[] IS NULL OR EXISTS (SELECT 1 FROM unnest($3::text[]) AS form
      WHERE strpos(lower(a.brand_name), form) > 0 OR strpos(lower(a.full_name), form) > 0
        OR strpos(lower(a.email), form) > 0 OR strpos(a.phone, form) > 0
        OR EXISTS (SELECT 1 FROM listing_orders lo
                    WHERE lo.application_id = a.id AND strpos(lower(lo.order_id), form) > 0)))`;

type Summary = Pick<ApplicationSummaryResponse, keyof ApplicationSummaryResponse>;
type Details = Summary &
  Pick<
    ApplicationDetailsResponse,
    "form" | "language" | "updatedAt" | "year" | "liveFrom" | "decisionReason" | "booking" | "pageAskedAt"
  >;

/** An application without what other features know about it. */
type ApplicationDetails = Omit<ApplicationDetailsResponse, "invoices" | "refunds" | "mails">;

/** Reads applications for administrators. */
@Injectable()
export class ReviewReadsService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly applications: ApplicationsRepository,
    private readonly publications: PublicationsService,
    private readonly listingHistory: ListingHistoryService,
    private readonly operatorRefunds: OperatorRefundsService,
    private readonly applicationPages: ApplicationPagesService,
  ) {}

  /** Applications under review first, longest waiting first; then the others, newest first. */
  async list({ state, kind, q, limit, offset }: ApplicationsQueryDto): Promise<Page<ApplicationSummaryResponse>> {
    const filter = [
      state ?? null,
      kind ?? null,
      q === undefined ? null : searchForms(q).map((form) => form.toLowerCase()),
    ];
    const [counted] = await this.database.query<{ count: string }>(`SELECT count(*) ${MATCHING}`, filter);
    const found = await this.database.read<Raw<Summary>>(
      ApplicationEntity,
      `SELECT ${SUMMARY} ${MATCHING}
        ORDER BY (a.state = 'under_review') DESC,
                 CASE WHEN a.state = 'under_review' THEN a.review_since END,
                 a.created_at DESC, a.id
        LIMIT $4 OFFSET $5`,
      [...filter, limit ?? DEFAULT_LIMIT, offset ?? 0],
    );
    return { rows: found.map((row) => responseOf<Summary>(row)), total: Number(counted?.count ?? 0) };
  }

  /**
   * An application without its invoices, refunds and mails, which other features hold.
   *
   * @throws DomainError application_not_found
   */
  async details(applicationId: string): Promise<ApplicationDetails> {
    const application = await this.readDetails(applicationId);
    if (application === undefined) throw new DomainError("application_not_found");
    const { response, brandId } = application;
    const [history, orders, brand, paid, page] = await Promise.all([
      this.listingHistory.since(applicationId),
      this.orders(applicationId),
      brandId === null ? undefined : this.publications.brand(brandId),
      this.applications.paidOrder(applicationId, response.year),
      this.applicationPages.of(applicationId),
    ]);
    const sameName = brand === undefined ? await this.publications.sameName(response) : undefined;
    const looksLike = brand === undefined ? await this.publications.looksLike(response) : undefined;
    const refundable = paid === undefined ? 0 : await this.operatorRefunds.refundable(paid.orderId);
    return {
      ...response,
      ...(brand === undefined ? {} : { brand: { brandId: brand.brandId, brandName: brand.brandName } }),
      ...(sameName === undefined ? {} : { sameName: { brandId: sameName.brandId, brandName: sameName.brandName } }),
      ...(looksLike === undefined ? {} : { looksLike: { brandId: looksLike.brandId, brandName: looksLike.brandName } }),
      ...(page === undefined ? {} : { page }),
      timeline: history.happened,
      orders,
      ...(refundable === 0 ? {} : { refundable: toRupees(refundable) }),
      ...temporalUrl(this.config.temporal, `/workflows/${encodeURIComponent(listingWorkflowId(applicationId))}`),
    };
  }

  /** One application, and the brand it is listed under. */
  private async readDetails(
    applicationId: string,
  ): Promise<{ readonly response: Details; readonly brandId: string | null } | undefined> {
    type Own = Omit<Details, "form" | "booking">;
    const [row] = await this.database.read<Raw<Own & ApplicationBookingResponse> & { brandId: string | null }>(
      ApplicationEntity,
      `SELECT ${SUMMARY}, a.language, a.updated_at, a.year, a.live_from, a.decision_reason, a.page_asked_at, a.brand_id, a.booking_id, s.stall_id
         FROM listing_applications a LEFT JOIN bookings b ON b.id = a.booking_id
         LEFT JOIN stalls s ON s.stall_key = b.stall_key WHERE a.id = $1`,
      [applicationId],
    );
    const [form] = await this.database.read<Raw<ApplicationFormResponse>>(
      ApplicationEntity,
      `SELECT ${FORM} FROM listing_applications a WHERE a.id = $1`,
      [applicationId],
    );
    if (row === undefined || form === undefined) return undefined;
    const { brandId, bookingId, stallId, ...own } = row;
    return {
      brandId,
      response: {
        ...responseOf<Own>(own),
        form: responseOf<ApplicationFormResponse>(form),
        ...(stallId === null ? {} : { booking: responseOf<ApplicationBookingResponse>({ bookingId, stallId }) }),
      },
    };
  }

  /** Payment orders of an application, oldest first. */
  private async orders(applicationId: string): Promise<ApplicationOrderResponse[]> {
    const found = await this.database.read<Raw<ApplicationOrderResponse>>(
      ApplicationEntity,
      `SELECT lo.order_id, lo.purpose, lo.year, o.state, o.amount_paise AS amount,
              lo.created_at, lo.paid_at,
              p.provider_payment_id AS transaction_id, p.payment_mode
         FROM listing_orders lo JOIN orders o ON o.order_id = lo.order_id
         LEFT JOIN LATERAL (SELECT provider_payment_id, payment_mode FROM payments
                             WHERE order_id = lo.order_id AND outcome = 'success'
                             ORDER BY seen_at LIMIT 1) p ON true
        WHERE lo.application_id = $1 ORDER BY lo.created_at`,
      [applicationId],
    );
    return found.map((row) => responseOf({ ...row, amount: toRupees(Number(row.amount)) }));
  }
}

/** A row with the fields of a response. */
function responseOf<Response extends object>(row: Raw<Response>): Response {
  return toResponse(row) as Response;
}
