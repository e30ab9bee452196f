import { expect, it } from "@jest/globals";
import { paymentModeLabel } from "./payment-mode.js";

it.each([
  ["upi", "UPI"],
  ["credit_card", "Credit card"],
  ["debit_card_emi", "Debit card EMI"],
  ["net_banking", "Net banking"],
  ["NET_BANKING", "Net banking"],
  ["some_new_method", "Some new method"],
  [undefined, undefined],
  ["", undefined],
  // Possible UPI addresses and card numbers are never shown.
  ["asha@bank", undefined],
  ["4111111111111111", undefined],
])("paymentModeLabel(%s) returns %s", (group, label) => {
  expect(paymentModeLabel(group)).toBe(label);
});
