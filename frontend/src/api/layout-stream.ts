import { useSyncExternalStore } from "react";
import type { LayoutStallResponse } from "./generated/visitor";

/** Where the plan's changes are sent (backend: layout.controller.ts). */
const EVENTS = "/api/v1/mela/layout/events";
/** The server says every 15 s that it is there: after this long it is not, in ms. */
const SILENT_MS = 40_000;
/** When a stream that was refused is asked for again, in ms; each page adds up to as much again. */
const REFUSED_MS = 60_000;
/** When one that fell silent is, in ms. */
const BROKEN_MS = 2_000;

type Stalls = readonly LayoutStallResponse[];

/** Whether a stream of the plan's changes is open. */
let isLive = false;
const watchers = new Set<() => void>();

function setLive(live: boolean): void {
  if (live === isLive) return;
  isLive = live;
  for (const watch of watchers) watch();
}

/** Whether the plan's changes come by themselves. */
export function useIsLayoutLive(): boolean {
  return useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    () => isLive,
    () => false,
  );
}

/** The plan with some of its stalls as they are now. */
function withChanges(stalls: Stalls, changed: Stalls): Stalls {
  if (changed.length === 0) return stalls;
  const now = new Map(changed.map((stall) => [stall.stallId, stall]));
  return stalls.map((stall) => now.get(stall.stallId) ?? stall);
}

/** What the stream does with the page's plan. */
interface LayoutTarget {
  /** The whole plan is this one: it may have been missed for a while. */
  replace(stalls: Stalls): void;
  /** Some stalls have changed. */
  change(changed: Stalls): void;
}

/**
 * Follows the plan by server-sent events while the page can be seen. Refused, broken or hidden, it is not live, and
 * the page learns of changes by its polls alone. The browser itself connects again with the id of the last event, and is then
 * sent what has changed since.
 *
 * @param stalls the plan as it is known, with its version where that is known
 * @returns ends it
 */
export function followLayout(target: LayoutTarget, stalls: Stalls, version: string | undefined): () => void {
  /** The plan of the last event: what the next one speaks of, whatever was polled in between. */
  let known = { stalls, version };
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const close = (): void => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
    setLive(false);
  };
  const againIn = (ms: number): void => {
    close();
    timer = setTimeout(open, ms * (1 + Math.random()));
  };
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => againIn(BROKEN_MS), SILENT_MS);
  };

  const open = (): void => {
    close();
    if (document.visibilityState === "hidden") return;
    const since = known.version === undefined ? "" : `?since=${known.version}`;
    const opened = (source = new EventSource(EVENTS + since));
    heard();
    let isFirst = true;
    const take = (event: MessageEvent<string>, isWhole: boolean): void => {
      const sent = JSON.parse(event.data) as Stalls;
      known = {
        stalls: isWhole ? sent : withChanges(known.stalls, sent),
        version: event.lastEventId === "" ? undefined : event.lastEventId,
      };
      if (isFirst || isWhole) target.replace(known.stalls);
      else target.change(sent);
      isFirst = false;
      heard();
      setLive(true);
    };
    opened.addEventListener("plan", (event: MessageEvent<string>) => take(event, true));
    opened.addEventListener("changes", (event: MessageEvent<string>) => take(event, false));
    opened.addEventListener("alive", heard);
    opened.addEventListener("error", () => {
      isFirst = true;
      setLive(false);
      // Otherwise the browser tries again by itself.
      if (opened.readyState === EventSource.CLOSED) againIn(REFUSED_MS);
    });
  };

  const look = (): void => {
    if (document.visibilityState === "hidden") close();
    else if (source === undefined) open();
  };
  document.addEventListener("visibilitychange", look);
  open();
  return () => {
    document.removeEventListener("visibilitychange", look);
    close();
  };
}
