import { useEffect, useRef, useState } from "react";
import type { LayoutStall } from "../../api/mela-api";
import { strings } from "./mela.strings";
import { statusLabel } from "./visitors-plan";

/** The booking page refreshes the layout every 10 s (specification 2, section 9). */
export const POLL_MS = 10_000;

/** Above this number of simultaneous changes, only their count is announced. */
const MAX_NAMED_CHANGES = 3;

/** Announces what changed between two layouts; empty if nothing did. */
export function layoutChanges(before: readonly LayoutStall[], after: readonly LayoutStall[]): string {
  const statusBefore = new Map(before.map((stall) => [stall.stallId, stall.status]));
  const changed = after.filter((stall) => {
    const oldStatus = statusBefore.get(stall.stallId);
    return oldStatus !== undefined && oldStatus !== stall.status;
  });
  if (changed.length === 0) return "";
  const free = after.filter((stall) => stall.status === "Available").length;
  const announced =
    changed.length > MAX_NAMED_CHANGES
      ? strings.plan.changedMany(changed.length)
      : changed.map((stall) => strings.plan.changed(stall.stallId, statusLabel(stall, undefined))).join(" ");
  return `${announced} ${strings.plan.free(free, after.length)}.`;
}

/**
 * Text of the polite live region: what changed with each poll. Changes pushed by the live stream are collected and
 * announced at most every 10 s, like those of a poll. Plans of two events are not compared: the page stays when another is
 * shown on it.
 */
export function useLayoutChanges(event: string, layout: readonly LayoutStall[] | undefined, isLive: boolean): string {
  const before = useRef<{ readonly event: string; readonly layout: readonly LayoutStall[] }>(undefined);
  const announcedAt = useRef(-POLL_MS);
  const [announced, setAnnounced] = useState({ event, text: "" });
  useEffect(() => {
    if (layout === undefined) return undefined;
    const announce = (): void => {
      const text = before.current?.event === event ? layoutChanges(before.current.layout, layout) : "";
      before.current = { event, layout };
      if (text === "") return;
      announcedAt.current = performance.now();
      // The text stays until the next change: some screen readers would read out its removal.
      setAnnounced({ event, text });
    };
    const wait = isLive ? announcedAt.current + POLL_MS - performance.now() : 0;
    if (before.current?.event !== event || wait <= 0) {
      announce();
      return undefined;
    }
    const timer = setTimeout(announce, wait);
    return () => clearTimeout(timer);
  }, [event, layout, isLive]);
  return announced.event === event ? announced.text : "";
}
