/// <reference lib="webworker" />
import {
  CACHE_PREFIX,
  GATE_KEPT_PATH,
  KEEP_GATE,
  NOT_KEPT_DOCUMENT,
  OFFLINE_DOCUMENT,
  outdatedCaches,
  type WorkersPart,
  workersPart,
} from "@sakhi/domain/site/offline.rules";
import type { RouteMatchCallbackOptions } from "workbox-core/types.js";
import { PrecacheController } from "workbox-precaching/PrecacheController.js";
import { registerRoute } from "workbox-routing/registerRoute.js";
import { NetworkOnly } from "workbox-strategies/NetworkOnly.js";

// The service worker: opens the pages of the Mela without network (docs/decisions/0109). It keeps files of the release and two
// documents without anything of a visitor or an event. What the pages have seen they keep themselves (src/shared/kept). Each language
// has a worker of its own, below its prefix.

declare const self: ServiceWorkerGlobalScope;

/** The release's files with their revisions, and its name, with the language's if that is not English; written by the build (scripts/worker.mjs). */
declare const FILES: { readonly url: string; readonly revision: string | null; readonly integrity?: string }[];
declare const RELEASE: string;
/** What precedes the paths of this worker's pages: nothing in English. */
declare const PREFIX: string;
/** What the gate's page needs beyond that. */
declare const GATE_FILES: string[];

/** How long the network may take for a page that is kept, in seconds: longer than a slow phone needs. */
const PAGE_SECONDS = 12;

const CACHE = `${CACHE_PREFIX}${RELEASE}`;
const files = new PrecacheController({ cacheName: CACHE });
files.addToCacheList(FILES);

/** Newer than the types: requests that the browser need not ask the worker about. */
interface RoutedInstall extends ExtendableEvent {
  addRoutes?: (rules: readonly object[]) => Promise<void>;
}

self.addEventListener("install", (event) => {
  // The former release's files stay (see "activate"), so its open pages lose nothing.
  void self.skipWaiting();
  void files.install(event);
  // A phone at the gate that gets a new release by itself has to open without network all the same.
  event.waitUntil(keepGate(false).catch(() => undefined));
  const route = (pathname: string) => ({ condition: { urlPattern: { pathname } }, source: "network" });
  // Calls don't wait for the worker to start, where the browser can do without it.
  void (event as RoutedInstall).addRoutes?.(["/api/*", "/images/*"].map(route)).catch(() => undefined);
});

/** Keeps the gate's files in the release's cache. @param asked by the gate's page; otherwise only where it was opened before */
async function keepGate(asked: boolean): Promise<void> {
  if (!asked && (await caches.match(GATE_KEPT_PATH)) === undefined) return;
  const cache = await caches.open(CACHE);
  if ((await cache.match(GATE_KEPT_PATH)) !== undefined) return;
  await cache.addAll(GATE_FILES);
  await cache.put(GATE_KEPT_PATH, new Response("kept"));
}

self.addEventListener("message", (event) => {
  if (event.data === KEEP_GATE) event.waitUntil(keepGate(true).catch(() => undefined));
});

async function tidy(): Promise<void> {
  // Older browsers have none.
  await (self.registration as Partial<ServiceWorkerRegistration>).navigationPreload?.enable();
  const outdated = outdatedCaches(await caches.keys(), CACHE);
  await Promise.all(outdated.map((name) => caches.delete(name)));
}

self.addEventListener("activate", (event) => event.waitUntil(tidy()));

/** The specified path of a page of this worker's language; another language's pages, and what no language precedes, stay. */
const withoutPrefix = (pathname: string): string => {
  if (pathname === PREFIX) return "/";
  return pathname.startsWith(`${PREFIX}/`) ? pathname.slice(PREFIX.length) : pathname;
};

const answers =
  (...parts: readonly WorkersPart[]) =>
  ({ request: { method, mode }, url: { pathname }, sameOrigin }: RouteMatchCallbackOptions) =>
    parts.includes(workersPart({ method, mode, pathname: withoutPrefix(pathname), isOurs: sameOrigin }));

/** The network's document, and if there is none this kept one. */
const orKept = (kept: string, networkTimeoutSeconds = 0) =>
  new NetworkOnly({ networkTimeoutSeconds, plugins: [{ handlerDidError: async () => files.matchPrecache(kept) }] });

const keptPage = orKept(PREFIX + OFFLINE_DOCUMENT, PAGE_SECONDS);
registerRoute(answers("kept-page"), async (options) => {
  // On the way back, the browser's own cache would answer, with the plan of then as the first view.
  const kept = self.navigator.onLine ? undefined : await files.matchPrecache(PREFIX + OFFLINE_DOCUMENT);
  return kept ?? keptPage.handle(options);
});
registerRoute(answers("page"), orKept(PREFIX + NOT_KEPT_DOCUMENT));
registerRoute(
  answers("kept-file"),
  new NetworkOnly({ plugins: [{ handlerDidError: async ({ request }) => files.matchPrecache(request.url) }] }),
);
registerRoute(
  answers("file"),
  // Of any release: their names change with their content.
  async ({ request }) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request),
);
