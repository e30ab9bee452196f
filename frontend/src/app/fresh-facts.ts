import { refreshFacts } from "../api/base-api";

/** How long a page goes without hearing of the facts of the Mela, and how often that is looked at; ms. */
const SILENCE_MS = 300_000;
const LOOK_MS = 60_000;

/**
 * Has a page that calls nothing, such as a legal text that was left open, ask for the facts of the Mela now and then: while
 * it is in view, and as soon as it comes into view again.
 *
 * @returns ends it
 */
export function keepFactsFresh(): () => void {
  const look = () => {
    if (!document.hidden) refreshFacts(SILENCE_MS);
  };
  document.addEventListener("visibilitychange", look);
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
