import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-money";

const { compare } = messages;

/** Texts of "Money": all events in one view. */
export const strings = {
  ...messages,
  done: (file: string) => ({ title: messages.done, description: file }),
  soldOf: (sold: number, stalls: number) => messages.soldOf({ sold, stalls }),
  opens: (days: number) =>
    days > 0 ? messages.opensIn({ days }) : days === 0 ? messages.opensToday : messages.openedAgo({ days: -days }),
  /** Nothing is said of an event as most are. */
  status: { ...messages.status, published: "" },
  comparedWith: (sold: number, then: number) => messages.comparedWith({ sold, then }),
  compare: {
    ...compare,
    when: (days: number) => (days === 0 ? compare.byTheOpening : compare.daysBefore({ days })),
    table: (event: string, before: string) => compare.table({ event: isolated(event), before: isolated(before) }),
    lead: (event: string, before: string) => compare.lead({ event: isolated(event), before: isolated(before) }),
    chart: (event: string, own: string, before: string, then: string) =>
      compare.chart({ event: isolated(event), own, before: isolated(before), then }),
    allDays: (event: string) => compare.allDays({ event: isolated(event) }),
  },
} as const;
