import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-registrations";

const { accounting, sorts } = messages;

/** Texts of the default view; verbatim where the specification has them. */
export const strings = {
  ...messages,
  exported: (file: string) => ({ title: messages.exported, description: messages.isHere({ file }) }),
  open: (name: string) => messages.open({ name: isolated(name) }),
  /** Options for the sort parameter; the default first. */
  sorts: {
    "": sorts.newest,
    createdAt: sorts.oldest,
    fullName: sorts.name,
    "-fullName": sorts.nameReversed,
    businessName: sorts.business,
    "-businessName": sorts.businessReversed,
    stallId: sorts.stall,
    "-stallId": sorts.stallReversed,
    "-netAmount": sorts.highest,
    netAmount: sorts.lowest,
    paymentStatus: sorts.failedFirst,
    "-paymentStatus": sorts.paidFirst,
  },
  all: (total: number) => messages.all({ total }),
} as const;

/** Texts of the files for accounting. */
export const accountingStrings = {
  ...accounting,
  done: (file: string) => ({ title: accounting.done, description: accounting.isHere({ file }) }),
} as const;
