import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import {
  ResolutionHandlersService,
  type ResolutionRequest,
  type ResolutionResult,
} from "../issues/resolution-handlers.service.js";
import { RESULTS } from "../issues/results.words.js";
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
      request_done: (tx, request) => this.answerRequest(tx, request, "done"),
      request_declined: (tx, request) => this.answerRequest(tx, request, "declined"),
      "booking_request/resolve": (tx, request) => this.closeRequest(tx, request),
    });
  }

  private async answerRequest(
    tx: Tx,
    { issue: { subject: requestId }, reason: sentence, language }: ResolutionRequest,
    state: "done" | "declined",
  ): Promise<ResolutionResult> {
    if (!(await this.bookingRequests.answer(tx, requestId, state, sentence))) {
      throw new DomainError("resolution_failed");
    }
    return { resolved: true, message: RESULTS[language].answered, after: { requestId, state } };
  }

  /** Closes a request that was settled in another way; the payer gets the operator's sentence. */
  private async closeRequest(
    tx: Tx,
    { issue: { subject: requestId }, reason: sentence, language }: ResolutionRequest,
  ): Promise<ResolutionResult> {
    const answered = await this.bookingRequests.answer(tx, requestId, "closed", sentence);
    const message = answered ? RESULTS[language].closedAnswered : RESULTS[language].closed;
    return { resolved: true, message, after: { requestId } };
  }
}
