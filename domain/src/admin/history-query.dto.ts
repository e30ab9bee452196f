import { IsOptional, Matches, MaxLength } from "class-validator";
import { blankIsAbsent } from "../catalogue/query-text.dto.js";

/** Which part of a stall's history is requested. */
export class StallHistoryQueryDto {
  /** Only what happened before this: the nextBefore of the answer before. */
  @blankIsAbsent
  @IsOptional()
  @MaxLength(18, { message: "Please send the nextBefore of an earlier answer" })
  @Matches(/^\d{1,18}$/, { message: "Please send the nextBefore of an earlier answer" })
  before?: string;
}
