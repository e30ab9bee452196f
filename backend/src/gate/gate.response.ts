import { ApiProperty } from "@nestjs/swagger";
import { WALK_IN_STATES, type WalkInState } from "@sakhi/domain/bookings/walk-in.states";
import { TICK_OUTCOMES, type TickOutcome } from "@sakhi/domain/gate/gate.rules";

/** A tick of an arrival. */
export class GateTickResponse {
  tickId!: string;
  /** When it was ticked, ISO 8601 UTC, by the server's clock. */
  at!: string;
  /** The account at the gate. */
  by!: string;
}

/** A booking that has arrived today. */
export class GateArrivalResponse extends GateTickResponse {
  bookingId!: string;
  /** Ticks that came second, in their order. */
  again!: GateTickResponse[];
}

/** What became of a tick that the phone sent. */
export class GateOutcomeResponse {
  tickId!: string;
  @ApiProperty({ enum: TICK_OUTCOMES, enumName: "TickOutcome" })
  outcome!: TickOutcome;
  /** The booking's stall, if it is no longer the one that the phone showed. */
  movedTo?: string;
}

/** When a stall is set up. */
export class GateSetupResponse {
  /** Day and hours in words. */
  words!: string;
  /** ISO 8601, UTC. */
  from!: string;
  to!: string;
}

/** A sold stall on the gate's list. */
export class GateEntryResponse {
  bookingId!: string;
  stallId!: string;
  stallType!: string;
  brand!: string;
  name!: string;
  /** The last four digits of her phone number. */
  phoneEnd!: string;
  /** The last six characters of the order's number. */
  orderEnd!: string;
  /** SHA-256 of the texts of its ticket's code, in hex. */
  codes!: string[];
  /** Labels of required papers that are not there. */
  missing!: string[];
  /** When her stall is set up; absent where the event says nothing. */
  setup?: GateSetupResponse;
}

/** A ticket's code from before a move. */
export class FormerCodeResponse {
  /** SHA-256 of its text, in hex. */
  code!: string;
  bookingId!: string;
}

/** What changes at the gate from minute to minute. */
export class GateNowResponse {
  /** The server's clock, ISO 8601 UTC. */
  now!: string;
  /** The gate's day, YYYY-MM-DD; absent on a day that is none of the event's. */
  day?: string;
  /** Changes with the list: read it again. */
  version!: string;
  arrivals!: GateArrivalResponse[];
  /** Of the ticks that were sent, in their order. */
  outcomes!: GateOutcomeResponse[];
}

/** The gate's list: what a phone needs while it has no network. */
export class GateListResponse extends GateNowResponse {
  eventId!: number;
  slug!: string;
  /** Title of the event, and its dates in words. */
  title!: string;
  dates!: string;
  /** Days on which the gate ticks, YYYY-MM-DD. */
  days!: string[];
  /** Where holders come in; empty if nobody has said it. */
  gate!: string;
  /** Until when a phone may keep this, ISO 8601 UTC. */
  keepUntil!: string;
  entries!: GateEntryResponse[];
  former!: FormerCodeResponse[];
  /** SHA-256 of the texts of cancelled bookings' codes, in hex. */
  cancelled!: string[];
}

/** A stall that can be sold at the gate now. */
export class GateStallResponse {
  stallId!: string;
  stallType!: string;
  /** Rupees, GST included. */
  price!: number;
}

/** A sale at the gate, without how its buyer is reached. */
export class GateSaleResponse {
  bookingId!: string;
  stallId!: string;
  stallType!: string;
  brand!: string;
  /** Rupees to pay. */
  amount!: number;
  /** The account at the gate, and when it began the sale (ISO 8601, UTC). */
  by!: string;
  startedAt!: string;
  @ApiProperty({ enum: WALK_IN_STATES, enumName: "WalkInState" })
  state!: WalkInState;
}

/** A sale at the gate, with the code that its buyer scans. */
export class WalkInResponse extends GateSaleResponse {
  /** The UPI QR code, a PNG as a data address; absent before the provider gave one, and once it cannot be paid. */
  qr?: string;
  /** Until when the code can be paid, ISO 8601 UTC. */
  payUntil?: string;
  /** The server's clock, ISO 8601 UTC. */
  serverTime!: string;
}

/** What the gate can sell, and its sales of the last hours. */
export class WalkInsResponse {
  stalls!: GateStallResponse[];
  /** Those that wait for their payment first, then the newest. */
  sales!: GateSaleResponse[];
}
