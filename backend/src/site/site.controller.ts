import { Controller, Get, Header, Post, Query, Req, Res } from "@nestjs/common";
import { ApiExcludeController } from "@nestjs/swagger";
import { languageOfPath, pathIn, SITE_LANGUAGES } from "@sakhi/domain/languages/language-paths";
import { SITE_PAGES } from "@sakhi/domain/site/site.pages";
import type { FastifyReply, FastifyRequest } from "fastify";
import { encodingFor } from "../platform/http/accept-encoding.js";
import { HttpError } from "../platform/http/error-response.js";
import { isId } from "../platform/http/id-param.pipe.js";
import { renderHead } from "./page-head.js";
import { PageRendererService, viewAddress, viewKind } from "./page-renderer.service.js";
import { SiteFiles } from "./site-files.js";
import { SitePagesService } from "./site-pages.service.js";
import { SitemapService } from "./sitemap.service.js";

/** Name of the order in the addresses to which a payment returns. */
const ORDER = "order_id";
/** Paths of the pages to which a payment returns. */
const RETURN_PATHS = SITE_PAGES.flatMap(({ path, waitingWith }) =>
  waitingWith === ORDER ? SITE_LANGUAGES.map((language) => pathIn(language, path)) : [],
);

/** Path rendered for unknown addresses. */
const NOT_FOUND_PATH = "/404";
const HOUR = "public, max-age=3600";

/** The cursor of a part of the sitemap. @throws HttpError not_found for what is none */
function cursorIn(after: unknown): string {
  if (typeof after !== "string" || (after !== "" && !isId(after))) throw new HttpError("not_found");
  return after;
}

/** The site's pages and files, robots.txt and the sitemap. */
@ApiExcludeController()
@Controller()
export class SiteController {
  constructor(
    private readonly files: SiteFiles,
    private readonly sitePages: SitePagesService,
    private readonly sitemap: SitemapService,
    private readonly pageRenderer: PageRendererService,
  ) {}

  @Get("robots.txt")
  @Header("Content-Type", "text/plain; charset=utf-8")
  @Header("Cache-Control", HOUR)
  robots(): string {
    return this.sitemap.robots();
  }

  @Get("sitemap.xml")
  @Header("Content-Type", "application/xml; charset=utf-8")
  @Header("Cache-Control", HOUR)
  sitemapIndex(): Promise<string> {
    return this.sitemap.sitemapIndex();
  }

  @Get("sitemap-pages.xml")
  @Header("Content-Type", "application/xml; charset=utf-8")
  @Header("Cache-Control", HOUR)
  sitemapPages(): Promise<string> {
    return this.sitemap.sitemapPages();
  }

  @Get("sitemap-brands.xml")
  @Header("Content-Type", "application/xml; charset=utf-8")
  @Header("Cache-Control", HOUR)
  sitemapBrands(@Query("after") after: unknown = ""): Promise<string> {
    return this.sitemap.sitemapBrands(cursorIn(after));
  }

  @Get("sitemap-products.xml")
  @Header("Content-Type", "application/xml; charset=utf-8")
  @Header("Cache-Control", HOUR)
  sitemapProducts(@Query("after") after: unknown = ""): Promise<string> {
    return this.sitemap.sitemapProducts(cursorIn(after));
  }

  /**
   * A payment provider that returns the browser by a form: redirects it to the page at the same address, with the order
   * of the form if the address has none.
   */
  @Post(RETURN_PATHS)
  async returnFromPayment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const [pathname = "/", query] = request.url.split("?");
    const order = new URLSearchParams(query).get(ORDER) ?? formValue(request.body);
    // Never another path: the address decides nothing else.
    const address =
      order === undefined ? pathname : `${pathname}?${new URLSearchParams({ [ORDER]: order }).toString()}`;
    await reply.header("Cache-Control", "no-store").redirect(address, 303);
  }

  /** Serves a file of the build; otherwise the single page application with the head of this address. */
  @Get(["/", "/*"])
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    // Split by hand: URL would parse "//name" as another host, and reject "/\\".
    const [address = "/", ...query] = request.url.split("?");
    const searchParams = new URLSearchParams(query.join("?"));
    if (address.startsWith("/api/")) throw new HttpError("not_found");
    const file = this.files.find(address);
    if (file !== undefined) {
      if (file.workerScope !== undefined) reply.header("Service-Worker-Allowed", file.workerScope);
      await reply.header("Cache-Control", "no-cache").type(file.type).send(file.bytes);
      return;
    }
    const { language, path: pathname } = languageOfPath(address);
    const { status, head, path, personal, rendered, movedTo, planOf } = await this.sitePages.view(
      pathname,
      searchParams,
      language,
    );
    if (movedTo !== undefined) {
      // The name may be another brand's one day.
      await reply.header("Cache-Control", "no-cache").redirect(movedTo, 301);
      return;
    }
    // A screen says in its own words that a name is unknown.
    const unnamed = path === undefined || personal;
    const shown = rendered ?? (unnamed ? (path ?? NOT_FOUND_PATH) : viewAddress(pathname, searchParams));
    const kind = unnamed ? "fixed" : viewKind(shown, path, status);
    const view = await this.pageRenderer.at(shown, head.facts, {
      language,
      withContent: !personal || rendered !== undefined,
      kind,
      planOf,
    });
    const page = this.files.page(renderHead(head), view, path, language);
    const encoding = encodingFor(request.headers["accept-encoding"]);
    if (encoding !== undefined) reply.header("Content-Encoding", encoding);
    await reply
      .code(status)
      .headers({ "Cache-Control": "no-cache", Vary: "Accept-Encoding", ETag: page.etag })
      .type("text/html; charset=utf-8")
      .send(await page.body(encoding));
  }
}

/** The order in a posted form. */
function formValue(body: unknown): string | undefined {
  const value = typeof body === "object" && body !== null ? (body as Record<string, unknown>)[ORDER] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}
