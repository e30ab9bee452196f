import messages from "@sakhi/domain/generated/messages/en/offer";
import { stallTypeLabel, type StallType } from "@sakhi/domain/stalls/stall.types";
import { GO_BACK } from "../../ui/leave";

/** Texts of the page that offers another stall for late money. */
export const strings = {
  ...messages,
  lead: (amount: string, stallId: string) => messages.lead({ amount, stallId }),
  how: (type: StallType) => messages.how({ type: stallTypeLabel(type) }),
  left: (left: string) => messages.left({ left }),
  until: (moment: string) => messages.until({ moment }),
  stalls: (type: StallType) => messages.stalls({ type: stallTypeLabel(type) }),
  none: (type: StallType) => messages.none({ type: stallTypeLabel(type) }),
  gone: (stallId: string) => messages.gone({ stallId }),
  takeOf: (stallId: string) => messages.takeOf({ stallId }),
  sure: (stallId: string) => messages.sure({ stallId }),
  sureText: (stallId: string, amount: string) => messages.sureText({ stallId, amount }),
  refundSureText: (amount: string) => messages.refundSureText({ amount }),
  back: GO_BACK,
  accepted: (stallId: string) => messages.accepted({ stallId }),
  declinedText: (amount: string) => messages.declinedText({ amount }),
  expiredText: (amount: string) => messages.expiredText({ amount }),
  withdrawnText: (amount: string) => messages.withdrawnText({ amount }),
} as const;
