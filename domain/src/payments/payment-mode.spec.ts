import { expect, it } from "@jest/globals";
import { paymentModeLabel } from "./payment-mode.js";

it.each([
  ["upi", "UPI"],
  ["credit_card", "Credit card"],
  ["debit_card_emi", "Debit card EMI"],
  ["net_banking", "Net banking"],
  ["NET_BANKING", "Net banking"],
  ["some_new_way", "Some new way"],
  [undefined, undefined],
  ["", undefined],
  // What could be an address or a card number is never shown.
  ["asha@bank", undefined],
  ["4111111111111111", undefined],
])("reads %s as %s", (group, label) => {
  expect(paymentModeLabel(group)).toBe(label);
});
