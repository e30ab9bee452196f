import { ApiProperty } from "@nestjs/swagger";
import { type LanguageCode, SITE_LANGUAGES } from "@sakhi/domain/languages/language-paths";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { WAITING_STATES, type WaitingState } from "@sakhi/domain/waiting/waiting.rules";

/** A place on the waiting list, as who has it reads it. No name and no address: the link may be passed on. */
export class WaitingPlaceResponse {
  /** Slug of the event. */
  event!: string;
  stallType!: StallType;
  @ApiProperty({ enum: WAITING_STATES, enumName: "WaitingState" })
  state!: WaitingState;
  /** Her place in the queue, from 1; present while she waits. */
  place?: number;
  /** Whether the link in the mail was opened; a stall is offered only then. */
  confirmed!: boolean;
  /** Of the mails about the place. */
  @ApiProperty({ enum: SITE_LANGUAGES, enumName: "SiteLanguage" })
  language!: LanguageCode;
  /** The stall that she is or was offered. */
  stallId?: string;
  /** What it costs now, in rupees, GST included; present while it is offered. */
  price?: number;
  /** Until when it is kept for her (ISO 8601, UTC). */
  offerUntil?: string;
  serverTime!: string;
}

/** A place that was just taken. */
export class JoinedWaitingResponse extends WaitingPlaceResponse {
  /** The secret of the link for this browser; the mail brings one of its own. */
  token!: string;
}

/** A place on the waiting list, as operators read it. */
export class WaitingPersonResponse {
  id!: string;
  stallType!: StallType;
  @ApiProperty({ enum: WAITING_STATES, enumName: "WaitingState" })
  state!: WaitingState;
  fullName!: string;
  email!: string;
  phoneNumber!: string;
  /** Her place in the queue, from 1; present while she waits. */
  place?: number;
  confirmed!: boolean;
  joinedAt!: string;
  stallId?: string;
  offerUntil?: string;
  endedAt?: string;
  /** The booking that keeps the stall. */
  bookingId?: string;
}

/** The waiting list of an event. */
export class WaitingListResponse {
  /** How long a freed stall is offered at most, in hours. */
  offerHours!: number;
  /** Open places in their order, then ended ones, the last first; at most 500. */
  @ApiProperty({ type: [WaitingPersonResponse] })
  places!: WaitingPersonResponse[];
}
