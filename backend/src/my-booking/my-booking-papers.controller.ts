import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Req, type StreamableFile } from "@nestjs/common";
import { ApiCookieAuth, ApiCreatedResponse, ApiOkResponse, ApiProduces, ApiTags } from "@nestjs/swagger";
import { GiveAnswersDto } from "@sakhi/domain/papers/answers.dto";
import type { FastifyRequest } from "fastify";
import { paperDownload } from "../papers/papers.response.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { MyBookingPapersService } from "./my-booking-papers.service.js";
import { BOOKING_COOKIE } from "./my-booking.controller.js";
import { MyBookingPapersResponse, PaperTicketResponse } from "./my-booking.response.js";

/** What the event asks of the holder, for a browser that opened her booking. */
@ApiTags("mela")
@Controller("api/v1/mela/my-booking/papers")
export class MyBookingPapersController {
  constructor(private readonly myBookingPapers: MyBookingPapersService) {}

  /** Answers what the event asks, or changes answers, until the event begins. */
  @ApiCookieAuth(BOOKING_COOKIE.name)
  @Post()
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: MyBookingPapersResponse })
  @ApiErrors(["invalid_request", "booking_link_invalid", "paper_not_asked", "papers_closed", "rate_limited"])
  answerPapers(
    @Req() request: FastifyRequest,
    @Body() { answers }: GiveAnswersDto,
  ): Promise<MyBookingPapersResponse | undefined> {
    return this.myBookingPapers.answer(BOOKING_COOKIE.read(request), answers);
  }

  /** Permission to upload the file that answers a question, resumable, at `/api/v1/uploads`. */
  @ApiCookieAuth(BOOKING_COOKIE.name)
  @Post(":key/upload")
  @ApiCreatedResponse({ type: PaperTicketResponse })
  @ApiErrors(["booking_link_invalid", "paper_not_asked", "papers_closed", "rate_limited"])
  issuePaperTicket(@Req() request: FastifyRequest, @Param("key") key: string): Promise<PaperTicketResponse> {
    return this.myBookingPapers.uploadTicket(BOOKING_COOKIE.read(request), key);
  }

  /** A file that was uploaded for the booking. */
  @ApiCookieAuth(BOOKING_COOKIE.name)
  @Get(":key/file")
  @ApiProduces("application/octet-stream")
  @ApiOkResponse({ schema: { type: "string", format: "binary" } })
  @ApiErrors(["booking_link_invalid", "not_found"])
  async getMyPaper(@Req() request: FastifyRequest, @Param("key") key: string): Promise<StreamableFile> {
    return paperDownload(await this.myBookingPapers.file(BOOKING_COOKIE.read(request), key));
  }
}
