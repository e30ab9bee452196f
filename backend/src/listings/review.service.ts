import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type {
  ApplicationReasonDto,
  ApplicationsQueryDto,
  ApproveApplicationDto,
  WithdrawApplicationDto,
} from "@sakhi/domain/listings/review.dto";
import { toRupees } from "@sakhi/domain/money/money";
import { listingWorkflowId } from "@sakhi/workflows/listings/listing.messages";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLog, type AuditFacts } from "../accounts/audit-log.service.js";
import { ListingOffers } from "../bookings/listing-offers.service.js";
import { OperatorRefundsService } from "../payments/operator-refunds.service.js";
import { Config } from "../platform/config/config.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { ApplicationsRepository, type ApplicationRow } from "./applications.repository.js";
import { ListingEventsService } from "./listing-events.service.js";
import { ListingMailsService } from "./listing-mails.service.js";
import { ListingWithdrawalsService } from "./listing-withdrawals.service.js";
import { PublicationsService, type Publication } from "./publications.service.js";
import { ReviewRepository } from "./review.repository.js";
import type {
  ApplicationDetailsResponse,
  ApplicationSummaryResponse,
  ReviewResponse,
} from "./review.response.js";

type Reviewer = Pick<Administrator, "id" | "username">;

/** What administrators read and decide about applications; each decision with its audit line, in one transaction. */
@Injectable()
export class ReviewService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly repository: ReviewRepository,
    private readonly applications: ApplicationsRepository,
    private readonly offers: ListingOffers,
    private readonly publications: PublicationsService,
    private readonly withdrawals: ListingWithdrawalsService,
    private readonly refunds: OperatorRefundsService,
    private readonly events: ListingEventsService,
    private readonly mails: ListingMailsService,
    private readonly audit: AuditLog,
  ) {}

  list(query: ApplicationsQueryDto): Promise<{ applications: ApplicationSummaryResponse[]; total: number }> {
    return this.repository.list(query);
  }

  /** @throws DomainError application_not_found */
  async details(applicationId: string): Promise<ApplicationDetailsResponse> {
    const application = await this.repository.details(applicationId);
    if (application === undefined) throw new DomainError("application_not_found");
    const { response, brandId } = application;
    const [history, documents, brand, paid] = await Promise.all([
      this.events.history(applicationId),
      this.repository.documents(applicationId),
      brandId === null ? undefined : this.publications.brand(brandId),
      this.applications.paidOrder(applicationId, response.year),
    ]);
    const sameName = brand === undefined ? await this.publications.sameName(response) : undefined;
    const refundable = paid === undefined ? 0 : await this.refunds.refundable(paid.orderId);
    return {
      ...response,
      ...(brand === undefined ? {} : { brand: { brandId: brand.brandId, brandName: brand.brandName } }),
      ...(sameName === undefined
        ? {}
        : { sameName: { brandId: sameName.brandId, brandName: sameName.brandName } }),
      timeline: history.happened,
      ...documents,
      ...(refundable === 0 ? {} : { refundable: toRupees(refundable) }),
      ...this.temporalUrl(applicationId),
    };
  }

  private temporalUrl(applicationId: string): { temporalUrl?: string } {
    const { uiUrl, namespace } = this.config.temporal;
    if (uiUrl === undefined) return {};
    const id = encodeURIComponent(listingWorkflowId(applicationId));
    return {
      temporalUrl: `${uiUrl.replace(/(?<!\/)\/+$/, "")}/namespaces/${encodeURIComponent(namespace)}/workflows/${id}`,
    };
  }

  /**
   * Lists an application on the public site, from now for a year.
   *
   * @throws DomainError application_not_found; application_moved; brand_name_taken; brand_not_found
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
    await this.events.publish(
      tx,
      { applicationId, stage: "live" },
      { kind: "approved", actor: "operator", detail: { brandId, listingId } },
    );
  }

  /** Whole milliseconds, so that the application's end and the listing's are the same wherever they are read. */
  private async yearFromNow(tx: Tx): Promise<Date> {
    const [found] = await rows<{ until: Date }>(
      tx,
      "SELECT date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $1) AS until",
      [this.config.listings.yearSeconds],
    );
    if (found === undefined) throw new Error("the database returned no time");
    return found.until;
  }

  /**
   * Rejects an application; what was paid is refunded in full, and a stall's listing is offered again.
   *
   * @throws DomainError application_not_found; application_moved
   */
  reject(
    applicationId: string,
    { reason }: ApplicationReasonDto,
    reviewer: Reviewer,
  ): Promise<ReviewResponse> {
    return this.decide(applicationId, async (tx, application) => {
      if (application.state !== "under_review") throw new DomainError("application_moved");
      await this.record(tx, application, "application_rejected", reviewer, reason, { state: "rejected" });
      await this.offerAgain(tx, application);
      await this.withdrawals.reject(tx, application, reason);
      return { state: "rejected" };
    });
  }

  /**
   * Withdraws a claim or a listing; what is refunded of its fee is chosen.
   *
   * @throws DomainError application_not_found; application_moved; reject_instead for one that is paid and undecided;
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

  /** Locks the stall's booking, where there is one, and the application. */
  private async decide(
    applicationId: string,
    decision: (tx: Tx, application: ApplicationRow) => Promise<ReviewResponse>,
  ): Promise<ReviewResponse> {
    // Which booking it belongs to never changes, so that can be read before anything is locked.
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
}
