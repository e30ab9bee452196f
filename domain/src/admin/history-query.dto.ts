import { IsOptional, Matches, MaxLength } from "class-validator";
import { blankIsAbsent } from "../catalogue/query-text.dto.js";

/** Cursor of a stall's history. */
export class StallHistoryQueryDto {
  /** Returns only older entries: the nextBefore of the previous response. */
  @blankIsAbsent
  @IsOptional()
  @MaxLength(18, { message: "Please send the nextBefore of an earlier answer" })
  @Matches(/^\d{1,18}$/, { message: "Please send the nextBefore of an earlier answer" })
  before?: string;
}
