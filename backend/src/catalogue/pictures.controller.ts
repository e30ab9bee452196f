import { createHash } from "node:crypto";
import { createReadStream, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Controller, Get, Param, Res } from "@nestjs/common";
import { ApiExcludeController } from "@nestjs/swagger";
import { CATEGORIES } from "@sakhi/domain/catalogue/categories";
import { PICTURES_VERSION } from "@sakhi/domain/site/routes";
import type { FastifyReply } from "fastify";
import { HttpError } from "../platform/http/error-response.js";

const FOLDER = fileURLToPath(new URL("../../assets/pictures", import.meta.url));

/** A picture's key, a slug or an id; it may end with the number of a further picture of the same thing. */
const FILE = /^(?<key>(?<base>[\p{L}\p{M}\p{N}-]{1,100}?)(?:-(?<nth>[1-9]\d{0,3}))?)\.svg$/u;

/**
 * Drawn pictures and logos. The demonstration's have files of their own; any other key gets one of its category's,
 * always the same for the same address, so that it may be kept for good.
 */
@ApiExcludeController()
@Controller(`images/${PICTURES_VERSION}`)
export class PicturesController {
  private readonly files = new Map(
    CATEGORIES.flatMap(({ module, slug }) => [`${module}/${slug}`, `brands/${module}/${slug}`]).map((folder) => [
      folder,
      readdirSync(`${FOLDER}/${folder}`).toSorted(),
    ]),
  );

  /** A brand's logo. */
  @Get("brands/:module/:slug/:file")
  async logo(
    @Param("module") module: string,
    @Param("slug") slug: string,
    @Param("file") file: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.send(reply, `brands/${module}/${slug}`, file);
  }

  /** The picture of a listing, or of a category by its slug. */
  @Get(":module/:slug/:file")
  async picture(
    @Param("module") module: string,
    @Param("slug") slug: string,
    @Param("file") file: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.send(reply, `${module}/${slug}`, file);
  }

  /** @throws HttpError not_found for a category we do not have, or any other name */
  private async send(reply: FastifyReply, folder: string, file: string): Promise<void> {
    const files = this.files.get(folder);
    const { key, base = "", nth = "1" } = FILE.exec(file)?.groups ?? {};
    if (files === undefined || key === undefined) throw new HttpError("not_found");
    // Further pictures of one thing follow its first, so that none of them shows twice.
    const own = files.indexOf(`${base}.svg`);
    const first = own >= 0 ? own : createHash("sha1").update(base).digest().readUInt32BE();
    const chosen = files.includes(file) ? file : files[(first + Number(nth) - 1) % files.length];
    await reply
      .header("cache-control", "public, max-age=31536000, immutable")
      // Opened by itself it is a document: it may do nothing.
      .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header("cross-origin-resource-policy", "cross-origin")
      .type("image/svg+xml; charset=utf-8")
      .send(createReadStream(`${FOLDER}/${folder}/${chosen}`));
  }
}
