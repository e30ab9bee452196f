import { MaxLength, MinLength } from "class-validator";
import { singleLine } from "../fields/typed-text.dto.js";

/** The reason for an operator's action; stored in the audit log, never shown to visitors. */
export class ReasonDto {
  /** Reason, 3 to 300 characters. */
  @singleLine
  @MaxLength(300, { message: "The reason must be at most 300 characters" })
  @MinLength(3, { message: "Please say why, in at least 3 characters" })
  reason!: string;
}
