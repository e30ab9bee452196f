/** How far the cancellation of an event is, after a batch of refunds. */
export interface CancellationStep {
  /** Bookings that are refunded. */
  readonly refunded: number;
  /** Sold bookings that can be refunded now. */
  readonly due: number;
  /** Sold bookings whose refund failed and is tried again later. */
  readonly failing: number;
  /** Holds and payments in progress that have not ended yet. */
  readonly unpaid: number;
  /** An operator has paused it: nothing is refunded until it is resumed. */
  readonly paused: boolean;
  /** Until the next failed refund is tried again, in ms; absent if none failed. */
  readonly nextTryInMs?: number;
}

/** Activities of the event-cancellation workflow. All are idempotent: the database refunds each booking at most once. */
export interface EventCancellationActivities {
  /** Refunds the next bookings of the event, unless it is paused. */
  refundEventBookings(eventId: number): Promise<CancellationStep>;
  /** Ends the cancellation if no booking of the event is left. @returns whether it has ended */
  completeEventCancellation(eventId: number): Promise<boolean>;
}
