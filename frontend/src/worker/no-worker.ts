/// <reference lib="webworker" />
import { CACHE_PREFIX } from "@sakhi/domain/site/offline.rules";

// Sent in the worker's place while OFFLINE_PAGES is off: removes the worker and its files from the browser. Open pages go on.

declare const self: ServiceWorkerGlobalScope;

async function remove(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(CACHE_PREFIX)).map((name) => caches.delete(name)));
  await self.registration.unregister();
}

self.addEventListener("install", () => void self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(remove()));
