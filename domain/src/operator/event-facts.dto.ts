import { IsBoolean, IsOptional, Matches, MaxLength, MinLength, ValidateBy } from "class-validator";
import { combined, optionalInstant } from "../fields/combined.dto.js";
import { emailAddress, pincode } from "../fields/identifiers.dto.js";
import { readGstNumber, readPhone } from "../fields/identifiers.js";
import { eventSlug } from "../fields/named-event.dto.js";
import { singleLine, text } from "../fields/typed-text.dto.js";
import messages from "../generated/messages/en/admin-event-problems.js";
import { isVersion } from "./coupon-actions.dto.js";
import { mapLinkProblem, MOST_MAP_LINK, readMapLink, readState, stateProblem } from "./event-facts.rules.js";
import { ReasonDto } from "./reason.dto.js";
import { MOST_DAYS_TEXT, MOST_EVENT_DAYS, tidyDays, typedDaysProblem } from "./typed-days.js";

const problems = messages.facts;
const { names } = problems;

const PHONE = { message: problems.phone };

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

/** A required line of text. */
const required = ({ what, asked }: { readonly what: string; readonly asked: string }, most: number) =>
  combined(
    singleLine,
    MaxLength(most, { message: problems.most({ what, most }) }),
    MinLength(1, { message: problems.missing({ asked }) }),
  );
const areDays = combined(
  text(tidyDays),
  isRight("areDays", typedDaysProblem, [
    MOST_DAYS_TEXT,
    problems.days({ days: MOST_EVENT_DAYS, most: MOST_DAYS_TEXT }),
  ]),
);
const isVenueName = required(names.venue, 100);
const isVenueDescription = required(names.venueDescription, 120);
const isStateCode = combined(text(readState), isRight("isGstState", stateProblem, [60, problems.state]));
const isMapUrl = combined(
  text(readMapLink),
  isRight("isMapLink", mapLinkProblem, [MOST_MAP_LINK, problems.mapMost({ most: MOST_MAP_LINK })]),
);

/** Address of an edition's venue or of the organisation's headquarters. */
export class PlaceDto extends ReasonDto {
  @required(names.street, 120)
  street!: string;

  @required(names.locality, 60)
  locality!: string;

  @required(names.city, 60)
  city!: string;

  @pincode(problems.pin)
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
  @required(names.name, 60)
  name!: string;

  /** The edition, e.g. 2026. */
  @required(names.edition, 20)
  edition!: string;

  /** Start of sales (ISO 8601 with time zone); immediately if absent. */
  @optionalInstant(problems.opens)
  salesOpenAt?: string | null;

  /** End of sales (ISO 8601 with time zone); no end if absent. */
  @optionalInstant(problems.closes)
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
  @IsBoolean({ message: problems.notify })
  notify!: boolean;
}

/** PUT /api/v1/mela/admin/organisation: replaces the facts of the organisation that runs the Mela. */
export class ChangeOrganisationDto extends PlaceDto {
  /** The row's version as it was read; an optimistic lock against concurrent changes. */
  @isVersion
  version!: number;

  /** Name on pages and in mails. */
  @required(names.name, 60)
  name!: string;

  /** Name on the GST registration, printed on new invoices. */
  @required(names.legalName, 120)
  legalName!: string;

  /** Address on the GST registration. */
  @required(names.legalAddress, 200)
  legalAddress!: string;

  /** GSTIN with a valid check digit; determines the seller's state. */
  @text(readGstNumber)
  @MaxLength(15, { message: problems.gstinLength })
  @MinLength(15, { message: problems.gstinLength })
  gstin!: string;

  /** The state's name. */
  @required(names.region, 60)
  region!: string;

  /** Public support address. */
  @emailAddress(problems.email)
  supportEmail!: string;

  /** Public phone number; none is shown if absent. */
  @IsOptional()
  @text((value) => readPhone(value) || undefined)
  @MaxLength(20, PHONE)
  @Matches(/^\+?(?:[ -]?\d){8,15}$/, PHONE)
  phone?: string | null;
}
