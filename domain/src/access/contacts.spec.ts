import { describe, expect, it } from "@jest/globals";
import { bodyWithoutContacts, contactHidden, HIDDEN, withoutContacts } from "./contacts.js";

describe("withoutContacts", () => {
  it.each([
    ["asha@example.com", HIDDEN],
    ["Write to asha.rao+mela@mail.example.co.in, please.", `Write to ${HIDDEN}, please.`],
    ["Asha <asha@example.com>", `Asha <${HIDDEN}>`],
    ["9811100001", HIDDEN],
    ["98111 00001", HIDDEN],
    ["98111-00001", HIDDEN],
    ["+91 98111 00001", HIDDEN],
    ["+919811100001 and 09811100002", `${HIDDEN} and ${HIDDEN}`],
    ["https://wa.me/919811100001", `https://wa.me/${HIDDEN}`],
    // No contacts.
    ["B12 at 24300 rupees", "B12 at 24300 rupees"],
    ["MELA_1764000420000", "MELA_1764000420000"],
    ["UTR 412345678901", "UTR 412345678901"],
    ["29ABCDE1234F1Z5", "29ABCDE1234F1Z5"],
    ["5b1f0a1e-9811-4000-8000-981110000198", "5b1f0a1e-9811-4000-8000-981110000198"],
    ["@sakhi", "@sakhi"],
    ["", ""],
  ])("%j becomes %j", (text, expected) => {
    expect(withoutContacts(text)).toBe(expected);
  });
});

it.each([
  ["phone", "a number abroad: +44 20 7946", HIDDEN],
  ["phoneNumber", "12345", HIDDEN],
  ["Email", "not an address", HIDDEN],
  ["WhatsApp number", "+44 20 7946", HIDDEN],
  ["email", "", ""],
  ["Order Id", "9811100001", "9811100001"],
  ["orderId", "9811100001", "9811100001"],
  ["transactionId", "9811100001", "9811100001"],
  ["id", "asha@example.com", HIDDEN],
  ["phoneEnd", "0001", "0001"],
  ["reason", "call 9811100001", `call ${HIDDEN}`],
])("hides in %s %j: %j", (name, text, expected) => {
  expect(contactHidden(name, text)).toBe(expected);
});

it("hides them wherever they are in a body, and leaves the rest as it is", () => {
  const at = new Date(0);
  const body = {
    ...{ id: 7, at, sold: true, nothing: null, orderId: "9811100001" },
    holder: { phone: "9811100001", names: ["Asha", "asha@example.com"] },
    mails: [{ to: "asha@example.com", state: "sent" }],
  };
  expect(bodyWithoutContacts(body)).toEqual({
    ...{ id: 7, at, sold: true, nothing: null, orderId: "9811100001" },
    holder: { phone: HIDDEN, names: ["Asha", HIDDEN] },
    mails: [{ to: HIDDEN, state: "sent" }],
  });
});
