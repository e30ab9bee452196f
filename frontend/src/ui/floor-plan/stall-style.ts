import type { SystemStyleObject } from "@chakra-ui/react";

/** The hatch of a reserved stall: status is never shown by colour alone. */
export const hatch = "repeating-linear-gradient(135deg, transparent 0 4px, var(--sb-colors-stall-held-line) 4px 6px)";
/** The cross of a sold stall. */
export const cross = [
  "linear-gradient(to top right, transparent calc(50% - 1px), var(--sb-colors-stall-sold-line) calc(50% - 1px) calc(50% + 1px), transparent calc(50% + 1px))",
  "linear-gradient(to bottom right, transparent calc(50% - 1px), var(--sb-colors-stall-sold-line) calc(50% - 1px) calc(50% + 1px), transparent calc(50% + 1px))",
].join(", ");

/**
 * How a stall looks, by its data attributes; used by the plans, the legend and the list. One rule for all 70, so
 * that a status changes by an attribute.
 */
export const stallStyle: SystemStyleObject = {
  "& [data-status]": {
    color: "stall.ink",
    transition: "background-color 200ms",
    _motionReduce: { transition: "none" },
  },
  "& [data-status=Available]": { bg: "stall.free" },
  "& [data-status=Reserved]": { bg: "stall.held", backgroundImage: hatch },
  "& [data-status=Sold]": { bg: "stall.sold", backgroundImage: cross },
  "& [data-type=Premium]": { borderColor: "stall.premium" },
  "& [data-type=General]": { borderColor: "stall.standard" },
  "& [data-mark=Premium]": { bg: "stall.premium", clipPath: "polygon(0 0, 100% 0, 0 100%)" },
  "& [data-mark=General]": { bg: "stall.standard", borderRadius: "full" },
};
