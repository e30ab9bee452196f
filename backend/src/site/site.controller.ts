import { Controller, Get, Header, Query, Req, Res } from "@nestjs/common";
import { ApiExcludeController } from "@nestjs/swagger";
import type { FastifyReply, FastifyRequest } from "fastify";
import { HttpError } from "../platform/http/error-response.js";
import { renderHead } from "./page-head.js";
import { SiteFiles } from "./site-files.js";
import { SitePages } from "./site-pages.service.js";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HOUR = "public, max-age=3600";

/** The pages of the site and its files, and what announces them to search engines. */
@ApiExcludeController()
@Controller()
export class SiteController {
  constructor(
    private readonly files: SiteFiles,
    private readonly pages: SitePages,
  ) {}

  @Get("robots.txt")
  @Header("Content-Type", "text/plain; charset=utf-8")
  @Header("Cache-Control", HOUR)
  robots(): string {
    return this.pages.robots();
  }

  @Get("sitemap.xml")
  @Header("Content-Type", "application/xml; charset=utf-8")
  @Header("Cache-Control", HOUR)
  sitemapIndex(): Promise<string> {
    return this.pages.sitemapIndex();
  }

  @Get("sitemap-pages.xml")
  @Header("Content-Type", "application/xml; charset=utf-8")
  @Header("Cache-Control", HOUR)
  sitemapPages(): Promise<string> {
    return this.pages.sitemapPages();
  }

  @Get("sitemap-brands.xml")
  @Header("Content-Type", "application/xml; charset=utf-8")
  @Header("Cache-Control", HOUR)
  sitemapBrands(@Query("after") after: unknown): Promise<string> {
    const given = after === undefined || after === "" ? "" : after;
    if (typeof given !== "string" || (given !== "" && !UUID.test(given))) throw new HttpError("not_found");
    return this.pages.sitemapBrands(given);
  }

  /** A file beside the built page; otherwise the single page application, with the head of the page at this address. */
  @Get(["/", "/*"])
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    // By hand: a URL would take "//name" for another site's address, and refuse "/\\".
    const [pathname = "/", ...query] = request.url.split("?");
    const searchParams = new URLSearchParams(query.join("?"));
    if (pathname.startsWith("/api/")) throw new HttpError("not_found");
    const file = this.files.find(pathname);
    if (file !== undefined) {
      await reply.header("Cache-Control", "no-cache").type(file.type).send(file.bytes);
      return;
    }
    const { status, head, path } = await this.pages.view(pathname, searchParams);
    await reply
      .code(status)
      .header("Cache-Control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(this.files.page(renderHead(head), path));
  }
}
