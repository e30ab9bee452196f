import { describe, expect, it } from "@jest/globals";
import { judgeMail, KNOWN_MAILS_PER_DAY, type MailRecipient } from "./mail-gate.rules.js";

const STRANGER: MailRecipient = {
  isOrganisation: false,
  hasPaid: false,
  hasOpenedLink: false,
  isAskedByOperator: false,
  isKnown: false,
  unprovenToday: 0,
};

describe("judgeMail", () => {
  it.each<[string, Partial<MailRecipient>, unknown]>([
    ["a stranger's first mail of the day", {}, { mail: "without_words" }],
    ["a stranger's second", { unprovenToday: 1 }, { mail: "none" }],
    ["a payer's, however many", { hasPaid: true, unprovenToday: 99 }, { mail: "full", proof: "paid" }],
    ["a reader of the link", { hasOpenedLink: true, unprovenToday: 99 }, { mail: "full", proof: "link_opened" }],
    ["a colleague", { isAskedByOperator: true, unprovenToday: 99 }, { mail: "full", proof: "operator" }],
    ["the organisation", { isOrganisation: true, unprovenToday: 99 }, { mail: "full", proof: "organisation" }],
    [
      ...(["a payer of something else", { isKnown: true, unprovenToday: KNOWN_MAILS_PER_DAY - 1 }] as const),
      { mail: "without_words" },
    ],
    ["a payer of something else, too often", { isKnown: true, unprovenToday: KNOWN_MAILS_PER_DAY }, { mail: "none" }],
  ])("%s", (_who, known, verdict) => {
    expect(judgeMail({ ...STRANGER, ...known })).toEqual(verdict);
  });
});
