import { IsISO8601, IsOptional, Matches, MaxLength } from "class-validator";
import { blankIsAbsent } from "../catalogue/query-text.dto.js";
import { combined } from "../fields/combined.dto.js";

/** An optional day in a query. */
export function optionalDay(which: "first" | "last"): PropertyDecorator {
  const message = `The ${which} day must be a date such as 2026-11-21`;
  return combined(
    blankIsAbsent,
    IsOptional(),
    IsISO8601({ strict: true }, { message }),
    MaxLength(10, { message }),
    Matches(/^\d{4}-\d{2}-\d{2}$/, { message }),
  );
}

/** Date range of an accounting export; all days by default. */
export class AccountsQueryDto {
  /** First day of the range, in Indian time, e.g. 2026-11-21. */
  @optionalDay("first")
  from?: string;

  /** Last day of the range (inclusive), in Indian time. */
  @optionalDay("last")
  to?: string;
}
