import { KEEP_GATE, WORKER_PATH } from "@sakhi/domain/site/offline.rules";
import { pageAddress } from "../../../ui/language";

/**
 * Has the service worker keep this page's files, so that it opens without network (docs/decisions/0129). Installs it: who came
 * from the login has not been on a page that does.
 */
export function keepGateFiles(): void {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  serviceWorker
    .register(pageAddress(WORKER_PATH), { scope: pageAddress("/"), updateViaCache: "none" })
    .then(() => serviceWorker.ready)
    .then(({ active }) => active?.postMessage(KEEP_GATE))
    .catch(() => undefined);
}
