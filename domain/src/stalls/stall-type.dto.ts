import { Matches, MaxLength } from "class-validator";
import { combined } from "../fields/combined.dto.js";
import { STALL_TYPE_LENGTH, STALL_TYPE_PATTERN } from "./stall.types.js";

const message = "The stall type is one of the event's, e.g. Premium or General";

/** The key of a stall type. Whether the event has it, the server decides. */
export const isStallType = combined(
  Matches(STALL_TYPE_PATTERN, { message }),
  MaxLength(STALL_TYPE_LENGTH, { message }),
);
