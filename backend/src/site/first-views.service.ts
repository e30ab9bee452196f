import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Inject, Injectable, Logger, type OnModuleInit } from "@nestjs/common";
import type { LiveListingsQueryDto } from "@sakhi/domain/catalogue/listings-query.dto";
import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { CatalogueService } from "../catalogue/catalogue.service.js";
import { describeError, QuietLog } from "../platform/log/log.js";
import { withinMs } from "../platform/loops/background-loop.js";
import type { DrawnView } from "./site-page.js";
import { SITE_FOLDER } from "./site-files.js";

type CatalogueAnswer = Awaited<ReturnType<CatalogueService["highlights"]>>;

/** Gives the answer of the API to anybody, by path and query; undefined where the browser has to ask. */
type Ask = (
  path: string,
  params: Readonly<Record<string, unknown>>,
) => Promise<{ readonly json: string; readonly headers: CatalogueAnswer["headers"] } | undefined>;

/** frontend/src/server/first-view.tsx. */
type FirstView = (address: string, facts: PublicFacts, whole: boolean, ask: Ask) => Promise<string>;

/** Sent where none could be drawn. */
const NO_VIEW: DrawnView = { html: "" };

/** The pages' own code, as the build puts it beside the site. */
const PROGRAM = "../server/first-view.js";

/** Longer answers make no first view, in bytes: the browser asks for them. */
const MAX_BYTES = 100_000;
/** A page waits no longer for an answer, in ms: then the browser asks for it. */
const MAX_WAIT_MS = 500;

/** How long a view is sent again, in ms: some say what is so at this moment, such as whether stalls are sold. */
const KEPT_MS = 10_000;
/** Views drawn at most in a second, some 10 ms of processor each: beyond that a page is sent without. */
const MOST_DRAWN = 20;
/** Views kept at most, with their pages some 200 kB each: all that can be drawn while one is kept. */
const MOST_KEPT = (MOST_DRAWN * KEPT_MS) / 1000;

interface Kept {
  readonly view: Promise<DrawnView>;
  readonly drawnAt: number;
}

/**
 * Draws what a visitor sees of a page before any script has run (docs/decisions/0023). A page without it works as well: it
 * is empty until its script has come. What the API answers the screen first are the very bytes that the public calls keep
 * and send (backend/src/catalogue/catalogue.controller.ts): no visitor is known here, so that nothing of one can be in it.
 */
@Injectable()
export class FirstViews implements OnModuleInit {
  private readonly kept = new Map<string, Kept>();
  private readonly quiet = new QuietLog(new Logger("FirstViews"));
  private program: Promise<FirstView | undefined> = Promise.resolve(undefined);
  private second = 0;
  private drawnInSecond = 0;

  constructor(
    @Inject(SITE_FOLDER) private readonly folder: string,
    private readonly catalogue: CatalogueService,
  ) {}

  onModuleInit(): void {
    // Not waited for: the api is ready without it.
    this.program = this.load();
  }

  /**
   * The first view of an address, an empty one where there is none: the pages are not built, or too many were asked for in this
   * second. Never fails.
   *
   * @param address path and query
   * @param whole false: header and footer only
   */
  async at(address: string, facts: PublicFacts, whole: boolean): Promise<DrawnView> {
    const now = Date.now();
    const key = `${facts.updatedAt} ${whole} ${address}`;
    const found = this.kept.get(key);
    if (found !== undefined && now - found.drawnAt < KEPT_MS) return found.view;
    if (!this.mayDraw(now)) return NO_VIEW;
    const view = this.draw(address, facts, whole);
    this.kept.delete(key);
    this.kept.set(key, { view, drawnAt: now });
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MOST_KEPT) break;
      this.kept.delete(oldest);
    }
    return view;
  }

  private mayDraw(now: number): boolean {
    const second = Math.floor(now / 1000);
    if (second !== this.second) {
      this.second = second;
      this.drawnInSecond = 0;
    }
    this.drawnInSecond += 1;
    return this.drawnInSecond <= MOST_DRAWN;
  }

  private async draw(address: string, facts: PublicFacts, whole: boolean): Promise<DrawnView> {
    const firstView = await this.program;
    if (firstView === undefined) return NO_VIEW;
    try {
      return { html: await firstView(address, facts, whole, this.answer) };
    } catch (error) {
      this.quiet.warn(`cannot draw the first view: ${describeError(error)}`);
      return NO_VIEW;
    }
  }

  /** None where another call is asked for, or the answer is too long, too late or fails. */
  private readonly answer: Ask = async (path, params) => {
    const asked = this.catalogueAnswer(path, params);
    if (asked === undefined) return undefined;
    const answer = await withinMs(MAX_WAIT_MS, asked).catch(() => undefined);
    if (answer === undefined || answer.json.length > MAX_BYTES) return undefined;
    return { json: answer.json.toString(), headers: answer.headers };
  };

  private catalogueAnswer(
    path: string,
    params: Readonly<Record<string, unknown>>,
  ): Promise<CatalogueAnswer> | undefined {
    // As the generated calls have them: it is the screens' own code that asks.
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
    const file = join(this.folder, PROGRAM);
    try {
      const { firstView } = (await import(pathToFileURL(file).href)) as { readonly firstView: FirstView };
      return firstView;
    } catch (error) {
      this.quiet.warn(`the pages are sent without a first view: ${describeError(error)}`);
      return undefined;
    }
  }
}
