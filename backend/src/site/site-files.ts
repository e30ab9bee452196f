import { readFile, readdir } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { Inject, Injectable, Logger } from "@nestjs/common";
import type { OnModuleInit } from "@nestjs/common";
import { HttpError } from "../platform/http/error-response.js";

/** Where the frontend's build puts the site. */
export const BUILT_SITE = fileURLToPath(new URL("../../../frontend/dist/site", import.meta.url));

/** Token of the folder that holds the built site. */
export const SITE_FOLDER = Symbol("SITE_FOLDER");

const PAGE = "/index.html";
/** Where the head of each page belongs; see frontend/index.html. */
const HEAD_MARKER = "<!--app-head-->";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".woff": "font/woff",
  ".json": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

/** One file of the built site. */
interface SiteFile {
  readonly bytes: Buffer;
  readonly type: string;
  /** Its name changes with its content. */
  readonly immutable: boolean;
}

/**
 * The built single page application, read once at start: a request can only ever name one of these files, never a
 * path on the disk.
 */
@Injectable()
export class SiteFiles implements OnModuleInit {
  private readonly files = new Map<string, SiteFile>();
  private readonly logger = new Logger("Site");

  constructor(@Inject(SITE_FOLDER) private readonly folder: string) {}

  async onModuleInit(): Promise<void> {
    const names = await readdir(this.folder, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of names.filter((found) => found.isFile())) {
      const full = join(entry.parentPath, entry.name);
      const path = `/${relative(this.folder, full).split(sep).join("/")}`;
      this.files.set(path, {
        bytes: await readFile(full),
        type: TYPES[extname(entry.name)] ?? "application/octet-stream",
        immutable: path.startsWith("/assets/"),
      });
    }
    if (!this.files.has(PAGE)) this.logger.warn("The site is not built; only the API is served.");
  }

  /** The file at this path, but for the page itself, which is only sent with a head. */
  find(path: string): SiteFile | undefined {
    return path === PAGE ? undefined : this.files.get(path);
  }

  /**
   * The single page application with this head.
   *
   * @throws HttpError service_unavailable when the site is not built
   */
  page(head: string): string {
    const page = this.files.get(PAGE);
    if (page === undefined) throw new HttpError("service_unavailable");
    return page.bytes.toString("utf8").replace(HEAD_MARKER, () => head);
  }
}
