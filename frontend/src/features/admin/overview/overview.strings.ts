import type { EventDate } from "@sakhi/domain/events/overview.rules";
import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-overview";
import parts from "@sakhi/domain/generated/messages/en/admin-parts";

const { waiting, after, sales, money, dates, whatsapp, events } = messages;

/** Texts of the dashboard's overview. */
export const strings = {
  waiting: {
    ...waiting,
    issues: (count: number) => waiting.issues({ count }),
    applications: (count: number) => waiting.applications({ count }),
    pageChanges: (count: number) => waiting.pageChanges({ count }),
    enquiries: (count: number) => waiting.enquiries({ count }),
    requests: (count: number) => waiting.requests({ count }),
    waitingList: (title: string, people: number, offered: number) =>
      waiting.waitingList({ title: isolated(title), waiting: people, offered }),
    papers: (title: string, count: number) => waiting.papers({ title: isolated(title), count }),
    drafts: (title: string, missing: string) => waiting.drafts({ title: isolated(title), missing }),
    ready: (title: string) => waiting.ready({ title: isolated(title) }),
    over: (title: string) => waiting.over({ title: isolated(title) }),
  },
  after: {
    ...after,
    title: (event: string) => after.title({ event: isolated(event) }),
    thanksDue: (day: string) => after.thanksDue({ day }),
    thanked: (count: number) => after.thanked({ count }),
    came: (arrived: number, sold: number, noShows: number) =>
      noShows === 0 ? after.cameAll({ arrived, sold }) : after.came({ arrived, sold, noShows }),
    nextIs: (days: string) => after.nextIs({ dates: days }),
    duplicateLabel: (title: string) => after.duplicateLabel({ title: isolated(title) }),
    archiveLabel: (title: string) => after.archiveLabel({ title: isolated(title) }),
  },
  sales: {
    ...sales,
    title: (event: string) => sales.title({ event: isolated(event) }),
    lead: (event: string, before: string | undefined) =>
      before === undefined
        ? sales.leadAlone({ event: isolated(event) })
        : sales.lead({ event: isolated(event), before: isolated(before) }),
    chart: (event: string, day: number, sold: number) => sales.chart({ event: isolated(event), day, sold }),
  },
  money: {
    ...money,
    refundsOf: (count: number, sum: string) => money.refundsOf({ count, sum }),
    before: (title: string, sum: string) => money.before({ title: isolated(title), sum }),
  },
  dates: { ...dates, what: dates.what satisfies Record<EventDate, string> },
  whatsapp: {
    ...whatsapp,
    countedOf: (counted: number, limit: number) => whatsapp.countedOf({ counted, limit }),
    reachedOf: (sent: number, delivered: number, read: number) => whatsapp.reachedOf({ sent, delivered, read }),
    notSentOf: (failed: number, skipped: number) => whatsapp.notSentOf({ failed, skipped }),
    costOf: (today: string, month: string, sent: number) => whatsapp.costOf({ today, month, sent }),
  },
  events: {
    ...events,
    status: parts.eventStatus,
    soldOf: (sold: number, stalls: number) => events.soldOf({ sold, stalls }),
    name: (title: string, status: string) => events.name({ title: isolated(title), status }),
  },
} as const;
