import messages from "@sakhi/domain/generated/messages/en/prices";
import { dayBefore } from "@sakhi/domain/invoices/indian-dates";
import { type DatedPrice, dayInWords } from "@sakhi/domain/operator/price-days";
import { rupees } from "./money";

/** A stall's price, and what it costs from a later day on. */
interface Priced {
  readonly price: number;
  readonly nextPrice?: DatedPrice | undefined;
}

const wordsOf = ({ from, price }: DatedPrice) => ({ day: dayInWords(dayBefore(from)), next: rupees(price) });

/** Until when a price holds, and what follows: "until 9 November, then ₹27,000". Undefined if no date changes it. */
export function priceDates({ nextPrice }: Pick<Priced, "nextPrice">): string | undefined {
  return nextPrice && messages.until(wordsOf(nextPrice));
}

/** A price with its date: "₹22,000 until 9 November, then ₹27,000". */
export function priceWords({ price, nextPrice }: Priced): string {
  return nextPrice === undefined ? rupees(price) : messages.dated({ price: rupees(price), ...wordsOf(nextPrice) });
}
