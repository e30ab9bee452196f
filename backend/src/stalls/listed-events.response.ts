import { ApiProperty } from "@nestjs/swagger";
import { EVENT_PHASES, type EventPhase } from "@sakhi/domain/events/event-phase";
import { type LanguageCode, SITE_LANGUAGES } from "@sakhi/domain/languages/language-paths";
import { STALL_TYPES, type StallType } from "@sakhi/domain/stalls/stall.types";
import { EventDayResponse, OpeningHoursResponse } from "../events/event-facts.response.js";

/** The lowest price of an event's stalls of one type. */
export class ListedPriceResponse {
  @ApiProperty({ enum: STALL_TYPES, enumName: "StallType" })
  type!: StallType;
  /** Rupees, GST included. */
  from!: number;
}

/** How many of an event's stalls are in each status. */
export class StallCountsResponse {
  available!: number;
  reserved!: number;
  sold!: number;
}

/** What the list shows of an event in another language. */
export class ListedTranslationResponse {
  @ApiProperty({ enum: SITE_LANGUAGES, enumName: "SiteLanguage" })
  language!: LanguageCode;
  title!: string;
  venueLong!: string;
  /** What of it is English all the same, as it is said there. */
  @ApiProperty({ type: [String] })
  english!: readonly string[];
}

/** An event that visitors can see: on sale, announced, over or cancelled. */
export class ListedEventResponse {
  /** `event` in calls, and the last part of its address. */
  slug!: string;
  /** Whether the specified addresses show it. */
  isCurrent!: boolean;
  @ApiProperty({ enum: EVENT_PHASES, enumName: "EventPhase" })
  phase!: EventPhase;
  /** Name and edition: "The Mela 2026". */
  title!: string;
  /** With the year. */
  dates!: string;
  /** From which a site in another language words dates and hours itself. */
  @ApiProperty({ type: [EventDayResponse] })
  openingDays!: readonly EventDayResponse[];
  @ApiProperty({ type: [OpeningHoursResponse] })
  hours!: readonly OpeningHoursResponse[];
  venueLong!: string;
  address!: string;
  mapUrl!: string;
  /** Start of sales (ISO 8601, UTC); null if there is none. */
  @ApiProperty({ type: String, nullable: true })
  salesOpenAt!: string | null;
  stalls!: StallCountsResponse;
  @ApiProperty({ type: [ListedPriceResponse] })
  prices!: readonly ListedPriceResponse[];
  /** Its texts in other languages of the site; absent without any. */
  @ApiProperty({ type: [ListedTranslationResponse], required: false })
  translations?: readonly ListedTranslationResponse[];
}
