import { describe, expect, it } from "@jest/globals";
import { hasKey } from "@sakhi/domain/mails/mail-keys.rules";
import { keyIn, keyProblem, messageWithoutKeys } from "../../src/mail/mail-keys.js";
import type { MailMessage } from "../../src/mail/mail.types.js";
import { BOOKING_URL, BRAND_URL, KEY, MAIL_EXAMPLES, renderExample } from "./mail-examples.js";

const EXAMPLES = Object.entries(MAIL_EXAMPLES);
/** Every link with a secret that a mail's text could use. */
const ALL_KEYS = {
  bookingUrl: BOOKING_URL,
  brandUrl: BRAND_URL,
  offerUrl: () => `https://sakhi-bazaar.example/offer#${KEY}`,
  invitationUrl: () => `https://sakhi-bazaar.example/invitation#${KEY}`,
};
/** Mails whose Reply-To is a third person's (mail-rendering.service.ts). */
const ANSWERED_BY_OTHERS = new Set(["brand-enquiry", "enquiry-received", "listing-new"]);
/** Mails with a ticket, an invoice, a credit note or a calendar file. */
const WITH_PAPERS = new Set([
  ...["booking-confirmed", "invoice-late", "booking-moved", "registration-corrected", "booking-cancelled"],
  ...["event-changed", "payment-refunded", "refund-ended"],
  ...["listing-paid", "listing-invoice-late", "listing-corrected", "listing-payment-refunded", "listing-rejected"],
  ...["listing-withdrawn", "listing-refund-ended", "listing-live"],
]);

/** Paths of all texts in a mail's data. */
function textsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value === "string") return [[...path]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([field, of]) => textsIn(of, [...path, field]));
}

function withText(value: unknown, [field, ...rest]: readonly string[], text: string): unknown {
  if (field === undefined) return text;
  const of = value as Record<string, unknown>;
  return { ...of, [field]: withText(of[field], rest, text) };
}

describe("a mail that another person answers, or that is passed on with its papers", () => {
  it.each(EXAMPLES)("%s carries no key that we make", (_file, [message, changes]) => {
    const { template } = message;
    const content = renderExample([message, { ...ALL_KEYS, ...changes }, []]);
    const isKeyless = ANSWERED_BY_OTHERS.has(template) || WITH_PAPERS.has(template);
    if (!isKeyless) return;
    expect(keyIn(message)).toBeUndefined();
    expect([content.subject, content.text, content.html].some(hasKey)).toBe(false);
  });

  it.each(EXAMPLES)("%s is refused with a key in any of its fields, or has lost it", (_file, [message, changes]) => {
    for (const path of textsIn(message.data)) {
      const planted = withText(message.data, path, `see https://sakhi-bazaar.example/my/brand#${KEY} please`);
      const stored = { ...message, data: planted } as MailMessage;
      let content;
      try {
        content = renderExample([stored, changes, []]);
      } catch {
        // A field of our own, e.g. a date: no such mail can be made.
        continue;
      }
      const shows = [content.subject, content.text, content.html].some(hasKey);
      const answered = { content, answersGoElsewhere: true, hasPapers: false };
      expect([path, keyProblem(answered) !== undefined]).toEqual([path, shows]);
      expect([path, keyProblem({ ...answered, answersGoElsewhere: false })]).toEqual([path, undefined]);
      // What a person pasted is taken out, so that her message still arrives; links of our own are not.
      if (keyIn(message) !== undefined || "renewUrl" in message.data || message.template === "administrator-invited")
        continue;
      const cleaned = renderExample([messageWithoutKeys(stored), changes, []]);
      expect([path, keyProblem({ ...answered, content: cleaned })]).toEqual([path, undefined]);
    }
  });

  it.each(EXAMPLES.filter(([, [message]]) => keyIn(message) !== undefined))(
    "%s is refused once it is answered by others or brings papers",
    (_file, example) => {
      const content = renderExample(example);
      expect(keyProblem({ content, answersGoElsewhere: true, hasPapers: false })).toMatch(/another person answers/);
      expect(keyProblem({ content, answersGoElsewhere: false, hasPapers: true })).toMatch(/papers/);
      expect(keyProblem({ content, answersGoElsewhere: false, hasPapers: false })).toBeUndefined();
    },
  );

  it("never shows a typed name in the subject", () => {
    for (const [, [message, changes]] of EXAMPLES) {
      if (!ANSWERED_BY_OTHERS.has(message.template)) continue;
      const { subject, text } = renderExample([message, changes, []]);
      const typed =
        "sender" in message.data
          ? message.data.sender.name
          : "applicant" in message.data
            ? message.data.applicant.name
            : "";
      expect(subject).not.toContain(typed);
      expect(text.indexOf(typed)).toBeGreaterThan(text.indexOf(":\n"));
    }
  });
});
