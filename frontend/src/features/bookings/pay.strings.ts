import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/pay";

/** Why a payment was not started, beside the button that pays; the plan does not load it. */
export const payStrings = {
  /** After the server's reason, if it gave one. */
  notStarted: (reason: string, stallId: string) =>
    messages.notStarted({ reason: reason === "" ? messages.notStartedReason : reason, stallId }),
  unanswered: (stallId: string) => messages.unanswered({ stallId }),
  totalIs: (total: string) => messages.totalIs({ total }),
} as const;

/** Papers that are missing once a stall is paid for. */
export const missingStrings = {
  title: (count: number) => messages.missing.title({ count }),
  text: (papers: readonly string[], until: string) =>
    messages.missing.text({ papers: papers.map(isolated).join(", "), count: papers.length, until }),
} as const;
