import type { StallLook } from "@sakhi/domain/stalls/stall.types";

/** Border and mark of each look, in legends. */
export const LOOK_TEXTS: Readonly<Record<StallLook, string>> = {
  premium: "double blue border, cut corner",
  standard: "purple border, round mark",
  leaf: "green border, leaf",
  rani: "pink border, diamond",
  marigold: "orange border, square",
  indigo: "dark blue border, angle",
};
