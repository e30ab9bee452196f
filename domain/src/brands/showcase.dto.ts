import { IsIn, IsISO8601, IsOptional, Matches, MaxLength, MinLength } from "class-validator";
import { combined } from "../fields/combined.dto.js";
import { manyLines, optionalLine, singleLine } from "../fields/typed-text.dto.js";
import { isVersion } from "../operator/coupon-actions.dto.js";
import { ReasonDto } from "../operator/reason.dto.js";
import { SHOWCASE_KINDS, type ShowcaseKind } from "./curation.rules.js";

const line = (what: string, most: number) =>
  combined(
    singleLine,
    MaxLength(most, { message: `${what} must be at most ${most} characters` }),
    MinLength(2, { message: `${what} is required` }),
  );

const DAY = { message: "The day must be a date such as 2025-11-21" };

/** An award, fair or pop-up that the site shows. */
export class AddShowcaseEventDto extends ReasonDto {
  @IsIn(SHOWCASE_KINDS, { message: "Please choose what it is" })
  kind!: ShowcaseKind;

  @line("The title", 150)
  title!: string;

  /** Who gave the award or held the event. */
  @line("The organisation", 150)
  awardedBy!: string;

  /** The date as the site shows it, e.g. "18 to 20 October 2024". */
  @line("The date in words", 100)
  dateText!: string;

  /** Its first day, e.g. 2024-10-18: the newest are shown first. */
  @IsISO8601({ strict: true }, DAY)
  @MaxLength(10, DAY)
  @Matches(/^\d{4}-\d{2}-\d{2}$/, DAY)
  heldOn!: string;

  /** The time as the site shows it. */
  @optionalLine
  @IsOptional()
  @MaxLength(100, { message: "The time must be at most 100 characters" })
  timeText?: string;

  @optionalLine
  @IsOptional()
  @MaxLength(200, { message: "The venue must be at most 200 characters" })
  venue?: string;

  @manyLines
  @IsOptional()
  @MaxLength(2000, { message: "The text must be at most 2000 characters" })
  description?: string;
}

/** Replaces what the site shows of an award, fair or pop-up. */
export class ChangeShowcaseEventDto extends AddShowcaseEventDto {
  /** Its version as it was read; an optimistic lock against concurrent changes. */
  @isVersion
  version!: number;
}
