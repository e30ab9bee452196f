import { readFile, readdir, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import { Inject, Injectable, Logger, type OnModuleInit } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import {
  FIRST_LANGUAGE,
  type LanguageCode,
  pathIn,
  prefixOf,
  SITE_LANGUAGES,
} from "@sakhi/domain/languages/language-paths";
import { WORKER_PATH, WORKER_REMOVER_PATH } from "@sakhi/domain/site/offline.rules";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { Config } from "../platform/config/config.js";
import { REPOSITORY } from "../platform/folders.js";
import { HttpError } from "../platform/http/error-response.js";
import { type RenderedView, CompressedPage } from "./site-page.js";

/** Output folder of the frontend's build. */
export const BUILT_SITE = fileURLToPath(new URL("frontend/dist/site", REPOSITORY));

/** Token of the folder that holds the built site. */
export const SITE_FOLDER = Symbol("SITE_FOLDER");

const PAGE = "/index.html";
/** Folder of the files with content-hashed names. */
const ASSETS = "assets";
/**
 * The worker that solves proofs of work compiles WebAssembly, which the pages' policy forbids. A worker has the policy of
 * its own file; this one needs nothing else.
 */
const PROOF_WORKER = /^\/assets\/proof\.worker-[\w-]+\.js(?:\?|$)/;
const WASM_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";
/** Placeholders for the head, and for the rendered view and its styles; see frontend/index.html. */
const HEAD_MARKER = "<!--app-head-->";
const STYLES_MARKER = "<!--first-styles-->";
const VIEW_MARKER = "<!--first-view-->";

const SVG = "image/svg+xml; charset=utf-8";
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".svg": SVG,
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".json": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

/** Manifest of each screen's files, by its path in PATHS; see frontend/vite.config.ts. */
const SCREENS = ".vite/screens.json";

/** Maximum number of heads cached per view: personal pages share one view and differ only in their heads. */
const MAX_HEADS = 20;

/** The site in one language. */
interface Build {
  readonly page: string;
  /** By the screen's path in PATHS. */
  readonly screens: Readonly<Record<string, readonly string[]>>;
}

/** The build in a folder; undefined if there is none. */
async function buildIn(folder: string): Promise<Build | undefined> {
  const page = await readFile(join(folder, PAGE), "utf8").catch(() => undefined);
  if (page === undefined) return undefined;
  const screens = await readFile(join(folder, SCREENS), "utf8").catch(() => "{}");
  return { page, screens: JSON.parse(screens) as Build["screens"] };
}

/** A file next to the page. */
interface SiteFile {
  readonly bytes: Buffer;
  readonly type: string;
  /** Of a service worker: the pages that it may answer for, beyond those of its own folder. */
  readonly workerScope?: string;
}

/**
 * The built single page application. The page and the few files next to it are read once at startup; @fastify/static
 * serves the assets, precompressed by the build (frontend/vite.config.ts).
 */
@Injectable()
export class SiteFiles implements OnModuleInit {
  /** By view, then by path and head. */
  private readonly pages = new WeakMap<RenderedView, Map<string, CompressedPage>>();
  private readonly files = new Map<string, SiteFile>();
  /** The page of each language, and the files of its screens. */
  private readonly builds = new Map<LanguageCode, Build>();
  private readonly logger = new Logger("Site");

  constructor(
    @Inject(SITE_FOLDER) private readonly folder: string,
    private readonly host: HttpAdapterHost,
    private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const language of SITE_LANGUAGES) {
      const folder = language === FIRST_LANGUAGE ? this.folder : join(this.folder, language);
      await this.readFiles(folder, prefixOf(language));
      const build = await buildIn(folder);
      if (build !== undefined) this.builds.set(language, build);
    }
    if (!this.files.has(PAGE)) this.logger.warn("The site is not built; only the API is served.");
    const remover = this.files.get(WORKER_REMOVER_PATH);
    // Browsers ask for the worker again with the next page, and the remover takes it away (decision 109).
    if (!this.config.offlinePages && remover !== undefined)
      for (const language of SITE_LANGUAGES) this.files.set(pathIn(language, WORKER_PATH), remover);
    this.allowHomePages();
    const assets = await stat(join(this.folder, ASSETS)).catch(() => undefined);
    if (assets !== undefined) this.serveAssets();
  }

  /** Lets each language's worker answer for its home page, `/hi`, which is not below its own folder. */
  private allowHomePages(): void {
    for (const language of SITE_LANGUAGES) {
      const path = pathIn(language, WORKER_PATH);
      const worker = this.files.get(path);
      if (worker !== undefined) this.files.set(path, { ...worker, workerScope: pathIn(language, "/") });
    }
  }

  /** Reads the files next to a language's page. */
  private async readFiles(folder: string, prefix: string): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const { name } of entries.filter((found) => found.isFile())) {
      const bytes = await readFile(join(folder, name));
      this.files.set(`${prefix}/${name}`, { bytes, type: TYPES[extname(name)] ?? "application/octet-stream" });
    }
  }

  private serveAssets(): void {
    const assets: FastifyPluginAsync = async (scope) => {
      scope.addHook("onRequest", (request, reply, done) => {
        if (PROOF_WORKER.test(request.url)) reply.header("content-security-policy", WASM_WORKER_POLICY);
        done();
      });
      // The plugin sends SVG without a charset, and overwrites headers of its own `setHeaders`.
      scope.addHook("onSend", (_request, reply, payload, done) => {
        if (reply.getHeader("content-type") === "image/svg+xml") reply.type(SVG);
        done(null, payload);
      });
      await scope.register(fastifyStatic, {
        root: join(this.folder, ASSETS),
        prefix: `/${ASSETS}/`,
        decorateReply: false,
        index: false,
        preCompressed: true,
        immutable: true,
        maxAge: "365d",
      });
    };
    // Not awaited: that would boot Fastify before Nest has set its error handler.
    void this.host.httpAdapter.getInstance<FastifyInstance>().register(assets);
  }

  /** The file at this path, except a page itself, which is only sent with a head. */
  find(path: string): SiteFile | undefined {
    return path.endsWith(PAGE) ? undefined : this.files.get(path);
  }

  /**
   * The page with this head, view and list of the screen's files. Cached as long as the view, so that it is compressed
   * once for all visitors.
   *
   * @param path the screen's path in SITE_PAGES
   * @throws HttpError service_unavailable if the site is not built
   */
  page(head: string, view: RenderedView, path: string | undefined, language: LanguageCode): CompressedPage {
    const ofView = this.pages.get(view) ?? new Map<string, CompressedPage>();
    this.pages.set(view, ofView);
    const key = `${language} ${path ?? ""}\n${head}`;
    const cached = ofView.get(key);
    if (cached !== undefined) return cached;
    const page = new CompressedPage(this.html(head, view, path, language));
    if (ofView.size >= MAX_HEADS) ofView.clear();
    ofView.set(key, page);
    return page;
  }

  private html(head: string, view: RenderedView, path: string | undefined, language: LanguageCode): string {
    const build = this.builds.get(language);
    if (build === undefined) throw new HttpError("service_unavailable");
    const files = build.screens[path ?? ""] ?? [];
    // Fetched after the first paint: frontend/src/app/start.js.
    const list = JSON.stringify(files.map((file) => `/${file}`));
    const screen = files.length === 0 ? "" : `\n    <script type="application/json" id="screen-files">${list}</script>`;
    return build.page
      .replace(HEAD_MARKER, () => head + screen)
      .replace(STYLES_MARKER, () => view.styles)
      .replace(VIEW_MARKER, () => view.html);
  }
}
