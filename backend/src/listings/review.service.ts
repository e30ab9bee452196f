import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { searchForms } from "@sakhi/domain/fields/identifiers";
import type {
  ApplicationReasonDto,
  ApplicationsQueryDto,
  ApproveApplicationDto,
  WithdrawApplicationDto,
} from "@sakhi/domain/listings/review.dto";
import { toRupees } from "@sakhi/domain/money/money";
import { listingWorkflowId } from "@sakhi/workflows/listings/listing.messages";
import type { Administrator } from "../accounts/administrator.js";
import { type AuditFacts, AuditLog } from "../accounts/audit-log.service.js";
import { ListingOffers } from "../bookings/listing-offers.service.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import { MailService } from "../mail/mail.service.js";
import { OperatorRefundsService } from "../payments/operator-refunds.service.js";
import { RefundsService } from "../payments/refunds.service.js";
import { Config } from "../platform/config/config.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { toResponse, type Page } from "../platform/http/list-response.js";
import { temporalUrl } from "../platform/temporal/temporal-url.js";
import { type ApplicationRow, ApplicationsRepository, listingYearInterval } from "./applications.repository.js";
import { ListingHistoryService } from "./listing-history.service.js";
import { ListingMailsService } from "./listing-mails.service.js";
import { ListingWithdrawalsService } from "./listing-withdrawals.service.js";
import { ApplicationEntity } from "./listings.entities.js";
import { type Publication, PublicationsService } from "./publications.service.js";
import type {
  ApplicationBookingResponse,
  ApplicationDetailsResponse,
  ApplicationFormResponse,
  ApplicationOrderResponse,
  ApplicationSummaryResponse,
  ReviewResponse,
} from "./review.response.js";

type Reviewer = Pick<Administrator, "id" | "username">;

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
  Pick<ApplicationDetailsResponse, "form" | "updatedAt" | "year" | "liveFrom" | "decisionReason" | "booking">;

/** Lists applications for administrators and applies their decisions, each in one transaction with its audit entry. */
@Injectable()
export class ReviewService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly applications: ApplicationsRepository,
    private readonly offers: ListingOffers,
    private readonly publications: PublicationsService,
    private readonly withdrawals: ListingWithdrawalsService,
    private readonly refunds: OperatorRefundsService,
    private readonly history: ListingHistoryService,
    private readonly mails: ListingMailsService,
    private readonly audit: AuditLog,
    private readonly invoices: InvoicesService,
    private readonly allRefunds: RefundsService,
    private readonly allMails: MailService,
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

  /** @throws DomainError application_not_found */
  async details(applicationId: string): Promise<ApplicationDetailsResponse> {
    const application = await this.readDetails(applicationId);
    if (application === undefined) throw new DomainError("application_not_found");
    const { response, brandId } = application;
    const [history, orders, invoices, refunds, mails, brand, paid] = await Promise.all([
      this.history.since(applicationId),
      this.orders(applicationId),
      this.invoices.ofSubject("application", applicationId),
      this.allRefunds.ofSubject("application", applicationId),
      this.allMails.about({ applicationId }),
      brandId === null ? undefined : this.publications.brand(brandId),
      this.applications.paidOrder(applicationId, response.year),
    ]);
    const sameName = brand === undefined ? await this.publications.sameName(response) : undefined;
    const looksLike = brand === undefined ? await this.publications.looksLike(response) : undefined;
    const refundable = paid === undefined ? 0 : await this.refunds.refundable(paid.orderId);
    return {
      ...response,
      ...(brand === undefined ? {} : { brand: { brandId: brand.brandId, brandName: brand.brandName } }),
      ...(sameName === undefined ? {} : { sameName: { brandId: sameName.brandId, brandName: sameName.brandName } }),
      ...(looksLike === undefined ? {} : { looksLike: { brandId: looksLike.brandId, brandName: looksLike.brandName } }),
      timeline: history.happened,
      ...{ orders, invoices, refunds, mails },
      ...(refundable === 0 ? {} : { refundable: toRupees(refundable) }),
      ...temporalUrl(this.config.temporal, `/workflows/${encodeURIComponent(listingWorkflowId(applicationId))}`),
    };
  }

  /**
   * Approves an application: lists it on the public site for a year.
   *
   * @throws DomainError application_not_found; application_moved; brand_name_taken; brand_looks_alike; brand_not_found
   */
  approve(applicationId: string, dto: ApproveApplicationDto, reviewer: Reviewer): Promise<ReviewResponse> {
    return this.decide(applicationId, async (tx, application) => {
      if (application.state !== "under_review") throw new DomainError("application_moved");
      const liveUntil = await this.yearFromNow(tx);
      const published = await this.publications.publish(tx, application, dto, liveUntil);
      await this.listed(tx, application, published, liveUntil, dto);
      const { brandId, listingId } = published;
      await this.record(tx, application, "application_approved", reviewer, dto.reason, {
        state: "live",
        brandId,
        listingId,
      });
      return { state: "live", publicUrl: await this.publications.publicUrl(brandId, tx) };
    });
  }

  private async listed(
    tx: Tx,
    application: ApplicationRow,
    { brandId, listingId }: Publication,
    liveUntil: Date,
    { publishAs, reason }: ApproveApplicationDto,
  ): Promise<void> {
    const { id: applicationId, state, brandName } = application;
    const approved = await this.applications.transition(
      tx,
      applicationId,
      "approved",
      "live_from = clock_timestamp(), live_until = $3, brand_id = $4, listing_id = $5, decision_reason = $6",
      [liveUntil, brandId, listingId, reason ?? null],
    );
    if (!approved) throw new Error(`application ${applicationId} is ${state}, not under review`);
    await this.mails.toOwner(tx, { ...application, brandName: publishAs ?? brandName }, "listing-live", {
      url: await this.publications.publicUrl(brandId, tx),
      liveUntil: liveUntil.toISOString(),
    });
    await this.history.publish(
      tx,
      { id: applicationId, state: "live" },
      { kind: "approved", actor: "operator", detail: { brandId, listingId } },
    );
  }

  /** Truncated to milliseconds, a Date's precision, so that the application's and the listing's end stay equal. */
  private async yearFromNow(tx: Tx): Promise<Date> {
    const [found] = await rows<{ until: Date }>(
      tx,
      `SELECT date_trunc('milliseconds', clock_timestamp()) + ${listingYearInterval("$1")} AS until`,
      [this.config.listings.yearSeconds],
    );
    if (found === undefined) throw new Error("the database returned no time");
    return found.until;
  }

  /**
   * Rejects an application: refunds its fee in full; a stall's free listing can be claimed again.
   *
   * @throws DomainError application_not_found; application_moved
   */
  reject(applicationId: string, { reason }: ApplicationReasonDto, reviewer: Reviewer): Promise<ReviewResponse> {
    return this.decide(applicationId, async (tx, application) => {
      if (application.state !== "under_review") throw new DomainError("application_moved");
      await this.record(tx, application, "application_rejected", reviewer, reason, { state: "rejected" });
      await this.offerAgain(tx, application);
      await this.withdrawals.reject(tx, application, reason);
      return { state: "rejected" };
    });
  }

  /**
   * Withdraws a claim or a listing and refunds the chosen part of its fee.
   *
   * @throws DomainError application_not_found; application_moved; reject_instead for a paid application under review;
   *   invalid_request for the refund
   */
  withdraw(applicationId: string, dto: WithdrawApplicationDto, reviewer: Reviewer): Promise<ReviewResponse> {
    return this.decide(applicationId, async (tx, application) => {
      if (application.kind === "paid" && application.state === "under_review") {
        throw new DomainError("reject_instead");
      }
      await this.offerAgain(tx, application);
      const withdrawal = await this.withdrawals.withdrawAsChosen(tx, application, dto);
      if (withdrawal === undefined) throw new DomainError("application_moved");
      const { refundPaise, refundId, creditNoteNumber } = withdrawal;
      await this.record(tx, application, "application_withdrawn", reviewer, dto.reason, {
        state: "withdrawn",
        refundPaise,
        refundId: refundId ?? null,
        creditNote: creditNoteNumber ?? null,
      });
      return {
        state: "withdrawn",
        ...(refundId === undefined ? {} : { refundAmount: toRupees(refundPaise) }),
        ...(creditNoteNumber === undefined ? {} : { creditNoteNumber }),
      };
    });
  }

  /** Runs a decision with the stall's booking, if any, and the application locked. */
  private async decide(
    applicationId: string,
    decision: (tx: Tx, application: ApplicationRow) => Promise<ReviewResponse>,
  ): Promise<ReviewResponse> {
    // An application's booking never changes, so it can be read before locking.
    const unlocked = await this.applications.find(applicationId);
    if (unlocked === undefined) throw new DomainError("application_not_found");
    const { bookingId } = unlocked;
    return this.database.transaction(async (tx) => {
      if (bookingId !== null) await this.offers.lock(tx, bookingId);
      const application = await this.applications.lock(tx, applicationId);
      if (application === undefined) throw new DomainError("application_not_found");
      return decision(tx, application);
    });
  }

  private async offerAgain(tx: Tx, { id, bookingId }: ApplicationRow): Promise<void> {
    if (bookingId !== null) await this.offers.returnOffer(tx, bookingId, id);
  }

  private record(
    tx: Tx,
    { id, state }: ApplicationRow,
    action: string,
    administrator: Reviewer,
    reason: string | undefined,
    after: AuditFacts,
  ): Promise<void> {
    return this.audit.record(tx, {
      administrator,
      action,
      subjectType: "application",
      subjectId: id,
      reason,
      before: { state },
      after,
    });
  }

  /** One application, and the brand it is listed under. */
  private async readDetails(
    applicationId: string,
  ): Promise<{ readonly response: Details; readonly brandId: string | null } | undefined> {
    type Own = Omit<Details, "form" | "booking">;
    const [row] = await this.database.read<Raw<Own & ApplicationBookingResponse> & { brandId: string | null }>(
      ApplicationEntity,
      `SELECT ${SUMMARY}, a.updated_at, a.year, a.live_from, a.decision_reason, a.brand_id, a.booking_id, b.stall_id
         FROM listing_applications a LEFT JOIN bookings b ON b.id = a.booking_id WHERE a.id = $1`,
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
