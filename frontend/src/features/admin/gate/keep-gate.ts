import { KEEP_GATE } from "@sakhi/domain/site/offline.rules";

/** Has the service worker keep this page's files, so that it opens without network (docs/decisions/0129). */
export function keepGateFiles(): void {
  if (!("serviceWorker" in navigator)) return;
  // Waits for the first worker of this browser.
  navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(KEEP_GATE)).catch(() => undefined);
}
