import { indianMoment as momentInIndia } from "@sakhi/domain/events/indian-time";
import { formatDay, istDay } from "@sakhi/domain/invoices/indian-dates";
import { rupees } from "../ui/money";
import type { OrderFact } from "../ui/outcome";

/** The status of a refund, as the API reports it; amounts in rupees. */
interface Refund {
  readonly state: "pending" | "succeeded" | "failed";
  readonly amount: number;
  /** Time of the payout (ISO 8601, UTC). */
  readonly date?: string;
  readonly reference?: string;
  readonly bankReference?: string;
  /** Paid back in person. */
  readonly byHand?: boolean;
}

/** The day in India: 8 December 2026. */
function indianDay(instant: string): string {
  return formatDay(istDay(new Date(instant)));
}

/** Day and time in India: 8 December 2026, 14:30 IST. */
export function indianMoment(instant: string): string {
  return momentInIndia(new Date(instant), "minute");
}

/**
 * Describes the status of a refund to the payer.
 *
 * @param paid total paid in rupees, to mention a partial refund
 */
function refundLabel({ state, amount, date, byHand }: Refund, paid?: number): string {
  const sum =
    paid !== undefined && paid > amount ? `${rupees(amount)} of the ${rupees(paid)} you paid` : rupees(amount);
  const day = date === undefined ? "" : ` on ${indianDay(date)}`;
  if (byHand === true) {
    return state === "succeeded"
      ? `${sum} was paid back to you by the Mela organizer directly${day}.`
      : `${sum} is paid back to you by the Mela organizer directly, as you paid directly. Write to us if you have not heard from them within a week.`;
  }
  switch (state) {
    case "pending":
      return `${sum} is on its way back to you, the way you paid. Banks take 5–10 working days.`;
    case "succeeded":
      return `${sum} went back to you${day}, the way you paid. Your bank may take a few days to show it.`;
    case "failed":
      return `${sum} could not be returned yet: the bank refused it. The money is yours, and we are arranging another way. Contact support if you have not heard from us.`;
  }
}

/** What an outcome says about money, as the API reports it; amounts in rupees. */
export interface MoneyOutcome {
  readonly kind: string;
  /** Total paid. */
  readonly amount?: number;
  readonly refund?: Refund;
  readonly secondAmount?: number;
}

/** The refund's status as a paragraph; none without a refund. */
export function refundTexts({ amount, refund }: MoneyOutcome): string[] {
  return refund === undefined ? [] : [refundLabel(refund, amount)];
}

/** Notes on what was paid for and still stands: a second payment, or a refund of a part. */
export function moneyNotes(outcome: MoneyOutcome, what: "booking" | "listing"): string[] {
  const { kind, refund, secondAmount } = outcome;
  if (secondAmount !== undefined) {
    const returned =
      refund === undefined ? "We return the second payment in full and write to you about it." : refundLabel(refund);
    return [
      `You paid twice: ${rupees(secondAmount)} more than the ${what} costs has reached us. Your ${what} stays valid. ${returned}`,
    ];
  }
  return kind === "partly_refunded" ? refundTexts(outcome).map((text) => `${text} Your ${what} stays valid.`) : [];
}

const STATES = { pending: "On its way", succeeded: "Paid out", failed: "Not possible yet" } as const;

/** Rows about the refund for the order's details. */
export function refundRows(refund: Refund | undefined): OrderFact[] {
  if (refund === undefined) return [];
  return [
    ["Refund", `${rupees(refund.amount)}, ${STATES[refund.state].toLowerCase()}`],
    ...(refund.date === undefined ? [] : [["Refunded on", indianDay(refund.date)] as const]),
    ...(refund.reference === undefined ? [] : [["Refund number", refund.reference] as const]),
    ...(refund.bankReference === undefined ? [] : [["Bank reference", refund.bankReference] as const]),
  ];
}
