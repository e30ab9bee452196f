import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import type { WalkInState } from "@sakhi/domain/bookings/walk-in.states";
import { eachField, labelOf } from "@sakhi/domain/fields/declared-fields";
import { isolated } from "@sakhi/domain/fields/isolation";
import { rupees } from "../../../ui/money";

/** Texts of sales at the gate. */
export const strings = {
  open: "Sell a free stall (UPI)",
  title: "Sell a free stall",
  lead: "She scans a UPI code and pays on her own phone. The stall is kept for her meanwhile. For cash, an operator sells it on the floor plan.",
  loading: "Reading the free stalls",
  failed: "The free stalls could not be read. Selling needs the network.",
  back: "Back to the list of holders",
  backToStalls: "Back to the free stalls",
  free: (count: number) => (count === 1 ? "1 stall is free" : `${count} stalls are free`),
  none: "No stall is free now.",
  find: "Find a stall",
  choose: (stallId: string, type: string, price: number) => `${stallId}, ${type}, ${rupees(price)}`,
  sales: "Sales of the last hours",
  saleOf: (stallId: string, brand: string) => `${stallId}, ${isolated(brand)}`,
  by: (name: string, time: string) => `${isolated(name)}, ${time}`,
  states: {
    unopened: "Payment not started",
    paying: "Waits for payment",
    ending: "Is being ended",
    sold: "Paid",
    free: "Not paid",
    late: "Paid too late",
  } satisfies Record<WalkInState, string>,
  form: {
    title: (stallId: string, price: number) => `Sell ${stallId} for ${rupees(price)}`,
    fields: eachField(REGISTRATION_FIELDS, labelOf),
    consequence: (stallId: string, price: number) =>
      `${stallId} is kept for her for ten minutes, and a code for ${rupees(price)} is shown. It is hers once she has paid; ticket and invoice come by e-mail.`,
    confirm: "Show the code",
    pending: "Getting the code...",
    done: (stallId: string) => `${stallId} is kept for her. Let her scan the code.`,
  },
  sale: {
    heading: (stallId: string) => `Stall ${stallId}`,
    amount: (amount: number) => `To pay: ${rupees(amount)}`,
    scan: "Let her scan this with any UPI app.",
    code: (stallId: string, amount: number) => `UPI code for ${rupees(amount)}, stall ${stallId}`,
    left: (time: string) => `${time} left to pay`,
    checking: "Waiting for the payment",
    unopened:
      "The payment could not be started, because the payment provider did not answer. The stall is still kept for her.",
    noCode: "The payment provider has given no code yet.",
    over: "The time to scan it is over.",
    again: "Try again",
    trying: "Trying...",
    cancel: "Cancel this sale",
    cancelling: "Cancelling...",
    ending:
      "The sale is being ended. The stall is free as soon as the payment provider confirms that nothing was paid.",
    sold: (stallId: string) => `Paid: ${stallId} is hers`,
    soldText: "Ticket and invoice are on their way to her by e-mail. She is on the gate's list now.",
    free: (stallId: string) => `Not paid: ${stallId} is free again`,
    freeText: "Nothing was taken from her.",
    late: "Her payment came too late",
    lateText:
      "The stall was no longer hers when the money arrived. By e-mail she is offered another one, or gets the money back.",
    unknown: "No answer now. The page asks again by itself.",
    next: "Sell another stall",
    problem: "That did not work",
  },
} as const;
