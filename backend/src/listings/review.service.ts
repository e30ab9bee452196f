import { Injectable } from "@nestjs/common";
import type { AuditAction } from "@sakhi/domain/admin/audit-actions";
import { APPLIED_TEXTS } from "@sakhi/domain/brands/brand-page.fields";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type {
  ApplicationReasonDto,
  ApproveApplicationDto,
  AskForPageDto,
  WithdrawApplicationDto,
} from "@sakhi/domain/listings/review.dto";
import { toRupees } from "@sakhi/domain/money/money";
import type { Administrator } from "../accounts/administrator.js";
import { type AuditDetails, AuditLogService } from "../accounts/audit-log.service.js";
import { ListingOffersService } from "../bookings/listing-offers.service.js";
import { Database, type Tx } from "../platform/database/database.js";
import { type ApplicationRow, ApplicationsRepository } from "./applications.repository.js";
import { ListingApprovalsService } from "./listing-approvals.service.js";
import { ListingMailsService } from "./listing-mails.service.js";
import { ListingWithdrawalsService } from "./listing-withdrawals.service.js";
import type { ReviewResponse } from "./review.response.js";

/** What of the page an operator gives at the review. */
const CORRECTABLE_PAGE = ["publishAs", "category", ...APPLIED_TEXTS] as const;

/** A request for a page within this time is the same one, in ms. */
const SAME_REQUEST_MS = 60_000;

type Reviewer = Pick<Administrator, "id" | "username">;

/** Applies administrators' decisions on applications, each in one transaction with its audit entry. */
@Injectable()
export class ReviewService {
  constructor(
    private readonly database: Database,
    private readonly applications: ApplicationsRepository,
    private readonly listingOffers: ListingOffersService,
    private readonly listingApprovals: ListingApprovalsService,
    private readonly listingWithdrawals: ListingWithdrawalsService,
    private readonly listingMails: ListingMailsService,
    private readonly auditLog: AuditLogService,
  ) {}

  /**
   * Approves an application: lists it on the public site for a year.
   *
   * @throws DomainError application_not_found; application_moved; brand_page_unreviewed; brand_page_missing;
   *   brand_name_taken; brand_looks_alike; brand_not_found
   */
  approve(applicationId: string, dto: ApproveApplicationDto, reviewer: Reviewer): Promise<ReviewResponse> {
    return this.decide(applicationId, async (tx, application) => {
      if (application.state !== "under_review") throw new DomainError("application_moved");
      const { brandId, listingId, publicUrl, ...page } = await this.listingApprovals.approve(tx, application, dto);
      const corrected = CORRECTABLE_PAGE.filter((field) => dto[field] !== undefined).join(" ");
      const after = {
        ...{ state: "live", brandId, listingId, category: page.category, place: page.place },
        ...(corrected === "" ? {} : { given: corrected }),
        ...(dto.noPictures === true ? { ownerHasNoPictures: true } : {}),
      };
      await this.record(tx, application, "application_approved", reviewer, dto.reason, after);
      return { state: "live", publicUrl };
    });
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
      await this.listingWithdrawals.reject(tx, application, reason);
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
      const withdrawal = await this.listingWithdrawals.withdrawAsChosen(tx, application, dto);
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

  /**
   * Mails the owner what her page lacks, with the link to it. A repeated press within a minute is the same request.
   *
   * @throws DomainError application_not_found; application_moved if it has no page: not paid for, rejected or withdrawn
   */
  askForPage(applicationId: string, { note }: AskForPageDto, reviewer: Reviewer): Promise<void> {
    return this.decide(applicationId, async (tx, application) => {
      const { id, state, pageAskedAt, readAt } = application;
      if (pageAskedAt !== null && readAt.getTime() - pageAskedAt.getTime() < SAME_REQUEST_MS) return;
      if (!(await this.listingMails.askForPage(tx, application, note))) throw new DomainError("application_moved");
      await this.auditLog.record(tx, {
        ...{ administrator: reviewer, action: "brand_page_asked", subjectType: "application", subjectId: id },
        reason: note,
        after: { state },
      });
    });
  }

  /** Runs a decision with the stall's booking, if any, and the application locked. */
  private async decide<T>(
    applicationId: string,
    decision: (tx: Tx, application: ApplicationRow) => Promise<T>,
  ): Promise<T> {
    // An application's booking never changes, so it can be read before locking.
    const unlocked = await this.applications.find(applicationId);
    if (unlocked === undefined) throw new DomainError("application_not_found");
    const { bookingId } = unlocked;
    return this.database.transaction(async (tx) => {
      if (bookingId !== null) await this.listingOffers.lock(tx, bookingId);
      const application = await this.applications.lock(tx, applicationId);
      if (application === undefined) throw new DomainError("application_not_found");
      return decision(tx, application);
    });
  }

  private async offerAgain(tx: Tx, { id, bookingId }: ApplicationRow): Promise<void> {
    if (bookingId !== null) await this.listingOffers.returnOffer(tx, bookingId, id);
  }

  private record(
    tx: Tx,
    { id, state }: ApplicationRow,
    action: AuditAction,
    administrator: Reviewer,
    reason: string | undefined,
    after: AuditDetails,
  ): Promise<void> {
    return this.auditLog.record(tx, {
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
