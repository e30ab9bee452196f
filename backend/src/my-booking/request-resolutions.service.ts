import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { ResolutionHandlersService, type ResolutionResult } from "../issues/resolution-handlers.service.js";
import type { Tx } from "../platform/database/database.js";
import { BookingRequestsService } from "./booking-requests.service.js";

/** Answers to payers' requests. */
@Injectable()
export class RequestResolutionsService {
  constructor(
    handlers: ResolutionHandlersService,
    private readonly bookingRequests: BookingRequestsService,
  ) {
    handlers.register({
      request_done: (tx, { issue, reason }) => this.answerRequest(tx, issue.subject, "done", reason),
      request_declined: (tx, { issue, reason }) => this.answerRequest(tx, issue.subject, "declined", reason),
      "booking_request/resolve": (tx, { issue, reason }) => this.closeRequest(tx, issue.subject, reason),
    });
  }

  private async answerRequest(
    tx: Tx,
    requestId: string,
    state: "done" | "declined",
    sentence: string,
  ): Promise<ResolutionResult> {
    if (!(await this.bookingRequests.answer(tx, requestId, state, sentence))) {
      throw new DomainError("resolution_failed");
    }
    return { resolved: true, message: "The payer is answered by mail.", after: { requestId, state } };
  }

  /** Closes a request that was settled in another way; the payer gets the operator's sentence. */
  private async closeRequest(tx: Tx, requestId: string, sentence: string): Promise<ResolutionResult> {
    const answered = await this.bookingRequests.answer(tx, requestId, "closed", sentence);
    const message = answered ? "Closed, and the payer is answered by mail." : "Closed.";
    return { resolved: true, message, after: { requestId } };
  }
}
