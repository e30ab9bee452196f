import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-payouts";
import type { PayoutLine } from "../../../api/admin-api";

const { summary, list, file, lines, bank } = messages;

/** Texts of the payouts. */
export const strings = {
  ...messages,
  summary: {
    ...summary,
    readUntil: (moment: string) => summary.readUntil({ moment }),
    problem: (problem: string) => summary.problem({ problem }),
    differences: (count: number) => summary.differences({ count }),
    gst: (amount: string) => summary.gst({ amount }),
  },
  list: {
    ...list,
    all: (total: number) => list.all({ total }),
    open: (payout: string) => list.open({ payout: isolated(payout) }),
    utr: (utr: string) => list.utr({ utr }),
    lines: (count: number) => list.lines({ count }),
    inBank: (day: string) => list.inBank({ day }),
    bankDiffers: (amount: string) => list.bankDiffers({ amount }),
  },
  file: {
    ...file,
    done: (saved: string) => ({ title: file.done.title, description: file.done.description({ file: saved }) }),
  },
  lines: {
    ...lines,
    title: (payout: string) => lines.title({ payout }),
    kinds: lines.kinds satisfies Record<PayoutLine["kind"], string>,
    stall: (stall: string) => lines.stall({ stall }),
  },
  bank: { ...bank, should: (amount: string) => bank.should({ amount }) },
} as const;
