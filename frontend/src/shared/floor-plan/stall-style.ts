import type { SystemStyleObject } from "@chakra-ui/react";
import type { StallLook, StallStatus } from "@sakhi/domain/stalls/stall.types";

/** Hatching of a reserved stall: status is never shown by colour alone. */
export const hatch = "repeating-linear-gradient(135deg, transparent 0 4px, var(--sb-colors-stall-held-line) 4px 6px)";
/** Stripes of a blocked stall. */
export const stripes = "repeating-linear-gradient(0deg, transparent 0 3px, rgb(101 84 76 / 45%) 3px 4.5px)";
/** Cross of a sold stall. */
export const cross = [
  "linear-gradient(to top right, transparent calc(50% - 1px), var(--sb-colors-stall-sold-line) calc(50% - 1px) calc(50% + 1px), transparent calc(50% + 1px))",
  "linear-gradient(to bottom right, transparent calc(50% - 1px), var(--sb-colors-stall-sold-line) calc(50% - 1px) calc(50% + 1px), transparent calc(50% + 1px))",
].join(", ");

interface MarkedStall {
  readonly status: StallStatus;
  /** By an operator: it reads Reserved. */
  readonly blocked?: boolean | undefined;
}

/** A stall's `data-status`, styled by {@link stallStyle}: the status that everyone sees, or `Blocked`. */
export function statusMark({ status, blocked = false }: MarkedStall): string {
  return blocked ? "Blocked" : status;
}

/** A stall's `data-type`, which gives its border and mark: its type, if the specification names it and its look. */
export function typeMark({ type, look }: { readonly type: string; readonly look?: StallLook | undefined }): string {
  if (look === "premium") return "Premium";
  if (look === "standard") return "General";
  return look ?? type;
}

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
  // A double border: the two types that every event begins with differ without their colours, also at arm's length.
  "& [data-type=Premium]": {
    borderColor: "stall.premium",
    borderStyle: "double",
    borderWidth: "clamp(3px, 0.8cqw, 5px)",
  },
  "& [data-type=General]": { borderColor: "stall.standard" },
  "& [data-type=leaf]": { borderColor: "leaf.solid" },
  "& [data-type=rani]": { borderColor: "rani.solid" },
  "& [data-type=marigold]": { borderColor: "marigold.solid" },
  "& [data-type=indigo]": { borderColor: "indigo.solid" },
  "& [data-mark=Premium]": { bg: "stall.premium", clipPath: "polygon(0 0, 100% 0, 0 100%)" },
  "& [data-mark=General]": { bg: "stall.standard", borderRadius: "full" },
  "& [data-mark=leaf]": { bg: "leaf.solid", borderRadius: "0 100% 0 100%" },
  "& [data-mark=rani]": { bg: "rani.solid", clipPath: "polygon(50% 0, 100% 50%, 50% 100%, 0 50%)" },
  "& [data-mark=marigold]": { bg: "marigold.solid" },
  "& [data-mark=indigo]": { bg: "indigo.solid", clipPath: "polygon(0 0, 100% 0, 100% 40%, 40% 40%, 40% 100%, 0 100%)" },
};
