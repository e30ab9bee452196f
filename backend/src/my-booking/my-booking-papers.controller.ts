import type { Readable } from "node:stream";
import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  HttpStatus,
  Param,
  Post,
  Put,
  Req,
  type StreamableFile,
} from "@nestjs/common";
import { ApiCookieAuth, ApiExcludeEndpoint, ApiOkResponse, ApiProduces, ApiTags } from "@nestjs/swagger";
import { GiveAnswersDto } from "@sakhi/domain/papers/answers.dto";
import type { FastifyRequest } from "fastify";
import { paperDownload } from "../papers/papers.response.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { HttpError } from "../platform/http/error-response.js";
import { bytesIn, UPLOAD_TYPE } from "../platform/http/request-hooks.js";
import { percentDecoded } from "../platform/percent-decoding.js";
import { MyBookingPapersService } from "./my-booking-papers.service.js";
import { BOOKING_COOKIE } from "./my-booking.controller.js";
import { MyBookingPapersResponse, type PaperUploadResponse } from "./my-booking.response.js";

/** Longest piece of a file that is accepted, in bytes; a request has 30 seconds to arrive. */
const PIECE_BYTES = 1024 * 1024;

/** All bytes of a piece. @throws HttpError too_large */
async function readPiece(body: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > PIECE_BYTES) throw new HttpError("too_large");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

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

  /**
   * Receives a piece of the file that answers a question: the body has its bytes, the headers say where it begins, how long the
   * file is, and its name (percent-encoded). The last piece replaces an earlier file. No JSON, so not in the description.
   */
  @ApiExcludeEndpoint()
  @Put(":key/file")
  async uploadPaper(
    @Req() request: FastifyRequest,
    @Param("key") key: string,
    @Headers() headers: Readonly<Record<string, string | undefined>>,
  ): Promise<PaperUploadResponse> {
    const body = request.body as Readable | undefined;
    if (headers["content-type"] !== UPLOAD_TYPE || body === undefined) throw new HttpError("unsupported_media_type");
    const piece = {
      name: percentDecoded((headers["upload-name"] ?? "").slice(0, 1000)) ?? "",
      offset: bytesIn(headers["upload-offset"]),
      length: bytesIn(headers["upload-length"]),
      bytes: await readPiece(body),
    };
    return this.myBookingPapers.receive(BOOKING_COOKIE.read(request), key, piece);
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
