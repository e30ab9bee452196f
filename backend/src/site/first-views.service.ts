import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Inject, Injectable, Logger, type OnModuleInit } from "@nestjs/common";
import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { describeError, QuietLog } from "../platform/log/log.js";
import { PublicAnswers } from "./public-answers.service.js";
import type { DrawnView } from "./site-page.js";
import { SITE_FOLDER } from "./site-files.js";

/** frontend/src/server/first-view.tsx. */
type FirstView = (
  address: string,
  facts: PublicFacts,
  whole: boolean,
  ask: PublicAnswers["to"],
) => Promise<string>;

/** Sent where none could be drawn. */
const NO_VIEW: DrawnView = { html: "" };

/** The pages' own code, as the build puts it beside the site. */
const PROGRAM = "../server/first-view.js";

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
 * is empty until its script has come.
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
    private readonly answers: PublicAnswers,
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
      const ask: PublicAnswers["to"] = (path, params) => this.answers.to(path, params);
      return { html: await firstView(address, facts, whole, ask) };
    } catch (error) {
      this.quiet.warn(`cannot draw the first view: ${describeError(error)}`);
      return NO_VIEW;
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
