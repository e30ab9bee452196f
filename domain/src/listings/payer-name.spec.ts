import { expect, it } from "@jest/globals";
import { abbreviatedName } from "./payer-name.js";

it.each([
  ["Meera Silver", "Meera S."],
  ["Meera", "Meera"],
  ["  Meera   Lakshmi  Rao ", "Meera R."],
  ["K. Meera", "K. M."],
  ["K.R. Meera", "K.R. M."],
  ["Meera K.", "Meera K."],
  ["Meera 'Rani' (Rao)", "Meera R."],
  ["मीरा शर्मा", "मीरा श."],
  ["ಮೀರಾ ಕ್ಷಮಾ", "ಮೀರಾ ಕ್ಷ."],
  ["", ""],
])("%j is shown as %j", (name, shown) => {
  expect(abbreviatedName(name)).toBe(shown);
});
