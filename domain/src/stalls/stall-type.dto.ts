import { Matches } from "class-validator";
import { STALL_TYPE_PATTERN } from "./stall.types.js";

/** The key of a stall type. Whether the event has it, the server decides. */
export const isStallType = Matches(STALL_TYPE_PATTERN, {
  message: "The stall type is one of the event's, e.g. Premium or General",
});
