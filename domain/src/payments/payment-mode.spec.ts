import { expect, it } from "@jest/globals";
import { paymentModeLabel } from "./payment-mode.js";

it.each([
  ["upi", "UPI"],
  ["credit_card", "Credit card"],
  ["debit_card_emi", "Debit card EMI"],
  ["net_banking", "Net banking"],
  ["NET_BANKING", "Net banking"],
  ["some_new_way", "Some new way"],
])("reads %s as %s", (group, label) => {
  expect(paymentModeLabel(group)).toBe(label);
});

it("never shows what could be a card number or an address", () => {
  for (const group of [undefined, "", "asha@bank", "4111111111111111"]) {
    expect(paymentModeLabel(group)).toBeUndefined();
  }
});
