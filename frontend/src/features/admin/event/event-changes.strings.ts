import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-event-changes";

const { reschedule, cancel, progress } = messages;

/** A message about an event, by its title. */
const ofEvent = (message: (of: { readonly event: string }) => string) => (title: string) =>
  message({ event: isolated(title) });

/** Texts of rescheduling and cancelling an event. */
export const strings = {
  reschedule: {
    ...reschedule,
    label: ofEvent(reschedule.label),
    dialog: ofEvent(reschedule.dialog),
    consequence: (title: string, what: string, holders: number) =>
      reschedule.consequence({ event: isolated(title), what, holders }),
    done: (holders: number) => reschedule.done({ holders }),
  },
  cancel: {
    ...cancel,
    label: ofEvent(cancel.label),
    dialog: ofEvent(cancel.dialog),
    summary: (bookings: number, refund: string) => cancel.summary({ bookings, refund }),
    unpaid: (count: number) => cancel.unpaid({ count }),
    byHand: (bookings: number) => cancel.byHand({ bookings }),
    each: (count: number) => cancel.each({ count }),
    done: ofEvent(cancel.done),
  },
  progress: {
    ...progress,
    done: (refunded: number, total: number) => progress.done({ refunded, total }),
    by: (moment: string, who: string) => progress.by({ moment, who: isolated(who) }),
  },
} as const;
