import { isEnded } from "@sakhi/domain/listings/listing.states";
import { proxyActivities, setHandler } from "@temporalio/workflow";
import { PATIENT } from "../shared/activity-options.js";
import { followClosing } from "../payments/close-order.js";
import { Pacing } from "../shared/pacing.js";
import { ListingWorkflowState } from "./listing-state.js";
import type { ListingActivities, ListingDue, ListingFacts } from "./listing.activities.js";
import { LISTING_DURATIONS, LISTING_WAITS, listingHistory } from "./listing.messages.js";
import type { ListingInput, ListingResult } from "./listing.messages.js";

const activities = proxyActivities<ListingActivities>(PATIENT);

/** What the timer of each due thing stands for in Temporal's UI. */
const WAITING_FOR: Readonly<Record<ListingDue["what"], string>> = {
  close_payment: "Payment window ends",
  lapse: "Closed if nobody has paid by then",
  remind_reviewer: "The review is due",
  remind_first: "First reminder that the year ends",
  remind_last: "Last reminder that the year ends",
  expire: "The year ends",
};

/**
 * The clock and the history of one application to be listed, for as long as it lives: it sleeps until something is due,
 * does that, and checks again. Review and approval are up to people, payment to the visitor: those arrive as signals. It
 * decides nothing by its own clock and changes nothing itself: the activities decide by the database's clock. It closes
 * when the application has ended and no order of it is open; a renewal, or late money, then starts a new run.
 */
export async function listing(input: ListingInput): Promise<ListingResult> {
  const { applicationId } = input;
  const durations = { ...LISTING_DURATIONS, ...input.durations };
  const waits = { ...LISTING_WAITS, ...input.waits };
  const pacing = new Pacing(waits);
  const progress = new ListingWorkflowState();
  setHandler(listingHistory, () => progress.history());

  for (;;) {
    await pacing.beforeCheck<typeof listing>(input);
    const application = await activities.lookUpApplication.executeWithOptions(
      { summary: "Look up the application and what is due" },
      [applicationId, progress.lastEvent, durations],
    );
    const { state, orderId, due } = application;
    if (await pacing.stuck(progress.take(application), due?.inMs === 0)) continue;

    if (isEnded(state) && orderId === undefined) {
      // An expired listing may have been renewed, a lapsed one paid, during the check: that signal must not be lost.
      if (pacing.signalled) continue;
      return { outcome: state };
    }
    if (progress.orderUnopened() && (due === undefined || due.inMs > waits.unopenedOrderMs)) {
      await watchOrder(application);
    } else if (due === undefined) {
      await pacing.restUntilSignalled();
    } else if (due.inMs === 0 || !(await pacing.rest(due.inMs, WAITING_FOR[due.what]))) {
      // If it is too early by the database's clock, the next check says how long is left, and we sleep again.
      await seeTo(due.what, orderId);
    }
  }

  /** An order that the provider should have confirmed long ago is asked about, unless a signal arrives. */
  async function watchOrder({ orderId }: ListingFacts): Promise<void> {
    const order = theOrder(orderId);
    if (await pacing.rest(waits.unopenedOrderMs, `The provider should have opened order ${order} by now`)) return;
    await settle(order);
  }

  /** The one step that is due. */
  async function seeTo(what: ListingDue["what"], orderId: string | undefined): Promise<void> {
    switch (what) {
      case "close_payment":
        await closeTheOrder(theOrder(orderId));
        return;
      case "lapse":
        await activities.lapseApplication.executeWithOptions(
          { summary: "Close the application if nobody has paid for it" },
          [applicationId, durations],
        );
        return;
      case "remind_reviewer":
        await activities.remindReviewer.executeWithOptions(
          { summary: "Remind the administrator that an application waits" },
          [applicationId, durations],
        );
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

  /** One step towards an order that is final: paid, or closed and released. */
  async function closeTheOrder(orderId: string): Promise<void> {
    const closing = await activities.closeListingPayment.executeWithOptions(
      { summary: `Close order ${orderId} if its window is over` },
      [orderId],
    );
    await followClosing(closing, orderId, pacing, {
      windowEnds: WAITING_FOR.close_payment,
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

function theOrder(orderId: string | undefined): string {
  if (orderId === undefined) throw new Error("Only an application with an open order has one to close");
  return orderId;
}
