import type { EventDate } from "@sakhi/domain/events/overview.rules";
import { isolated } from "@sakhi/domain/fields/isolation";

const things = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

/** Texts of the dashboard's overview. */
export const strings = {
  waiting: {
    title: "What needs you",
    loading: "Loading what needs you",
    failed: "What needs you could not be loaded.",
    none: "Nothing waits for you.",
    issues: (count: number) => things(count, "issue needs a decision", "issues need a decision"),
    applications: (count: number) => things(count, "application to review", "applications to review"),
    pageChanges: (count: number) => things(count, "changed page to review", "changed pages to review"),
    enquiries: (count: number) => things(count, "enquiry held back", "enquiries held back"),
    requests: (count: number) => things(count, "payer's request to answer", "payers' requests to answer"),
    papers: (title: string, count: number) =>
      `${things(count, "stall", "stalls")} of ${isolated(title)} ${count === 1 ? "lacks" : "lack"} papers`,
    drafts: (title: string, missing: string) => `${isolated(title)} is a draft. Missing: ${missing}`,
    ready: (title: string) => `${isolated(title)} is a draft that can be published`,
    over: (title: string) => `${isolated(title)} is over`,
    archive: "Close and archive",
    archiveLabel: (title: string) => `Close and archive ${isolated(title)}`,
  },
  sales: {
    title: (event: string) => `Sales of ${isolated(event)}`,
    loading: "Loading the sales",
    failed: "The sales could not be loaded.",
    empty: "Nothing has been sold yet.",
    lead: (event: string, before: string | undefined) =>
      before === undefined
        ? `Stalls of ${isolated(event)} sold, by days since sales began. There is no earlier event to compare with.`
        : `Stalls sold, by days since sales began: ${isolated(event)} as a solid line, ${isolated(before)} as a dashed one.`,
    chart: (event: string, day: number, sold: number) =>
      `${isolated(event)}: ${things(sold, "stall", "stalls")} by day ${day}.`,
    table: "As a table",
    day: "Day",
    axisDays: "days since sales began",
  },
  money: {
    title: "Money",
    revenue: "Revenue",
    paid: "Paid bookings",
    average: "Per booking",
    kept: "Kept from cancelled sales",
    refunds: "Refunds under way, of all events",
    refundsOf: (count: number, sum: string) => `${sum} (${count})`,
    before: (title: string, sum: string) => `${isolated(title)}: ${sum}`,
    none: "None",
  },
  dates: {
    title: "Next dates",
    none: "There is no date to come.",
    what: { opens: "sales open", closes: "sales close", begins: "begins", ends: "last day" } satisfies Record<
      EventDate,
      string
    >,
  },
  events: {
    title: "All events",
    loading: "Loading the events",
    failed: "The events could not be loaded.",
    heads: ["Event", "Sold of stalls", "Held now"] as const,
    status: { draft: "draft", published: "published", archived: "archived", cancelled: "cancelled" } as const,
    soldOf: (sold: number, stalls: number) => `${sold} of ${stalls}`,
    name: (title: string, status: string) => `${isolated(title)}, ${status}`,
  },
} as const;
