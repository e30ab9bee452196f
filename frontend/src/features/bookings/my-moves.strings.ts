import messages from "@sakhi/domain/generated/messages/en/my-moves";
import { rupees } from "../../ui/money";

/** Words about moving a booking to another stall, on the payer's page. */
export const strings = {
  ...messages,
  lead: (stallId: string) => messages.lead({ stallId }),
  option: (stallId: string, type: string, difference: number) => {
    if (difference === 0) return messages.optionSame({ stallId, type });
    const option = difference > 0 ? messages.optionMore : messages.optionLess;
    return option({ stallId, type, amount: rupees(Math.abs(difference)) });
  },
  dearer: (stallId: string, toPay: number) => messages.dearer({ stallId, amount: rupees(toPay) }),
  cheaper: (stallId: string, refund: number, own: string) => messages.cheaper({ stallId, amount: rupees(refund), own }),
  same: (stallId: string, own: string) => messages.same({ stallId, own }),
  keep: (stallId: string) => messages.keep({ stallId }),
  move: (stallId: string) => messages.move({ stallId }),
  moved: (from: string, to: string) => messages.moved({ from, to }),
  open: (from: string, to: string, until: string) => messages.open({ from, to, until }),
  toPay: (amount: number) => messages.toPay({ amount: rupees(amount) }),
  pay: (amount: number) => messages.pay({ amount: rupees(amount) }),
  withdraw: (stallId: string) => messages.withdraw({ stallId }),
  lapsed: (from: string, to: string) => messages.lapsed({ from, to }),
  withdrawn: (from: string, to: string) => messages.withdrawn({ from, to }),
} as const;
