import { describe, expect, it } from "@jest/globals";
import {
  isStrangerMailFlood,
  isStrangerMailFloodOver,
  judgeMail,
  KNOWN_MAILS_PER_DAY,
  LONGEST_STRANGER_WAIT_HOURS,
  mailPriority,
  type MailRecipient,
  STRANGER_MAILS_PER_HOUR,
  strangerMailDue,
} from "./mail-gate.rules.js";

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

describe("the whole site's mails to strangers", () => {
  const now = new Date("2026-12-01T12:00:00Z");
  const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

  it.each<[string, Date | null, Date | null | "none"]>([
    ["fewer than the budget ever", null, null],
    ["the budget used an hour ago", ago(60), null],
    ["nearly an hour ago", ago(59.5), null],
    ["ten minutes ago", ago(10), new Date("2026-12-01T12:50:00Z")],
    ["by mails that wait themselves", ago(-120), new Date("2026-12-01T15:00:00Z")],
    ["for longer than anyone expects a mail", ago(-60 * LONGEST_STRANGER_WAIT_HOURS), "none"],
  ])("%s", (_what, fullSince, due) => {
    expect(strangerMailDue({ now, lately: 0, fullSince })).toEqual(due);
  });

  it("raise an issue from half of the budget on, which closes below a quarter", () => {
    const half = STRANGER_MAILS_PER_HOUR / 2;
    expect([half - 1, half, half * 2].map(isStrangerMailFlood)).toEqual([false, true, true]);
    expect([half / 2 - 1, half / 2, half].map(isStrangerMailFloodOver)).toEqual([true, false, false]);
  });

  it("stand last in the queue, tickets first", () => {
    const order = [
      mailPriority("paid", true),
      mailPriority("paid", false),
      mailPriority("organisation", false),
      mailPriority(null, false),
    ];
    expect(order).toEqual([1, 2, 3, 4]);
    expect([mailPriority("link_opened", false), mailPriority("operator", true), mailPriority(null, true)]).toEqual([
      2, 2, 4,
    ]);
  });
});
