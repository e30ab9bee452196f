import { isEnded } from "@sakhi/domain/bookings/booking.states";
import { proxyActivities, proxyLocalActivities, setHandler } from "@temporalio/workflow";
import { AT_ONCE, atOnceOrPatiently, PATIENT } from "../shared/activity-options.js";
import { followClosing } from "../payments/close-order.js";
import { Pacing } from "../shared/pacing.js";
import { BookingWorkflowState } from "./booking-state.js";
import type { BookingFacts, StallBookingActivities } from "./stall-booking.activities.js";
import { STALL_BOOKING_WAITS, history } from "./stall-booking.messages.js";
import type { StallBookingInput, StallBookingResult } from "./stall-booking.messages.js";

const activities = proxyActivities<StallBookingActivities>(PATIENT);
/** Those that need our database only. */
const quick =
  proxyLocalActivities<Pick<StallBookingActivities, "lookUpBooking" | "releaseExpiredHold" | "releaseUnpaidStall">>(
    AT_ONCE,
  );

/**
 * The clock and the history of one booking: it sleeps until the hold or the payment window ends, does what is due then,
 * and closes when the stall is sold or released. It decides nothing by its own clock and changes nothing itself: the
 * activities decide by the database's clock, and a signal makes it check again. A booking that others have moved on is
 * simply found in its new state; one that has ended closes the run at once.
 */
export async function stallBooking(input: StallBookingInput): Promise<StallBookingResult> {
  const { bookingId } = input;
  const waits = { ...STALL_BOOKING_WAITS, ...input.waits };
  const pacing = new Pacing(waits);
  const progress = new BookingWorkflowState();
  setHandler(history, () => progress.history());

  for (;;) {
    await pacing.beforeCheck<typeof stallBooking>(input);
    const { lastEvent } = progress;
    const booking = await atOnceOrPatiently(
      () => quick.lookUpBooking(bookingId, lastEvent),
      () => activities.lookUpBooking.executeWithOptions({ summary: "Look up the booking" }, [bookingId, lastEvent]),
    );
    const overdue = !isEnded(booking.state) && (booking.msLeft ?? 0) === 0;
    if (await pacing.stuck(progress.take(booking), overdue)) continue;

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

  /** Until its ten minutes are over, unless a signal arrives; then the stall is released. */
  async function waitForHold({ stallId, msLeft = 0 }: BookingFacts): Promise<void> {
    if (msLeft > 0 && (await pacing.rest(msLeft, `Hold of ${stallId} ends`))) return;
    // If it is too early by the database's clock, the next check says how long is left, and we sleep again.
    await atOnceOrPatiently(
      () => quick.releaseExpiredHold(bookingId),
      () =>
        activities.releaseExpiredHold.executeWithOptions(
          { summary: `Release ${stallId} if its ten minutes are over` },
          [bookingId],
        ),
    );
  }

  /** Until the payment window is over, unless a signal arrives; then the order is closed. */
  async function waitForPayment({ stallId, orderId, msLeft }: BookingFacts): Promise<void> {
    if (orderId === undefined) throw new Error("A paying booking has an order");
    if (progress.orderUnopened() && msLeft !== 0) {
      const wait = Math.min(waits.unopenedOrderMs, msLeft ?? Infinity);
      if (await pacing.rest(wait, `The provider should have opened order ${orderId} by now`)) return;
      await settle(stallId, orderId);
      return;
    }
    if (msLeft !== undefined && msLeft > 0 && (await pacing.rest(msLeft, `Payment window of ${stallId} ends`))) return;
    await closeTheOrder(stallId, orderId);
  }

  /** One step towards an order that is final: paid, or closed and its stall free. */
  async function closeTheOrder(stallId: string, orderId: string): Promise<void> {
    const closing = await activities.closePaymentOrder.executeWithOptions(
      { summary: `Close order ${orderId} of ${stallId} if its window is over` },
      [orderId],
    );
    await followClosing(closing, orderId, pacing, {
      windowEnds: `Payment window of ${stallId} ends`,
      closing: () => progress.closing(),
      settle: () => settle(stallId, orderId),
      release: async () => {
        await atOnceOrPatiently(
          () => quick.releaseUnpaidStall(bookingId),
          () =>
            activities.releaseUnpaidStall.executeWithOptions(
              { summary: `Release ${stallId}: its order ended unpaid` },
              [bookingId],
            ),
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
