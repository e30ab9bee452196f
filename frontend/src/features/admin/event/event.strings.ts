import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-event";
import typeMessages from "@sakhi/domain/generated/messages/en/admin-event-types";
import type { StallLook } from "@sakhi/domain/stalls/stall.types";

const { event, unnotified, events, editions } = messages;
const { notify, dismiss } = unnotified;
const { add, dates, edit, remove } = typeMessages;

/** A message about an event, by its title. */
const ofEvent = (message: (of: { readonly event: string }) => string) => (title: string) =>
  message({ event: isolated(title) });
const ofEdition = (message: (of: { readonly edition: string }) => string) => (edition: string) =>
  message({ edition: isolated(edition) });
const ofType = (message: (of: { readonly type: string }) => string) => (label: string) =>
  message({ type: isolated(label) });

/** Texts of the event's facts. */
export const strings = {
  ...messages,
  lead: ofEvent(messages.lead),
  from: (before: string, after: string) => messages.from({ before, after }),
  event: { ...event, dialog: ofEvent(event.dialog) },
  unnotified: {
    ...unnotified,
    lead: (title: string, what: string, since: string, holders: number) =>
      unnotified.lead({ event: isolated(title), what, since, holders }),
    notify: {
      ...notify,
      button: (holders: number) => notify.button({ holders }),
      dialog: ofEvent(notify.dialog),
      consequence: (title: string, what: string, holders: number) =>
        notify.consequence({ event: isolated(title), what, holders }),
      done: (notified: number) => notify.done({ notified }),
    },
    dismiss: {
      ...dismiss,
      dialog: ofEvent(dismiss.dialog),
      consequence: (_title: string, what: string) => dismiss.consequence({ what }),
      done: () => dismiss.done,
    },
  },
  events: {
    ...events,
    sold: (sold: number, stalls: number) => events.sold({ sold, stalls }),
    unpaid: (unpaid: number) => events.unpaid({ unpaid }),
    opens: (moment: string) => events.opens({ moment }),
    closes: (moment: string) => events.closes({ moment }),
    showLabel: ofEvent(events.showLabel),
    create: { ...events.create, copied: ofEvent(events.create.copied) },
    duplicate: {
      ...events.duplicate,
      label: ofEvent(events.duplicate.label),
      dialog: ofEvent(events.duplicate.dialog),
    },
    publish: {
      ...events.publish,
      label: ofEvent(events.publish.label),
      dialog: ofEvent(events.publish.dialog),
      done: ofEvent(events.publish.done),
    },
    archive: {
      ...events.archive,
      label: ofEvent(events.archive.label),
      dialog: ofEvent(events.archive.dialog),
      done: ofEvent(events.archive.done),
    },
    remove: {
      ...events.remove,
      label: ofEvent(events.remove.label),
      dialog: ofEvent(events.remove.dialog),
      done: ofEvent(events.remove.done),
    },
  },
  types: {
    ...typeMessages,
    looks: typeMessages.looks satisfies Record<StallLook, string>,
    add: { ...add, done: ofType(add.done) },
    dates: {
      ...dates,
      label: ofType(dates.label),
      dialog: ofType(dates.dialog),
      lead: (price: string) => dates.lead({ price }),
      consequence: (stalls: number) => dates.consequence({ stalls }),
      done: ofType(dates.done),
      first: (price: string, day: string) => dates.first({ price, day }),
      from: (price: string, day: string) => dates.from({ price, day }),
      now: (prices: string, now: string) => dates.now({ prices, now }),
    },
    edit: { ...edit, label: ofType(edit.label), dialog: ofType(edit.dialog), done: ofType(edit.done) },
    remove: { ...remove, label: ofType(remove.label), dialog: ofType(remove.dialog), done: ofType(remove.done) },
    stalls: (stalls: number) => typeMessages.stalls({ stalls }),
    apart: (stalls: number) => typeMessages.apart({ stalls }),
    changeLabel: (type: string) => typeMessages.changeLabel({ type }),
    dialog: (type: string) => typeMessages.dialog({ type }),
    consequence: (stalls: number, before: string, after: string) => typeMessages.consequence({ stalls, before, after }),
    done: (type: string) => typeMessages.done({ type }),
  },
  editions: {
    ...editions,
    name: (name: string, edition: string) => editions.name({ name: isolated(name), edition: isolated(edition) }),
    pageLabel: ofEdition(editions.pageLabel),
    change: { ...editions.change, dialog: ofEdition(editions.change.dialog) },
    remove: { ...editions.remove, label: ofEdition(editions.remove.label), dialog: ofEdition(editions.remove.dialog) },
  },
} as const;
