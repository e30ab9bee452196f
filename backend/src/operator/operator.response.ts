import { ApiProperty } from "@nestjs/swagger";
import { CORRECTABLE_FIELDS, type CorrectableField } from "@sakhi/domain/operator/correction.rules";
import { ErrorResponse } from "../platform/http/error.response.js";

/** A stall that was blocked or unblocked. */
export class StallBlockResponse {
  stallId!: string;
  /** Whether it is blocked now. */
  blocked!: boolean;
  /** The booking that blocks, or blocked, the stall. */
  bookingId!: string;
}

/** A stall's new price; bookings that exist keep theirs. */
export class StallPriceResponse {
  stallId!: string;
  /** Rupees, GST included. */
  price!: number;
  /** Rupees, before. */
  priceBefore!: number;
}

/** A stall sold to a walk-in. */
export class OfflineSaleResponse {
  bookingId!: string;
  orderId!: string;
  invoiceNumber!: string;
}

/** A booking that was moved to another stall. */
export class MoveResponse {
  bookingId!: string;
  stallId!: string;
  movedFrom!: string;
}

/** A sold booking that was cancelled; its stall is free. */
export class CancelResponse {
  bookingId!: string;
  stallId!: string;
  /** The refund in rupees; 0 without one. */
  refundAmount!: number;
  /** requested: the payment provider refunds it; by_hand: an operator refunds it; none: no refund. */
  @ApiProperty({ enum: ["requested", "by_hand", "none"], enumName: "CancelRefund" })
  refund!: "requested" | "by_hand" | "none";
  refundId?: string;
  creditNoteNumber?: string;
}

/** A registration that was corrected. */
export class CorrectResponse {
  bookingId!: string;
  stallId!: string;
  /** The fields that changed. */
  @ApiProperty({ enum: CORRECTABLE_FIELDS, enumName: "CorrectableField", isArray: true })
  changed!: CorrectableField[];
  /** The new invoice, where what it says changed after its issue. */
  invoiceNumber?: string;
  /** The credit note that takes the former invoice back. */
  creditNoteNumber?: string;
}

/** A hold with its later deadline. */
export class ExtendResponse {
  bookingId!: string;
  stallId!: string;
  /** When the hold ends now (ISO 8601, UTC). */
  expiresAt!: string;
  /** Whole minutes by which it can still be extended. */
  minutesLeft!: number;
}

/** A hold that an operator ended. */
export class OperatorReleaseResponse {
  bookingId!: string;
  stallId!: string;
  /** closing: its payment is being ended; the stall frees once the payment provider's answer is final. */
  @ApiProperty({ enum: ["released", "closing"], enumName: "OperatorRelease" })
  outcome!: "released" | "closing";
}

/** Why an action on a stall or a booking was rejected. */
export class ActionErrorResponse extends ErrorResponse {
  /** With payment_in_progress: the order that is being paid. */
  orderId?: string;
  /** With stall_sold, stall_reserved and stall_blocked: the booking that has the stall. */
  bookingId?: string;
  /** With extension_too_long: whole minutes that could still be given. */
  minutesLeft?: number;
}
