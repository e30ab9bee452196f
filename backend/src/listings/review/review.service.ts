import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type {
  ApplicationReasonDto,
  ApproveApplicationDto,
  WithdrawApplicationDto,
} from "@sakhi/domain/listings/review.dto";
import { toRupees } from "@sakhi/domain/money/money";
import { AuditLog } from "../../accounts/audit-log.service.js";
import type { AuditFacts } from "../../accounts/audit-log.service.js";
import { ListingOffers } from "../../bookings/listing-offers.service.js";
import { Database } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { ApplicationsRepository } from "../applications/applications.repository.js";
import { ApplicationApproval } from "./application-approval.service.js";
import { ApplicationDecisions } from "./application-decisions.service.js";
import type { ReviewResponse } from "./review.response.js";

/** Who decides. */
export interface Reviewer {
  readonly id: string;
  readonly username: string;
}

/** What the administrator decides about applications; each with its audit line, in one transaction. */
@Injectable()
export class Review {
  constructor(
    private readonly database: Database,
    private readonly applications: ApplicationsRepository,
    private readonly offers: ListingOffers,
    private readonly approval: ApplicationApproval,
    private readonly decisions: ApplicationDecisions,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Lists an application on the public site, from now for a year.
   *
   * @throws DomainError application_not_found; application_moved; brand_name_taken; brand_not_found
   */
  approve(applicationId: string, params: ApproveApplicationDto, reviewer: Reviewer): Promise<ReviewResponse> {
    return this.decide(applicationId, async (tx, application) => {
      if (application.state !== "under_review") throw new DomainError("application_moved");
      const { publicUrl, brandId, listingId } = await this.approval.approve(tx, application, params);
      await this.record(tx, application, "application_approved", reviewer, params.reason, {
        state: "live",
        brandId,
        listingId,
      });
      return { state: "live", publicUrl };
    });
  }

  /**
   * Turns an application down; what was paid goes back in full, and a stall's offer is free again.
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
      await this.returnListingOffer(tx, application);
      await this.decisions.reject(tx, application, reason);
      return { state: "rejected" };
    });
  }

  /**
   * Takes a claim back, or a listing down; what goes back of its fee is chosen.
   *
   * @throws DomainError application_not_found; application_moved; reject_instead for one that is paid and undecided;
   *   invalid_request for the refund
   */
  withdraw(
    applicationId: string,
    params: WithdrawApplicationDto,
    reviewer: Reviewer,
  ): Promise<ReviewResponse> {
    return this.decide(applicationId, async (tx, application) => {
      if (application.kind === "paid" && application.state === "under_review") {
        throw new DomainError("reject_instead");
      }
      await this.returnListingOffer(tx, application);
      const withdrawn = await this.decisions.withdraw(tx, application, params);
      if (withdrawn === undefined) throw new DomainError("application_moved");
      const { refundPaise, refundId, creditNoteNumber } = withdrawn;
      await this.record(tx, application, "application_withdrawn", reviewer, params.reason, {
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
    const seen = await this.applications.find(applicationId);
    if (seen === undefined) throw new DomainError("application_not_found");
    return this.database.transaction(async (tx) => {
      if (seen.booking_id !== null) await this.offers.lock(tx, seen.booking_id);
      const application = await this.applications.lock(tx, applicationId);
      if (application === undefined) throw new DomainError("application_not_found");
      return decision(tx, application);
    });
  }

  private async returnListingOffer(tx: Tx, { id, booking_id: bookingId }: ApplicationRow): Promise<void> {
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
