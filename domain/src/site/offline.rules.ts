/** What works without network, and for how long a device keeps it (docs/decisions/0109). */

/** The service worker; another language's has its prefix, as the two documents have. */
export const WORKER_PATH = "/worker.js";
/** Sent in the worker's place to remove it from every browser (OFFLINE_PAGES=off). */
export const WORKER_REMOVER_PATH = "/no-worker.js";
/** The document of a page that opens without network: the site without anything of a visitor or an event. */
export const OFFLINE_DOCUMENT = "/offline.html";
/** The document of every other page without network. */
export const NOT_KEPT_DOCUMENT = "/not-kept.html";

/** Files beside the documents that they show or run. */
const KEPT_FILES: ReadonlySet<string> = new Set(["/favicon.svg", "/wordmark.svg", "/reload-online.js"]);

/** The gate's page. Its files are kept only on a device that has opened it ({@link KEEP_GATE}). */
const GATE_PAGE = /^\/paid-events\/mela\/gate\/?$/i;
/** What the gate's page says to the worker once it has opened: keep my files too, in this release and those to come. */
export const KEEP_GATE = "keep-gate";
/** Marks a cache with the gate's files. */
export const GATE_KEPT_PATH = "/gate-kept";

/** The plan of an event, its registration and ticket, and My booking. */
const KEPT_PAGE = /^\/(?:my-booking|paid-events\/(?!policies\/?$)[^/]+(?:\/(?:register|payment-success))?)\/?$/i;

/** Whether the page at a path opens without network. */
export const opensOffline = (pathname: string): boolean => KEPT_PAGE.test(pathname) || GATE_PAGE.test(pathname);

/** Paths that are no pages and never kept: calls, operators' tools, pictures. */
const NOT_PAGES = /^\/(?:api|admin|images|metrics|healthz|readyz)(?:\/|$)/i;

/** A request of a page. */
interface PageRequest {
  readonly method: string;
  /** `navigate` for a page. */
  readonly mode: string;
  readonly pathname: string;
  /** It goes to the site itself. */
  readonly isOurs: boolean;
}

/**
 * What the worker does with a request. `kept-page`, `page`: the network's document, and only without network the kept one;
 * `file`: a file of a release, which never changes; `kept-file`: the network's, else the kept one; `network`: nothing. Calls, streams, pictures, payments and everything
 * that writes are `network`, so that no answer is ever older than it looks.
 */
export type WorkersPart = "kept-page" | "page" | "file" | "kept-file" | "network";

/** See {@link WorkersPart}. */
export function workersPart({ method, mode, pathname, isOurs }: PageRequest): WorkersPart {
  if (!isOurs || method !== "GET" || NOT_PAGES.test(pathname)) return "network";
  if (mode === "navigate") return opensOffline(pathname) ? "kept-page" : "page";
  if (KEPT_FILES.has(pathname)) return "kept-file";
  return pathname.startsWith("/assets/") ? "file" : "network";
}

/** Beginning of the names of the workers' caches; the release follows, after the language if that is not English. */
export const CACHE_PREFIX = "site-";

/** The beginning of a cache's name, which the caches of a language have in common. */
const languageOfCache = (name: string): string => name.slice(0, name.lastIndexOf("-") + 1);

/**
 * The caches that a new release deletes: all of its language but its own and the one before, whose pages may still be open.
 *
 * @param names of all caches, oldest first
 * @param own name of the release's cache
 */
export function outdatedCaches(names: readonly string[], own: string): readonly string[] {
  return names.filter((name) => languageOfCache(name) === languageOfCache(own) && name !== own).slice(0, -1);
}

/** Whether a page installs the worker: what opens offline always, others unless the visitor saves data; the dashboard never. */
export function installsWorker(pathname: string, savesData: boolean): boolean {
  if (/^\/paid-events\/mela\/(?:admin-|dashboard)/i.test(pathname)) return false;
  return opensOffline(pathname) || !savesData;
}

/** What a device keeps: an event's plan and facts, a ticket, My booking under its link, and My booking that is open. */
export type KeptKind = "plan" | "facts" | "ticket" | "linked-booking" | "opened-booking";

const DAY_MS = 86_400_000;
/** A public plan, or an event's facts, which nobody has looked at for so long, in days. */
const PUBLIC_DAYS = 30;
/** A browser keeps a booking open for a day (LINK_SESSION_SECONDS), and so does the device; in days. */
const OPENED_DAYS = 1;
/** A ticket or booking of an event whose days are not known, in days. */
const UNDATED_DAYS = 60;

/** What is known of something that is kept. */
interface KeptDetails {
  /** When it was seen, and My booking opened, ms since 1970. */
  readonly at: number;
  /** The event's last day, YYYY-MM-DD. */
  readonly lastDay?: string | undefined;
  /** When the link that opened it ends; ISO 8601. */
  readonly linkEnds?: string | undefined;
}

/**
 * Until when a device keeps something, ms since 1970: what belongs to a booking ends with the day after its event, with its
 * link if that is earlier, and where no link protects it, a day after it was opened.
 */
export function keptUntil(kind: KeptKind, { at, lastDay, linkEnds }: KeptDetails): number {
  if (kind === "plan" || kind === "facts") return at + PUBLIC_DAYS * DAY_MS;
  if (kind === "opened-booking") return at + OPENED_DAYS * DAY_MS;
  const dayAfter = lastDay === undefined ? Number.NaN : Date.parse(`${lastDay}T00:00:00+05:30`) + 2 * DAY_MS;
  const end = Number.isNaN(dayAfter) ? at + UNDATED_DAYS * DAY_MS : dayAfter;
  return kind === "linked-booking" && linkEnds !== undefined ? Math.min(end, Date.parse(linkEnds)) : end;
}
