import { Controller, Get, Param, Res } from "@nestjs/common";
import { ApiExcludeController } from "@nestjs/swagger";
import { resolveCategory } from "@sakhi/domain/catalogue/categories";
import { isCatalogueModule } from "@sakhi/domain/catalogue/modules";
import type { FastifyReply } from "fastify";
import { HttpError } from "../../platform/http/error-response.js";
import { DRAWING_VERSION, logoDrawing, productDrawing } from "./drawing.js";
import type { Subject } from "./drawing.js";

/** The key of a drawing: a slug or an id, and nothing that means anything in a path or in SVG. */
const FILE = /^([\p{L}\p{M}\p{N}-]{1,100})\.svg$/u;

/** Pictures we draw ourselves: always the same for the same address, so they may be kept for good. */
@ApiExcludeController()
@Controller(`images/${DRAWING_VERSION}`)
export class DrawingsController {
  /** A brand's logo. */
  @Get("brands/:module/:slug/:file")
  async logo(
    @Param("module") module: string,
    @Param("slug") slug: string,
    @Param("file") file: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await send(reply, logoDrawing(subjectOf(module, slug, file)));
  }

  /** The picture of a listing, or of a category by its slug. */
  @Get(":module/:slug/:file")
  async product(
    @Param("module") module: string,
    @Param("slug") slug: string,
    @Param("file") file: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await send(reply, productDrawing(subjectOf(module, slug, file)));
  }
}

/** @throws HttpError not_found for a category we do not have, or any other name */
function subjectOf(module: string, slug: string, file: string): Subject {
  const key = FILE.exec(file)?.[1];
  if (key === undefined || !isCatalogueModule(module)) throw new HttpError("not_found");
  if (resolveCategory(module, slug)?.slug !== slug) throw new HttpError("not_found");
  return { module, slug, key };
}

async function send(reply: FastifyReply, svg: string): Promise<void> {
  await reply
    .header("cache-control", "public, max-age=31536000, immutable")
    // Opened by itself it is a document: it may do nothing.
    .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header("cross-origin-resource-policy", "cross-origin")
    .type("image/svg+xml; charset=utf-8")
    .send(svg);
}
