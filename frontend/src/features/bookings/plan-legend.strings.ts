import type { StallLook } from "@sakhi/domain/stalls/stall.types";

/** Texts of the plan's legend and facts, which the registration does not load. */
export const legendStrings = {
  facts: ({ width, height }: { readonly width: number; readonly height: number }, sizes: string, stalls: number) => [
    `Mela area ${height} x ${width}`,
    `${sizes} stalls`,
    `Total ${stalls} stalls`,
    "Layout tentative",
  ],
  look: {
    premium: "blue border, cut corner",
    standard: "purple border, round mark",
    leaf: "green border, leaf",
    rani: "pink border, diamond",
    marigold: "orange border, square",
    indigo: "dark blue border, angle",
  } satisfies Record<StallLook, string>,
} as const;
