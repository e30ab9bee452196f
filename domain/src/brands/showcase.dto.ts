import { IsIn, IsISO8601, IsOptional, Matches, MaxLength, MinLength } from "class-validator";
import { combined } from "../fields/combined.dto.js";
import { manyLines, optionalLine, singleLine } from "../fields/typed-text.dto.js";
import problems from "../generated/messages/en/showcase-problems.js";
import { isVersion } from "../operator/coupon-actions.dto.js";
import { ReasonDto } from "../operator/reason.dto.js";
import { SHOWCASE_KINDS, type ShowcaseKind } from "./curation.rules.js";

const line = (most: number, missing: string, tooLong: (values: { readonly most: number }) => string) =>
  combined(singleLine, MaxLength(most, { message: tooLong({ most }) }), MinLength(2, { message: missing }));

const DAY = { message: problems.day };

/** An award, fair or pop-up that the site shows. */
export class AddShowcaseEventDto extends ReasonDto {
  @IsIn(SHOWCASE_KINDS, { message: problems.kind })
  kind!: ShowcaseKind;

  @line(150, problems.titleMissing, problems.titleMost)
  title!: string;

  /** Who gave the award or held the event. */
  @line(150, problems.organisationMissing, problems.organisationMost)
  awardedBy!: string;

  /** The date as the site shows it, e.g. "18 to 20 October 2024". */
  @line(100, problems.dateMissing, problems.dateMost)
  dateText!: string;

  /** Its first day, e.g. 2024-10-18: the newest are shown first. */
  @IsISO8601({ strict: true }, DAY)
  @MaxLength(10, DAY)
  @Matches(/^\d{4}-\d{2}-\d{2}$/, DAY)
  heldOn!: string;

  /** The time as the site shows it. */
  @optionalLine
  @IsOptional()
  @MaxLength(100, { message: problems.timeMost({ most: 100 }) })
  timeText?: string;

  @optionalLine
  @IsOptional()
  @MaxLength(200, { message: problems.venueMost({ most: 200 }) })
  venue?: string;

  @manyLines
  @IsOptional()
  @MaxLength(2000, { message: problems.textMost({ most: 2000 }) })
  description?: string;
}

/** Replaces what the site shows of an award, fair or pop-up. */
export class ChangeShowcaseEventDto extends AddShowcaseEventDto {
  /** Its version as it was read; an optimistic lock against concurrent changes. */
  @isVersion
  version!: number;
}
