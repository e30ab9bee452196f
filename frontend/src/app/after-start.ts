import type { GuardedHistory } from "../ui/navigation";
import { overlaysOf } from "../ui/overlays";
/** Everything the first view does not need, loaded after the site has started. */
import { retried } from "../ui/retried";
import { keepFactsFresh } from "./fresh-facts";
import { installWorker, keepSeen } from "./keep-seen";
import { switchScrollRestoration } from "./scroll-restoration";
import type { AppStore } from "./store";

export function afterStart(store: AppStore, history: GuardedHistory): void {
  history.keepOverlays(overlaysOf);
  keepFactsFresh(store);
  keepSeen(store);
  installWorker();
  switchScrollRestoration(history.scrollPositions);
  // Prefetched: the connection may be lost by the time they are used.
  void retried(() => import("./side-menu"), true).catch(() => undefined);
  void retried(() => import("../features/search/search-parts"), true).catch(() => undefined);
}
