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
import { Drawings } from "./drawings.js";

const FOLDER = fileURLToPath(new URL("assets/pictures", BACKEND));

/** A drawing's key: a slug or an id. */
const FILE = /^(?<key>[\p{L}\p{M}\p{N}-]{1,105})\.svg$/u;

/** Drawings and logos. The same address always shows the same one, so that responses are immutable. */
@ApiExcludeController()
@Controller(`images/${PICTURES_VERSION}`)
export class PicturesController {
  private readonly drawings = new Drawings(FOLDER);
  private readonly categories = new Set(CATEGORIES.map(({ module, slug }) => `${module}/${slug}`));

  /** A brand's logo: its own one, or an emblem of its category. */
  @Get("brands/:module/:slug/:file")
  async logo(
    @Param("module") module: string,
    @Param("slug") slug: string,
    @Param("file") file: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const key = this.keyOf(module, slug, file);
    const folder = `brands/${module}/${slug}`;
    const logos = readdirSync(`${FOLDER}/${folder}`).toSorted();
    const emblem = logos[createHash("sha1").update(key).digest().readUInt32BE() % logos.length];
    await this.send(reply, `${folder}/${logos.includes(file) ? file : emblem}`);
  }

  /** The drawing of a listing by the words of its name, or of a category by its slug. */
  @Get(":module/:slug/:file")
  async picture(
    @Param("module") module: string,
    @Param("slug") slug: string,
    @Param("file") file: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.send(reply, this.drawings.choose(`${module}/${slug}`, this.keyOf(module, slug, file)));
  }

  /** @throws HttpError not_found for an unknown category or a malformed name */
  private keyOf(module: string, slug: string, file: string): string {
    const key = FILE.exec(file)?.groups?.["key"];
    if (key === undefined || !this.categories.has(`${module}/${slug}`)) throw new HttpError("not_found");
    return key;
  }

  private async send(reply: FastifyReply, path: string): Promise<void> {
    await reply
      .header("cache-control", "public, max-age=31536000, immutable")
      // An SVG opened directly is a document: forbid scripts and requests.
      .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header("cross-origin-resource-policy", "cross-origin")
      .type("image/svg+xml; charset=utf-8")
      .send(createReadStream(`${FOLDER}/${path}`));
  }
}
