import { ApiProperty } from "@nestjs/swagger";
import { EVENT_STATUSES, type EventStatus } from "@sakhi/domain/events/event.states";
import { type LanguageCode, SITE_LANGUAGES } from "@sakhi/domain/languages/language-paths";

/** A day of the Mela with its opening hours, Indian time. */
export class EventDayResponse {
  /** YYYY-MM-DD. */
  date!: string;
  /** HH:MM. */
  opens!: string;
  /** HH:MM. */
  closes!: string;
}

/** A day that the event no longer has. */
export class DroppedDayResponse extends EventDayResponse {
  /** When it was dropped, ISO 8601 UTC: who booked later never had it. Absent if that is not known. */
  droppedAt?: string;
}

/** First and last day, YYYY-MM-DD. */
export class MelaDaysResponse {
  start!: string;
  end!: string;
}

/** A day of the Mela, formatted for display. */
export class OpeningHoursResponse {
  /** E.g. Thursday, 3 December 2026. */
  day!: string;
  /** E.g. 10:00 to 20:00. */
  hours!: string;
}

/** The organisation of the Mela, public data. */
export class PublicOrganisationResponse {
  name!: string;
  city!: string;
  supportEmail!: string;
  @ApiProperty({ type: String, nullable: true })
  phone!: string | null;
  /** The office's postal address, below its name. */
  @ApiProperty({ type: [String] })
  officeLines!: readonly string[];
  @ApiProperty({ type: [String] })
  headquarters!: readonly string[];
}

/** What calendar files say about changes of the event. */
export class EventCalendarResponse {
  /** Number of changes that calendars follow. */
  sequence!: number;
  /** Days that the event no longer has; their entries are removed. */
  @ApiProperty({ type: [DroppedDayResponse] })
  droppedDays!: readonly DroppedDayResponse[];
  /** When the event would have started before its dates last changed, ISO 8601 in India's time; null if they never did. */
  @ApiProperty({ type: String, nullable: true })
  formerStart!: string | null;
}

/** Who is paid for a stall: the seller on the tax invoice. */
export class PayeeResponse {
  name!: string;
  gstin!: string;
}

export const SALES_VERDICTS = ["open", "sales_paused", "sales_not_open", "sales_closed"] as const;

/** When some of the stalls are set up. */
export class SetupTimeResponse {
  /** Days before the event's first: 0 is the first day itself. */
  daysBefore!: number;
  /** HH:MM in India. */
  from!: string;
  to!: string;
  /** E.g. "A1–A20, B, C7"; empty for all that no other time names. */
  stalls!: string;
}

/** Where holders of stalls come in, and when they set up. */
export class EventArrivalResponse {
  /** Number of changes in the dashboard. */
  version!: number;
  /** Empty if nobody has said it. */
  gate!: string;
  @ApiProperty({ type: [SetupTimeResponse] })
  setup!: readonly SetupTimeResponse[];
}

/** What pages show of an event in another language. */
export class PublicTranslationResponse {
  @ApiProperty({ enum: SITE_LANGUAGES, enumName: "SiteLanguage" })
  language!: LanguageCode;
  name!: string;
  venue!: string;
  venueLong!: string;
  city!: string;
  /** Empty if nobody has said it. */
  gate!: string;
  /** What of it is English all the same, as it is said there. */
  @ApiProperty({ type: [String] })
  english!: readonly string[];
}

/** The public facts of the Mela, and whether sales are open. */
export class EventFactsResponse {
  /** When the facts last changed (ISO 8601, UTC); also the Facts-Version header of every API response. */
  updatedAt!: string;
  /** The event's slug: `event` in calls. */
  slug!: string;
  /** Only a published event sells; drafts are not shown. */
  @ApiProperty({ enum: EVENT_STATUSES, enumName: "EventStatus" })
  status!: EventStatus;
  name!: string;
  edition!: string;
  days!: MelaDaysResponse;
  @ApiProperty({ type: [EventDayResponse] })
  openingDays!: readonly EventDayResponse[];
  @ApiProperty({ type: [OpeningHoursResponse] })
  hours!: readonly OpeningHoursResponse[];
  /** E.g. 3rd and 4th December. */
  dates!: string;
  venue!: string;
  venueLong!: string;
  locality!: string;
  city!: string;
  /** Street, locality, city and PIN. */
  address!: string;
  mapUrl!: string;
  /** Start of sales (ISO 8601, UTC); null if there is none. */
  @ApiProperty({ type: String, nullable: true })
  salesOpenAt!: string | null;
  /** End of sales (ISO 8601, UTC); null if there is none. */
  @ApiProperty({ type: String, nullable: true })
  salesCloseAt!: string | null;
  calendar!: EventCalendarResponse;
  arrival!: EventArrivalResponse;
  /** The event's texts in other languages of the site; absent without any. */
  @ApiProperty({ type: [PublicTranslationResponse], required: false })
  translations?: readonly PublicTranslationResponse[];
  payee!: PayeeResponse;
  organisation!: PublicOrganisationResponse;
  /** Whether sales are open, by the database's clock. */
  @ApiProperty({ enum: SALES_VERDICTS, enumName: "SalesState" })
  sales!: (typeof SALES_VERDICTS)[number];
  /** The database's clock (ISO 8601, UTC). */
  serverTime!: string;
}

/** The editable record of the Mela. */
export class EventRecordResponse {
  /** Sent back with a change; detects concurrent changes. */
  version!: number;
  name!: string;
  edition!: string;
  /** One day per line: `2026-12-03 10:00 to 20:00`. */
  days!: string;
  venueName!: string;
  venueDescription!: string;
  street!: string;
  locality!: string;
  city!: string;
  pin!: string;
  stateCode!: string;
  mapUrl!: string;
  /** ISO 8601, UTC; absent if sales have no start. */
  salesOpenAt?: string;
  /** ISO 8601, UTC; absent if sales have no end. */
  salesCloseAt?: string;
}

/** The editable record of the organisation of the Mela. */
export class OrganisationRecordResponse {
  /** Sent back with a change; detects concurrent changes. */
  version!: number;
  name!: string;
  legalName!: string;
  legalAddress!: string;
  gstin!: string;
  street!: string;
  locality!: string;
  city!: string;
  pin!: string;
  region!: string;
  supportEmail!: string;
  phone?: string;
}

/** The editable record of an upcoming edition. */
export class ManagedEditionResponse extends EventRecordResponse {
  id!: number;
  /** Path of its page. */
  path!: string;
}

/** A change of the current Mela that the holders of its stalls have not been notified of. */
export class UnnotifiedChangeResponse {
  /** Sent back with the decision; detects another change. */
  version!: number;
  /** What changed: "new dates and a new venue". */
  what!: string;
  /** When it last changed (ISO 8601, UTC). */
  since!: string;
  /** Holders who booked before and have an e-mail address; each would get one mail. */
  holders!: number;
}

/** An event's texts in another language; an absent one is shown in English. */
export class EventTranslationResponse {
  @ApiProperty({ enum: SITE_LANGUAGES, enumName: "SiteLanguage" })
  language!: LanguageCode;
  name?: string;
  venueName?: string;
  venueDescription?: string;
  city?: string;
  gate?: string;
}

/** An event's texts in other languages. */
export class EventTranslationsResponse {
  /** Number of changes; a change sends it. */
  version!: number;
  texts!: EventTranslationResponse[];
}

/** All editable event facts, for the dashboard. */
export class ManagedFactsResponse {
  /** The current Mela. */
  event!: EventRecordResponse;
  arrival!: EventArrivalResponse;
  translations!: EventTranslationsResponse;
  /** Absent if the holders know everything. */
  unnotified?: UnnotifiedChangeResponse;
  organisation!: OrganisationRecordResponse;
  /** Upcoming editions, soonest first. */
  editions!: ManagedEditionResponse[];
}
