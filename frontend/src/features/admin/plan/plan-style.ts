import type { SystemStyleObject } from "@chakra-ui/react";
import { cross, hatch } from "../../../ui/floor-plan/stall-style";

const dots = "radial-gradient(circle at 50% 50%, rgb(36 26 23 / 55%) 0 1.2px, transparent 1.6px)";
const stripes = "repeating-linear-gradient(0deg, transparent 0 3px, rgb(101 84 76 / 45%) 3px 4.5px)";

/** The six states of a stall as the operator sees them; each is shown by a pattern too, not by colour alone. */
export const planStateStyle: SystemStyleObject = {
  "& [data-status=available]": { bg: "stall.free" },
  "& [data-status=held]": { bg: "stall.held", backgroundImage: hatch },
  "& [data-status=registered]": { bg: "stall.held" },
  "& [data-status=paying]": {
    bg: "marigold.solid",
    color: "marigold.on",
    backgroundImage: dots,
    backgroundSize: "6px 6px",
  },
  "& [data-status=sold]": { bg: "stall.sold", backgroundImage: cross },
  "& [data-status=blocked]": { bg: "sunk", backgroundImage: stripes },
};
