import { MaxLength, MinLength } from "class-validator";
import { singleLine } from "../fields/typed-text.dto.js";

/** The reason of an operator's action. It is kept in the audit log and shown to no visitor. */
export class ReasonDto {
  /** Why, in a few words, 3 to 300 characters. */
  @singleLine
  @MaxLength(300, { message: "The reason must be at most 300 characters" })
  @MinLength(3, { message: "Please say why, in at least 3 characters" })
  reason!: string;
}
