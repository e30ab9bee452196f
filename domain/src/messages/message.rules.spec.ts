import { describe, expect, it } from "@jest/globals";
import {
  blanksIn,
  filled,
  messageParts,
  messageTextProblem,
  PLACEHOLDER_NAMES,
  saidLines,
  unfinishedProblem,
  unsaidIn,
} from "./message-text.rules.js";
import {
  allowedNow,
  attachmentName,
  attachmentsProblem,
  canDo,
  isMeant,
  messageDue,
  MESSAGE_AUDIENCES,
  messageVerdict,
  type MessageTime,
} from "./message.rules.js";
import {
  inReadersLanguage,
  MESSAGE_TEMPLATES,
  TEMPLATE_LANGUAGES,
  TEMPLATE_TEXTS,
  templateText,
} from "./message.templates.js";

const event = {
  days: [
    { date: "2027-03-20", opens: "10:00", closes: "20:00" },
    { date: "2027-03-21", opens: "10:00", closes: "18:00" },
  ],
};
const scheduledAt = new Date("2027-03-01T00:00:00Z");
const time = (changes: Partial<MessageTime>): MessageTime => ({ timing: "now", days: null, sendAt: null, ...changes });

describe("when a message is due", () => {
  it.each<[string, Partial<MessageTime>, string]>([
    ["at once", {}, "2027-03-01T00:00:00.000Z"],
    ["at a moment", { timing: "at", sendAt: new Date("2027-03-05T06:00:00Z") }, "2027-03-05T06:00:00.000Z"],
    ["7 days before the first day", { timing: "days_before", days: 7 }, "2027-03-13T04:30:00.000Z"],
    ["the evening before", { timing: "evening_before" }, "2027-03-19T12:30:00.000Z"],
    ["2 days after the last day", { timing: "days_after", days: 2 }, "2027-03-23T04:30:00.000Z"],
  ])("%s", (_name, changes, due) => {
    expect(messageDue(time(changes), event, scheduledAt).toISOString()).toBe(due);
  });

  it.each<[string, Partial<MessageTime>, "draft" | "published" | "archived" | "cancelled", string, string]>([
    ["before its time", { timing: "days_before", days: 7 }, "published", "2027-03-13T04:29:59Z", "waits"],
    ["at its time", { timing: "days_before", days: 7 }, "published", "2027-03-13T04:30:00Z", "due"],
    ["a day late", { timing: "days_before", days: 7 }, "published", "2027-03-14T04:30:00Z", "due"],
    ["later than a day", { timing: "days_before", days: 7 }, "published", "2027-03-14T04:30:01Z", "missed"],
    ["past when it was scheduled", { timing: "days_before", days: 30 }, "published", "2027-03-01T00:00:01Z", "missed"],
    ["of a draft event", { timing: "now" }, "draft", "2027-03-01T01:00:00Z", "waits"],
    ["of an archived event", { timing: "days_after", days: 2 }, "archived", "2027-03-23T04:30:00Z", "due"],
    ["of a cancelled event", { timing: "days_before", days: 7 }, "cancelled", "2027-03-02T04:30:00Z", "missed"],
  ])("%s: %s", (_name, changes, status, at, verdict) => {
    expect(messageVerdict({ ...time(changes), scheduledAt }, { event, status }, new Date(at))).toBe(verdict);
  });
});

it.each([
  ["change", "draft", false, true],
  ["change", "waiting", false, true],
  ["change", "paused", false, true],
  ["change", "paused", true, false],
  ["change", "sending", true, false],
  ["pause", "sending", true, true],
  ["pause", "done", true, false],
  ["resume", "paused", true, true],
  ["resume", "stopped", true, false],
  ["stop", "sending", true, true],
  ["stop", "missed", false, false],
] as const)("%s of a message that is %s (started: %s): %s", (action, state, started, possible) => {
  expect(canDo(action, state, started)).toBe(possible);
});

it("is for those whom its audience means", () => {
  const holder = { bookingId: "b1", stallType: "Premium", lacksPapers: false, arrived: true };
  const meant = (audience: (typeof MESSAGE_AUDIENCES)[number], of = holder) =>
    isMeant({ audience, stallTypes: ["Premium"], bookingIds: ["b1"] }, of);
  expect(MESSAGE_AUDIENCES.map((audience) => meant(audience))).toEqual([true, true, false, false, true, true]);
  const other = { bookingId: "b2", stallType: "General", lacksPapers: true, arrived: false };
  expect(MESSAGE_AUDIENCES.map((audience) => meant(audience, other))).toEqual([true, false, true, true, false, false]);
});

it.each([
  [[], undefined],
  [[2_000_000, 3_000_000], undefined],
  [[6 * 1024 * 1024], undefined],
  [[6 * 1024 * 1024, 1], "too large for a mail: at most 6 MB"],
  [[1, 1, 1, 1], "at most 3 files"],
])("files of %j bytes go with one message: %s", (bytes, problem) => {
  if (problem === undefined) expect(attachmentsProblem(bytes)).toBeUndefined();
  else expect(attachmentsProblem(bytes)).toContain(problem);
});

it.each([
  ["Site map.PDF", "application/pdf", "Site map.pdf"],
  ["IMG_1.heic", "image/jpeg", "IMG_1.jpg"],
  ['../../etc/"passwd"\r\nX: y.exe', "application/pdf", ".. .. etc passwd X y.pdf"],
  ["नक्शा.png", "image/jpeg", "नक्शा.jpg"],
  ["\u202Efdp.exe", "application/pdf", "fdp.pdf"],
  ["  ", "application/pdf", "File.pdf"],
  ["a".repeat(300), "application/pdf", `${"a".repeat(96)}.pdf`],
] as const)("the file %j is attached as %s %s", (given, type, name) => {
  expect(attachmentName(given, type)).toBe(name);
});

it("keeps to its pace", () => {
  expect([allowedNow(120, 0), allowedNow(120, 100), allowedNow(120, 130)]).toEqual([120, 20, 0]);
});

describe("a message's text", () => {
  const values = Object.fromEntries(PLACEHOLDER_NAMES.map((name) => [name, `<${name}>`])) as Parameters<
    typeof filled
  >[1];

  it("fills in each placeholder once, and leaves braces of a value as they are", () => {
    expect(filled("{stall} of {name}, {stall}", { ...values, stall: "{name}" })).toBe("{name} of <name>, {name}");
  });

  it.each([
    ["Dear {name}", "text", undefined],
    ["Dear {Name}", "text", "{Name} stands for nothing"],
    ["{}", "text", "{} stands for nothing"],
    ["{constructor}", "text", "{constructor} stands for nothing"],
    ["Come to {event}", "subject", "follows each subject by itself"],
    ["Come to {gate}", "subject", "fit a subject"],
    ["Come to {map}", "subject", "fit a subject"],
    [`https://x.example/my-booking#${"a".repeat(32)}.${"A".repeat(43)}`, "text", "A personal link is in it"],
  ] as const)("%s as %s: %s", (text, part, problem) => {
    const found = messageTextProblem(text, part);
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(problem);
  });

  it("leaves out lines that say something of which nothing is known", () => {
    const text = "Dear {name}\nGate: {gate}\nSetting up: {settingUp}\n\nNext: {next}";
    expect(saidLines(text, values)).toBe(text);
    expect(unsaidIn(text, { ...values, gate: "", next: "" })).toEqual(["gate", "next"]);
    expect(saidLines(text, { ...values, gate: "", next: "" })).toBe("Dear {name}\nSetting up: {settingUp}\n");
    expect(unsaidIn("Dear {name}", { ...values, gate: "" })).toEqual([]);
  });

  it("is not sent while it has blanks", () => {
    expect(blanksIn("Gate: [which], [which], [when]")).toEqual(["[which]", "[when]"]);
    expect(unfinishedProblem("Gate: [which]")).toBe("Still to fill in: [which]");
    expect(unfinishedProblem("Gate: 2")).toBeUndefined();
  });

  it("has paragraphs, and buttons for links that stand alone", () => {
    expect(messageParts("Dear {name},\n\n- one\n- two\n{map}\nYour link: {link}\n\n\n {link} \n")).toEqual([
      { kind: "paragraph", text: "Dear {name}," },
      { kind: "paragraph", text: "• one\n• two" },
      { kind: "button", to: "map" },
      { kind: "paragraph", text: "Your link: {link}" },
      { kind: "button", to: "link" },
    ]);
  });

  it.each(MESSAGE_TEMPLATES)("of the template %s is valid", (name) => {
    const { subject, text } = TEMPLATE_TEXTS[name];
    expect([messageTextProblem(subject, "subject"), messageTextProblem(text, "text")]).toEqual([undefined, undefined]);
  });

  it.each(MESSAGE_TEMPLATES)("of the template %s says the same in each language, with its rule", (name) => {
    const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([all]) => all).toSorted();
    for (const language of TEMPLATE_LANGUAGES) {
      const { subject, text, ...rule } = templateText(name, language);
      expect(rule).toEqual((({ subject: _s, text: _t, ...own }) => own)(TEMPLATE_TEXTS[name]));
      expect(placeholders(text)).toEqual(placeholders(TEMPLATE_TEXTS[name].text));
      expect([messageTextProblem(subject, "subject"), messageTextProblem(text, "text")]).toEqual([
        undefined,
        undefined,
      ]);
      expect((text.match(/\[/g) ?? []).length).toBe((TEMPLATE_TEXTS[name].text.match(/\[/g) ?? []).length);
      expect(/\p{Script=Devanagari}/u.test(text)).toBe(language === "hi");
    }
  });
});

describe("a message in its reader's language", () => {
  const wordsOf = (language: (typeof TEMPLATE_LANGUAGES)[number]) => {
    const { subject, text } = templateText("papers_missing", language);
    return { subject, text };
  };

  it.each([
    ["en", "hi", "hi"],
    ["hi", "en", "en"],
    ["hi", "hi", "hi"],
    // No text of its own.
    ["en", "kn", "en"],
  ] as const)("written in %s, read in %s: a template's words are in %s", (written, read, found) => {
    expect(inReadersLanguage({ ...wordsOf(written), fileIds: ["a"] }, read)).toEqual({
      ...wordsOf(found),
      fileIds: ["a"],
    });
  });

  it.each([{ subject: "Papers" }, { text: `${wordsOf("en").text}!` }])("what an operator wrote stays: %j", (change) => {
    const message = { ...wordsOf("en"), ...change };
    expect(inReadersLanguage(message, "hi")).toBe(message);
  });
});
