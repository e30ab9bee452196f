import { Controller, Get, Param, Query, Res } from "@nestjs/common";
import { ApiExcludeController } from "@nestjs/swagger";
import { PICTURE_FILES_PATH, PICTURE_TYPES, pictureFormatOf } from "@sakhi/domain/pictures/picture.rules";
import type { FastifyReply } from "fastify";
import { HttpError } from "../platform/http/error-response.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { opens } from "./picture-addresses.js";
import { PictureFilesService, type ServedFile } from "./picture-files.service.js";
import { PictureStoreError } from "./picture-store.js";

/** Serves the files of pictures that a published page shows, others to who has their own address, and nothing else. */
@ApiExcludeController()
@Controller(PICTURE_FILES_PATH)
export class PictureFilesController {
  constructor(
    private readonly pictureFiles: PictureFilesService,
    private readonly secrets: Secrets,
  ) {}

  /** @throws HttpError not_found for every other name, service_unavailable while the store does not answer */
  @Get(":name")
  async file(
    @Param("name") name: string,
    @Query() query: { readonly until?: unknown; readonly key?: unknown },
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const format = pictureFormatOf(name);
    const mayBeUnreviewed = opens(this.secrets, name, query, new Date());
    const file = format === undefined ? undefined : await this.read(name, mayBeUnreviewed);
    if (format === undefined || file === undefined) throw new HttpError("not_found");
    await reply
      .header("cache-control", file.isPublic ? "public, max-age=31536000, immutable" : "private, no-store")
      // Opened directly it is a document: it runs and loads nothing.
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("x-content-type-options", "nosniff")
      .header("cross-origin-resource-policy", "same-site")
      .header("etag", `"${name}"`)
      .type(PICTURE_TYPES[format])
      .send(file.bytes);
  }

  private async read(name: string, mayBeUnreviewed: boolean): Promise<ServedFile | undefined> {
    try {
      return await this.pictureFiles.served(name, mayBeUnreviewed);
    } catch (error) {
      if (!(error instanceof PictureStoreError)) throw error;
      throw new HttpError("service_unavailable", {}, { "retry-after": "5" });
    }
  }
}
