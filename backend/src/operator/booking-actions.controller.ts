import { Body, Controller, Param } from "@nestjs/common";
import { ApiTags } from "@nestjs/swagger";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import {
  CancelBookingDto,
  ExtendHoldDto,
  MoveBookingDto,
  ReleaseNetworkDto,
  RefundBookingDto,
} from "@sakhi/domain/operator/booking-actions.dto";
import { CorrectRegistrationDto } from "@sakhi/domain/operator/correct-registration.dto";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { CurrentAdministrator, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { PageLanguage } from "../platform/http/page-language.js";
import { PostAction } from "../platform/http/post-action.js";
import { BookingMovesService } from "./booking-moves.service.js";
import { CancellationsService } from "./cancellations.service.js";
import { HoldActionsService } from "./hold-actions.service.js";
import {
  ActionErrorResponse,
  CancelResponse,
  CorrectResponse,
  ExtendResponse,
  MoveResponse,
  OperatorReleaseResponse,
  ReleaseNetworkResponse,
  PartRefundResponse,
} from "./operator.response.js";
import { RegistrationCorrectionsService } from "./registration-corrections.service.js";

/** Operator actions on a booking. Each is one transaction that also writes the audit log. */
@ApiTags("administration")
@ForOperators()
@Controller("api/v1/mela/admin/bookings/:id")
export class BookingActionsController {
  constructor(
    private readonly bookingMoves: BookingMovesService,
    private readonly cancellations: CancellationsService,
    private readonly holdActions: HoldActionsService,
    private readonly registrationCorrections: RegistrationCorrectionsService,
  ) {}

  /** Moves a held, registered or sold booking to a free stall of the same type and price; rejected while paying. */
  @Needs("bookings.change", { booking: "id" })
  @PostAction("move", MoveResponse)
  @ApiErrors(
    [
      "invalid_request",
      "sales_paused",
      "booking_not_found",
      "stall_not_found",
      "stall_differs",
      "stall_sold",
      "stall_reserved",
      "stall_blocked",
      "payment_in_progress",
      "move_open",
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
    return this.bookingMoves.move(administrator, bookingId, dto);
  }

  /**
   * Corrects a registration. If tax facts on an issued invoice change, a credit note cancels it and a new invoice is
   * issued; no money moves.
   */
  @Needs("bookings.change", { booking: "id" })
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
    return this.registrationCorrections.correct(administrator, bookingId, dto);
  }

  /** Cancels a sale. The stall is free immediately; the refund is full, partial or none. */
  @Needs("money.change", { booking: "id" })
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
    return this.cancellations.cancel(administrator, bookingId, dto);
  }

  /** Returns a part of what was paid, with a credit note; the booking stays sold. */
  @Needs("money.change", { booking: "id" })
  @PostAction("refund", PartRefundResponse)
  @ApiErrors(["invalid_request", "booking_not_found", "booking_not_sold", "booking_cancelled"])
  refundBooking(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id") bookingId: string,
    @Body() dto: RefundBookingDto,
  ): Promise<PartRefundResponse> {
    return this.cancellations.refundPart(administrator, bookingId, dto);
  }

  /** Extends a held or registered booking, by at most 30 minutes in total. */
  @Needs("bookings.change", { booking: "id" })
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
    return this.holdActions.extend(administrator, bookingId, dto);
  }

  /** Releases a hold. While paying, the stall is released once the payment provider's result is final. */
  @Needs("bookings.change", { booking: "id" })
  @PostAction("release", OperatorReleaseResponse)
  @ApiErrors(["invalid_request", "booking_not_found", "booking_sold", "stall_blocked", "booking_ended"])
  releaseBooking(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id") bookingId: string,
    @Body() dto: ReasonDto,
  ): Promise<OperatorReleaseResponse> {
    return this.holdActions.release(administrator, bookingId, dto.reason);
  }

  /**
   * Ends every unpaid hold of one of the booking's networks, registered and paying ones too, and blocks the network for
   * 24 hours: it can neither reserve nor register nor pay. Its issue in the inbox ends the block.
   */
  @Needs(["bookings.change", "networks.block"], { booking: "id" })
  @PostAction("release-network", ReleaseNetworkResponse)
  @ApiErrors(["invalid_request", "booking_not_found", "network_unknown"])
  releaseNetwork(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id") bookingId: string,
    @Body() dto: ReleaseNetworkDto,
    @PageLanguage() language: LanguageCode,
  ): Promise<ReleaseNetworkResponse> {
    return this.holdActions.releaseNetwork(administrator, bookingId, dto, language);
  }
}
