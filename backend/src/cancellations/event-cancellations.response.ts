import { ApiProperty } from "@nestjs/swagger";

/** The refund of a booking if its event is cancelled. Amounts in rupees. */
export class EventRefundPreviewResponse {
  bookingId!: string;
  stallId!: string;
  /** Absent once erased. */
  name?: string;
  paid!: number;
  refundedBefore!: number;
  deducted!: number;
  refund!: number;
  /** Taxable value and GST of its credit note; 0 without one. */
  taxable!: number;
  tax!: number;
  /** It was paid outside the payment provider: an operator pays it back. */
  byHand!: boolean;
}

/** What cancelling an event would refund. Sums in rupees. */
export class CancellationPreviewResponse {
  /** The event's name, which has to be typed. */
  eventName!: string;
  @ApiProperty({ type: [EventRefundPreviewResponse] })
  bookings!: readonly EventRefundPreviewResponse[];
  paid!: number;
  refundedBefore!: number;
  deducted!: number;
  refund!: number;
  taxable!: number;
  tax!: number;
  /** Bookings that are paid back by hand. */
  byHand!: number;
  /** Holds and payments in progress, which would end. */
  unpaid!: number;
}

/** A booking whose refund failed. */
export class EventRefundFailureResponse {
  bookingId!: string;
  stallId!: string;
  /** In words. */
  problem!: string;
  attempts!: number;
  /** ISO 8601, UTC. */
  nextTryAt!: string;
}

/** How far the cancellation of an event is. Amounts in rupees, times ISO 8601, UTC. */
export class EventCancellationResponse {
  slug!: string;
  /** E.g. 10% or ₹500. */
  deduction!: string;
  startedBy!: string;
  startedAt!: string;
  pausedBy?: string;
  pausedAt?: string;
  /** Every booking of the event has ended. */
  completedAt?: string;
  /** Bookings that were sold when the event was cancelled or since, and how many of them are refunded. */
  total!: number;
  refunded!: number;
  refund!: number;
  deducted!: number;
  /** Holds and payments in progress that have not ended yet. */
  unpaid!: number;
  /** Refunds that the payer's bank has confirmed, that are on their way, that were rejected, and that are paid back by hand. */
  arrived!: number;
  onTheWay!: number;
  rejected!: number;
  byHand!: number;
  creditNotes!: number;
  @ApiProperty({ type: [EventRefundFailureResponse] })
  failures!: readonly EventRefundFailureResponse[];
}
