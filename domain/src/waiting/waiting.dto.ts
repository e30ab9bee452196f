import { IsIn, IsInt, IsString, Length, Matches, Max, MaxLength, Min, MinLength } from "class-validator";
import { combined, isReason } from "../fields/combined.dto.js";
import { emailAddress, indianMobile, personName } from "../fields/identifiers.dto.js";
import { NamedEventDto } from "../fields/named-event.dto.js";
import hours from "../generated/messages/en/admin-waiting-form.js";
import problems from "../generated/messages/en/form-problems.js";
import { MailLanguageDto } from "../languages/mail-language.dto.js";
import { STALL_TYPE_LENGTH, STALL_TYPE_PATTERN, type StallType } from "../stalls/stall.types.js";
import { OFFER_HOURS, WAITING_TOKEN_LENGTH } from "./waiting.rules.js";

const LINK = "Please open the link in our mail";
const HOURS = hours.hours(OFFER_HOURS);

/** The secret of a link to a place in the queue, in the link's fragment. Malformed and unknown ones get the same response. */
const waitingToken = combined(Length(1, WAITING_TOKEN_LENGTH, { message: LINK }), IsString({ message: LINK }));

/** POST /api/v1/mela/waiting/join. */
export class JoinWaitingDto extends NamedEventDto {
  /** The type of stalls that she waits for, e.g. Premium. */
  @Matches(STALL_TYPE_PATTERN, { message: "Please choose a stall type" })
  @MaxLength(STALL_TYPE_LENGTH, { message: "Please choose a stall type" })
  @IsString({ message: "Please choose a stall type" })
  stallType!: StallType;

  /** Full name, 2 to 100 characters. */
  @personName
  @MaxLength(100, { message: problems.fullNameMost })
  @MinLength(2, { message: problems.fullNameMissing })
  fullName!: string;

  /** E-mail address, at most 100 characters: a freed stall is offered there. */
  @emailAddress(problems.email)
  email!: string;

  /** Indian phone number, exactly 10 digits; blanks, hyphens and a leading +91 or 0 are accepted and dropped. */
  @indianMobile(problems.phone)
  phoneNumber!: string;
}

/** POST /api/v1/mela/waiting/view and /leave. */
export class WaitingTokenDto {
  /** The link's fragment (after the #). */
  @waitingToken
  token!: string;
}

/** POST /api/v1/mela/waiting/language: the language of what is mailed about the place from now on. */
export class WaitingLanguageDto extends MailLanguageDto {
  /** The link's fragment (after the #). */
  @waitingToken
  token!: string;
}

/** PUT /api/v1/mela/admin/events/{slug}/waiting/settings. */
export class WaitingSettingsDto {
  /** How long a freed stall is offered at most, in hours; less as the end of the sale nears. */
  @Max(OFFER_HOURS.most, { message: HOURS })
  @Min(OFFER_HOURS.least, { message: HOURS })
  @IsInt({ message: HOURS })
  offerHours!: number;
}

/** What an operator does about a place: takes its stall back, which stays blocked while she keeps her place, or removes the place. */
export const WAITING_STEPS = ["reclaim", "remove"] as const;
export type WaitingStepName = (typeof WAITING_STEPS)[number];

/** POST /api/v1/mela/admin/waiting/{id}/steps. */
export class WaitingStepDto {
  @IsIn(WAITING_STEPS, { message: "Please load the page again" })
  step!: WaitingStepName;

  /** Reason, 3 to 300 characters. */
  @isReason
  reason!: string;
}
