import { ApiProperty } from "@nestjs/swagger";
import { EVENT_STATUSES, type EventStatus } from "@sakhi/domain/events/event.states";
import { STALL_LOOKS, type StallLook, type StallType } from "@sakhi/domain/stalls/stall.types";
import { MelaDaysResponse } from "../events/event-facts.response.js";
import { ErrorResponse } from "../platform/http/error.response.js";
import { DatedPriceResponse } from "../stalls/stalls.response.js";

/** A type of stalls of an event. */
export class ManagedStallTypeResponse {
  key!: StallType;
  label!: string;
  /** Rupees, GST included, until the first of its dates; a stall can have its own. */
  price!: number;
  /** What its stalls cost now, by its dates. */
  priceNow!: number;
  /** What they cost from later days on, ascending. */
  @ApiProperty({ type: [DatedPriceResponse] })
  dates!: readonly DatedPriceResponse[];
  /** Of new stalls, in feet. */
  width!: number;
  height!: number;
  /** Colour and mark on the plan. */
  @ApiProperty({ enum: STALL_LOOKS, enumName: "StallLook" })
  look!: StallLook;
  /** Stalls of the type, and how many of them have this price. */
  stalls!: number;
  stallsAtPrice!: number;
}

/** An event in the dashboard's list. */
export class ManagedEventResponse {
  slug!: string;
  name!: string;
  edition!: string;
  /** E.g. The Mela 2026. */
  title!: string;
  @ApiProperty({ enum: EVENT_STATUSES, enumName: "EventStatus" })
  status!: EventStatus;
  /** Whether calls and pages that name no event show it. */
  current!: boolean;
  days!: MelaDaysResponse;
  /** E.g. 13, 14, 20 and 21 February 2027. */
  dates!: string;
  /** ISO 8601, UTC; absent if sales have no start. */
  salesOpenAt?: string;
  /** When its sales end: as set, or when it is over. ISO 8601, UTC; absent of a draft without an end. */
  salesCloseAt?: string;
  /** Whether its last day has closed: none of its stalls is sold now. */
  over!: boolean;
  stalls!: number;
  sold!: number;
  blocked!: number;
  /** Live holds and payments in progress. */
  unpaid!: number;
  @ApiProperty({ type: [ManagedStallTypeResponse] })
  types!: readonly ManagedStallTypeResponse[];
  /** What a draft lacks before it can be published, in words; otherwise empty. */
  @ApiProperty({ type: [String] })
  missing!: readonly string[];
  /** What keeps a published event from being archived, in words; otherwise empty. */
  @ApiProperty({ type: [String] })
  obstacles!: readonly string[];
}

/** Why an event can be neither published nor archived. */
export class EventProblemsResponse extends ErrorResponse {
  /** With event_incomplete and event_under_way: each problem in words. */
  @ApiProperty({ type: [String] })
  problems?: readonly string[];
}
