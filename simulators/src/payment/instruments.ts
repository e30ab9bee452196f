/** The sandbox's test cards and UPI IDs, and their results (reference, section 6). Pure. */
import type { Ending, Instrument } from "./model.js";

export const TEST_CARDS: readonly { number: string; network: string; type: "debit_card" | "credit_card" }[] = [
  { number: "4706131211212123", network: "visa", type: "debit_card" },
  { number: "4576238912771450", network: "visa", type: "credit_card" },
  { number: "4444333322221111", network: "visa", type: "credit_card" },
  { number: "4111111111111111", network: "visa", type: "credit_card" },
  { number: "5409162669381034", network: "mastercard", type: "debit_card" },
  { number: "5105105105105100", network: "mastercard", type: "credit_card" },
  { number: "6074825972083818", network: "rupay", type: "debit_card" },
];

export const TEST_UPI_IDS = ["testsuccess@gocash", "testfailure@gocash", "testinvalid@gocash"] as const;

/** Result of a payment form: an attempt with its end, or a field error. */
type FormResult = { instrument: Instrument; ending: Ending } | { field: string; error: string };

/** Parses a UPI ID. An invalid one is rejected on the page, without an attempt. */
export function readUpiId(typed: string): FormResult {
  const upiId = typed.trim().toLowerCase();
  if (!/^[a-z0-9._-]{2,}@[a-z]{2,}$/.test(upiId)) {
    return { field: "upi_id", error: "Enter a UPI ID like name@bank." };
  }
  if (upiId === "testsuccess@gocash") return { instrument: { kind: "upi", upiId }, ending: "success" };
  if (upiId === "testfailure@gocash") return { instrument: { kind: "upi", upiId }, ending: "failed" };
  return { field: "upi_id", error: "This UPI ID is not valid. Use one of the test UPI IDs." };
}

/** The instrument of a card number; unknown numbers count as Visa debit cards. */
function cardInstrument(number: string): Instrument {
  const known = TEST_CARDS.find((card) => card.number === number);
  return {
    kind: "card",
    masked: `XXXXXXXXXXXX${number.slice(-4)}`,
    network: known?.network ?? "visa",
    cardType: known?.type ?? "debit_card",
    bank: "SIMULATOR BANK",
  };
}

/** Parses a card. Test cards with any future date succeed, other numbers are declined. */
export function readCard(typedNumber: string, typedExpiry: string, cvv: string, now: number): FormResult {
  const number = typedNumber.replace(/[\s-]/g, "");
  if (!/^\d{12,19}$/.test(number)) return { field: "card_number", error: "Enter the card number: 12 to 19 digits." };
  const expiry = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2})$/.exec(typedExpiry.trim());
  // Valid through the last day of its month.
  if (!expiry || Date.UTC(2000 + Number(expiry[2]), Number(expiry[1]), 1) <= now) {
    return { field: "card_expiry", error: "Enter a date in the future, like 12/30." };
  }
  if (!/^\d{3,4}$/.test(cvv.trim())) return { field: "card_cvv", error: "Enter the 3 digits, like 123." };
  const known = TEST_CARDS.some((card) => card.number === number);
  return { instrument: cardInstrument(number), ending: known ? "success" : "failed" };
}

/** The instrument if none was entered. */
export function defaultInstrument(method: "upi" | "card" = "upi"): Instrument {
  return method === "upi" ? { kind: "upi", upiId: "testsuccess@gocash" } : cardInstrument("4706131211212123");
}
