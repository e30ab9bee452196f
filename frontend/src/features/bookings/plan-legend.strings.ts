import { LOOK_TEXTS } from "../../shared/floor-plan/look.strings";

/** Texts of the plan's legend and facts, which the registration does not load. */
export const legendStrings = {
  facts: ({ width, height }: { readonly width: number; readonly height: number }, sizes: string, stalls: number) => [
    `Mela area ${height} x ${width}`,
    `${sizes} stalls`,
    `Total ${stalls} stalls`,
    "Layout tentative",
  ],
  /** @param size of every stall, if they have one */
  terms: (size: string | undefined) =>
    `${size === undefined ? "" : `${size} each. `}GST included. No refund once you have paid.`,
  look: LOOK_TEXTS,
} as const;
