import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Inject, Injectable, Logger, type OnModuleInit } from "@nestjs/common";
import type { LiveListingsQueryDto } from "@sakhi/domain/catalogue/listings-query.dto";
import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { CatalogueService } from "../catalogue/catalogue.service.js";
import { describeError, ThrottledLog } from "../platform/log/log.js";
import { withinMs } from "../platform/loops/background-loop.js";
import type { RenderedView } from "./site-page.js";
import { SITE_FOLDER } from "./site-files.js";

type CatalogueResponse = Awaited<ReturnType<CatalogueService["highlights"]>>;

/** Fetches a public API response; undefined if the browser has to fetch it. */
type FetchResponse = (
  path: string,
  params: Readonly<Record<string, unknown>>,
) => Promise<{ readonly json: string; readonly headers: CatalogueResponse["headers"] } | undefined>;

/** The renderer, frontend/src/server/first-view.tsx. */
type FirstView = (address: string, facts: PublicFacts, withContent: boolean, fetch: FetchResponse) => Promise<string>;

/** Fallback when rendering fails or is skipped. */
const EMPTY_VIEW: RenderedView = { html: "" };

/** The server-side bundle, which the build writes next to the site. */
const RENDERER_FILE = "../server/first-view.js";

/** Larger responses are left to the browser, in bytes. */
const MAX_BYTES = 100_000;
/** Timeout for a response in ms; slower ones are left to the browser. */
const MAX_WAIT_MS = 500;

/** Cache lifetime in ms. Short: views show current facts, such as whether stalls are on sale. */
const CACHE_TTL_MS = 10_000;
/** Maximum renders per second, at some 10 ms of CPU each; further pages are sent without a view. */
const MAX_RENDERS_PER_SECOND = 20;
/** Maximum number of cached views, at some 200 kB with their pages: all that can be rendered within the lifetime. */
const MAX_CACHED = (MAX_RENDERS_PER_SECOND * CACHE_TTL_MS) / 1000;

interface CacheEntry {
  readonly view: Promise<RenderedView>;
  readonly renderedAt: number;
}

/**
 * Renders pages on the server, as seen before any script runs (docs/decisions/0023). Pages work without it: they are
 * empty until their script runs. Its data are the cached responses of the public catalogue, so a view has no visitor's
 * data.
 */
@Injectable()
export class FirstViews implements OnModuleInit {
  private readonly cache = new Map<string, CacheEntry>();
  private readonly quiet = new ThrottledLog(new Logger("FirstViews"));
  private renderer: Promise<FirstView | undefined> = Promise.resolve(undefined);
  private second = 0;
  private rendersInSecond = 0;

  constructor(
    @Inject(SITE_FOLDER) private readonly folder: string,
    private readonly catalogue: CatalogueService,
  ) {}

  onModuleInit(): void {
    // Not awaited: the api is ready without the renderer.
    this.renderer = this.load();
  }

  /**
   * The rendered view of an address; empty if the site is not built, rendering fails, or the limit per second is
   * reached. Never rejects.
   *
   * @param address path and query
   * @param withContent false for header and footer only
   */
  async at(address: string, facts: PublicFacts, withContent: boolean): Promise<RenderedView> {
    const now = Date.now();
    const key = `${facts.updatedAt} ${withContent} ${address}`;
    const found = this.cache.get(key);
    if (found !== undefined && now - found.renderedAt < CACHE_TTL_MS) return found.view;
    if (!this.mayRender(now)) return EMPTY_VIEW;
    const view = this.render(address, facts, withContent);
    this.cache.delete(key);
    this.cache.set(key, { view, renderedAt: now });
    for (const oldest of this.cache.keys()) {
      if (this.cache.size <= MAX_CACHED) break;
      this.cache.delete(oldest);
    }
    return view;
  }

  private mayRender(now: number): boolean {
    const second = Math.floor(now / 1000);
    if (second !== this.second) {
      this.second = second;
      this.rendersInSecond = 0;
    }
    this.rendersInSecond += 1;
    return this.rendersInSecond <= MAX_RENDERS_PER_SECOND;
  }

  private async render(address: string, facts: PublicFacts, withContent: boolean): Promise<RenderedView> {
    const firstView = await this.renderer;
    if (firstView === undefined) return EMPTY_VIEW;
    try {
      return { html: await firstView(address, facts, withContent, this.fetchResponse) };
    } catch (error) {
      this.quiet.warn(`cannot render the first view, the page is sent without: ${describeError(error)}`);
      return EMPTY_VIEW;
    }
  }

  /** Undefined for other endpoints, and for responses that are too large, too slow or failed. */
  private readonly fetchResponse: FetchResponse = async (path, params) => {
    const request = this.catalogueResponse(path, params);
    if (request === undefined) return undefined;
    const response = await withinMs(MAX_WAIT_MS, request).catch(() => undefined);
    if (response === undefined || response.json.length > MAX_BYTES) return undefined;
    return { json: response.json.toString(), headers: response.headers };
  };

  private catalogueResponse(
    path: string,
    params: Readonly<Record<string, unknown>>,
  ): Promise<CatalogueResponse> | undefined {
    // Not validated: the parameters come from our own generated API client.
    const query = params as LiveListingsQueryDto;
    switch (path) {
      case "/api/v1/listings/highlights":
        return this.catalogue.highlights();
      case "/api/v1/listings/categories":
        return this.catalogue.categories(query.module);
      case "/api/v1/listings/live":
        return this.catalogue.liveListings(query);
      default:
        return undefined;
    }
  }

  private async load(): Promise<FirstView | undefined> {
    const file = join(this.folder, RENDERER_FILE);
    try {
      const { firstView } = (await import(pathToFileURL(file).href)) as { readonly firstView: FirstView };
      return firstView;
    } catch (error) {
      this.quiet.warn(`cannot load the renderer, all pages are sent without a first view: ${describeError(error)}`);
      return undefined;
    }
  }
}
