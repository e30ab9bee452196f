import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { formatPaise } from "@sakhi/domain/money/money";
import type { IssueEntity } from "../issues/issues.entities.js";
import { ResolutionHandlersService, type ResolutionResult } from "../issues/resolution-handlers.service.js";
import type { Tx } from "../platform/database/database.js";
import { ListingWithdrawalsService } from "./listing-withdrawals.service.js";

const LISTING_ENDED =
  "This application has ended already, and what was paid for it was decided then. Close this entry.";

/** Resolution of a listing that was paid twice. */
@Injectable()
export class ListingResolutionsService {
  constructor(
    handlers: ResolutionHandlersService,
    private readonly listingWithdrawals: ListingWithdrawalsService,
  ) {
    handlers.register({
      "listing_paid_twice/refund_in_full": (tx, { issue, reason }) => this.undoListing(tx, issue, reason),
    });
  }

  /** Withdraws the second listing and refunds its payment. */
  private async undoListing(tx: Tx, issue: IssueEntity, reason: string): Promise<ResolutionResult> {
    const applicationId = issue.applicationId ?? issue.subject;
    const amountPaise = await this.listingWithdrawals.undoSecondPayment(tx, applicationId, reason);
    if (amountPaise === undefined) throw new DomainError("resolution_failed", {}, LISTING_ENDED);
    const message = `The second listing is withdrawn and ₹${formatPaise(amountPaise)} will be refunded; the owner is informed by mail.`;
    return { resolved: true, message, after: { applicationId, amountPaise } };
  }
}
