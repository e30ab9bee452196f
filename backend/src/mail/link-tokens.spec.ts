import { expect, it } from "@jest/globals";
import { STALL_OFFER_TOKEN_LENGTH } from "@sakhi/domain/bookings/stall-offer.rules";
import { idInToken, linkToken } from "./link-tokens.js";

const ID = "0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a";
const TOKEN = linkToken(ID, Buffer.alloc(32, 7));

it("linkToken has the length that the API accepts", () => {
  expect(TOKEN).toHaveLength(STALL_OFFER_TOKEN_LENGTH);
});

it.each<[string, string | undefined]>([
  [TOKEN, ID],
  [`0${TOKEN}`, undefined],
  [`${TOKEN}a`, undefined],
  [TOKEN.replace("0a", "0g"), undefined],
  [TOKEN.replace(".", ""), undefined],
  [`${TOKEN.slice(0, 60)}+${TOKEN.slice(61)}`, undefined],
  [`a.${"a".repeat(43)}`, undefined],
  [`${"a".repeat(32)}.a`, undefined],
])("idInToken(%s) is %s", (token, id) => {
  expect(idInToken(token)).toBe(id);
});
