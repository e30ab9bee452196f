import { isolated } from "@sakhi/domain/fields/isolation";

const things = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Texts of "Money": all events in one view. */
export const strings = {
  title: "Money of all events",
  lead: "Sold, refunded and net are the accounts' amounts of the days chosen. Stalls, people who wait and what is expected are as of now.",
  loading: "Loading the money",
  failed: "The money could not be loaded.",
  period: "Days",
  allDays: "All days",
  csv: "CSV",
  what: "Money of all events",
  pending: "Making the file...",
  done: (file: string) => ({ title: "Downloaded", description: file }),
  downloadFailed: { title: "The file could not be made", description: "Please try again." },
  total: "Total",
  listings: "Listings",
  columns: {
    event: "Event",
    stalls: "Stalls sold",
    waiting: "Waiting",
    sold: "Sold",
    refunded: "Refunded",
    fees: "Fees",
    net: "Net",
    notPaidOut: "Not yet paid out",
    expected: "Expected",
    compared: "At the same time before",
  },
  soldOf: (sold: number, stalls: number) => `${sold} of ${stalls}`,
  opens: (days: number) =>
    days > 0
      ? `opens in ${things(days, "day", "days")}`
      : days === 0
        ? "opens today"
        : `opened ${things(-days, "day", "days")} ago`,
  status: { draft: "draft", published: "", archived: "archived", cancelled: "cancelled" },
  noFees: "No payout of the payment provider was read yet, so fees are not recorded and net is before fees.",
  feesHelp:
    "Fees, with GST, are those of payouts that have arrived. Of payments that are not yet paid out the fees are not known, so net is before them.",
  expectedHelp: "Expected is due from registered bookings and payments in progress.",
  comparedWith: (sold: number, then: number) => `${sold}, then ${then}`,
  compare: {
    title: "Compared with the event before",
    none: "There is no earlier event with sales to compare with.",
    event: "Event",
    shows: "Shows",
    stalls: "Stalls",
    money: "Money",
    when: (days: number) => (days === 0 ? "By the opening" : `${things(days, "day", "days")} before the opening`),
    heads: ["Event", "Stalls", "Money"],
    difference: "Difference",
    table: (event: string, before: string) => `${isolated(event)} and ${isolated(before)} at the same time`,
    net: "Money is net of refunds, without bookings that were cancelled since.",
    lead: (event: string, before: string) =>
      `Sold by days before the opening: ${isolated(event)} as a solid line, ${isolated(before)} as a dashed one.`,
    chart: (event: string, own: string, before: string, then: string) =>
      `${isolated(event)}: ${own} so far. ${isolated(before)}: ${then} at the same time.`,
    asTable: "As a table",
    allDays: (event: string) => `Sales of ${isolated(event)} by days before the opening`,
    day: "Days before",
    axis: "days before the opening",
  },
} as const;
