import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-gst";

const { close, reopen, findings, series, of, done } = messages;

/** Texts of the GST view. */
export const strings = {
  ...messages,
  option: (month: string, state: "running" | "open" | "closed") => messages.option({ month, state }),
  closedBy: (who: string, when: string) => messages.closedBy({ who: isolated(who), when }),
  done: (file: string) => ({ title: done.title, description: done.description({ file }) }),
  close: {
    ...close,
    title: (month: string) => close.title({ month }),
    refused: (count: number) => close.refused({ count }),
  },
  reopen: { ...reopen, title: (month: string) => reopen.title({ month }) },
  findings: {
    ...findings,
    some: (numbers: readonly string[], more: number) =>
      more === 0 ? numbers.join(", ") : findings.more({ numbers: numbers.join(", "), more }),
  },
  table: (number: string, heading: string) => messages.table({ number, heading }),
  open: (title: string) => messages.open({ title: isolated(title) }),
  /** The portal's name of its table, as the api has those of the others. */
  series: { ...series, title: messages.table({ number: "13", heading: "Documents issued" }) },
  of: {
    ...of,
    issued: (kind: string, day: string) => of.issued({ kind, day }),
    pdfOf: (number: string) => of.pdfOf({ number }),
  },
} as const;
