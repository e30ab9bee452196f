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
import { oneLine } from "@sakhi/domain/fields/characters";
import { UPLOADS_PATH } from "@sakhi/domain/uploads/upload.rules";
import type { FastifyReply, FastifyRequest } from "fastify";
import { HttpError } from "../platform/http/error-response.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { bytesIn, UPLOAD_TYPE } from "../platform/http/request-hooks.js";
import { UploadKinds } from "./upload-kinds.js";
import type { UploadStatus } from "./upload-receiver.js";

/** Version of the protocol (tus.io), which its clients expect in every response. */
const TUS = { "tus-resumable": "1.0.0", "cache-control": "no-store" } as const;

/** Longest name of a file that is read, in characters of its header. */
const NAME_LENGTH = 2000;

/** The file's name of tus' `Upload-Metadata`, on one line: pairs of a key and a value in Base64. Empty without one. */
function nameIn(metadata: string | undefined): string {
  const [, coded = ""] = /(?:^|,)\s*filename ([\w+/=]+)/.exec((metadata ?? "").slice(0, NAME_LENGTH)) ?? [];
  return oneLine(Buffer.from(coded, "base64").toString("utf8"));
}

/**
 * Every upload of the product, resumable, with the protocol tus 1.0 (core, creation, termination), which is no JSON. The header
 * `Upload-Ticket` says what it is for and whose it is. The former address is for pages that were open while the product was updated.
 *
 * Not `@tus/server`: it would replace these lines by more, and none of the receiver's (docs/decisions/0089-one-upload.md).
 */
@ApiExcludeController()
@Controller([UPLOADS_PATH, "/api/v1/picture-uploads"])
export class UploadsController {
  constructor(private readonly kinds: UploadKinds) {}

  /** Starts an upload of `Upload-Length` bytes; its address is in Location. */
  @Post()
  async startUpload(
    @Headers("upload-ticket") ticket = "",
    @Headers("upload-length") length: string | undefined,
    @Headers("upload-metadata") metadata: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const upload = { ticket, bytes: bytesIn(length), name: nameIn(metadata), address: request.ip };
    const id = await this.kinds.receiverOf(ticket).start(upload);
    await reply
      .code(HttpStatus.CREATED)
      .headers({ ...TUS, location: `${UPLOADS_PATH}/${id}` })
      .send();
  }

  /** Where the upload continues. Before `@Get`, whose own HEAD would take its place. */
  @Head(":id")
  async uploadOffset(
    @Headers("upload-ticket") ticket = "",
    @Param("id", IdParam) id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { received, bytes } = await this.kinds.receiverOf(ticket).offset(ticket, id);
    await reply.headers({ ...TUS, "upload-offset": String(received), "upload-length": String(bytes) }).send();
  }

  /** Whether it is checked, or why it was refused. */
  @Get(":id")
  uploadStatus(@Headers("upload-ticket") ticket = "", @Param("id", IdParam) id: string): Promise<UploadStatus> {
    return this.kinds.receiverOf(ticket).status(ticket, id);
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
    const received = await this.kinds.receiverOf(ticket).append(ticket, id, bytesIn(offset), body);
    await reply
      .code(HttpStatus.NO_CONTENT)
      .headers({ ...TUS, "upload-offset": String(received) })
      .send();
  }

  /** Ends the upload, or deletes what was made of it. */
  @Delete(":id")
  @HttpCode(HttpStatus.NO_CONTENT)
  async cancelUpload(
    @Headers("upload-ticket") ticket = "",
    @Param("id", IdParam) id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.kinds.receiverOf(ticket).cancel(ticket, id);
    await reply.code(HttpStatus.NO_CONTENT).headers(TUS).send();
  }
}
