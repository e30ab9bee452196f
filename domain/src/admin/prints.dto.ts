import { optionalChoice } from "../catalogue/query-text.dto.js";
import { PRINT_KINDS, type PrintKind } from "./prints.js";

/** What is printed of an event. */
export class PrintQueryDto {
  /** A list by stall (the default), by name or by type, door signs, name boards, or the plan with brands. */
  @optionalChoice(PRINT_KINDS, `Please choose what to print: ${PRINT_KINDS.join(", ")}`)
  kind?: PrintKind;
}
