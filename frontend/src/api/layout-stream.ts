import type { LayoutStallResponse } from "./generated/visitor";

/** Server-sent events of the floor plan (backend: layout.controller.ts). */
const EVENTS_PATH = "/api/v1/mela/layout/events";
/** The server sends a heartbeat every 15 s; the stream is dead after this long without one, in ms. */
const HEARTBEAT_TIMEOUT_MS = 40_000;
/** Reconnect delay after the server refused the stream, in ms; jitter up to doubles it. */
const REFUSED_RETRY_MS = 60_000;
/** Reconnect delay after a heartbeat timeout, in ms; jitter up to doubles it. */
const TIMEOUT_RETRY_MS = 2_000;

type Stalls = readonly LayoutStallResponse[];

/** Replaces the changed stalls of a plan. */
function withChanges(stalls: Stalls, changed: Stalls): Stalls {
  if (changed.length === 0) return stalls;
  const now = new Map(changed.map((stall) => [stall.stallId, stall]));
  return stalls.map((stall) => now.get(stall.stallId) ?? stall);
}

/** The plan that a page follows. */
interface FollowedPlan {
  /** The current plan, and its version if known. */
  readonly stalls: Stalls;
  readonly version: string | undefined;
}

/** Receives the updates of the page's plan. */
interface LayoutTarget {
  /** Slug of the event whose plan the page shows now; undefined if it is not known: then the current one's is followed. */
  event(): string | undefined;
  /** Replaces the whole plan: on connect, or after missed events. */
  replace(stalls: Stalls): void;
  /** Updates the stalls that have changed. */
  change(changed: Stalls): void;
  /** Whether the server pushes the plan's changes now. */
  live(isLive: boolean): void;
}

/**
 * Follows the plan by server-sent events while the page is visible. While hidden or disconnected it is not live, and the
 * page relies on its polls. The browser reconnects automatically with the id of the last event; the server then sends
 * the changes since.
 *
 * @returns a function that closes the stream
 */
export function followLayout(target: LayoutTarget, { stalls, version }: FollowedPlan): () => void {
  /** The event whose plan is followed. */
  let event = target.event();
  /** The plan as of the last event, to which the next changes apply, whatever was polled in between. */
  let base = { stalls, version };
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const close = (): void => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
    target.live(false);
  };
  const reconnectIn = (ms: number): void => {
    close();
    timer = setTimeout(open, ms * (1 + Math.random()));
  };
  const resetTimeout = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => reconnectIn(TIMEOUT_RETRY_MS), HEARTBEAT_TIMEOUT_MS);
  };

  /** A poll brought the plan of another event, at an address that shows the current one. @returns whether it did */
  const followShown = (): boolean => {
    const shown = target.event();
    if (shown === event) return false;
    event = shown;
    // The versions are those of the former event's plan.
    base = { ...base, version: undefined };
    open();
    return true;
  };
  const open = (): void => {
    close();
    if (document.visibilityState === "hidden") return;
    const query = new URLSearchParams();
    if (event !== undefined) query.set("event", event);
    if (base.version !== undefined) query.set("since", base.version);
    const opened = (source = new EventSource(query.size === 0 ? EVENTS_PATH : `${EVENTS_PATH}?${query.toString()}`));
    resetTimeout();
    let isFirst = true;
    const apply = (message: MessageEvent<string>, isFullPlan: boolean): void => {
      if (followShown()) return;
      const sent = JSON.parse(message.data) as Stalls;
      base = {
        stalls: isFullPlan ? sent : withChanges(base.stalls, sent),
        version: message.lastEventId === "" ? undefined : message.lastEventId,
      };
      if (isFirst || isFullPlan) target.replace(base.stalls);
      else target.change(sent);
      isFirst = false;
      resetTimeout();
      target.live(true);
    };
    opened.addEventListener("plan", (message: MessageEvent<string>) => apply(message, true));
    opened.addEventListener("changes", (message: MessageEvent<string>) => apply(message, false));
    opened.addEventListener("alive", () => {
      if (!followShown()) resetTimeout();
    });
    opened.addEventListener("error", () => {
      isFirst = true;
      target.live(false);
      // Otherwise the browser reconnects automatically.
      if (opened.readyState === EventSource.CLOSED) reconnectIn(REFUSED_RETRY_MS);
    });
  };

  const onVisibilityChange = (): void => {
    if (document.visibilityState === "hidden") close();
    else if (source === undefined) open();
  };
  document.addEventListener("visibilitychange", onVisibilityChange);
  open();
  return () => {
    document.removeEventListener("visibilitychange", onVisibilityChange);
    close();
  };
}
