import { useEffect, useRef, useState } from "react";
import type { LayoutStall } from "../../../api/mela-api";
import { strings } from "../mela.strings";

/** More changes than this at once are told as a number. */
const NAMED = 3;

/** The sentence about what changed between two layouts; empty when nothing did. */
export function layoutChanges(before: readonly LayoutStall[], after: readonly LayoutStall[]): string {
  const statusBefore = new Map(before.map((stall) => [stall.stallId, stall.status]));
  const changed = after.filter((stall) => {
    const was = statusBefore.get(stall.stallId);
    return was !== undefined && was !== stall.status;
  });
  if (changed.length === 0) return "";
  const free = after.filter((stall) => stall.status === "Available").length;
  const announced =
    changed.length > NAMED
      ? strings.plan.changedMany(changed.length)
      : changed.map((stall) => strings.plan.changed(stall.stallId, stall.status)).join(" ");
  return `${announced} ${strings.plan.free(free, after.length)}.`;
}

/** What changed at the last refresh, for the polite live region. */
export function useLayoutChanges(layout: readonly LayoutStall[] | undefined): string {
  const before = useRef(layout);
  const [announced, setAnnounced] = useState("");
  useEffect(() => {
    if (layout === undefined) return;
    const text = before.current === undefined ? "" : layoutChanges(before.current, layout);
    before.current = layout;
    // What was said stays until something new happens: clearing it would be read out by some screen readers.
    if (text !== "") setAnnounced(text);
  }, [layout]);
  return announced;
}
