import { readFile, readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import { Inject, Injectable, Logger, type OnModuleInit } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import type { FastifyInstance } from "fastify";
import { HttpError } from "../platform/http/error-response.js";
import { type DrawnView, SitePageBytes } from "./site-page.js";

/** Where the frontend's build puts the site. */
export const BUILT_SITE = fileURLToPath(new URL("../../../frontend/dist/site", import.meta.url));

/** Token of the folder that holds the built site. */
export const SITE_FOLDER = Symbol("SITE_FOLDER");

const PAGE = "/index.html";
/** Files whose names change with their content. */
const ASSETS = "assets";
/** Where the head and the first view of each page belong; see frontend/index.html. */
const HEAD_MARKER = "<!--app-head-->";
const VIEW_MARKER = "<!--first-view-->";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".json": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

/** Files of each screen by its address, as PATHS has it; see frontend/vite.config.ts. */
const SCREENS = ".vite/screens.json";

/** Heads that are kept with one view: pages around what is the visitor's own differ in nothing else. */
const MAX_HEADS = 20;

/** One file beside the page. */
interface SiteFile {
  readonly bytes: Buffer;
  readonly type: string;
}

/**
 * The built single page application. The page and the few files beside it are read once at start; the assets are
 * @fastify/static's, which sends the copies that the build compressed (frontend/vite.config.ts).
 */
@Injectable()
export class SiteFiles implements OnModuleInit {
  /** By view and head. */
  private readonly pages = new WeakMap<DrawnView, Map<string, SitePageBytes>>();
  private readonly files = new Map<string, SiteFile>();
  private screens: Readonly<Record<string, readonly string[]>> = {};
  private readonly logger = new Logger("Site");

  constructor(
    @Inject(SITE_FOLDER) private readonly folder: string,
    private readonly host: HttpAdapterHost,
  ) {}

  async onModuleInit(): Promise<void> {
    const entries = await readdir(this.folder, { withFileTypes: true }).catch(() => []);
    for (const { name } of entries.filter((found) => found.isFile())) {
      const bytes = await readFile(join(this.folder, name));
      this.files.set(`/${name}`, { bytes, type: TYPES[extname(name)] ?? "application/octet-stream" });
    }
    if (!this.files.has(PAGE)) this.logger.warn("The site is not built; only the API is served.");
    if (entries.some(({ name }) => name === ASSETS)) this.serveAssets();
    const screens = await readFile(join(this.folder, SCREENS), "utf8").catch(() => "{}");
    this.screens = JSON.parse(screens) as typeof this.screens;
  }

  private serveAssets(): void {
    // Not waited for: that would begin to boot Fastify before Nest has set its error handler.
    void this.host.httpAdapter
      .getInstance<FastifyInstance>()
      .register(fastifyStatic, {
        root: join(this.folder, ASSETS),
        prefix: `/${ASSETS}/`,
        decorateReply: false,
        index: false,
        preCompressed: true,
        immutable: true,
        maxAge: "365d",
      });
  }

  /** The file at this path, but for the page itself, which is only sent with a head. */
  find(path: string): SiteFile | undefined {
    return path === PAGE ? undefined : this.files.get(path);
  }

  /**
   * The single page application with this head, and the screen's files named in it. Kept for as long as the view is, so
   * that it is compressed once and not for each visitor; the head is written for each, and as a rule it is the same.
   *
   * @param view what is seen before any script has run
   * @param path of the screen, as SITE_PAGES has it
   * @throws HttpError service_unavailable when the site is not built
   */
  page(head: string, view: DrawnView, path = ""): SitePageBytes {
    const ofView = this.pages.get(view) ?? new Map<string, SitePageBytes>();
    this.pages.set(view, ofView);
    const key = `${path}\n${head}`;
    const known = ofView.get(key);
    if (known !== undefined) return known;
    const page = new SitePageBytes(this.html(head, view.html, path));
    if (ofView.size >= MAX_HEADS) ofView.clear();
    ofView.set(key, page);
    return page;
  }

  private html(head: string, view: string, path: string): string {
    const page = this.files.get(PAGE);
    if (page === undefined) throw new HttpError("service_unavailable");
    const files = this.screens[path] ?? [];
    // Asked for when the page has been painted: frontend/src/app/start.js.
    const list = JSON.stringify(files.map((file) => `/${file}`));
    const screen = files.length === 0 ? "" : `\n    <script type="application/json" id="screen-files">${list}</script>`;
    return page.bytes
      .toString("utf8")
      .replace(HEAD_MARKER, () => head + screen)
      .replace(VIEW_MARKER, () => view);
  }
}
