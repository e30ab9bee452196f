import { WORKER_PATH } from "@sakhi/domain/site/offline.rules";
import { pageAddress } from "../../ui/language";

/**
 * Registers the service worker of this page's language, where the browser has any. It is for every page of the language: its home
 * page, `/hi`, too, which is above the worker's own folder.
 */
export const registerWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(pageAddress(WORKER_PATH), { scope: pageAddress("/"), updateViaCache: "none" });
