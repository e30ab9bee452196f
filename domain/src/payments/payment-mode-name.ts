import labels from "../generated/messages/en/admin-payment-modes.js";
import { IS_ENGLISH } from "../generated/messages/en/language.js";

/** The payment methods that are stored, in the order of their labels; a spec compares them with those that can be. */
const NAMES: readonly string[] = [
  "UPI",
  "UPI wallet",
  "UPI credit card",
  "Credit card",
  "Debit card",
  "Prepaid card",
  "Credit card EMI",
  "Debit card EMI",
  "Cardless EMI",
  "Net banking",
  "Wallet",
  "Pay later",
  "Bank transfer",
  "PayPal",
  "Cash",
  "UPI to the organizer",
  "Cheque",
];

/** A stored payment method in the language of this build, in capitals, to be read. One that is none of ours stays as it is. */
export function paymentModeName(mode: string): string {
  // Read here, so that the English build has neither list.
  return (IS_ENGLISH ? mode : ((labels.names as readonly string[])[NAMES.indexOf(mode)] ?? mode)).toUpperCase();
}
