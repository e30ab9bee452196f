import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { LANGUAGES } from "@sakhi/domain/generated/messages/languages";
import type { RenderedMail } from "../../src/mail/mail.layout.js";
import { MAIL_TEMPLATES } from "../../src/mail/mail.templates.js";
import { mailLanguage } from "../../src/mail/mail.texts.js";
import { type MailMessage, type MailTemplate, OPERATORS_MAILS } from "../../src/mail/mail.types.js";
import { withoutWords } from "../../src/mail/without-words.js";
import { SEED_FACTS } from "../support/event-facts.js";
import { MAIL_EXAMPLES, renderExample } from "./mail-examples.js";

const SITE = "https://sakhi-bazaar.example";
const textOf = (language: string, file: string): string =>
  readFileSync(new URL(`../../assets/mails/${language}/${file}`, import.meta.url), "utf8");
const filesOf = (language: string): string[] =>
  readdirSync(new URL(`../../assets/mails/${language}`, import.meta.url)).toSorted();
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([all]) => all).toSorted();

/** Mails to people: all but those to operators. */
const TO_PEOPLE = MAIL_TEMPLATES.filter((name) => !OPERATORS_MAILS.has(name as MailTemplate));
/** Languages of the site besides English. */
const OTHERS = LANGUAGES.filter(({ code, isComplete }) => isComplete && code !== "en").map(({ code }) => code);

describe.each(OTHERS)("mails in %s", (language) => {
  it.each(TO_PEOPLE)("%s has a text", (name) => {
    expect(filesOf(language)).toContain(`${name}.md`);
    expect(mailLanguage(name, language)).toBe(language);
  });

  it("have no text that is not needed: operators' mails are in English", () => {
    expect(filesOf(language)).toEqual(TO_PEOPLE.map((name) => `${name}.md`).toSorted());
  });

  it.each(TO_PEOPLE)("%s says what the English text says, under the same conditions", (name) => {
    const [english, other] = [textOf("en", `${name}.md`), textOf(language, `${name}.md`)];
    const fields = (text: string): string[] => [...new Set(found(text, /\{\w+\}/g))];
    expect(fields(other)).toEqual(fields(english));
    expect(found(other, /\{(?:if|unless) \w+(?:=\w+)?\}/g)).toEqual(found(english, /\{(?:if|unless) \w+(?:=\w+)?\}/g));
    // The same buttons, blocks and steps.
    for (const block of [/\]\(\{\w+\}\)/g, /^#{1,2} /gm, /^\d+\. /gm, /^> /gm, /^\|/gm, /^---$/gm, /^Footer: /gm])
      expect([name, found(other, block)]).toEqual([name, found(english, block)]);
    expect(other).not.toMatch(/तुम|कृपया.*कृपया/s);
  });
});

const EXAMPLES = Object.entries(MAIL_EXAMPLES)
  .filter(([, [{ template }]]) => !OPERATORS_MAILS.has(template))
  .map(([file, [message, changes]]) => {
    const mail: RenderedMail = renderExample([message, { ...changes, language: "hi" }, []]);
    return [file, message, mail] as const;
  });

/** A mail's text without what its data says, which the examples have in English. */
const withoutData = (text: string, data: object): string =>
  Object.values(data).reduce<string>(
    (left, value) => (typeof value === "string" && value.length > 3 ? left.replaceAll(value, "") : left),
    text.replaceAll("\n    ", "\n"),
  );

/** Words of ours that stay in Latin letters (docs/hindi.md), and what people, places and links are called. */
const LATIN = new RegExp(
  [
    ...["https?://\\S+", "\\S+@\\S+", "MELA\\w+", "LIST\\w+", "INV/\\S+", "CRN/\\S+", "DBN/\\S+", "[A-Z]\\d{1,3}"],
    ...["GST(?:IN)?", "QR", "PDF", "IST", "UPI", "ARN", "RRN", "NGO", "Google", "Outlook", "Instagram", "WhatsApp"],
    ...["Sakhi Bazaar", "Standard", "Premium", "Corner", "The Mela(?: \\d{4})?", "Mela(?: \\d{4})?"],
  ].join("|"),
  "g",
);

describe("a mail in Hindi", () => {
  it.each(EXAMPLES)("%s is in Hindi, with its language, dates and links", (_file, { template, data }, mail) => {
    const { subject, text, html } = mail;
    expect(html).toContain('<html lang="hi-IN">');
    const isOperators = template === "holder-message" && "subject" in data && data.subject !== "";
    if (!isOperators) expect([subject, text].join(" ")).toMatch(/\p{Script=Devanagari}[^]*नमस्ते/u);
    // An operator's own words are as she wrote them.
    expect(isOperators ? "" : withoutData(text, data)).not.toMatch(
      /Dear|Hello|Questions\?|You get this mail|January|February|March|April|June|July|August|September|October|November|December|day,/,
    );
    // Outlook and Gmail show about 70 characters.
    expect([template, [...subject].length <= 78]).toEqual([template, true]);
    for (const [, url = ""] of html.matchAll(/href="(https:[^"]*)"/g)) {
      if (url !== SEED_FACTS.event.mapUrl.replace("&", "&amp;"))
        expect(url.slice(0, SITE.length + 3)).toBe(`${SITE}/hi`);
    }
    expect(`${text}${html}`).not.toMatch(/undefined|\[object|[{}](?!\s*(?:\.|@|:|color|display|padding))\w/);
  });

  it.each(EXAMPLES)("%s has no English sentence of ours left", (_file, { data }, { text }) => {
    const typed = JSON.stringify(data).match(/[A-Za-z][A-Za-z'-]*/g) ?? [];
    const facts = JSON.stringify(SEED_FACTS).match(/[A-Za-z][A-Za-z'-]*/g) ?? [];
    const others = new Set([...typed, ...facts, "FSSAI", "Certificate", "number", "Still"]);
    const left = text.replaceAll(LATIN, " ").match(/[A-Za-z][A-Za-z'-]{2,}/g) ?? [];
    expect(left.filter((word) => !others.has(word))).toEqual([]);
  });

  it.each(EXAMPLES)("%s still reads well for somebody who may be a stranger", (_file, { template, data }) => {
    const copy = { template, data: withoutWords(data, "hi") } as MailMessage;
    const { subject, text } = renderExample([copy, { language: "hi" }, []]);
    expect(subject + text).not.toMatch(/undefined|\[object|Sunita|Kamala|reader|your brand/);
    expect(text).not.toMatch(/ [,।]|\(\)/);
  });
});

it("a mail about several stalls names them in its language", () => {
  const [message] = MAIL_EXAMPLES["hold-expired-several"]!;
  expect(renderExample([message, { language: "hi" }, []]).subject).toContain("B1, B2, और B12");
});

it("a mail without a text in a language is in English", () => {
  expect(mailLanguage("listing-new", "hi")).toBe("en");
  const [message] = MAIL_EXAMPLES["hold-expired"]!;
  expect(mailLanguage("hold-expired", "kn")).toBe("en");
  const kannada = renderExample([message, { language: "kn" }, []]);
  expect(kannada).toEqual(renderExample([message, {}, []]));
});
