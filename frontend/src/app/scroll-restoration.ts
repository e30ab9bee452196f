import { readStored, storeValue } from "../ui/stored-values";

/** Key in sessionStorage. */
const STORED = "scrollPositions";

/**
 * Lets the browser restore the scroll position after a reload or a return from another site; between screens the site
 * does it (root-layout), with the positions of earlier documents of this tab too. Switches and stores on
 * `visibilitychange` because a hidden page may be discarded without further events.
 *
 * @param scrollPositions of the router's history
 */
export function switchScrollRestoration(scrollPositions: Map<string, number>): void {
  for (const [visit, position] of Object.entries(readStored("sessionStorage", STORED) ?? {})) {
    if (typeof position === "number" && !scrollPositions.has(visit)) scrollPositions.set(visit, position);
  }
  const update = () => {
    if (document.hidden) storeValue("sessionStorage", STORED, Object.fromEntries(scrollPositions));
    globalThis.history.scrollRestoration = document.hidden ? "auto" : "manual";
  };
  update();
  document.addEventListener("visibilitychange", update);
}
