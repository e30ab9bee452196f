import type { SystemStyleObject } from "@chakra-ui/react";

/** Hatching of a reserved stall: status is never shown by colour alone. */
export const hatch = "repeating-linear-gradient(135deg, transparent 0 4px, var(--sb-colors-stall-held-line) 4px 6px)";
/** Stripes of a blocked stall. */
export const stripes = "repeating-linear-gradient(0deg, transparent 0 3px, rgb(101 84 76 / 45%) 3px 4.5px)";
/** Cross of a sold stall. */
export const cross = [
  "linear-gradient(to top right, transparent calc(50% - 1px), var(--sb-colors-stall-sold-line) calc(50% - 1px) calc(50% + 1px), transparent calc(50% + 1px))",
  "linear-gradient(to bottom right, transparent calc(50% - 1px), var(--sb-colors-stall-sold-line) calc(50% - 1px) calc(50% + 1px), transparent calc(50% + 1px))",
].join(", ");

/**
 * Styles of stalls by their data attributes, for plans, legend and list. Shared rules, so that a status change only sets
 * an attribute.
 */
export const stallStyle: SystemStyleObject = {
  "& [data-status]": {
    color: "stall.ink",
    transition: "background-color 200ms",
    _motionReduce: { transition: "none" },
  },
  "& [data-status=Available]": { bg: "stall.free" },
  "& [data-status=Reserved]": { bg: "stall.held", backgroundImage: hatch },
  "& [data-status=Blocked]": { bg: "sunk", backgroundImage: stripes },
  "& [data-status=Sold]": { bg: "stall.sold", backgroundImage: cross },
  "& [data-type=Premium]": { borderColor: "stall.premium" },
  "& [data-type=General]": { borderColor: "stall.standard" },
  "& [data-mark=Premium]": { bg: "stall.premium", clipPath: "polygon(0 0, 100% 0, 0 100%)" },
  "& [data-mark=General]": { bg: "stall.standard", borderRadius: "full" },
};
