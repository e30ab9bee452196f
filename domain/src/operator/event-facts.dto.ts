import { IsBoolean, IsOptional, Matches, MaxLength, MinLength, ValidateBy } from "class-validator";
import { combined, optionalInstant } from "../fields/combined.dto.js";
import { emailAddress, pincode } from "../fields/identifiers.dto.js";
import { readGstNumber, readPhone } from "../fields/identifiers.js";
import { eventSlug } from "../fields/named-event.dto.js";
import { singleLine, text } from "../fields/typed-text.dto.js";
import { isVersion } from "./coupon-actions.dto.js";
import { mapLinkProblem, MOST_MAP_LINK, readMapLink, readState, stateProblem } from "./event-facts.rules.js";
import { ReasonDto } from "./reason.dto.js";
import { MOST_DAYS_TEXT, MOST_EVENT_DAYS, tidyDays, typedDaysProblem } from "./typed-days.js";

const PHONE = { message: "The phone number has 8 to 15 digits and may begin with +" };

/**
 * Requires that a text has no problem by a rule, whose message says which.
 *
 * @param problem undefined if it is right
 * @param most its length; a longer text is not looked at
 */
const isRight = (
  name: string,
  problem: (text: string) => string | undefined,
  [most, tooLong]: readonly [length: number, message: string],
): PropertyDecorator => {
  const problemOf = (value: unknown): string | undefined => {
    const typed = typeof value === "string" ? value : "";
    return typed.length > most ? undefined : problem(typed);
  };
  const isRead = ValidateBy({
    name,
    validator: {
      validate: (value: unknown) => problemOf(value) === undefined,
      defaultMessage: (found) => problemOf(found?.value) ?? "",
    },
  });
  return combined(MaxLength(most, { message: tooLong }), isRead);
};

/** A required line of text. @param asked completes "Please enter" */
const required = (what: string, most: number, asked: string) =>
  combined(
    singleLine,
    MaxLength(most, { message: `${what} must be at most ${most} characters` }),
    MinLength(1, { message: `Please enter ${asked}` }),
  );
const areDays = combined(
  text(tidyDays),
  isRight("areDays", typedDaysProblem, [
    MOST_DAYS_TEXT,
    `There are at most ${MOST_EVENT_DAYS} days, in ${MOST_DAYS_TEXT} characters`,
  ]),
);
const isVenueName = required("The venue", 100, "the venue");
const isVenueDescription = required("The venue's description", 120, "the venue as a sentence begins");
const isStateCode = combined(
  text(readState),
  isRight("isGstState", stateProblem, [60, "The state is its name or its GST code, e.g. Karnataka or 29"]),
);
const isMapUrl = combined(
  text(readMapLink),
  isRight("isMapLink", mapLinkProblem, [
    MOST_MAP_LINK,
    `The map link has at most ${MOST_MAP_LINK} characters: the Share button of a map gives a short one`,
  ]),
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
  /**
   * Days with opening hours in Indian time, at most 31, one per line: `2027-01-21 10:00 to 20:00`. Other usual ways to write
   * them are read too. A close at or before the opening is that of the following night.
   */
  @areDays
  days!: string;

  /** The venue's name, e.g. Industrial area, Whitefield. */
  @isVenueName
  venueName!: string;

  /** The venue at the start of a sentence, e.g. An industrial area in Whitefield. */
  @isVenueDescription
  venueDescription!: string;

  /** GST code of the venue's state, or its name. */
  @isStateCode
  stateCode!: string;

  /** A link to a map of the venue, of at most 2,000 characters. */
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
