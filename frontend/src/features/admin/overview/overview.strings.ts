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
    waitingList: (title: string, waiting: number, offered: number) =>
      `${isolated(title)}: ${things(waiting, "person waits", "people wait")} for a stall, ${offered} with an offer`,
    papers: (title: string, count: number) =>
      `${things(count, "stall", "stalls")} of ${isolated(title)} ${count === 1 ? "lacks" : "lack"} papers`,
    drafts: (title: string, missing: string) => `${isolated(title)} is a draft. Missing: ${missing}`,
    ready: (title: string) => `${isolated(title)} is a draft that can be published`,
    over: (title: string) => `${isolated(title)} is over: see what follows`,
  },
  after: {
    title: (event: string) => `${isolated(event)} is over`,
    lead: "Its stalls are no longer sold. This is what is left to do:",
    thanks: "Thank the holders",
    thanksLoading: "Reading the messages...",
    thanksFailed: "The messages could not be read.",
    notThanked: "They have not been thanked yet.",
    thanksDue: (day: string) => `The thank-you goes out on ${day}.`,
    thanksNow: "The thank-you is being sent.",
    thanksPaused: "The thank-you is paused.",
    thanksDraft: "The thank-you is a draft.",
    thanked: (count: number) => `The thank-you went to ${things(count, "holder", "holders")}.`,
    write: "Write the thank-you",
    messages: "Messages",
    presence: "Who did not come",
    presenceLoading: "Reading who came...",
    presenceFailed: "Who came could not be read.",
    nothingSold: "No stall was sold.",
    gateUnused: "Nobody was ticked at the gate, so it is not known who came.",
    came: (arrived: number, sold: number, noShows: number) =>
      `${arrived} of ${things(sold, "holder", "holders")} came. ${noShows === 0 ? "Nobody was missing." : `${things(noShows, "holder was", "holders were")} never seen.`}`,
    gate: "At the gate",
    next: "Prepare the next",
    nextIs: (dates: string) => `Next, ${dates}:`,
    noNext: "A duplicate has the same facts, plan, types, questions and messages, and days to be set.",
    duplicate: "Duplicate it",
    duplicateLabel: (title: string) => `Duplicate ${isolated(title)}`,
    close: "Close it",
    archive: "Close and archive",
    archiveLabel: (title: string) => `Close and archive ${isolated(title)}`,
    archiveText: "Archived, it can be read and exported, and never be changed again.",
    obstacles: "It can't be archived yet:",
    archived: "It is archived.",
    figures: "In figures",
    figure: "Figure",
    sold: "Stalls sold",
    revenue: "Revenue",
    average: "Per booking",
    arrived: "Holders who came",
    noShows: "No-shows",
    unknown: "not known",
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
