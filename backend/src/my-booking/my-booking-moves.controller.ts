import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Req } from "@nestjs/common";
import { ApiCookieAuth, ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { AskMoveDto } from "@sakhi/domain/moves/moves.dto";
import type { FastifyRequest } from "fastify";
import { MyMovesResponse } from "../moves/moves.response.js";
import { InitiateErrorResponse, InitiateResponse } from "../payments/payment.response.js";
import { ApiErrors, AsksForProof } from "../platform/http/api-errors.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { CurrentVisitor, type Visitor } from "../platform/http/visitor-cookie.js";
import { MyBookingMovesService } from "./my-booking-moves.service.js";
import { BOOKING_COOKIE } from "./my-booking.controller.js";

/** Moves of a booking to another stall, for a browser that opened it. */
@ApiTags("mela")
@Controller("api/v1/mela/my-booking/moves")
export class MyBookingMovesController {
  constructor(private readonly myBookingMoves: MyBookingMovesService) {}

  /** The booking's moves, and the stalls that it can move to with what each costs. */
  @ApiCookieAuth(BOOKING_COOKIE.name)
  @Get()
  @ApiOkResponse({ type: MyMovesResponse })
  @ApiErrors(["booking_link_invalid", "booking_ended"])
  getMyMoves(@Req() request: FastifyRequest): Promise<MyMovesResponse> {
    return this.myBookingMoves.view(BOOKING_COOKIE.read(request));
  }

  /** Moves the booking to a free stall, or keeps a dearer one until the difference is paid. */
  @ApiCookieAuth(BOOKING_COOKIE.name)
  @Post()
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: MyMovesResponse })
  @ApiErrors([
    ...(["invalid_request", "booking_link_invalid", "booking_not_sold", "booking_ended", "stall_not_found"] as const),
    ...([
      "stall_sold",
      "stall_reserved",
      "stall_blocked",
      "sales_paused",
      "sales_closed",
      "moves_not_offered",
    ] as const),
    ...(["event_cancelled", "event_archived", "move_open", "refund_running", "move_quote_changed"] as const),
    "rate_limited",
  ])
  askMyMove(@Req() request: FastifyRequest, @Body() dto: AskMoveDto): Promise<MyMovesResponse> {
    return this.myBookingMoves.ask(BOOKING_COOKIE.read(request), dto);
  }

  /** Starts or continues the payment of a move; the hosted page returns to the booking. */
  @ApiCookieAuth(BOOKING_COOKIE.name)
  @AsksForProof()
  @Post(":id/pay")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: InitiateResponse })
  @ApiErrors(
    [
      ...(["booking_link_invalid", "move_over", "event_cancelled", "sales_paused", "order_closing"] as const),
      ...(["already_paid", "order_refused", "provider_unavailable", "rate_limited"] as const),
    ],
    InitiateErrorResponse,
  )
  payMyMove(
    @CurrentVisitor() visitor: Visitor,
    @Req() request: FastifyRequest,
    @Param("id", IdParam) moveId: string,
  ): Promise<InitiateResponse> {
    return this.myBookingMoves.pay(BOOKING_COOKIE.read(request), moveId, visitor);
  }

  /** Says no to a move that waits for its money. */
  @ApiCookieAuth(BOOKING_COOKIE.name)
  @Post(":id/withdraw")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: MyMovesResponse })
  @ApiErrors(["booking_link_invalid", "booking_ended", "move_over"])
  withdrawMyMove(@Req() request: FastifyRequest, @Param("id", IdParam) moveId: string): Promise<MyMovesResponse> {
    return this.myBookingMoves.withdraw(BOOKING_COOKIE.read(request), moveId);
  }
}
