import { expect, test } from "@jest/globals";
import english from "../generated/messages/en/admin-payment-modes.js";
import { OFFLINE_METHODS } from "../operator/operator.types.js";
import { paymentModeName } from "./payment-mode-name.js";
import { PAYMENT_MODES } from "./payment-mode.js";

test("each method that can be stored has a label, and the English one is the method in capitals", () => {
  const stored = [...Object.values(PAYMENT_MODES), ...Object.values(OFFLINE_METHODS)];
  expect(english.names).toEqual([...new Set(stored)]);
  for (const mode of [...stored, "Some new method"]) expect(paymentModeName(mode)).toBe(mode.toUpperCase());
});
