/**
 * Has the browser put a document in its place that comes again, reloaded or back from elsewhere; between the screens within
 * one the site does it (root-layout). A page out of sight may be discarded without another word.
 */
export function keepPlace(): void {
  const choose = () => {
    globalThis.history.scrollRestoration = document.hidden ? "auto" : "manual";
  };
  choose();
  document.addEventListener("visibilitychange", choose);
}
