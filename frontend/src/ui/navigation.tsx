import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
} from "react";
import { type Location, NavigationType, type Navigator, Router } from "react-router-dom";

/** Where the visitor was, is and will be: react-router's history of a browser, or one in memory for specs. */
export interface History extends Navigator {
  readonly action: NavigationType;
  readonly location: Location;
  listen(listener: (update: { readonly location: Location; readonly delta: number | null }) => void): () => void;
}

/** What stands in the way of leaving: whether it asks at all, and what it is given when it does. */
interface Guard {
  readonly asks: (next: string) => boolean;
  readonly ask: (proceed: () => void) => void;
}

/** A history that can be guarded: see useBlocker. */
export interface GuardedHistory extends History {
  /** Sets the guard, in place of another; what is returned takes it away again. */
  readonly guardBy: (guard: Guard) => () => void;
}

/** Gives a history a guard, which is asked before each step to another address, the browser's own buttons included. */
export function guarded(history: History): GuardedHistory {
  // Steps that only take another one back, or that the visitor has decided on: no guard is asked.
  let returning: (() => void) | undefined;
  let decided = false;
  let guard: Guard | undefined;
  const step = (to: Parameters<Navigator["push"]>[0], go: () => void): void => {
    const next = typeof to === "string" ? to : (to.pathname ?? history.location.pathname);
    if (guard?.asks(next) === true) guard.ask(go);
    else go();
  };
  return {
    guardBy: (next) => {
      guard = next;
      return () => {
        if (guard === next) guard = undefined;
      };
    },
    get action() {
      return history.action;
    },
    get location() {
      return history.location;
    },
    createHref: (to) => history.createHref(to),
    go: (delta) => history.go(delta),
    push: (to, state, options) => step(to, () => history.push(to, state, options)),
    replace: (to, state, options) => step(to, () => history.replace(to, state, options)),
    listen: (listener) =>
      history.listen((update) => {
        const { delta, location } = update;
        if (returning !== undefined) {
          const back = returning;
          returning = undefined;
          back();
          return;
        }
        // The browser has gone there already: back, until the visitor has decided.
        const asks = history.action === NavigationType.Pop && !decided && delta !== null && delta !== 0;
        decided = false;
        if (!asks || guard?.asks(location.pathname) !== true) {
          listener(update);
          return;
        }
        const { ask } = guard;
        returning = () =>
          ask(() => {
            decided = true;
            history.go(delta);
          });
        history.go(-delta);
      }),
  };
}

const HistoryContext = createContext<GuardedHistory | undefined>(undefined);
const BusyContext = createContext(false);

/** The history of the router around: its address is the newest, also between two drawings. */
export function useHistory(): GuardedHistory {
  const history = use(HistoryContext);
  if (history === undefined) throw new Error("This is for pages of the router");
  return history;
}

/** True while the next screen's code is fetched. */
export function useBusy(): boolean {
  return use(BusyContext);
}

/** One stay at an address; an anchor of a page is an address of its own. */
export const visitOf = ({ key, hash }: Location): string => key + hash;

/** How far down each visit was left, in px. */
export const places = new Map<string, number>();

interface SiteRouterProps {
  readonly history: GuardedHistory;
  /** Fetches what the screen at an address is made of; undefined where it is there. Never fails. */
  readonly prepare?: (pathname: string) => Promise<void> | undefined;
  readonly children: ReactNode;
}

/** Draws the screen of the address; the screen before stays until the next one's code is there. */
export function SiteRouter({ history, prepare, children }: SiteRouterProps) {
  const [shown, setShown] = useState({ action: history.action, location: history.location });
  const [fetching, setFetching] = useState(false);
  const [, startTransition] = useTransition();
  useLayoutEffect(() => {
    let newest: Location | undefined;
    let inView = history.location;
    const show = (): void => {
      places.set(visitOf(inView), scrollY);
      inView = history.location;
      setFetching(false);
      startTransition(() => setShown({ action: history.action, location: history.location }));
    };
    return history.listen(({ location }) => {
      newest = location;
      const coming = prepare?.(location.pathname);
      if (coming === undefined) {
        show();
        return;
      }
      setFetching(true);
      void coming.then(() => {
        if (newest === location) show();
      });
    });
  }, [history, prepare]);
  return (
    <HistoryContext value={history}>
      <BusyContext value={fetching}>
        <Router location={shown.location} navigationType={shown.action} navigator={history}>
          {children}
        </Router>
      </BusyContext>
    </HistoryContext>
  );
}

/** A step that waits for the visitor's decision. */
interface Blocker {
  readonly proceed: () => void;
  readonly reset: () => void;
}

/**
 * Holds back steps to other addresses, one's own, by links and by the browser's buttons, while it asks to.
 *
 * @returns the step that waits; undefined while none does
 */
export function useBlocker(asks: (next: string) => boolean): Blocker | undefined {
  const history = useHistory();
  const [waiting, setWaiting] = useState<{ readonly proceed: () => void }>();
  const passing = useRef(false);
  useEffect(
    () =>
      history.guardBy({ asks: (next) => !passing.current && asks(next), ask: (proceed) => setWaiting({ proceed }) }),
    [asks, history],
  );
  return useMemo(() => {
    if (waiting === undefined) return undefined;
    const reset = (): void => setWaiting(undefined);
    return {
      reset,
      proceed: () => {
        reset();
        passing.current = true;
        waiting.proceed();
      },
    };
  }, [waiting]);
}
