import createCache, { type EmotionCache } from "@emotion/cache";

/** Id of the element with the styles of the server-rendered view, and their names (src/server/first-view.tsx). */
export const FIRST_STYLES = "first-styles";

/**
 * Emotion's cache, which does not make again the styles that came with the page: on a slow phone that took a tenth of a second. They
 * stay where they are: where Emotion itself takes over such an element it moves it, and the browser lays out the whole page
 * again.
 */
export function cacheOfFirstStyles(): EmotionCache {
  const cache = createCache({ key: "css" });
  const names = document.getElementById(FIRST_STYLES)?.dataset["names"]?.split(" ") ?? [];
  for (const name of names) cache.inserted[name] = true;
  return cache;
}
