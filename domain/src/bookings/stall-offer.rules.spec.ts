import { expect, it } from "@jest/globals";
import { STALL_OFFER_TOKEN_LENGTH, STALL_OFFER_TOKEN_PATTERN } from "./stall-offer.rules.js";

const TOKEN = `${"0a".repeat(16)}.${"aZ-_".repeat(10)}abc`;

it.each<[string, boolean]>([
  [TOKEN, true],
  [`0${TOKEN}`, false],
  [`${TOKEN}a`, false],
  [TOKEN.replace("0a", "0g"), false],
  [TOKEN.replace(".", ""), false],
  [TOKEN.replace("Z", "+"), false],
  [`a.${"a".repeat(43)}`, false],
  [`${"a".repeat(32)}.a`, false],
])("STALL_OFFER_TOKEN_PATTERN matches %s: %s", (token, valid) => {
  expect(STALL_OFFER_TOKEN_PATTERN.test(token)).toBe(valid);
  if (valid) expect(token).toHaveLength(STALL_OFFER_TOKEN_LENGTH);
});
