import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { SEED_EVENT, SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { isMailAddress } from "@sakhi/domain/fields/identifiers";
import PostalMime from "postal-mime";
import { MAIL_COLOURS, MAIL_WIDTH, type RenderedMail } from "../../src/mail/mail.layout.js";
import { domainOf } from "../../src/mail/mail.sender.js";
import { MAIL_TEMPLATES } from "../../src/mail/mail.templates.js";
import { mailDraft } from "../../src/mail/mail.texts.js";
import type { MailMessage } from "../../src/mail/mail.types.js";
import { withoutWords } from "../../src/mail/without-words.js";
import { SEED_FACTS } from "../support/event-facts.js";
import { MAIL_EXAMPLES, renderExample } from "./mail-examples.js";

/** Mails to a possible stranger: without a name. */
const NAMELESS = new Set([
  ...["address-changed", "listing-address-changed"],
  ...["administrator-invited", "administrator-new-password", "administrator-address"],
  ...["administrator-digest", "administrator-alert", "administrator-alerts"],
]);
/** Mails to the organisation. */
const OWN = /^(enquiry-received|listing-new|listing-waiting|brand-page-waiting|dispute-due|messages-summed-up)/;
/** Gmail clips messages at 102 kB. */
const MAX_BYTES = 100_000;

const EXAMPLES = Object.entries(MAIL_EXAMPLES).map(
  ([file, example]) => [file, example, renderExample(example)] as const,
);

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const unescaped = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|#39);/g, (_, entity: string) => ENTITIES[entity] ?? "");
const all = (html: string, pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, found]) => found ?? "");
const linksOf = (html: string): string[] => all(html, /href="([^"]*)"/g).map(unescaped);

/** The visible lines of the HTML, without the preheader, whose content is repeated below. */
function seenLines(html: string): string[] {
  return html
    .replace(/^.*<\/style>|<!--.*?-->|<div style="display:none.*?<\/div>/gs, "")
    .replace(/<a [^>]*>|<\/a>/g, "")
    .split(/<[^>]*>|\n/)
    .map((line) => unescaped(line).replace("&nbsp;", "").trim())
    .filter((line) => line !== "");
}

/** The mail as one file, with inlined pictures. */
function preview({ html, pictures }: RenderedMail): string {
  return pictures.reduce(
    (text, { cid, bytes }) => text.replaceAll(`cid:${cid}`, `data:image/png;base64,${bytes.toString("base64")}`),
    html,
  );
}

describe("mail templates", () => {
  // MAIL_PREVIEW_DIR=… writes them to files for viewing in a browser.
  const previews = process.env["MAIL_PREVIEW_DIR"];
  if (previews !== undefined) {
    mkdirSync(previews, { recursive: true });
    for (const [file, , mail] of EXAMPLES) {
      writeFileSync(join(previews, `${file}.html`), preview(mail));
      writeFileSync(join(previews, `${file}.txt`), `Subject: ${mail.subject}\n\n${mail.text}`);
    }
  }

  it("have an example each", () => {
    const shown = new Set(EXAMPLES.map(([, [message]]) => message.template));
    expect([...shown].toSorted()).toEqual(MAIL_TEMPLATES.toSorted());
  });

  it.each(EXAMPLES)("%s has its texts in HTML and plain text, deterministically", (file, example, mail) => {
    expect(renderExample(example)).toEqual(mail);
    for (const text of example[2]) {
      expect(mail.text).toContain(text);
      expect(unescaped(mail.html)).toContain(text);
    }
    if (!OWN.test(file)) {
      expect(mail.text).toMatch(NAMELESS.has(file) ? "Hello, " : /Dear (Sunita|Kamala) Devi, /);
    }
    expect(mail.text).not.toMatch(/<\/|<t[adr]|&amp;|undefined|\[object|[{}]/);
    expect(mail.html).not.toMatch(/undefined|\[object/);
    expect(mail.subject).toMatch(/^\S.{0,68}$/);
  });

  // Of brands, of enquiries and their summary, and for administrators: about no booking.
  const OF_NO_EVENT = /^(brand-|enquiry-|administrator-|mail-copied|dispute-due|messages-summed-up|listing-(?!claim))/;
  it.each(readdirSync(new URL("../../assets/mails/en", import.meta.url)).filter((file) => !OF_NO_EVENT.test(file)))(
    "%s names its event in every subject: a payer can have stalls at several",
    (file) => {
      const text = readFileSync(new URL(`../../assets/mails/en/${file}`, import.meta.url), "utf8");
      const subjects = text.split("\n").filter((line) => line.startsWith("Subject: "));
      expect(subjects.length).toBeGreaterThan(0);
      for (const subject of subjects)
        expect(subject.replaceAll(/\{(if|unless) [^}]*\}/g, "")).toMatch(/\{event(Short|Name|Title)\}/);
    },
  );

  it("of an order that is not in our records name no event, and open no booking", () => {
    const { subject, text } = renderExample(MAIL_EXAMPLES["payment-refunded-unknown-order"]!);
    expect(subject).toMatch(/^We are returning ₹24,300 to you \(order MELA\w+\)$/);
    expect(text).not.toMatch(/find-my-booking|Open my booking|Mela 2026/);
  });

  it.each(EXAMPLES)("%s repeats all of its HTML as plain text, links included", (_file, _example, { html, text }) => {
    const lines = seenLines(html);
    expect(lines.length).toBeGreaterThan(5);
    const missing = lines.filter((line) => !text.includes(line));
    expect(missing).toEqual([]);
    // Leftover Markdown would be an unrecognized block.
    expect(lines.filter((line) => /^([>#|!]|\d+\. )|\]\(/.test(line))).toEqual([]);
    for (const url of linksOf(html)) expect(text).toContain(url.replace(/^mailto:/, ""));
    for (const alt of all(html, /alt="([^"]*)"/g)) expect(text).toContain(unescaped(alt));
  });

  it.each(EXAMPLES)("%s works in every mail client, and loads nothing remote", (_file, _example, mail) => {
    const { html, pictures } = mail;
    expect(html).not.toMatch(/<(script|link|iframe|form|object)\b|url\(|srcset/);
    expect(all(html, /src="([^"]*)"/g)).toEqual(pictures.map(({ cid }) => `cid:${cid}`));
    const places = [SEED_FACTS.event.mapUrl, `mailto:${SEED_ORGANISATION.supportEmail}`];
    for (const url of linksOf(html)) {
      expect(places.includes(url) || url.startsWith("https://sakhi-bazaar.example")).toBe(true);
    }

    expect(html).toContain('<html lang="en-IN">');
    expect(unescaped(/<title>(.+)<\/title>/.exec(html)?.[1] ?? "")).toBe(mail.subject);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain("@media (prefers-color-scheme: dark)");
    expect(all(html, /<h([1-6])/g).join("")).toMatch(/^12*$/);
    expect(all(html, /(<table(?! role="presentation"))/g)).toEqual([]);
    for (const picture of all(html, /(<img[^>]*>)/g)) expect(picture).toMatch(/ alt="[^"]{10,}"/);
    const widths = all(html, /width(?:="|:)(\d+)(?:px|")/g).map(Number);
    expect(Math.max(...widths)).toBe(MAIL_WIDTH);
    expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES);
    expect(all(html, /display:none[^>]*>([^<&]+)/g)).toHaveLength(1);
  });

  it.each(EXAMPLES)("%s has a dark colour for each light one", (_file, _example, { html }) => {
    const coloured = all(html, /<((?!img)\w+ [^>]*style="(?:[^"]*;)?(?:background-)?color:#[^"]*)"/g);
    expect(coloured.length).toBeGreaterThan(5);
    for (const tag of coloured) {
      expect(tag).toMatch(/class="[^"]*\b(ground|card|ticket|ink|quiet|head|link|fill|outline)\b|;color:#FFFFFF;/);
    }
  });

  it.each(EXAMPLES.filter(([file]) => !NAMELESS.has(file)))(
    "%s escapes user input",
    async (_file, [message, changes]) => {
      const evil = `"><img src=x onerror=alert(1)>\n'&`;
      const data: object = { ...message.data, name: evil, ...("brandName" in message.data ? { brandName: evil } : {}) };
      const { html } = renderExample([{ ...message, data } as MailMessage, changes, []]);
      if (!OWN.test(message.template)) {
        expect(html).toContain("&quot;&gt;&lt;img src=x onerror=alert(1)&gt; &#39;&amp;");
      }
      expect(html).not.toContain("<img src=x");
      const parsed = await PostalMime.parse(`Content-Type: text/html; charset=utf-8\n\n${html}`);
      expect(parsed.html).toContain("<h1");
    },
  );

  it("omit missing details", () => {
    const { html, text } = renderExample(MAIL_EXAMPLES["enquiry-received-support"]!);
    expect(html + text).not.toMatch(/Phone|Company|Member|stall booking/);
  });

  it("show the organisation's phone in the footer, if there is one", () => {
    const organisation = { ...SEED_FACTS.organisation, phone: "+91 22 5550 0100" };
    const [message] = MAIL_EXAMPLES["hold-expired"]!;
    const { html, text } = renderExample([message, { facts: { ...SEED_FACTS, organisation } }, []]);
    expect(text).toContain("or call +91 22 5550 0100.");
    expect(html).toContain('href="tel:+912255500100"');
  });

  it("show the Mela's dates and venue once a stall is paid for", () => {
    const { text } = renderExample(MAIL_EXAMPLES["booking-confirmed"]!);
    for (const fact of ["Thursday, 3 December 2026, 10:00 to 20:00", SEED_EVENT.street, SEED_EVENT.mapUrl]) {
      expect(text).toContain(fact);
    }
  });
});

describe("a mail to somebody who may be a stranger to it", () => {
  const WORDS = "Call 1800 123";
  /** All but those to administrators, who were invited or opened a link: these are never sent without their words. */
  const MAY_REACH_STRANGERS = EXAMPLES.filter(([, [{ template }]]) => !template.startsWith("administrator-"));
  /** The data with every text replaced in turn; nested ones too. */
  function planted(data: object): [field: string, data: object][] {
    return Object.entries(data).flatMap(([field, value]: [string, unknown]) => {
      if (typeof value === "string") return [[field, { ...data, [field]: WORDS }] as [string, object]];
      if (typeof value !== "object" || value === null) return [];
      return planted(value).map(([inner, changed]) => [inner, { ...data, [field]: changed }] as [string, object]);
    });
  }
  /** Fields that we write ourselves. */
  const OURS = new Set([
    ...["stallId", "fromStallId", "invoiceStallId", "stallType", "invoiceNumber", "replacedNumber", "creditNoteNumber"],
    ...[
      "why",
      "what",
      "state",
      "kind",
      "purpose",
      "which",
      "refund",
      "changed",
      "reference",
      "bankReference",
      "companyType",
    ],
    ...["expiresAt", "liveUntil", "since", "sentAt", "renewUrl", "id", "waitingId", "disputeId", "answerBy"],
    ...["debitNoteNumber"],
  ]);

  it.each(MAY_REACH_STRANGERS)("%s has nothing that anyone typed", (_file, [message, changes]) => {
    for (const [field, data] of planted(message.data)) {
      if (OURS.has(field)) continue;
      const copy = { template: message.template, data: withoutWords(data) } as MailMessage;
      const { subject, text, html } = renderExample([copy, changes, []]);
      expect([field, subject + text + html]).toEqual([field, expect.not.stringContaining("1800")]);
    }
  });

  it.each(MAY_REACH_STRANGERS)("%s still reads well", (_file, [message, changes]) => {
    const copy = { template: message.template, data: withoutWords(message.data) } as MailMessage;
    const { subject, text, html } = renderExample([copy, changes, []]);
    expect(subject + text + html).not.toMatch(/undefined|\[object|Dear ,|Sunita|Kamala|Meena|MELA1764/);
    expect(text).not.toMatch(/[^.]\.\.(?!\.)| [,.;]|\(\)/);
    expect(subject).not.toMatch(/\s$|\s{2}/);
  });

  it.each(MAY_REACH_STRANGERS)(
    "%s has no link and no attachment as a copy to another address",
    (_file, [message, changes]) => {
      const copy = { template: message.template, data: withoutWords(message.data) } as MailMessage;
      const { html, pictures } = renderExample([
        copy,
        { ...changes, bookingUrl: undefined, brandUrl: undefined, isCopy: true },
        [],
      ]);
      const own = [SEED_FACTS.event.mapUrl, `mailto:${SEED_ORGANISATION.supportEmail}`, "https://sakhi-bazaar.example"];
      expect(linksOf(html).filter((url) => !own.includes(url))).toEqual([]);
      expect(pictures.filter(({ cid }) => cid?.includes("qr") === true)).toEqual([]);
      expect(html).toContain("This is a copy");
    },
  );
});

describe("MAIL_COLOURS", () => {
  const PAIRS: readonly (readonly [keyof typeof MAIL_COLOURS.light, keyof typeof MAIL_COLOURS.light])[] = [
    ...(["ink", "quiet", "head", "outline"] as const).map((colour) => [colour, "card"] as const),
    ...(["ink", "quiet", "head"] as const).map((colour) => [colour, "ticket"] as const),
    ["onFill", "fill"],
  ];

  it.each(["light", "dark"] as const)("has a contrast of at least 4.5 in the %s scheme", (scheme) => {
    const colours = MAIL_COLOURS[scheme];
    for (const [text, ground] of PAIRS) {
      expect([text, ground, contrast(colours[text], colours[ground]) >= 4.5]).toEqual([text, ground, true]);
    }
  });
});

/** Contrast of two colours (WCAG 2.2, 1.4.3), 1 to 21. */
function contrast(...colours: readonly [string, string]): number {
  const [lighter = 0, darker = 0] = colours.map(luminance).toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe("isMailAddress and domainOf", () => {
  it.each(["a@example.com", "sunita.devi+mela@mail.example.co.in", "o'neil@example.org", "स@उदाहरण.भारत"])(
    "accepts %s",
    (address) => {
      expect(isMailAddress(address)).toBe(true);
    },
  );

  it.each([
    ...["", "a", "a@b", "a@b c.com", "a@.com", `${"a".repeat(65)}@example.com`, "a@example.com\u0000", "<a@b.com>"],
    ...["a@example.com,b@example.com", "a@example.com;b", "a b@example.com", '"a b"@example.com', "a@b@example.com"],
    ...["a@example.com\r\nBcc: b@example.com", "a@example.com\nb", "Sunita <a@example.com>"],
  ])("rejects %j", (address) => {
    expect(isMailAddress(address)).toBe(false);
  });

  it.each([
    ["Sakhi Bazaar <mela@sakhi-bazaar.example>", "sakhi-bazaar.example"],
    ["mela@example.com", "example.com"],
    ["nobody", "localhost"],
  ])("finds for %s the domain %s", (address, domain) => {
    expect(domainOf(address)).toBe(domain);
  });
});

describe("assets/mails", () => {
  const FOOTERS = { booking: [], application: [] };

  it("has one text for each template and no other", () => {
    const files = readdirSync(new URL("../../assets/mails/en", import.meta.url)).map((file) =>
      file.replace(/\.md$/, ""),
    );
    expect(files.toSorted()).toEqual(MAIL_TEMPLATES.toSorted());
    expect(() => mailDraft("no-such-mail", {}, FOOTERS)).toThrow("assets/mails/en has no no-such-mail.md");
  });

  it("uses only fields that its mail has", () => {
    const fields = { name: "Asha", stallId: "B12", eventTitle: "Mela 2026", planUrl: "https://sakhi-bazaar.example" };
    expect(() => mailDraft("hold-expired", fields, FOOTERS)).toThrow(
      "en/hold-expired.md uses fields that its mail does not have: stall",
    );
  });
});
