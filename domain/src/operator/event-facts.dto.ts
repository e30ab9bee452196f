import { IsBoolean, IsOptional, Matches, MaxLength, MinLength, ValidateBy } from "class-validator";
import { combined, optionalInstant } from "../fields/combined.dto.js";
import { emailAddress, pincode } from "../fields/identifiers.dto.js";
import { readGstNumber, readPhone } from "../fields/identifiers.js";
import { eventSlug } from "../fields/named-event.dto.js";
import { singleLine, text } from "../fields/typed-text.dto.js";
import { isVersion } from "./coupon-actions.dto.js";
import { daysProblem, readDays, stateProblem } from "./event-facts.rules.js";
import { ReasonDto } from "./reason.dto.js";

const DAYS = { message: "Write each day on a line of its own, e.g. 2027-01-21 10:00 to 20:00" };
const MAP = { message: "The map link begins with https:// and has at most 300 characters" };
const STATE = { message: "The state is its two-digit GST code, e.g. 29 for Karnataka" };
const PHONE = { message: "The phone number has 8 to 15 digits and may begin with +" };

const DAY = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d to \d\d:\d\d`;

const DAY_LINES = new RegExp(`^${DAY}(\n${DAY})*$`);

/** Error message for well-formed days; the format is another rule. */
const typedDaysProblem = (value: unknown): string | undefined =>
  typeof value === "string" && DAY_LINES.test(value) ? daysProblem(readDays(value)) : undefined;

/** Requires existing dates in ascending order, with closing times after opening times. */
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

/** Requires an existing GST state code. */
const IsGstState = (): PropertyDecorator =>
  ValidateBy({
    name: "isGstState",
    validator: {
      validate: (value: unknown) => stateCodeProblem(value) === undefined,
      defaultMessage: (found) => stateCodeProblem(found?.value) ?? "",
    },
  });

/** A required line of text. @param asked completes "Please enter" */
const required = (what: string, most: number, asked: string) =>
  combined(
    singleLine,
    MaxLength(most, { message: `${what} must be at most ${most} characters` }),
    MinLength(1, { message: `Please enter ${asked}` }),
  );
const lines = text((value) =>
  value
    .split("\n")
    .map((line) => line.trim().replaceAll(/[ \t]+/g, " "))
    .filter((line) => line !== "")
    .join("\n"),
);

const areDays = combined(lines, MaxLength(200, DAYS), Matches(DAY_LINES, DAYS), AreDays());
const isVenueName = required("The venue", 100, "the venue");
const isVenueDescription = required("The venue's description", 120, "the venue as a sentence begins");
const isStateCode = combined(singleLine, MaxLength(2, STATE), Matches(/^\d\d$/, STATE), IsGstState());
const isMapUrl = combined(
  singleLine,
  MaxLength(300, MAP),
  Matches(/^https:\/\/[\w-]+(?:\.[\w-]+)+(?::\d{1,5})?(?:[/?#][!#-&(-;=?-~]*)?$/, MAP),
);

/** Address of an edition's venue or of the organisation's headquarters. */
export class PlaceDto extends ReasonDto {
  @required("The street", 120, "the street")
  street!: string;

  @required("The locality", 60, "the locality")
  locality!: string;

  @required("The city", 60, "the city")
  city!: string;

  @pincode("A PIN code has 6 digits and does not begin with 0")
  pin!: string;
}

/** When and where an event takes place. */
export class DaysAndVenueDto extends PlaceDto {
  /** Days with opening hours in Indian time, one per line: `2027-01-21 10:00 to 20:00`. */
  @areDays
  days!: string;

  /** The venue's name, e.g. Industrial area, Whitefield. */
  @isVenueName
  venueName!: string;

  /** The venue at the start of a sentence, e.g. An industrial area in Whitefield. */
  @isVenueDescription
  venueDescription!: string;

  /** GST code of the venue's state. */
  @isStateCode
  stateCode!: string;

  /** A link to a map of the venue. */
  @isMapUrl
  mapUrl!: string;
}

/** POST /api/v1/mela/admin/event-editions: adds an upcoming edition of the Mela. */
export class AddEditionDto extends DaysAndVenueDto {
  /** The name, e.g. The Mela. */
  @required("The name", 60, "the name")
  name!: string;

  /** The edition, e.g. 2026. */
  @required("The edition", 20, "the edition")
  edition!: string;

  /** Start of sales (ISO 8601 with time zone); immediately if absent. */
  @optionalInstant("The opening is a date and time with its zone, e.g. 2026-10-01T10:00:00+05:30")
  salesOpenAt?: string | null;

  /** End of sales (ISO 8601 with time zone); no end if absent. */
  @optionalInstant("The close is a date and time with its zone, e.g. 2026-12-02T18:00:00+05:30")
  salesCloseAt?: string | null;
}

/** POST /api/v1/mela/admin/events: creates an event as a draft. */
export class CreateEventDto extends AddEditionDto {
  /** Slug of the event whose stall types, stalls and prices are copied; without it, the draft has no stalls. */
  @eventSlug
  planOf?: string;
}

/** PUT /api/v1/mela/admin/event and /api/v1/mela/admin/event-editions/{id}: replaces an edition's facts. */
export class ChangeEventDto extends AddEditionDto {
  /** The row's version as it was read; an optimistic lock against concurrent changes. */
  @isVersion
  version!: number;
}

/**
 * POST /api/v1/mela/admin/events/{slug}/reschedule: other days or another venue, with a mail to each holder of a stall. The
 * name, the edition and the sales window stay.
 */
export class RescheduleEventDto extends DaysAndVenueDto {
  /** The row's version as it was read; an optimistic lock against concurrent changes. */
  @isVersion
  version!: number;
}

/** POST /api/v1/mela/admin/event/notify-holders. */
export class NotifyHoldersDto extends ReasonDto {
  /** The version of the event that the operator saw. */
  @isVersion
  version!: number;

  /** True to mail the holders; false if they need not be notified. */
  @IsBoolean({ message: "Please say whether the holders are notified" })
  notify!: boolean;
}

/** PUT /api/v1/mela/admin/organisation: replaces the facts of the organisation that runs the Mela. */
export class ChangeOrganisationDto extends PlaceDto {
  /** The row's version as it was read; an optimistic lock against concurrent changes. */
  @isVersion
  version!: number;

  /** Name on pages and in mails. */
  @required("The name", 60, "the name")
  name!: string;

  /** Name on the GST registration, printed on new invoices. */
  @required("The legal name", 120, "the legal name")
  legalName!: string;

  /** Address on the GST registration. */
  @required("The legal address", 200, "the legal address")
  legalAddress!: string;

  /** GSTIN with a valid check digit; determines the seller's state. */
  @text(readGstNumber)
  @MaxLength(15, { message: "A GSTIN has 15 characters" })
  @MinLength(15, { message: "A GSTIN has 15 characters" })
  gstin!: string;

  /** The state's name. */
  @required("The state", 60, "the state")
  region!: string;

  /** Public support address. */
  @emailAddress("Please enter a valid email address")
  supportEmail!: string;

  /** Public phone number; none is shown if absent. */
  @IsOptional()
  @text((value) => readPhone(value) || undefined)
  @MaxLength(20, PHONE)
  @Matches(/^\+?(?:[ -]?\d){8,15}$/, PHONE)
  phone?: string | null;
}
