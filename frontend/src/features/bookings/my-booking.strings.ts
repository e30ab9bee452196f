import { eventInSentence } from "@sakhi/domain/events/event-facts";
import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/my-booking";
import type { MyBookingEvent } from "../../api/mela-api";
import { FIND } from "../../shared/find";
import { GO_BACK } from "../../ui/leave";
import { rupees } from "../../ui/money";

const { events } = messages;

/** Label of an event in the booking's history. */
function eventText({ kind, amount: sum, fromStallId, stallId, invoiceNumber }: MyBookingEvent): string {
  const amount = sum === undefined ? "" : rupees(sum);
  switch (kind) {
    case "paid":
      return events.paid({ amount });
    case "moved":
      return events.moved({ from: fromStallId ?? "", to: stallId ?? "" });
    case "corrected":
      return invoiceNumber === undefined ? events.corrected : events.correctedInvoice({ invoice: invoiceNumber });
    case "refund_requested":
      return events.refundRequested({ amount });
    case "refunded":
      return events.refunded({ amount });
    case "refund_failed":
      return events.refundFailed({ amount });
    default:
      return events[kind];
  }
}

/** Texts of the payer's own page, and of the page that sends a new link to it. */
export const strings = {
  ...messages,
  find: FIND,
  stillYours: (stallId: string) => messages.stillYours({ stallId }),
  untried: (stallId: string) => messages.untried({ stallId }),
  /** @param event name of the booking's event, if it is known */
  sold: (stallId: string, event: string | undefined) =>
    event === undefined
      ? messages.sold({ stallId })
      : messages.soldAt({ stallId, event: isolated(eventInSentence(event)) }),
  /** After the event. @param event its name, if it is known */
  soldAfter: (stallId: string, event: string | undefined) =>
    event === undefined
      ? messages.soldAfter({ stallId })
      : messages.soldAfterAt({ stallId, event: isolated(eventInSentence(event)) }),
  download: (number: string) => messages.download({ number }),
  eventText,
  reference: (reference: string) => messages.reference({ reference }),
  bankReference: (reference: string) => messages.bankReference({ reference }),
  requestSent: (email: string) => messages.requestSent({ email }),
  withdrawName: (kind: string) => messages.withdrawName({ kind }),
  claim: (brand: string, name: string) => messages.claim({ brand: isolated(brand), name: isolated(name) }),
  claimSure: (brand: string) => messages.claimSure({ brand: isolated(brand) }),
  accessText: (until: string) => messages.accessText({ until }),
  back: GO_BACK,
  findTitle: FIND,
} as const;
