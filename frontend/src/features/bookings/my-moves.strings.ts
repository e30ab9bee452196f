import { rupees } from "../../ui/money";

/** Words about moving a booking to another stall, on the payer's page. */
export const strings = {
  title: "Move to another stall",
  loading: "Looking for free stalls ...",
  lead: (stallId: string) =>
    `Your stall is ${stallId}. You can move to any free stall: you pay what it costs more, or get back what it costs less, and ${stallId} is yours until the other one is.`,
  none: "No other stall is free for a move right now.",
  choose: "Free stalls",
  chooseOne: "Choose a stall",
  option: (stallId: string, type: string, difference: number) => `${stallId}, ${type}: ${priceOf(difference)}`,
  dearer: (stallId: string, toPay: number) =>
    `You pay ${rupees(toPay)}, GST included. ${stallId} is kept for you for 10 minutes to start the payment, and yours as soon as it is paid.`,
  cheaper: (stallId: string, refund: number, own: string) =>
    `You move to ${stallId} at once, and ${rupees(refund)} go back the way you paid. ${own} is then free for others.`,
  same: (stallId: string, own: string) =>
    `You move to ${stallId} at once. Nothing is to pay. ${own} is then free for others.`,
  keep: (stallId: string) => `Keep ${stallId} and pay`,
  move: (stallId: string) => `Move to ${stallId}`,
  moving: "Moving...",
  failed: "The move did not work. Nothing was changed; please try again.",
  moved: (from: string, to: string) => `You have moved from ${from} to ${to}. We have mailed you the new ticket.`,
  open: (from: string, to: string, until: string) =>
    `${to} is kept for you until ${until}. Pay the difference, and it is yours; until then your stall is ${from}.`,
  toPay: (amount: number) => `To pay: ${rupees(amount)}, GST included`,
  pay: (amount: number) => `Pay ${rupees(amount)}`,
  paying: "Opening the payment page...",
  payFailed: "The payment was not started. You have not been charged; please try again.",
  checking: "We are looking for your payment. This page shows it by itself.",
  withdraw: (stallId: string) => `Stay at ${stallId}`,
  withdrawFailed: "That did not work. Please try again.",
  lapsed: (from: string, to: string) =>
    `The move to ${to} was not paid in time, so you are still at ${from}. Nothing was charged.`,
  withdrawn: (from: string, to: string) => `The move to ${to} was withdrawn. You are still at ${from}.`,
  gateway: { title: "The payment page did not open", description: "You have not been charged. Please try again." },
} as const;

function priceOf(difference: number): string {
  if (difference === 0) return "same price";
  return difference > 0 ? `${rupees(difference)} more` : `${rupees(-difference)} less`;
}
