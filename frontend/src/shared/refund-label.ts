import { indianMoment as momentInIndia } from "@sakhi/domain/events/indian-time";
import messages from "@sakhi/domain/generated/messages/en/refund";
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
    paid !== undefined && paid > amount
      ? messages.part({ refunded: rupees(amount), paid: rupees(paid) })
      : rupees(amount);
  const day = date === undefined ? undefined : indianDay(date);
  if (byHand === true) {
    if (state !== "succeeded") return messages.byHand({ sum });
    return day === undefined ? messages.byHandDone({ sum }) : messages.byHandDoneOn({ sum, day });
  }
  if (state === "succeeded" && day !== undefined) return messages.succeededOn({ sum, day });
  return messages[state]({ sum });
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
    const returned = refund === undefined ? messages.returnsSecond : refundLabel(refund);
    return [messages.twice[what]({ amount: rupees(secondAmount), returned })];
  }
  return kind === "partly_refunded" ? refundTexts(outcome).map((text) => messages.valid[what]({ text })) : [];
}

/** Rows about the refund for the order's details. */
export function refundRows(refund: Refund | undefined): OrderFact[] {
  if (refund === undefined) return [];
  return [
    [messages.refund, messages.amountIs[refund.state]({ amount: rupees(refund.amount) })],
    ...(refund.date === undefined ? [] : [[messages.date, indianDay(refund.date)] as const]),
    ...(refund.reference === undefined ? [] : [[messages.reference, refund.reference] as const]),
    ...(refund.bankReference === undefined ? [] : [[messages.bankReference, refund.bankReference] as const]),
  ];
}
