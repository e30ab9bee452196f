import { ApiProperty } from "@nestjs/swagger";
import { EVENT_PHASES, type EventPhase } from "@sakhi/domain/events/event-phase";
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
}
