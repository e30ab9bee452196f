import { readFile, readdir } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { Injectable, Logger } from "@nestjs/common";
import type { OnModuleInit } from "@nestjs/common";

const SITE_FOLDER = fileURLToPath(new URL("../../../frontend/dist/site", import.meta.url));

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
export interface SiteFile {
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

  async onModuleInit(): Promise<void> {
    const names = await readdir(SITE_FOLDER, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of names.filter((found) => found.isFile())) {
      const full = join(entry.parentPath, entry.name);
      const path = `/${relative(SITE_FOLDER, full).split(sep).join("/")}`;
      this.files.set(path, {
        bytes: await readFile(full),
        type: TYPES[extname(entry.name)] ?? "application/octet-stream",
        immutable: path.startsWith("/assets/"),
      });
    }
    if (!this.files.has("/index.html")) this.logger.warn("The site is not built; only the API is served.");
  }

  /** The file at this path; the page for any path without a file extension; otherwise undefined. */
  find(path: string): SiteFile | undefined {
    return this.files.get(path) ?? (extname(path) === "" ? this.files.get("/index.html") : undefined);
  }
}
