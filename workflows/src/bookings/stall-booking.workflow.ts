import { BOOKING_LIFECYCLE, type BookingEventKind, type BookingState } from "@sakhi/domain/bookings/booking.states";
import { isEnded } from "@sakhi/domain/payments/lifecycle.states";
import { proxyActivities, proxyLocalActivities, setHandler } from "@temporalio/workflow";
import { followUntilClosed } from "../payments/close-order.js";
import { SINGLE_ATTEMPT, localThenRegular, RETRIED } from "../shared/activity-options.js";
import { Pacing, PACING_WAITS } from "../shared/pacing.js";
import { SubjectWorkflowState } from "../shared/subject-state.js";
import type { BookingReading, StallBookingActivities } from "./stall-booking.activities.js";
import { history } from "./stall-booking.messages.js";
import type { StallBookingInput, StallBookingResult } from "./stall-booking.messages.js";

const activities = proxyActivities<StallBookingActivities>(RETRIED);
/** Activities that only need our database. */
const local =
  proxyLocalActivities<Pick<StallBookingActivities, "lookUpBooking" | "releaseExpiredHold" | "releaseUnpaidStall">>(
    SINGLE_ATTEMPT,
  );

/**
 * The timer and the history of one booking: sleeps until the hold or the payment window ends, does what is due, and
 * closes when the stall is sold or released. It never decides by its own clock: the activities decide by the database's,
 * and a signal makes it recheck. If another process changes the booking, the next check finds its new state; the run
 * closes as soon as the booking has ended.
 */
export async function stallBooking(input: StallBookingInput): Promise<StallBookingResult> {
  const { bookingId } = input;
  const waits = { ...PACING_WAITS, ...input.waits };
  const pacing = new Pacing(waits);
  const progress = new SubjectWorkflowState<BookingState, BookingEventKind>("if changed");
  setHandler(history, () => progress.history());

  for (;;) {
    await pacing.beforeCheck<typeof stallBooking>(input);
    const { lastEvent } = progress;
    const lookUp = { summary: "Look up the booking" };
    const booking = await localThenRegular(
      () => local.lookUpBooking.executeWithOptions(lookUp, [bookingId, lastEvent]),
      () => activities.lookUpBooking.executeWithOptions(lookUp, [bookingId, lastEvent]),
    );
    const overdue = !isEnded(BOOKING_LIFECYCLE, booking.state) && (booking.msLeft ?? 0) === 0;
    const openOrderId = booking.state === "paying" ? booking.orderId : undefined;
    if (await pacing.stuck(progress.apply(booking, openOrderId, booking.stallId), overdue)) continue;

    switch (booking.state) {
      case "held":
      case "registered":
        await waitForHold(booking);
        break;
      case "paying":
        await waitForPayment(booking);
        break;
      case "sold":
      case "released":
      case "blocked":
        return {
          outcome: booking.state,
          reason: booking.releaseReason,
          stallId: booking.stallId,
          orderId: booking.orderId,
        };
    }
  }

  /** Waits for the hold's end or a signal; then releases the stall if the hold has expired. */
  async function waitForHold({ stallId, msLeft = 0 }: BookingReading): Promise<void> {
    if (msLeft > 0 && (await pacing.rest(msLeft, `Hold of ${stallId} ends`))) return;
    // If it is too early by the database's clock, the next check returns the time left, and we sleep again.
    const release = { summary: `Release ${stallId} if its ten minutes are over` };
    await localThenRegular(
      () => local.releaseExpiredHold.executeWithOptions(release, [bookingId]),
      () => activities.releaseExpiredHold.executeWithOptions(release, [bookingId]),
    );
  }

  /** Waits for the end of the payment window or a signal; then closes the order. */
  async function waitForPayment({ stallId, orderId, msLeft }: BookingReading): Promise<void> {
    if (orderId === undefined) throw new Error("A paying booking has an order");
    if (progress.orderUnopened() && msLeft !== 0) {
      const wait = Math.min(waits.unopenedOrderMs, msLeft ?? Infinity);
      if (await pacing.rest(wait, `The provider should have opened order ${orderId} by now`)) return;
      await settle(stallId, orderId);
      return;
    }
    if (msLeft !== undefined && msLeft > 0 && (await pacing.rest(msLeft, `Payment window of ${stallId} ends`))) return;
    await closeOrder(stallId, orderId);
  }

  /** Takes one step towards a final order: paid, or closed with its stall released. */
  async function closeOrder(stallId: string, orderId: string): Promise<void> {
    const closing = await activities.closePaymentOrder.executeWithOptions(
      { summary: `Close order ${orderId} of ${stallId} if its window is over` },
      [orderId],
    );
    await followUntilClosed(closing, orderId, pacing, {
      windowEnds: `Payment window of ${stallId} ends`,
      closing: () => progress.closing(),
      settle: () => settle(stallId, orderId),
      release: async () => {
        const unpaid = { summary: `Release ${stallId}: its order ended unpaid` };
        await localThenRegular(
          () => local.releaseUnpaidStall.executeWithOptions(unpaid, [bookingId]),
          () => activities.releaseUnpaidStall.executeWithOptions(unpaid, [bookingId]),
        );
      },
    });
  }

  async function settle(stallId: string, orderId: string): Promise<void> {
    await activities.settlePayment.executeWithOptions(
      { summary: `Ask the provider about order ${orderId} of ${stallId}` },
      [orderId],
    );
  }
}
