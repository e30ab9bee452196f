import { Controller, Get, Param, Res } from "@nestjs/common";
import { ApiExcludeController } from "@nestjs/swagger";
import { PICTURE_FILES_PATH, PICTURE_TYPES, pictureFormatOf } from "@sakhi/domain/pictures/picture.rules";
import type { FastifyReply } from "fastify";
import { HttpError } from "../platform/http/error-response.js";
import { PictureFilesService } from "./picture-files.service.js";
import { PictureStoreError } from "./picture-store.js";

/** Serves the files of pictures that are ready, and nothing else. */
@ApiExcludeController()
@Controller(PICTURE_FILES_PATH)
export class PictureFilesController {
  constructor(private readonly pictureFiles: PictureFilesService) {}

  /** @throws HttpError not_found for every other name, service_unavailable while the store does not answer */
  @Get(":name")
  async file(@Param("name") name: string, @Res() reply: FastifyReply): Promise<void> {
    const format = pictureFormatOf(name);
    const bytes = format === undefined ? undefined : await this.read(name);
    if (format === undefined || bytes === undefined) throw new HttpError("not_found");
    await reply
      .header("cache-control", "public, max-age=31536000, immutable")
      // Opened directly it is a document: it runs and loads nothing.
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("x-content-type-options", "nosniff")
      .header("cross-origin-resource-policy", "same-site")
      .header("etag", `"${name}"`)
      .type(PICTURE_TYPES[format])
      .send(bytes);
  }

  private async read(name: string): Promise<Buffer | undefined> {
    try {
      return await this.pictureFiles.served(name);
    } catch (error) {
      if (!(error instanceof PictureStoreError)) throw error;
      throw new HttpError("service_unavailable", {}, { "retry-after": "5" });
    }
  }
}
