/**
 * Lets the browser restore the scroll position after a reload or a return from another site; between screens the site
 * does it (root-layout). Switches on `visibilitychange` because a hidden page may be discarded without further events.
 */
export function switchScrollRestoration(): void {
  const update = () => {
    globalThis.history.scrollRestoration = document.hidden ? "auto" : "manual";
  };
  update();
  document.addEventListener("visibilitychange", update);
}
