import { STALL_OFFER_STATES, type StallOfferState } from "@sakhi/domain/bookings/stall-offer.rules";
import { STALL_TYPES, type StallType } from "@sakhi/domain/stalls/stall.types";
import { ApiProperty } from "@nestjs/swagger";
import { ErrorResponse } from "../../platform/http/error.response.js";

/** An offer of another stall, for whoever has its link; no personal data. */
export class StallOfferResponse {
  @ApiProperty({ enum: STALL_OFFER_STATES, enumName: "StallOfferState" })
  state!: StallOfferState;
  orderId!: string;
  /** The stall that was taken when the money came. */
  lostStallId!: string;
  @ApiProperty({ enum: STALL_TYPES, enumName: "StallType" })
  stallType!: StallType;
  /** What was paid, in rupees. */
  amount!: number;
  /** Until when a stall can be chosen (ISO 8601, UTC). */
  expiresAt!: string;
  /** The server's clock when it answered (ISO 8601, UTC): count down with it, not with the browser's. */
  serverTime!: string;
  /** Stalls of the same type and price that are free now; empty once the offer has ended. */
  freeStalls!: string[];
  /** The stall that was chosen; with `accepted`. */
  chosenStallId?: string;
}

/** Why an offer could not be answered so. */
export class StallOfferErrorResponse extends ErrorResponse {
  /** With offer_stall_taken: the stalls that are still free. */
  freeStalls?: string[];
  /** With offer_used: where the offer stands. */
  @ApiProperty({ enum: STALL_OFFER_STATES, enumName: "StallOfferState", required: false })
  state?: StallOfferState;
}
