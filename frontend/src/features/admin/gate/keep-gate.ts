import { KEEP_GATE } from "@sakhi/domain/site/offline.rules";
import { registerWorker } from "../../../shared/kept/register-worker";

/**
 * Has the service worker keep this page's files, so that it opens without network (docs/decisions/0129). Installs it: who came
 * from the login has not been on a page that does.
 */
export function keepGateFiles(): void {
  if (!("serviceWorker" in navigator)) return;
  registerWorker()
    .then(() => navigator.serviceWorker.ready)
    .then(({ active }) => active?.postMessage(KEEP_GATE))
    .catch(() => undefined);
}
