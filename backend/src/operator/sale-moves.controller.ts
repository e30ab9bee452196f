import { Body, Controller, Get, Param, Put } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { MoveSaleDto, MoveSettingsDto } from "@sakhi/domain/moves/moves.dto";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import {
  AskedMoveResponse,
  MoveQuoteResponse,
  MoveSettingsResponse,
  StallMovesResponse,
} from "../moves/moves.response.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { PostAction } from "../platform/http/post-action.js";
import { ActionErrorResponse } from "./operator.response.js";
import { SaleMovesService } from "./sale-moves.service.js";

/** Why a booking cannot move now. */
const REFUSED = [
  ...[
    "invalid_request",
    "not_found",
    "sales_paused",
    "booking_not_found",
    "booking_not_sold",
    "booking_ended",
    "stall_not_found",
  ],
  ...["event_cancelled", "event_archived", "move_open", "refund_running"],
] as const;

/** Moves of sold bookings to stalls of any price. */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
export class SaleMovesController {
  constructor(private readonly saleMoves: SaleMovesService) {}

  /** What a move to a stall would cost. Nothing is changed. */
  @Get("stall-move-quotes/:id/:toStallId")
  @ForAdministrators()
  @ApiOkResponse({ type: MoveQuoteResponse })
  @ApiErrors(REFUSED, ActionErrorResponse)
  quoteStallMove(
    @Param("id", IdParam) bookingId: string,
    @Param("toStallId") toStallId: string,
  ): Promise<MoveQuoteResponse> {
    return this.saleMoves.quote(bookingId, toStallId);
  }

  /** The moves of a booking, oldest first. */
  @Get("stall-moves/:id")
  @ForAdministrators()
  @ApiOkResponse({ type: StallMovesResponse })
  @ApiErrors(["not_found"])
  listStallMoves(@Param("id", IdParam) bookingId: string): Promise<StallMovesResponse> {
    return this.saleMoves.list(bookingId);
  }

  /**
   * Moves a sold booking to any free stall of its event. A dearer one is kept until the difference is paid by the link in her mail; for
   * a cheaper one the difference is returned.
   */
  @PostAction("bookings/:id/stall-moves", AskedMoveResponse)
  @ForOperators()
  @ApiErrors([...REFUSED, "stall_sold", "stall_reserved", "stall_blocked"], ActionErrorResponse)
  askStallMove(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) bookingId: string,
    @Body() dto: MoveSaleDto,
  ): Promise<AskedMoveResponse> {
    return this.saleMoves.ask(administrator, bookingId, dto);
  }

  /** Withdraws a move that waits for its money; money that still arrives is returned. */
  @PostAction("bookings/:id/stall-moves/:moveId/withdraw", StallMovesResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "booking_not_found", "move_over"])
  withdrawStallMove(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) bookingId: string,
    @Param("moveId", IdParam) moveId: string,
    @Body() { reason }: ReasonDto,
  ): Promise<StallMovesResponse> {
    return this.saleMoves.withdraw(administrator, bookingId, moveId, reason);
  }

  /** How holders of an event move. */
  @Get("events/:slug/move-settings")
  @ForAdministrators()
  @ApiOkResponse({ type: MoveSettingsResponse })
  @ApiErrors(["event_not_found"])
  getMoveSettings(@Param("slug") slug: string): Promise<MoveSettingsResponse> {
    return this.saleMoves.settings(slug);
  }

  /** Says whether holders may move on their own, and how long an operator's link to pay works. */
  @Put("events/:slug/move-settings")
  @ForOperators()
  @ApiOkResponse({ type: MoveSettingsResponse })
  @ApiErrors(["invalid_request", "event_not_found"])
  changeMoveSettings(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() dto: MoveSettingsDto,
  ): Promise<MoveSettingsResponse> {
    return this.saleMoves.setSettings(administrator, slug, dto);
  }
}
