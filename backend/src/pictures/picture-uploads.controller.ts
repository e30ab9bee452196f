import type { Readable } from "node:stream";
import {
  Controller,
  Delete,
  Get,
  Head,
  Headers,
  HttpCode,
  HttpStatus,
  Param,
  Patch,
  Post,
  Req,
  Res,
} from "@nestjs/common";
import { ApiExcludeController } from "@nestjs/swagger";
import type { FastifyReply, FastifyRequest } from "fastify";
import { HttpError } from "../platform/http/error-response.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { bytesIn, UPLOAD_TYPE } from "../platform/http/request-hooks.js";
import { PictureUploadsService } from "./picture-uploads.service.js";
import type { PictureResponse } from "./pictures.response.js";

/** Version of the protocol (tus.io), which its clients expect in every response. */
const TUS = { "tus-resumable": "1.0.0", "cache-control": "no-store" } as const;
const PATH = "api/v1/picture-uploads";

/**
 * Resumable uploads with the protocol tus 1.0 (core, creation, termination), which is no JSON. The header
 * `Upload-Ticket` says whose pictures they are.
 */
@ApiExcludeController()
@Controller(PATH)
export class PictureUploadsController {
  constructor(private readonly pictureUploads: PictureUploadsService) {}

  /** Starts an upload of `Upload-Length` bytes; its address is in Location. */
  @Post()
  async startUpload(
    @Headers("upload-ticket") ticket = "",
    @Headers("upload-length") length: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const id = await this.pictureUploads.start(ticket, bytesIn(length), request.ip);
    await reply
      .code(HttpStatus.CREATED)
      .headers({ ...TUS, location: `/${PATH}/${id}` })
      .send();
  }

  /** Where the upload continues. Before `@Get`, whose own HEAD would take its place. */
  @Head(":id")
  async uploadOffset(
    @Headers("upload-ticket") ticket = "",
    @Param("id", IdParam) id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { received, bytes } = await this.pictureUploads.offset(ticket, id);
    await reply.headers({ ...TUS, "upload-offset": String(received), "upload-length": String(bytes) }).send();
  }

  /** Whether the picture is ready, or why it was refused. */
  @Get(":id")
  uploadStatus(@Headers("upload-ticket") ticket = "", @Param("id", IdParam) id: string): Promise<PictureResponse> {
    return this.pictureUploads.status(ticket, id);
  }

  /** Appends the body at `Upload-Offset`. */
  @Patch(":id")
  async appendUpload(
    @Headers("upload-ticket") ticket = "",
    @Headers("upload-offset") offset: string | undefined,
    @Param("id", IdParam) id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const body = request.body as Readable | undefined;
    if (request.headers["content-type"] !== UPLOAD_TYPE || body === undefined)
      throw new HttpError("unsupported_media_type");
    const received = await this.pictureUploads.append(ticket, id, bytesIn(offset), body);
    await reply
      .code(HttpStatus.NO_CONTENT)
      .headers({ ...TUS, "upload-offset": String(received) })
      .send();
  }

  /** Ends the upload, or deletes the picture. */
  @Delete(":id")
  @HttpCode(HttpStatus.NO_CONTENT)
  async cancelUpload(
    @Headers("upload-ticket") ticket = "",
    @Param("id", IdParam) id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.pictureUploads.cancel(ticket, id);
    await reply.code(HttpStatus.NO_CONTENT).headers(TUS).send();
  }
}
