import { PATHS } from "@sakhi/domain/site/routes";
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
} from "react";
import { type Location, NavigationType, type Navigator, Router } from "react-router-dom";
import { type History, type OpenOverlays, pageOf } from "./page-entry";

/** Decides which navigations to block, and receives a callback to proceed with a blocked one. */
interface Guard {
  readonly shouldBlock: (next: string) => boolean;
  readonly onBlock: (proceed: () => void) => void;
}

/** A history whose navigations can be blocked, and whose Back closes what is open; see useBlocker, useBackCloses. */
export interface GuardedHistory extends History {
  /** Replaces the guard. Returns a function that removes it. */
  readonly setGuard: (guard: Guard) => () => void;
  /** Scroll position by visit, in px. */
  readonly scrollPositions: Map<string, number>;
  /** What is open over the page; undefined until their code is loaded. */
  readonly overlays: Pick<OpenOverlays, "open"> | undefined;
  /** From now on Back closes what opens. Their code is no part of the first load. */
  readonly keepOverlays: (overlaysOf: (history: History) => OpenOverlays) => void;
}

/**
 * Wraps a history so that a guard can block any navigation, including the browser's back and forward buttons, and that Back
 * closes what is open over a page before it leaves the page (overlays.ts). Saves
 * react-router's data router, whose useBlocker does this too: 17 kB gzipped of the first load, a third of a second on slow 3G
 * (builds with both, docs/decisions/0035).
 */
export function guarded(history: History): GuardedHistory {
  // Set while a browser navigation is being reverted, or proceeds after confirmation: the guard is skipped.
  let reverting: (() => void) | undefined;
  let confirmed = false;
  let guard: Guard | undefined;
  let overlays: OpenOverlays | undefined;
  const navigate = (to: Parameters<Navigator["push"]>[0], go: () => void): void => {
    const next = typeof to === "string" ? to : (to.pathname ?? history.location.pathname);
    if (guard?.shouldBlock(next) === true) guard.onBlock(go);
    else go();
  };
  return {
    scrollPositions: new Map(),
    get overlays() {
      return overlays;
    },
    keepOverlays: (overlaysOf) => {
      overlays = overlaysOf(history);
    },
    setGuard: (next) => {
      guard = next;
      return () => {
        if (guard === next) guard = undefined;
      };
    },
    get action() {
      return history.action;
    },
    get location() {
      return pageOf(history.location);
    },
    createHref: (to) => history.createHref(to),
    go: (delta) => (overlays ?? history).go(delta),
    push: (to, state, options) => navigate(to, () => (overlays ?? history).push(to, state, options)),
    replace: (to, state, options) => navigate(to, () => (overlays ?? history).replace(to, state, options)),
    listen: (listener) =>
      history.listen((update) => {
        if (overlays?.isTheirs() === true) return;
        const { delta } = update;
        const location = pageOf(update.location);
        if (reverting !== undefined) {
          const back = reverting;
          reverting = undefined;
          back();
          return;
        }
        // The browser has already navigated: revert it until the visitor decides.
        const canBlock = history.action === NavigationType.Pop && !confirmed && delta !== null && delta !== 0;
        confirmed = false;
        if (!canBlock || guard?.shouldBlock(location.pathname) !== true) {
          listener({ location, delta });
          return;
        }
        const { onBlock } = guard;
        reverting = () =>
          onBlock(() => {
            confirmed = true;
            // The question has an entry of its own: it took the place of those that were ahead.
            if (delta > 0 && overlays !== undefined && overlays.depth > 0) overlays.push(location, location.state);
            else (overlays ?? history).go(delta);
          });
        history.go(-delta);
      }),
  };
}

/** A location that is shown as a dialog over the page that was open: a product's. */
interface Overlay<Shown> {
  /** The page below. */
  readonly over: Location;
  readonly shown: Shown;
}

/** The document in which an overlay was opened: in another one, its address is a page. */
const DOCUMENT = performance.timeOrigin;

/** State of a history entry that {@link overlayOf} recognizes. @param shown what structured clone can copy */
export function overlayState<Shown>(over: Location, shown: Shown): Overlay<Shown> & { readonly document: number } {
  return { over, shown, document: DOCUMENT };
}

/** What a location shows over another page; undefined if it is a page. */
export function overlayOf<Shown>({ state }: Location): Overlay<Shown> | undefined {
  const overlay = state as ReturnType<typeof overlayState<Shown>> | null | undefined;
  return overlay?.document === DOCUMENT ? overlay : undefined;
}

/** The page of a location: the one below, if it is shown over another one. */
const pageBelow = (location: Location): Location => overlayOf(location)?.over ?? location;

const HistoryContext = createContext<GuardedHistory | undefined>(undefined);
const LoadingContext = createContext(false);
const OverlayContext = createContext<Overlay<unknown> | undefined>(undefined);

/** The router's history. Its location is current even between renders. */
export function useHistory(): GuardedHistory {
  const history = use(HistoryContext);
  if (history === undefined) throw new Error("useHistory must be used within SiteRouter");
  return history;
}

/**
 * While something is open over the page, such as a dialog, a menu or the search, the browser's Back button closes it and
 * does not leave the page: on phones that is how people close things. Everything that opens over a page of the public site uses
 * it; what opens in the dashboard has an address of its own.
 *
 * @param close is called by Back; what must not be closed now may stay open
 */
export function useBackCloses(open: boolean, close: () => void): void {
  const history = use(HistoryContext);
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!open || history === undefined || history.location.pathname === PATHS.dashboard) return undefined;
    return history.overlays?.open(() => onBack());
  }, [open, history]);
}

/** True while the next screen's code is loading. */
export function useIsScreenLoading(): boolean {
  return use(LoadingContext);
}

/** What the current location shows over the page; undefined if it is the page itself. */
export function useOverlay<Shown>(): Overlay<Shown> | undefined {
  return use(OverlayContext) as Overlay<Shown> | undefined;
}

/** Key of a visit to a location; each fragment counts as a visit. The first visits of all documents share their key. */
export const visitOf = ({ key, pathname, hash }: Location): string => key + pathname + hash;

interface SiteRouterProps {
  readonly history: GuardedHistory;
  /** Loads the code of the screen at a path; undefined if it is loaded. Never rejects. */
  readonly prepare?: (pathname: string) => Promise<void> | undefined;
  readonly children: ReactNode;
}

/** Router that keeps the current screen until the next one's code has loaded. */
export function SiteRouter({ history, prepare, children }: SiteRouterProps) {
  const [shown, setShown] = useState({
    action: history.action,
    location: pageBelow(history.location),
    overlay: overlayOf(history.location),
  });
  const [isLoading, setIsLoading] = useState(false);
  const [, startTransition] = useTransition();
  useLayoutEffect(() => {
    let newest: Location | undefined;
    let current = pageBelow(history.location);
    const show = (): void => {
      history.scrollPositions.set(visitOf(current), scrollY);
      current = pageBelow(history.location);
      const overlay = overlayOf(history.location);
      const location = current;
      setIsLoading(false);
      startTransition(() => setShown({ action: history.action, location, overlay }));
    };
    return history.listen(({ location }) => {
      newest = location;
      const loading = prepare?.(pageBelow(location).pathname);
      if (loading === undefined) {
        show();
        return;
      }
      setIsLoading(true);
      void loading.then(() => {
        if (newest === location) show();
      });
    });
  }, [history, prepare]);
  return (
    <HistoryContext value={history}>
      <LoadingContext value={isLoading}>
        <OverlayContext value={shown.overlay}>
          <Router location={shown.location} navigationType={shown.action} navigator={history}>
            {children}
          </Router>
        </OverlayContext>
      </LoadingContext>
    </HistoryContext>
  );
}

/** A blocked navigation, waiting for the visitor's decision. */
interface Blocker {
  readonly proceed: () => void;
  readonly reset: () => void;
}

/**
 * Blocks navigations for which `shouldBlock` returns true: by the page, by links and by the browser's buttons.
 *
 * @returns the blocked navigation; undefined if there is none
 */
export function useBlocker(shouldBlock: (next: string) => boolean): Blocker | undefined {
  const history = useHistory();
  const [blocked, setBlocked] = useState<{ readonly proceed: () => void }>();
  const proceeding = useRef(false);
  useEffect(
    () =>
      history.setGuard({
        shouldBlock: (next) => !proceeding.current && shouldBlock(next),
        onBlock: (proceed) => setBlocked({ proceed }),
      }),
    [shouldBlock, history],
  );
  return useMemo(() => {
    if (blocked === undefined) return undefined;
    const reset = (): void => setBlocked(undefined);
    return {
      reset,
      proceed: () => {
        reset();
        proceeding.current = true;
        blocked.proceed();
      },
    };
  }, [blocked]);
}
