import { IsIn, IsInt, IsString, Max, MaxLength, Min, MinLength, ValidateBy } from "class-validator";
import { combined } from "../fields/combined.dto.js";
import { singleLine } from "../fields/typed-text.dto.js";
import problems from "../generated/messages/en/admin-stall-forms.js";
import { isVersion } from "../operator/coupon-actions.dto.js";
import { ReasonDto } from "../operator/reason.dto.js";
import { isStallPrice } from "../operator/stall-actions.dto.js";
import { STALL_LOOKS, type StallLook } from "../stalls/stall.types.js";
import { PLAN_FORMATS, type PlanFormat, SIDE } from "./plan.types.js";
import { stallTypeKey } from "./stall-type.rules.js";

/** Of a plan as text: 1,000 stalls and their fixtures as CSV. */
const MAX_PLAN_TEXT = 60_000;

const SIDES = { message: problems.side(SIDE) };
const side = combined(Max(SIDE.max, SIDES), Min(SIDE.min, SIDES), IsInt(SIDES));

/**
 * PUT /api/v1/mela/admin/events/{slug}/plan/draft: saves the draft, from the designer or another program. A draft may have
 * problems; `problemsOf` says what keeps a plan from being published.
 */
export class SavePlanDto {
  /** The draft's version as it was read; 0 if there was none. */
  @isVersion
  version!: number;

  @IsIn(PLAN_FORMATS, { message: `The format is one of ${PLAN_FORMATS.join(", ")}` })
  format!: PlanFormat;

  /** The plan as a file in this format. One text, because a request has a limited number of values. */
  @MaxLength(MAX_PLAN_TEXT, { message: `A plan's file has at most ${MAX_PLAN_TEXT} characters` })
  @IsString({ message: "The plan is missing" })
  plan!: string;
}

/** POST /api/v1/mela/admin/events/{slug}/plan/publications: publishes the draft that the operator saw. */
export class PublishPlanDto extends ReasonDto {
  /** The draft's version. */
  @isVersion
  version!: number;
}

/** Requires a label that a key stands for. */
const AreTypeWords = (): PropertyDecorator =>
  ValidateBy({
    name: "areTypeWords",
    validator: {
      validate: (value: unknown) => typeof value === "string" && stallTypeKey(value) !== undefined,
      defaultMessage: () => problems.typeWords,
    },
  });

/** Size and look of a stall type. */
const look = IsIn(STALL_LOOKS, { message: `The look is one of ${STALL_LOOKS.join(", ")}` });

/** PUT /api/v1/mela/admin/events/{slug}/types/{key}: changes a type; a new label also changes its key. */
export class ChangeStallTypeDto extends ReasonDto {
  /** What people read, e.g. Food court; the key in the API follows from it. */
  @singleLine
  @MaxLength(30, { message: problems.typeMost })
  @MinLength(1, { message: problems.typeMissing })
  @AreTypeWords()
  label!: string;

  /** Of new stalls, in feet. */
  @side
  width!: number;

  @side
  height!: number;

  /** Colour and mark on the plan. */
  @look
  look!: StallLook;
}

/** POST /api/v1/mela/admin/events/{slug}/types: adds a type. */
export class AddStallTypeDto extends ChangeStallTypeDto {
  /** Of new stalls, in rupees, GST included, at most 2 decimals. */
  @isStallPrice
  price!: number;
}
