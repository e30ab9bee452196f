import { IsISO8601, IsOptional, Matches, MaxLength } from "class-validator";
import { blankIsAbsent } from "../catalogue/query-text.dto.js";

export const DAY = /^\d{4}-\d{2}-\d{2}$/;
export const FIRST_DAY = { message: "The first day must be a date such as 2026-11-21" };
export const LAST_DAY = { message: "The last day must be a date such as 2026-11-21" };

/** Date range of an accounting export; all days by default. */
export class AccountsQueryDto {
  /** First day of the range, in Indian time, e.g. 2026-11-21. */
  @blankIsAbsent
  @IsOptional()
  @IsISO8601({ strict: true }, FIRST_DAY)
  @MaxLength(10, FIRST_DAY)
  @Matches(DAY, FIRST_DAY)
  from?: string;

  /** Last day of the range (inclusive), in Indian time. */
  @blankIsAbsent
  @IsOptional()
  @IsISO8601({ strict: true }, LAST_DAY)
  @MaxLength(10, LAST_DAY)
  @Matches(DAY, LAST_DAY)
  to?: string;
}
