import { IsIn } from "class-validator";
import { PRINT_KINDS, type PrintKind } from "./prints.js";

/** What is printed of an event. */
export class PrintQueryDto {
  /** A list by stall, by name or by type, door signs, name boards, or the plan with brands. */
  @IsIn(PRINT_KINDS, { message: `Please choose what to print: ${PRINT_KINDS.join(", ")}` })
  kind!: PrintKind;
}
