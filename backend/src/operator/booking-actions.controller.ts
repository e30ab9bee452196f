import { Body, Controller, Param } from "@nestjs/common";
import { ApiTags } from "@nestjs/swagger";
import { CancelBookingDto, ExtendHoldDto, MoveBookingDto } from "@sakhi/domain/operator/booking-actions.dto";
import { CorrectRegistrationDto } from "@sakhi/domain/operator/correct-registration.dto";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { CurrentAdministrator, ForOperators } from "../accounts/administrator.guard.js";
import { PostAction } from "../platform/http/post-action.js";
import type { Administrator } from "../accounts/administrator.js";
import { BookingActionsService } from "./booking-actions.service.js";
import { RegistrationCorrectionsService } from "./registration-corrections.service.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import {
  ActionErrorResponse,
  CancelResponse,
  CorrectResponse,
  ExtendResponse,
  MoveResponse,
  OperatorReleaseResponse,
} from "./operator.response.js";

/** What an operator does with a booking. Each is one transaction with its line in the audit log. */
@ApiTags("administration")
@ForOperators()
@Controller("api/v1/mela/admin/bookings/:id")
export class BookingActionsController {
  constructor(
    private readonly actions: BookingActionsService,
    private readonly corrections: RegistrationCorrectionsService,
  ) {}

  /** Moves a held, registered or sold booking to a free stall of the same type and price; not one being paid. */
  @PostAction("move", MoveResponse)
  @ApiErrors(
    [
      "invalid_request",
      "booking_not_found",
      "stall_not_found",
      "stall_differs",
      "stall_sold",
      "stall_reserved",
      "stall_blocked",
      "payment_in_progress",
      "hold_expired",
      "booking_ended",
    ],
    ActionErrorResponse,
  )
  moveBooking(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id") bookingId: string,
    @Body() dto: MoveBookingDto,
  ): Promise<MoveResponse> {
    return this.actions.move(administrator, bookingId, dto);
  }

  /**
   * Corrects a registration. Where what stands on the invoice as tax facts changes after its issue, a credit note takes
   * it back and a new one is issued; no money moves.
   */
  @PostAction("correct", CorrectResponse)
  @ApiErrors([
    "invalid_request",
    "booking_not_found",
    "booking_not_registered",
    "nothing_to_correct",
    "booking_changed",
    "hold_expired",
    "booking_ended",
    "not_found",
    "issue_resolved",
  ])
  correctRegistration(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id") bookingId: string,
    @Body() dto: CorrectRegistrationDto,
  ): Promise<CorrectResponse> {
    return this.corrections.correct(administrator, bookingId, dto);
  }

  /** Cancels a sale: the stall is free at once; the payer gets a full, a partial or no refund. */
  @PostAction("cancel", CancelResponse)
  @ApiErrors([
    "invalid_request",
    "booking_not_found",
    "booking_not_sold",
    "booking_cancelled",
    "not_found",
    "issue_resolved",
  ])
  cancelBooking(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id") bookingId: string,
    @Body() dto: CancelBookingDto,
  ): Promise<CancelResponse> {
    return this.actions.cancel(administrator, bookingId, dto);
  }

  /** Gives a held or registered booking more time, at most 30 minutes past its first deadline in all. */
  @PostAction("extend", ExtendResponse)
  @ApiErrors(
    [
      "invalid_request",
      "booking_not_found",
      "extension_too_long",
      "hold_expired",
      "payment_in_progress",
      "booking_sold",
      "booking_ended",
    ],
    ActionErrorResponse,
  )
  extendHold(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id") bookingId: string,
    @Body() dto: ExtendHoldDto,
  ): Promise<ExtendResponse> {
    return this.actions.extend(administrator, bookingId, dto);
  }

  /** Ends a hold; one that is being paid frees its stall when the payment provider's answer is final. */
  @PostAction("release", OperatorReleaseResponse)
  @ApiErrors(["invalid_request", "booking_not_found", "booking_sold", "stall_blocked", "booking_ended"])
  releaseBooking(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id") bookingId: string,
    @Body() dto: ReasonDto,
  ): Promise<OperatorReleaseResponse> {
    return this.actions.release(administrator, bookingId, dto.reason);
  }
}
