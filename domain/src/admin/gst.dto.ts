import { IsOptional, Matches, MaxLength } from "class-validator";
import { blankIsAbsent } from "../catalogue/query-text.dto.js";
import { combined } from "../fields/combined.dto.js";
import { PagingQueryDto } from "./queries.dto.js";

const text = (message: string, pattern: RegExp): PropertyDecorator =>
  combined(MaxLength(80, { message }), Matches(pattern, { message }));

/** Documents of a return. */
export class GstFigureDto extends PagingQueryDto {
  /** Of this figure, as the return names it: "b2cs/29:18". Default: all. */
  @blankIsAbsent
  @IsOptional()
  @text("Please name a figure of the return", /^[\w./:-]+$/)
  figure?: string;
}

/** Closes a month. */
export class CloseGstMonthDto {
  /** Of the return that was looked at. */
  @text("Please send the fingerprint of the return", /^[0-9a-f]{16,64}$/)
  fingerprint!: string;
}
