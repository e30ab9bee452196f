import { NavigationType } from "react-router-dom";
import { entryOf, type History, type OpenOverlays, type OverlayEntry, pageOf } from "./page-entry";

/**
 * Keeps a history entry for everything that is open over a page.
 *
 * An entry stays when its overlay is closed by other means: going back by ourselves takes time, and would meet the navigation
 * that often follows. The next overlay uses it, a navigation replaces it, and Back skips it.
 */
export function overlaysOf(history: History): OpenOverlays {
  const open: (() => void)[] = [];
  let at = history.location;
  // Waits until the page's own entry is reached again.
  let waiting: (() => void) | undefined;
  let ours = false;
  const depth = (): number => entryOf(at)?.depth ?? 0;

  const add = (): void => {
    // As it is now: a page may have taken a secret out of its address.
    at = history.location;
    const page = pageOf(at).key;
    const { pathname, search, hash } = at;
    const overlay: OverlayEntry = { page, depth: depth() + 1 };
    ours = true;
    history.push({ pathname, search, hash }, { ...(at.state as object | null), overlay });
    ours = false;
    at = history.location;
  };
  /** Does something at the page's own entry, or once it is reached again. */
  const onPage = (work: () => void): void => {
    if (waiting !== undefined) {
      const first = waiting;
      waiting = () => {
        first();
        work();
      };
    } else if (depth() === 0) work();
    else {
      waiting = work;
      history.go(-depth());
    }
  };
  const closeDownTo = (left: number): void => {
    for (const close of open.slice(left).reverse()) close();
    // What stays open, for example while it waits for an answer, gets its entry again.
    setTimeout(() => {
      if (waiting === undefined && open.length > depth()) add();
    }, 0);
  };

  return {
    get depth() {
      return depth();
    },
    open: (close) => {
      const entry = () => close();
      open.push(entry);
      if (waiting === undefined && open.length > depth()) add();
      return () => {
        open.splice(open.indexOf(entry), 1);
      };
    },
    go: (delta) => history.go(delta < 0 ? delta - depth() : delta),
    push: (to, state, options) => {
      // In the place of the overlay's entry: Back leads to the page as it was before the overlay opened.
      if (waiting === undefined && depth() === 1) history.replace(to, state, options);
      else onPage(() => history.push(to, state, options));
    },
    replace: (to, state, options) => onPage(() => history.replace(to, state, options)),
    isTheirs: () => {
      if (ours) return true;
      const before = { location: at, depth: depth() };
      at = history.location;
      const isPop = history.action === NavigationType.Pop;
      if (waiting !== undefined && isPop) {
        const work = waiting;
        waiting = undefined;
        work();
        return true;
      }
      if (!isPop || pageOf(before.location).key !== pageOf(at).key || before.depth === depth()) return false;
      if (depth() < before.depth) {
        if (open.length > depth()) closeDownTo(depth());
        // The entry of something that is closed already.
        else history.go(-1);
      }
      return true;
    },
  };
}
