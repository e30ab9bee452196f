import { isolated } from "@sakhi/domain/fields/isolation";

/** Why a payment was not started, beside the button that pays; the plan does not load it. */
export const payStrings = {
  /** After the server's reason, if it gave one. */
  notStarted: (reason: string, stallId: string) =>
    `${reason === "" ? "The payment was not started." : reason} You have not been charged, and ${stallId} is still kept for you: try again here.`,
  unanswered: (stallId: string) =>
    `No answer reached us, so you have not paid yet. ${stallId} is still kept for you, and your details are saved here: try again.`,
  totalIs: (total: string) => `The total is ${total} now. You have not been charged: check it, then continue.`,
} as const;

/** Papers that are missing once a stall is paid for. */
export const missingStrings = {
  title: (count: number) => (count === 1 ? "1 paper is still missing" : `${count} papers are still missing`),
  text: (papers: readonly string[], until: string) =>
    `${papers.map(isolated).join(", ")}: give ${papers.length === 1 ? "it" : "them"} in My booking until ${until}.`,
} as const;
