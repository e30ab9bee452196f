import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { formatPaise } from "@sakhi/domain/money/money";
import {
  ResolutionHandlersService,
  type ResolutionRequest,
  type ResolutionResult,
} from "../issues/resolution-handlers.service.js";
import { RESULTS } from "../issues/results.words.js";
import type { Tx } from "../platform/database/database.js";
import { ListingWithdrawalsService } from "./listing-withdrawals.service.js";

/** Resolution of a listing that was paid twice. */
@Injectable()
export class ListingResolutionsService {
  constructor(
    handlers: ResolutionHandlersService,
    private readonly listingWithdrawals: ListingWithdrawalsService,
  ) {
    handlers.register({ "listing_paid_twice/refund_in_full": (tx, request) => this.undoListing(tx, request) });
  }

  /** Withdraws the second listing and refunds its payment. */
  private async undoListing(tx: Tx, { issue, reason, language }: ResolutionRequest): Promise<ResolutionResult> {
    const applicationId = issue.applicationId ?? issue.subject;
    const amountPaise = await this.listingWithdrawals.undoSecondPayment(tx, applicationId, reason);
    if (amountPaise === undefined) throw new DomainError("resolution_failed", {}, RESULTS[language].listingEnded);
    const message = RESULTS[language].listingWithdrawn({ amount: `₹${formatPaise(amountPaise)}` });
    return { resolved: true, message, after: { applicationId, amountPaise } };
  }
}
