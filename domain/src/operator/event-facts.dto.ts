import {
  IsEmail,
  IsInt,
  IsISO8601,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
} from "class-validator";
import { optionalLine, singleLine, text } from "../fields/typed-text.dto.js";
import { INSTANT, MAX_VERSION, VERSION } from "./coupon-actions.dto.js";
import { daysProblem, readDays, stateProblem } from "./event-facts.rules.js";
import { ReasonDto } from "./reason.dto.js";

const DAYS = { message: "Write each day on a line of its own, e.g. 2027-01-21 10:00 to 20:00" };
const PIN = { message: "A PIN code has 6 digits and does not begin with 0" };
const MAP = { message: "The map link begins with https:// and has at most 300 characters" };
const OPENING = { message: "The opening is a date and time with its zone, e.g. 2026-10-01T10:00:00+05:30" };
const CLOSING = { message: "The close is a date and time with its zone, e.g. 2026-12-02T18:00:00+05:30" };
const STATE = { message: "The state is its two-digit GST code, e.g. 29 for Karnataka" };
const EMAIL = { message: "Please enter a valid email address" };
const PHONE = { message: "The phone number has 8 to 15 digits and may begin with +" };

const DAY = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d to \d\d:\d\d`;

const DAY_LINES = new RegExp(`^${DAY}(\n${DAY})*$`);

/** What is wrong with days that have the form; that they have it is another rule. */
const typedDaysProblem = (value: unknown): string | undefined =>
  typeof value === "string" && DAY_LINES.test(value) ? daysProblem(readDays(value)) : undefined;

/** The days are days of the calendar, in their order, and close after they open. */
const AreDays = (): PropertyDecorator =>
  ValidateBy({
    name: "areDays",
    validator: {
      validate: (value: unknown) => typedDaysProblem(value) === undefined,
      defaultMessage: (found) => typedDaysProblem(found?.value) ?? "",
    },
  });

const stateCodeProblem = (value: unknown): string | undefined =>
  typeof value === "string" && /^\d\d$/.test(value) ? stateProblem(value) : undefined;

/** There is such a state. */
const IsGstState = (): PropertyDecorator =>
  ValidateBy({
    name: "isGstState",
    validator: {
      validate: (value: unknown) => stateCodeProblem(value) === undefined,
      defaultMessage: (found) => stateCodeProblem(found?.value) ?? "",
    },
  });

const tooLong = (what: string, most: number) => ({ message: `${what} must be at most ${most} characters` });
const missing = (what: string) => ({ message: `Please enter ${what}` });
const lines = text((value) =>
  value
    .split("\n")
    .map((line) => line.trim().replaceAll(/[ \t]+/g, " "))
    .filter((line) => line !== "")
    .join("\n"),
);

/** Where an edition of the Mela takes place, or where who runs it has its headquarters. */
export class PlaceDto extends ReasonDto {
  @singleLine
  @MaxLength(120, tooLong("The street", 120))
  @MinLength(1, missing("the street"))
  street!: string;

  /** The part of the city. */
  @singleLine
  @MaxLength(60, tooLong("The locality", 60))
  @MinLength(1, missing("the locality"))
  locality!: string;

  @singleLine
  @MaxLength(60, tooLong("The city", 60))
  @MinLength(1, missing("the city"))
  city!: string;

  @singleLine
  @MaxLength(6, PIN)
  @Matches(/^[1-9]\d{5}$/, PIN)
  pin!: string;
}

/** POST /api/v1/mela/admin/event-editions: an edition of the Mela to come. */
export class AddEditionDto extends PlaceDto {
  /** The name, e.g. The Mela. */
  @singleLine
  @MaxLength(60, tooLong("The name", 60))
  @MinLength(1, missing("the name"))
  name!: string;

  /** Which of several it is, e.g. 2026. */
  @singleLine
  @MaxLength(20, tooLong("The edition", 20))
  @MinLength(1, missing("the edition"))
  edition!: string;

  /** Its days with their opening hours by Indian time, one a line: `2027-01-21 10:00 to 20:00`. */
  @lines
  @MaxLength(200, DAYS)
  @Matches(DAY_LINES, DAYS)
  @AreDays()
  days!: string;

  /** The venue's name, e.g. Industrial area, Whitefield. */
  @singleLine
  @MaxLength(100, tooLong("The venue", 100))
  @MinLength(1, missing("the venue"))
  venueName!: string;

  /** The venue as a sentence begins, e.g. An industrial area in Whitefield. */
  @singleLine
  @MaxLength(120, tooLong("The venue's description", 120))
  @MinLength(1, missing("the venue as a sentence begins"))
  venueDescription!: string;

  /** GST code of the state it takes place in. */
  @singleLine
  @MaxLength(2, STATE)
  @Matches(/^\d\d$/, STATE)
  @IsGstState()
  stateCode!: string;

  /** A link to a map of the venue. */
  @singleLine
  @MaxLength(300, MAP)
  @Matches(/^https:\/\/[\w-]+(?:\.[\w-]+)+(?::\d{1,5})?(?:[/?#][!#-&(-;=?-~]*)?$/, MAP)
  mapUrl!: string;

  /** When stalls can be booked (ISO 8601 with its time zone); none: at once. */
  @IsOptional()
  @IsISO8601({ strict: true }, OPENING)
  @MaxLength(30, OPENING)
  @Matches(INSTANT, OPENING)
  salesOpenAt?: string | null;

  /** Until when stalls can be booked (ISO 8601 with its time zone); none: no end. */
  @IsOptional()
  @IsISO8601({ strict: true }, CLOSING)
  @MaxLength(30, CLOSING)
  @Matches(INSTANT, CLOSING)
  salesCloseAt?: string | null;
}

/** PUT /api/v1/mela/admin/event and /api/v1/mela/admin/event-editions/{id}: the edition as it is from now on. */
export class ChangeEventDto extends AddEditionDto {
  /** The row's version as it was read: somebody else's change in between is never lost. */
  @Max(MAX_VERSION, VERSION)
  @Min(0, VERSION)
  @IsInt(VERSION)
  version!: number;
}

/** PUT /api/v1/mela/admin/organisation: who runs the Mela, from now on. */
export class ChangeOrganisationDto extends PlaceDto {
  /** The row's version as it was read: somebody else's change in between is never lost. */
  @Max(MAX_VERSION, VERSION)
  @Min(0, VERSION)
  @IsInt(VERSION)
  version!: number;

  /** As it stands on pages and in mails. */
  @singleLine
  @MaxLength(60, tooLong("The name", 60))
  @MinLength(1, missing("the name"))
  name!: string;

  /** As on the GST registration; printed on invoices from then on. */
  @singleLine
  @MaxLength(120, tooLong("The legal name", 120))
  @MinLength(1, missing("the legal name"))
  legalName!: string;

  /** As on the GST registration. */
  @singleLine
  @MaxLength(200, tooLong("The legal address", 200))
  @MinLength(1, missing("the legal address"))
  legalAddress!: string;

  /** With its right check digit; it decides the seller's state. */
  @text((value) => value.trim().toUpperCase())
  @MaxLength(15, { message: "A GSTIN has 15 characters" })
  @MinLength(15, { message: "A GSTIN has 15 characters" })
  gstin!: string;

  /** The state's name. */
  @singleLine
  @MaxLength(60, tooLong("The state", 60))
  @MinLength(1, missing("the state"))
  region!: string;

  /** Where everybody writes for help. */
  @singleLine
  @MaxLength(100, tooLong("The e-mail address", 100))
  @IsEmail({}, EMAIL)
  supportEmail!: string;

  /** Where everybody calls; none: no number is shown. */
  @IsOptional()
  @optionalLine
  @MaxLength(20, PHONE)
  @Matches(/^\+?(?:[ -]?\d){8,15}$/, PHONE)
  phone?: string | null;
}
