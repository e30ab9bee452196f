import { ApiProperty } from "@nestjs/swagger";

/** A day of the Mela with its opening hours, Indian time. */
export class EventDayResponse {
  /** YYYY-MM-DD. */
  date!: string;
  /** HH:MM. */
  opens!: string;
  /** HH:MM. */
  closes!: string;
}

/** First and last day, YYYY-MM-DD. */
export class MelaDaysResponse {
  start!: string;
  end!: string;
}

/** A day as it is read. */
export class OpeningHoursResponse {
  /** E.g. Thursday, 3 December 2026. */
  day!: string;
  /** E.g. 10:00 to 20:00. */
  hours!: string;
}

/** Who runs the Mela, as everybody may know. */
export class PublicOrganisationResponse {
  name!: string;
  city!: string;
  supportEmail!: string;
  @ApiProperty({ type: String, nullable: true })
  phone!: string | null;
  /** The office's postal address under its name. */
  @ApiProperty({ type: [String] })
  officeLines!: readonly string[];
  @ApiProperty({ type: [String] })
  headquarters!: readonly string[];
}

export const SALES_VERDICTS = ["open", "sales_not_open", "sales_closed"] as const;

/** The Mela as pages show it, and whether its stalls can be booked now. */
export class EventFactsResponse {
  /** When one of them was changed last (ISO 8601, UTC); each answer of the API says it as Facts-Version. */
  updatedAt!: string;
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
  /** When stalls can be booked (ISO 8601, UTC); null: at once. */
  @ApiProperty({ type: String, nullable: true })
  salesOpenAt!: string | null;
  /** Until when (ISO 8601, UTC); null: no end. */
  @ApiProperty({ type: String, nullable: true })
  salesCloseAt!: string | null;
  organisation!: PublicOrganisationResponse;
  /** Whether stalls can be booked, by the database's clock. */
  @ApiProperty({ enum: SALES_VERDICTS, enumName: "SalesState" })
  sales!: (typeof SALES_VERDICTS)[number];
  /** The database's clock (ISO 8601, UTC). */
  serverTime!: string;
}

/** The Mela as operators change it. */
export class EventRecordResponse {
  /** Send it back with a change. */
  version!: number;
  name!: string;
  edition!: string;
  /** One a line: `2026-12-03 10:00 to 20:00`. */
  days!: string;
  venueName!: string;
  venueDescription!: string;
  street!: string;
  locality!: string;
  city!: string;
  pin!: string;
  stateCode!: string;
  mapUrl!: string;
  /** ISO 8601, UTC; absent: at once. */
  salesOpenAt?: string;
  /** ISO 8601, UTC; absent: no end. */
  salesCloseAt?: string;
}

/** Who runs the Mela as operators change it. */
export class OrganisationRecordResponse {
  /** Send it back with a change. */
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

/** An edition of the Mela to come, as operators change it. */
export class ManagedEditionResponse extends EventRecordResponse {
  id!: number;
  /** Its page. */
  path!: string;
}

/** All of it, for the dashboard. */
export class ManagedFactsResponse {
  /** The current Mela. */
  event!: EventRecordResponse;
  organisation!: OrganisationRecordResponse;
  /** Editions to come, the next one first. */
  editions!: ManagedEditionResponse[];
}
