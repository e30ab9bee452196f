import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Inject, Injectable, Logger, type OnModuleInit } from "@nestjs/common";
import type { LiveListingsQueryDto } from "@sakhi/domain/catalogue/listings-query.dto";
import { publicFacts, type PublicFacts } from "@sakhi/domain/events/event-facts";
import type { NamedEventDto } from "@sakhi/domain/fields/named-event.dto";
import { FIRST_LANGUAGE, type LanguageCode, SITE_LANGUAGES } from "@sakhi/domain/languages/language-paths";
import { CatalogueService } from "../catalogue/catalogue.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { describeError, ThrottledLog } from "../platform/log/log.js";
import { withinMs } from "../platform/loops/background-loop.js";
import { LayoutService, planHeader } from "../stalls/layout.service.js";
import { ListedEventsService } from "../stalls/listed-events.service.js";
import { SITE_FOLDER } from "./site-files.js";
import type { RenderedView } from "./site-page.js";

/** A cached response of a public call. */
interface PublicResponse {
  readonly json: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Fetches a public API response; undefined if the browser has to fetch it. */
type FetchResponse = (
  path: string,
  params: Readonly<Record<string, unknown>>,
) => Promise<{ readonly json: string; readonly headers: PublicResponse["headers"] } | undefined>;

/** The renderer, frontend/src/server/first-view.tsx. */
type FirstView = (
  address: string,
  facts: PublicFacts,
  withContent: boolean,
  fetch: FetchResponse,
) => Promise<RenderedView>;

/** Fallback when rendering fails or is skipped. */
const EMPTY_VIEW: RenderedView = { styles: "", html: "" };

/** The server-side bundle of a language, which the build writes next to the site. */
const rendererFile = (language: LanguageCode): string =>
  `../server/${language === FIRST_LANGUAGE ? "" : `${language}/`}first-view.js`;

/** Larger responses are left to the browser, in bytes: a page of 20 products with 60 pictures has 140 kB, 30 compressed. */
const MAX_BYTES = 200_000;
/** Timeout for a response in ms; slower ones are left to the browser. */
const MAX_WAIT_MS = 500;

/** Cache lifetime in ms. Short: views show current facts, such as whether stalls are on sale. */
const CACHE_TTL_MS = 10_000;
/**
 * Age in ms from which a view of the floor plan is rendered again if the plan has changed since: at most twice a second,
 * however many stalls are taken in the opening minute.
 */
export const PLAN_VIEW_MS = 500;

/**
 * Pages by how many addresses they have, which strangers can call at will:
 *
 * - `fixed`: a page's own address; there are a few dozen
 * - `named`: the address of a category, brand or event of the catalogue
 * - `other`: with parameters, or with a name that nobody has; any number
 */
export type ViewKind = "fixed" | "named" | "other";

/** How an address is rendered. */
interface ViewOptions {
  readonly language: LanguageCode;
  /** False for header and footer only. */
  readonly withContent: boolean;
  readonly kind: ViewKind;
  /** The event whose floor plan the page shows. */
  readonly planOf: number | undefined;
}

/**
 * Maximum renders per second, at some 10 to 30 ms of CPU each; further pages are sent without a view. Each kind has its
 * own ceiling and cache, so that invented addresses keep no real page from being rendered.
 */
const MAX_RENDERS_PER_SECOND: Readonly<Record<ViewKind, number>> = { fixed: Infinity, named: 20, other: 5 };
/** Maximum number of cached views, at some 200 kB with their pages: all that can be rendered within the lifetime. */
const MAX_CACHED: Readonly<Record<ViewKind, number>> = { fixed: 100, named: 200, other: 50 };

/** The parameters that change a page; all others, such as those of links in advertisements, share its view. */
const VIEW_PARAMETERS = ["brand", "category", "module", "renew", "sort", "status", "step", "tab", "type", "view"];

/** The address that a page is rendered at: its path, and the parameters that change it, in one order. */
export function viewAddress(pathname: string, query: URLSearchParams): string {
  const known = VIEW_PARAMETERS.flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });
  return known.length === 0 ? pathname : `${pathname}?${new URLSearchParams(known).toString()}`;
}

/**
 * @param address of {@link viewAddress}
 * @param path in SITE_PAGES; `:name` is a path parameter
 */
export function viewKind(address: string, path: string, status: number): ViewKind {
  if (status !== 200 || address.includes("?")) return "other";
  return path.includes(":") ? "named" : "fixed";
}

function asResponse(value: unknown): PublicResponse {
  return { json: Buffer.from(JSON.stringify(value)), headers: {} };
}

interface CacheEntry {
  readonly view: Promise<RenderedView>;
  readonly renderedAt: number;
  /** Version of the floor plan that it shows, if any. */
  readonly plan: string | undefined;
}

/**
 * Renders pages on the server, as seen before any script runs (docs/decisions/0023). Pages work without it: they are
 * empty until their script runs. Its data are the cached responses of the public catalogue and the floor plan, so a view
 * has no visitor's data.
 */
@Injectable()
export class PageRendererService implements OnModuleInit {
  private readonly caches: Readonly<Record<ViewKind, Map<string, CacheEntry>>> = {
    fixed: new Map(),
    named: new Map(),
    other: new Map(),
  };
  private readonly quiet = new ThrottledLog(new Logger("PageRenderer"));
  private readonly renderers = new Map<LanguageCode, Promise<FirstView | undefined>>();
  private second = 0;
  private rendersInSecond: Record<ViewKind, number> = { fixed: 0, named: 0, other: 0 };

  constructor(
    @Inject(SITE_FOLDER) private readonly folder: string,
    private readonly catalogue: CatalogueService,
    private readonly layout: LayoutService,
    private readonly eventFacts: EventFactsService,
    private readonly listedEvents: ListedEventsService,
  ) {}

  onModuleInit(): void {
    // Not awaited: the api is ready without the renderers.
    for (const language of SITE_LANGUAGES) this.renderers.set(language, this.load(language));
  }

  /**
   * The rendered view of an address; empty if the site is not built, rendering fails, or the limit per second is
   * reached. Never rejects.
   *
   * @param address of {@link viewAddress}
   */
  async at(address: string, facts: PublicFacts, options: ViewOptions): Promise<RenderedView> {
    const { language, withContent, kind, planOf } = options;
    const cache = this.caches[kind];
    const key = `${language} ${facts.updatedAt} ${withContent} ${address}`;
    const found = cache.get(key);
    const age = Date.now() - (found?.renderedAt ?? 0);
    const showsPlan = planOf !== undefined;
    if (found !== undefined && age < (showsPlan ? PLAN_VIEW_MS : CACHE_TTL_MS)) return found.view;
    const plan = showsPlan ? await this.planVersion(planOf) : undefined;
    // Others may have rendered it while the plan was read.
    const latest = cache.get(key);
    if (latest !== undefined && latest !== found) return latest.view;
    if (found !== undefined && age < CACHE_TTL_MS && found.plan === plan) return found.view;
    const now = Date.now();
    if (!this.mayRender(kind, now)) return (showsPlan ? found?.view : undefined) ?? EMPTY_VIEW;
    const view = this.render(address, facts, options);
    cache.delete(key);
    cache.set(key, { view, renderedAt: now, plan });
    for (const oldest of cache.keys()) {
      if (cache.size <= MAX_CACHED[kind]) break;
      cache.delete(oldest);
    }
    return view;
  }

  private async planVersion(eventId: number): Promise<string | undefined> {
    const layout = await withinMs(MAX_WAIT_MS, this.layout.current(eventId)).catch(() => undefined);
    return layout?.version;
  }

  private mayRender(kind: ViewKind, now: number): boolean {
    const second = Math.floor(now / 1000);
    if (second !== this.second) {
      this.second = second;
      this.rendersInSecond = { fixed: 0, named: 0, other: 0 };
    }
    this.rendersInSecond[kind] += 1;
    return this.rendersInSecond[kind] <= MAX_RENDERS_PER_SECOND[kind];
  }

  private async render(
    address: string,
    facts: PublicFacts,
    { language, withContent }: ViewOptions,
  ): Promise<RenderedView> {
    const firstView = await this.renderers.get(language);
    if (firstView === undefined) return EMPTY_VIEW;
    try {
      return await firstView(address, facts, withContent, this.fetchResponse);
    } catch (error) {
      this.quiet.warn(`cannot render the first view, the page is sent without: ${describeError(error)}`);
      return EMPTY_VIEW;
    }
  }

  /** Undefined for other endpoints, and for responses that are too large, too slow or failed. */
  private readonly fetchResponse: FetchResponse = async (path, params) => {
    const request = this.publicResponse(path, params);
    if (request === undefined) return undefined;
    const response = await withinMs(MAX_WAIT_MS, request).catch(() => undefined);
    if (response === undefined || response.json.length > MAX_BYTES) return undefined;
    return { json: response.json.toString(), headers: response.headers };
  };

  private publicResponse(path: string, params: Readonly<Record<string, unknown>>): Promise<PublicResponse> | undefined {
    // Not validated: the parameters come from our own generated API client.
    const query = params as LiveListingsQueryDto & NamedEventDto;
    switch (path) {
      case "/api/v1/listings/highlights":
        return this.catalogue.highlights();
      case "/api/v1/listings/categories":
        return this.catalogue.categories(query.module);
      case "/api/v1/listings/live":
        return this.catalogue.liveListings(query);
      case "/api/v1/mela/layout":
        return this.layoutOf(query.event);
      case "/api/v1/mela/facts":
        return this.factsOf(query.event);
      case "/api/v1/mela/events":
        return this.listedEvents.all().then(asResponse);
      default:
        return undefined;
    }
  }

  private async layoutOf(event: string | undefined): Promise<PublicResponse> {
    const { id, slug } = await this.eventFacts.resolve(event);
    return { json: (await this.layout.current(id)).json, headers: planHeader(slug) };
  }

  private async factsOf(event: string | undefined): Promise<PublicResponse> {
    const { id } = await this.eventFacts.resolve(event);
    const { facts } = await this.eventFacts.of(id);
    const { sales, at } = await this.eventFacts.sales(id);
    return asResponse({ ...publicFacts(facts), sales, serverTime: at.toISOString() });
  }

  private async load(language: LanguageCode): Promise<FirstView | undefined> {
    const file = join(this.folder, rendererFile(language));
    try {
      const { firstView } = (await import(pathToFileURL(file).href)) as { readonly firstView: FirstView };
      return firstView;
    } catch (error) {
      this.quiet.warn(`cannot load the renderer, all pages are sent without a first view: ${describeError(error)}`);
      return undefined;
    }
  }
}
