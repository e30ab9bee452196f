import { describe, expect, it } from "@jest/globals";
import { answerFor, answerTo, letsIn, mayLetIn, readTicket, ticketText } from "./ticket.rules.js";

const signature = "Ab_-".repeat(5);

describe("the text of a ticket", () => {
  it("is read as it is written", () => {
    expect(readTicket(ticketText({ eventId: 3, signature }))).toEqual({ eventId: 3, signature });
    expect(readTicket(` SBT-12-${signature}\n`)).toEqual({ eventId: 12, signature });
  });

  it.each([
    "",
    "https://bazaar.example/paid-events/mela/payment-success?order_id=MELA1",
    `SBT-0-${signature}`,
    `SBT-3-${signature}x`,
    `sbt-3-${signature}`,
    `SBT-3-${signature.slice(1)}`,
    "otpauth://totp/x",
  ])("%j is none", (text) => expect(readTicket(text)).toBeUndefined());
});

const entry = (bookingId: string, changes: object = {}) => ({
  ...{ bookingId, codes: [`now ${bookingId}`], missing: [] as string[] },
  ...changes,
});
const LIST = {
  eventId: 3,
  day: "2099-03-01" as string | undefined,
  entries: [
    entry("right"),
    entry("two secrets", { codes: ["now", "before"] }),
    entry("moved"),
    entry("papers", { missing: ["FSSAI number"] }),
    entry("in", { arrived: {} }),
    entry("in without papers", { arrived: {}, missing: ["FSSAI number"] }),
  ],
  former: [
    { code: "was moved", bookingId: "moved" },
    { code: "was in", bookingId: "in" },
    { code: "was gone", bookingId: "gone" },
  ],
  cancelled: ["gone"],
};
const OURS = `SBT-3-${signature}`;

it.each([
  ["a right ticket", OURS, "now right", "right", "right"],
  ["signed with the previous secret", OURS, "before", "right", "two secrets"],
  ["already in", OURS, "now in", "already", "in"],
  ["already in counts more than its papers", OURS, "now in without papers", "already", "in without papers"],
  ["already in counts more than its former code", OURS, "was in", "already", "in"],
  ["papers missing", OURS, "now papers", "papers", "papers"],
  ["a code of before the move", OURS, "was moved", "moved", "moved"],
  ["cancelled", OURS, "gone", "cancelled", undefined],
  ["forged", OURS, "?", "unknown", undefined],
  ["a code whose booking is not on the list", OURS, "was gone", "unknown", undefined],
  ["another event's", `SBT-4-${signature}`, "now right", "other_event", undefined],
  ["a page's address", "https://bazaar.example/?order_id=MELA1", "now right", "unknown", undefined],
])("%s", (_, text, digest, answer, bookingId) => {
  const found = answerTo(LIST, text, digest);
  expect([found.answer, found.entry?.bookingId]).toEqual([answer, bookingId]);
});

it("lets nobody in on another day", () => {
  const list = { ...LIST, day: undefined };
  for (const code of ["now right", "now in", "was moved", "now papers"])
    expect(answerTo(list, OURS, code).answer).toBe("other_day");
  expect(answerFor(entry("right"), undefined).answer).toBe("other_day");
  // A holder of nothing is not sent away until tomorrow.
  expect(answerTo(list, OURS, "gone").answer).toBe("cancelled");
});

it("lets in by itself after the right answer only, and by hand after two more", () => {
  const answers = ["right", "already", "papers", "moved", "cancelled", "other_day", "other_event", "unknown"] as const;
  expect(answers.filter(letsIn)).toEqual(["right"]);
  expect(answers.filter(mayLetIn)).toEqual(["papers", "moved"]);
});
