import {
  APPLICATION_LIFECYCLE,
  type ApplicationEventKind,
  type ApplicationState,
} from "@sakhi/domain/listings/listing.states";
import { isEnded } from "@sakhi/domain/payments/lifecycle.states";
import { proxyActivities, setHandler } from "@temporalio/workflow";
import { followUntilClosed } from "../payments/close-order.js";
import { RETRIED } from "../shared/activity-options.js";
import { Pacing, PACING_WAITS } from "../shared/pacing.js";
import { SubjectWorkflowState } from "../shared/subject-state.js";
import type { ListingActivities, ListingDue, ListingReading } from "./listing.activities.js";
import { LISTING_DURATIONS, listingHistory } from "./listing.messages.js";
import type { ListingInput, ListingResult } from "./listing.messages.js";

const activities = proxyActivities<ListingActivities>(RETRIED);

/** Summary of each due step's timer in Temporal's UI. */
const TIMER_SUMMARIES: Readonly<Record<ListingDue["what"], string>> = {
  close_payment: "Payment window ends",
  lapse: "Unpaid application lapses",
  remind_reviewer: "Review reminder",
  remind_first: "First reminder that the year ends",
  remind_last: "Last reminder that the year ends",
  expire: "The year ends",
};

/**
 * The timer and the history of one application to be listed: sleeps until a step is due, takes it, and checks again.
 * Review and payment are up to people and arrive as signals. It never decides by its own clock: the activities decide by
 * the database's. It closes when the application has ended and none of its orders is open; a renewal or a late payment
 * then starts a new run.
 */
export async function listing(input: ListingInput): Promise<ListingResult> {
  const { applicationId } = input;
  const durations = { ...LISTING_DURATIONS, ...input.durations };
  const waits = { ...PACING_WAITS, ...input.waits };
  const pacing = new Pacing(waits);
  const progress = new SubjectWorkflowState<ApplicationState, ApplicationEventKind>("always first");
  setHandler(listingHistory, () => progress.history());

  for (;;) {
    await pacing.beforeCheck<typeof listing>(input);
    const application = await activities.lookUpApplication.executeWithOptions(
      { summary: "Look up the application and what is due" },
      [applicationId, progress.lastEvent, durations],
    );
    const { state, orderId, due } = application;
    if (await pacing.stuck(progress.apply(application, orderId), due?.inMs === 0)) continue;

    if (isEnded(APPLICATION_LIFECYCLE, state) && orderId === undefined) {
      // If it was renewed or paid late during the check, that signal must not be lost.
      if (pacing.signalled) continue;
      return { outcome: state };
    }
    if (progress.orderUnopened() && (due === undefined || due.inMs > waits.unopenedOrderMs)) {
      await checkUnopenedOrder(application);
    } else if (due === undefined) {
      await pacing.restUntilSignalled();
    } else if (due.inMs === 0 || !(await pacing.rest(due.inMs, TIMER_SUMMARIES[due.what]))) {
      // If it is too early by the database's clock, the next check returns the time left, and we sleep again.
      await takeStep(due.what, orderId);
    }
  }

  /** Waits for a signal or the time by which the provider should have confirmed the order; then settles it. */
  async function checkUnopenedOrder({ orderId }: ListingReading): Promise<void> {
    const order = requireOrder(orderId);
    if (await pacing.rest(waits.unopenedOrderMs, `The provider should have opened order ${order} by now`)) return;
    await settle(order);
  }

  /** Takes the due step. */
  async function takeStep(what: ListingDue["what"], orderId: string | undefined): Promise<void> {
    switch (what) {
      case "close_payment":
        await closeOrder(requireOrder(orderId));
        return;
      case "lapse":
        await activities.lapseApplication.executeWithOptions(
          { summary: "Lapse the application if it is still unpaid" },
          [applicationId, durations],
        );
        return;
      case "remind_reviewer":
        await activities.remindReviewer.executeWithOptions({ summary: "Remind the administrator of the application" }, [
          applicationId,
          durations,
        ]);
        return;
      case "remind_first":
      case "remind_last": {
        const which = what === "remind_first" ? "first" : "last";
        await activities.remindOwner.executeWithOptions(
          { summary: `Remind the owner that the year ends (${which} reminder)` },
          [applicationId, which, durations],
        );
        return;
      }
      case "expire":
        await activities.expireListing.executeWithOptions(
          { summary: "Take the listing off the site if its year is over" },
          [applicationId],
        );
        return;
    }
  }

  /** Takes one step towards a final order: paid, or closed and released. */
  async function closeOrder(orderId: string): Promise<void> {
    const closing = await activities.closeListingPayment.executeWithOptions(
      { summary: `Close order ${orderId} if its window is over` },
      [orderId],
    );
    await followUntilClosed(closing, orderId, pacing, {
      windowEnds: TIMER_SUMMARIES.close_payment,
      closing: () => progress.closing(),
      settle: () => settle(orderId),
      release: async () => {
        await activities.endUnpaidListingPayment.executeWithOptions(
          { summary: `Release order ${orderId}: it ended unpaid` },
          [applicationId, orderId],
        );
      },
    });
  }

  async function settle(orderId: string): Promise<void> {
    await activities.settleListingPayment.executeWithOptions({ summary: `Ask the provider about order ${orderId}` }, [
      orderId,
    ]);
  }
}

function requireOrder(orderId: string | undefined): string {
  if (orderId === undefined) throw new Error("The application has no open order");
  return orderId;
}
