import { ApiProperty } from "@nestjs/swagger";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { correctableFields } from "@sakhi/domain/fields/correction.rules";
import type { CorrectableBy } from "@sakhi/domain/fields/declared-fields";
import { ErrorResponse } from "../platform/http/error.response.js";

/** A blocked or unblocked stall. */
export class StallBlockResponse {
  stallId!: string;
  /** True if the stall is now blocked. */
  blocked!: boolean;
  /** The booking that blocks, or blocked, the stall. */
  bookingId!: string;
}

/** A stall's new price; existing bookings keep theirs. */
export class StallPriceResponse {
  stallId!: string;
  /** Rupees, GST included. */
  price!: number;
  /** Previous price in rupees. */
  priceBefore!: number;
}

/** A stall sold to a walk-in. */
export class OfflineSaleResponse {
  bookingId!: string;
  orderId!: string;
  invoiceNumber!: string;
}

/** A moved booking. */
export class MoveResponse {
  bookingId!: string;
  stallId!: string;
  movedFrom!: string;
}

/** A cancelled sale; its stall is free. */
export class CancelResponse {
  bookingId!: string;
  stallId!: string;
  /** The refund in rupees; 0 if there is none. */
  refundAmount!: number;
  /** requested: the payment provider refunds it; by_hand: an operator refunds it; none: no refund. */
  @ApiProperty({ enum: ["requested", "by_hand", "none"], enumName: "CancelRefund" })
  refund!: "requested" | "by_hand" | "none";
  refundId?: string;
  creditNoteNumber?: string;
}

/** A partly refunded sale; it stays sold. */
export class PartRefundResponse {
  bookingId!: string;
  stallId!: string;
  /** Rupees. */
  refundAmount!: number;
  /** requested: the payment provider refunds it; by_hand: an operator refunds it. */
  @ApiProperty({ enum: ["requested", "by_hand"], enumName: "PartRefund" })
  refund!: "requested" | "by_hand";
  refundId!: string;
  creditNoteNumber?: string;
}

/** A corrected registration. */
export class CorrectResponse {
  bookingId!: string;
  stallId!: string;
  /** The changed fields. */
  @ApiProperty({
    enum: correctableFields(REGISTRATION_FIELDS, "operator"),
    enumName: "CorrectableField",
    isArray: true,
  })
  changed!: CorrectableBy<typeof REGISTRATION_FIELDS, "operator">[];
  /** The new invoice, if the issued one had to be replaced. */
  invoiceNumber?: string;
  /** The credit note that cancels the former invoice. */
  creditNoteNumber?: string;
  /** The new debit notes of the booking's moves. */
  debitNoteNumbers?: string[];
}

/** An extended hold. */
export class ExtendResponse {
  bookingId!: string;
  stallId!: string;
  /** New end of the hold (ISO 8601, UTC). */
  expiresAt!: string;
  /** Remaining minutes by which it can be extended. */
  minutesLeft!: number;
}

/** A hold released by an operator. */
export class OperatorReleaseResponse {
  bookingId!: string;
  stallId!: string;
  /** closing: its payment is being ended; the stall becomes free once the payment provider's result is final. */
  @ApiProperty({ enum: ["released", "closing"], enumName: "OperatorRelease" })
  outcome!: "released" | "closing";
}

/** A released and blocked network. */
export class ReleaseNetworkResponse {
  /** Stalls that are free again. */
  released!: string[];
  /** Stalls whose payment is being ended; they become free once the payment provider's result is final. */
  closing!: string[];
  /** End of the block (ISO 8601, UTC). */
  blockedUntil!: string;
  /** What was done, in a sentence. */
  message!: string;
}

/** Whom a release of unpaid holds would hit now, beside the event as a whole. */
export class UnpaidHoldsResponse {
  /** The event's slug. */
  event!: string;
  moreThan!: number;
  /** The event's stalls that are neither sold nor blocked. */
  freeStalls!: number;
  /** Those of them that are held, registered for or being paid, whatever their address. */
  heldUnpaid!: number;
  soldLastHour!: number;
  soldLastTenMinutes!: number;
  /** Stalls that it would end the holds of. */
  stalls!: string[];
  /** Different addresses and visitors that hold these. */
  addresses!: number;
  visitors!: number;
  /** Of these: registered for, and being paid. */
  registered!: number;
  paying!: number;
}

/** Unpaid holds that were ended. */
export class UnpaidReleasedResponse {
  /** Stalls that are free again. */
  released!: string[];
  /** Stalls whose payment is being ended; they become free once the payment provider's result is final. */
  closing!: string[];
  /** What was done, in a sentence. */
  message!: string;
}

/** Why an action on a stall or a booking was rejected. */
export class ActionErrorResponse extends ErrorResponse {
  /** With payment_in_progress: the order being paid. */
  orderId?: string;
  /** With stall_sold, stall_reserved and stall_blocked: the booking on the stall. */
  bookingId?: string;
  /** With extension_too_long: remaining minutes by which it can be extended. */
  minutesLeft?: number;
}

/** The holders of stalls were notified of a change, or need not be. */
export class HoldersNotifiedResponse {
  /** Number of mails queued. */
  notified!: number;
}

/** How many stalls one order of an event may have. */
export class StallsPerOrderResponse {
  most!: number;
}
