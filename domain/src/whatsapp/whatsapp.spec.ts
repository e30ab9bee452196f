import { describe, expect, it } from "@jest/globals";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import en from "../generated/messages/en/whatsapp-messages.js";
import { isStopWord } from "./stop-words.js";
import { WhatsappChoiceDto } from "./whatsapp-consent.dto.js";
import { WHATSAPP_CONSENT, WHATSAPP_CONSENTS } from "./whatsapp-consent.js";
import { whatsappProblem } from "./whatsapp-errors.js";
import { filledBody, templateDefinition, WHATSAPP_LANGUAGES, whatsappBody } from "./whatsapp.bodies.js";
import {
  quietUntil,
  readQuietHours,
  readWhatsappPrices,
  stateAfter,
  TEMPLATE_RULES,
  WHATSAPP_STATES,
  type WhatsappCase,
  whatsappRupees,
  whatsappVerdict,
} from "./whatsapp.rules.js";
import {
  parameterValues,
  registeredName,
  WHATSAPP_BODY_LENGTH,
  WHATSAPP_TEMPLATES,
  WHATSAPP_TEXTS,
} from "./whatsapp.templates.js";

// 14:00 and 22:00 in India.
const NOON = new Date("2026-12-01T08:30:00Z");
const NIGHT = new Date("2026-12-01T16:30:00Z");
const QUIET = { from: 21, until: 8 };
const CASE: WhatsappCase = {
  ...{
    template: "booking_confirmed",
    createdAt: NOON,
    at: NOON,
    hasConsent: true,
    stopped: false,
    stoppedBefore: false,
  },
  ...{ isTrue: true, isProven: true, lately: 0, today: 0, dayLimit: 10, quiet: QUIET },
};
const SEND = { kind: "send" };
const skip = (why: string) => ({ kind: "skip", why });
const later = (hours: number) => new Date(NIGHT.getTime() + hours * 3_600_000);

describe("who gets what when", () => {
  it.each<[string, Partial<WhatsappCase>, object]>([
    ["a payer", {}, SEND],
    ["nobody without a consent", { hasConsent: false }, skip("no_consent")],
    ["nobody after a stop word", { stopped: true, stoppedBefore: true }, skip("stopped")],
    ["a payer who ticked again after it", { stoppedBefore: true }, SEND],
    ["no stranger after it", { template: "hold_ending", stoppedBefore: true, isProven: false }, skip("stopped")],
    ["nothing that is no longer so", { isTrue: false }, skip("no_longer_true")],
    ["nothing about a sale to who has not paid", { isProven: false }, skip("no_longer_true")],
    ["a possible stranger", { template: "hold_ending", isProven: false, lately: 1 }, SEND],
    ["her third of the day", { template: "hold_ending", isProven: false, lately: 2 }, skip("number_limit")],
    ["a payer's tenth", { template: "payment_failed", lately: 9 }, SEND],
    ["the day's last", { today: 9 }, SEND],
    ["none beyond the day's limit", { today: 10 }, skip("day_limit")],
    ["none at a limit of nothing", { dayLimit: 0 }, skip("day_limit")],
    ["a hold that ended meanwhile", { template: "hold_ending", at: later(0) }, skip("too_late")],
    ["a sale at night", { createdAt: NIGHT, at: NIGHT }, SEND],
    ["the end of a hold at night", { template: "hold_ending", createdAt: NIGHT, at: NIGHT }, SEND],
    [
      "a page, in the morning",
      { template: "page_live", createdAt: NIGHT, at: NIGHT },
      { kind: "wait", until: later(10) },
    ],
    ["a page, then", { template: "page_live", createdAt: NIGHT, at: later(10) }, SEND],
    [
      "the evening before, late",
      { template: "evening_before", createdAt: NIGHT, at: NIGHT },
      { kind: "wait", until: later(10) },
    ],
    [
      "a page at night without quiet hours",
      { template: "page_live", createdAt: NIGHT, at: NIGHT, quiet: { from: 0, until: 0 } },
      SEND,
    ],
    ["no page of days ago", { template: "page_live", createdAt: NIGHT, at: later(80) }, skip("too_late")],
    ["no papers after a day", { template: "papers_missing", createdAt: NIGHT, at: later(24.5) }, skip("too_late")],
    [
      "the limit last: what waits uses nothing",
      { template: "page_live", createdAt: NIGHT, at: NIGHT, today: 10 },
      { kind: "wait", until: later(10) },
    ],
  ])("%s", (_, changes, verdict) => {
    expect(whatsappVerdict({ ...CASE, ...changes })).toEqual(verdict);
  });

  it.each<[string, { from: number; until: number }, string, string | undefined]>([
    ["before midnight", QUIET, "2026-12-01T15:30:00Z", "2026-12-02T02:30:00.000Z"],
    ["after midnight", QUIET, "2026-12-01T20:00:00Z", "2026-12-02T02:30:00.000Z"],
    ["at their end", QUIET, "2026-12-02T02:30:00Z", undefined],
    ["a minute before it", QUIET, "2026-12-02T02:29:00Z", "2026-12-02T02:30:00.000Z"],
    ["a minute before them", QUIET, "2026-12-01T15:29:00Z", undefined],
    ["of one day", { from: 13, until: 15 }, "2026-12-01T08:30:00Z", "2026-12-01T09:30:00.000Z"],
    ["off", { from: 0, until: 0 }, "2026-12-01T20:00:00Z", undefined],
  ])("quiet hours %s", (_, hours, at, until) => {
    expect(quietUntil(hours, new Date(at))?.toISOString()).toBe(until);
  });
});

describe("reports", () => {
  it.each([
    ["queued", "sent", "sent"],
    ["sending", "delivered", "delivered"],
    ["read", "delivered", "read"],
    ["read", "sent", "read"],
    ["delivered", "failed", "delivered"],
    ["sent", "failed", "failed"],
    ["failed", "delivered", "delivered"],
    ["failed", "sent", "failed"],
    ["delivered", "delivered", "delivered"],
  ] as const)("%s, then %s: %s", (state, reported, after) => {
    expect(stateAfter(state, reported)).toBe(after);
  });

  it("end the same in every order", () => {
    const orders = [
      ["sent", "delivered", "read"],
      ["read", "delivered", "sent"],
      ["delivered", "sent", "read", "read", "sent"],
      ["failed", "read"],
      ["read", "failed"],
    ] as const;
    for (const state of WHATSAPP_STATES)
      for (const order of orders) expect(order.reduce(stateAfter, state)).toBe("read");
  });

  it.each([
    [131_026, undefined, false, "cannot be reached"],
    [132_001, 404, false, "not approved"],
    [130_429, 429, true, "faster than Meta allows"],
    [190, 401, true, "expired"],
    [230, 403, true, "permission"],
    [999_999, 400, false, "status 400 (999999)"],
    [999_999, 503, true, "status 503"],
    [undefined, 502, true, "status 502"],
    [undefined, 429, true, "status 429"],
    [777, undefined, false, "did not deliver it (777)"],
  ] as const)("error %s with the status %s", (code, status, temporary, words) => {
    expect(whatsappProblem(code, status)).toMatchObject({ temporary, words: expect.stringContaining(words) });
  });
});

describe("stop words", () => {
  it.each([
    "STOP",
    "stop.",
    " Stop ! ",
    "ＳＴＯＰ",
    "रोकें",
    "बंद करो",
    "Band karo",
    "நிறுத்து",
    "ನಿಲ್ಲಿಸಿ",
    "বন্ধ করুন",
    "ఆపు",
    "Unsubscribe",
  ])("%s", (text) => {
    expect(isStopWord(text)).toBe(true);
  });
  it.each(["don't stop", "where is the bus stop?", "", "B12", "हाँ", "stop ".repeat(40)])("not %s", (text) => {
    expect(isStopWord(text)).toBe(false);
  });
});

const TEMPLATES = WHATSAPP_LANGUAGES.flatMap((language) =>
  WHATSAPP_TEMPLATES.map((template) => [template, language] as const),
);

describe.each(TEMPLATES)("the template %s in %s", (template, language) => {
  const { parameters, label } = WHATSAPP_TEXTS[template];
  const body = whatsappBody(template, language);

  it("has a text in the language, with just the template's parameters", () => {
    const used = new Set<string>();
    const values = new Proxy(
      {},
      {
        get: (_, name) => {
          used.add(String(name));
          return "x";
        },
      },
    );
    (en[template] as (of: object) => string)(values);
    expect([...used].toSorted()).toEqual(parameters.map(({ name }) => name).toSorted());
    expect(/\p{Script=Devanagari}/u.test(body)).toBe(language === "hi");
  });

  it("is as Meta accepts it", () => {
    expect(registeredName(template)).toMatch(/^[a-z0-9_]{1,512}$/);
    const found = [...body.matchAll(/\{\{(\d+)\}\}/g)].map(([, number]) => Number(number));
    expect(found).toEqual(parameters.map((_, index) => index + 1));
    expect(body).not.toMatch(/^\s*\{\{|\}\}[\s.!?]*$/);
    // Two side by side are refused, and so are many of them in few words.
    expect(body).not.toMatch(/\}\}\s*\{\{/);
    expect(body.split(/\s+/).length).toBeGreaterThan(3 * parameters.length);
    expect(body).not.toMatch(/\n{3}| {5}|\t/);
    expect(label).not.toBe("");
    expect(TEMPLATE_RULES[template].worthSeconds).toBeGreaterThan(0);
    const [component] = templateDefinition(template, language).components;
    expect(component?.example.body_text[0]).toHaveLength(parameters.length);
    expect(parameters.every(({ example, most }) => example !== "" && example.length <= most)).toBe(true);
  });

  it("has room for its longest parameters", () => {
    const longest = parameterValues(
      template,
      parameters.map(({ most, link }) => (link === true ? `https://${"a".repeat(most - 8)}` : "ಅ".repeat(most + 50))),
    );
    expect([...filledBody(template, longest, language)].length).toBeLessThanOrEqual(WHATSAPP_BODY_LENGTH);
  });

  it("refuses another number of parameters", () => {
    expect(() => parameterValues(template, [])).toThrow(RangeError);
  });
});

it("parameters are one line, cut, never empty, and without keys", () => {
  const key = `${"0a".repeat(16)}.${"A".repeat(43)}`;
  expect(parameterValues("page_live", [" Asha\n\n Weaves\t ", "", "https://x.example/brands/asha"])).toEqual([
    "Asha Weaves",
    "–",
    "https://x.example/brands/asha",
  ]);
  expect(parameterValues("brand_question", ["x".repeat(300), "R"])[0]).toBe(`${"x".repeat(99)}…`);
  expect(parameterValues("brand_question", [`look https://x.example/my-booking#${key}`, "R"])[0]).not.toContain(key);
  expect(() => parameterValues("page_live", ["a", "b", "no link at all"])).toThrow(RangeError);
});

it("settings are read", () => {
  expect(readWhatsappPrices("utility=11.5,marketing=86.31")).toEqual({ utility: 1150, marketing: 8631 });
  expect(readWhatsappPrices(" utility = 0 ")).toEqual({ utility: 0 });
  for (const wrong of ["", "utility", "utility=-1", "utility=1.234", "Utility=1", "utility=1;marketing=2"])
    expect(readWhatsappPrices(wrong)).toBeUndefined();
  expect(readQuietHours("21-8")).toEqual(QUIET);
  expect(readQuietHours("off")).toEqual({ from: 0, until: 0 });
  for (const wrong of ["8", "21-24", "8-8", "x-y", ""]) expect(readQuietHours(wrong)).toBeUndefined();
  expect([0, 1, 1150, 10_000, 123_456].map(whatsappRupees)).toEqual([0, 0.01, 0.12, 1, 12.35]);
});

it("a tick is the version of a sentence", () => {
  const problems = (body: object) => validateSync(plainToInstance(WhatsappChoiceDto, body)).length;
  expect(WHATSAPP_CONSENTS[WHATSAPP_CONSENT]).toContain("STOP");
  expect([{}, { whatsappConsent: WHATSAPP_CONSENT }].map(problems)).toEqual([0, 0]);
  expect([{ whatsappConsent: true }, { whatsappConsent: "1999-01-01" }, { whatsappConsent: {} }].map(problems)).toEqual(
    [1, 1, 1],
  );
});
