import { createHash } from "node:crypto";
import { createReadStream, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Controller, Get, Param, Res } from "@nestjs/common";
import { ApiExcludeController } from "@nestjs/swagger";
import { CATEGORIES } from "@sakhi/domain/catalogue/categories";
import { PICTURES_VERSION } from "@sakhi/domain/site/routes";
import type { FastifyReply } from "fastify";
import { BACKEND } from "../platform/folders.js";
import { HttpError } from "../platform/http/error-response.js";

const FOLDER = fileURLToPath(new URL("assets/pictures", BACKEND));

/** A picture's key (a slug or an id), optionally followed by the number of a further picture of the same item. */
const FILE = /^(?<key>(?<base>[\p{L}\p{M}\p{N}-]{1,100}?)(?:-(?<nth>[1-9]\d{0,3}))?)\.svg$/u;

/**
 * Illustrations and logos. The demonstration's have their own files; any other key gets one of its category's, always
 * the same for an address, so that responses are immutable.
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

  /** @throws HttpError not_found for an unknown category or a malformed name */
  private async send(reply: FastifyReply, folder: string, file: string): Promise<void> {
    const files = this.files.get(folder);
    const { key, base = "", nth = "1" } = FILE.exec(file)?.groups ?? {};
    if (files === undefined || key === undefined) throw new HttpError("not_found");
    // Further pictures of an item follow its first one, so that none repeats.
    const own = files.indexOf(`${base}.svg`);
    const first = own >= 0 ? own : createHash("sha1").update(base).digest().readUInt32BE();
    const chosen = files.includes(file) ? file : files[(first + Number(nth) - 1) % files.length];
    await reply
      .header("cache-control", "public, max-age=31536000, immutable")
      // An SVG opened directly is a document: forbid scripts and requests.
      .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header("cross-origin-resource-policy", "cross-origin")
      .type("image/svg+xml; charset=utf-8")
      .send(createReadStream(`${FOLDER}/${folder}/${chosen}`));
  }
}
