import { describe, expect, it } from "@jest/globals";
import { renderTemplate } from "../../src/mail/mail.templates.js";
import type { MailMessage } from "../../src/mail/mail.types.js";
import { SEED_FACTS } from "../support/event-facts.js";
import { MAIL_EXAMPLES, renderExample } from "./mail-examples.js";

// Names in every script, and long words, in mails.

const URDU = "خواتین میلہ";

function mailOf(eventName: string, name: string, days = SEED_FACTS.event.days) {
  const message: MailMessage = {
    template: "booking-confirmed",
    data: {
      ...{ name, orderId: "MELA1764000000000abcd", stallId: "B28", stallType: "General", amountPaise: 2_700_000 },
      invoiceNumber: "INV/26-27/000001",
    },
  };
  return renderTemplate(message, {
    publicUrl: "https://bazaar.example",
    facts: { ...SEED_FACTS, event: { ...SEED_FACTS.event, name: eventName, days } },
    invoiceAttached: false,
    offerUrl: () => "",
    invitationUrl: () => "",
  });
}

const FEBRUARY = ["13", "14", "20", "21"].map((day) => ({ date: `2099-02-${day}`, opens: "10:00", closes: "20:00" }));

describe("a name that is written from right to left", () => {
  const { subject, html, text } = mailOf(URDU, "عائشہ", FEBRUARY);

  it("is isolated in the subject, the text and the HTML", () => {
    expect(subject).toBe(`Stall B28 is yours: \u2068${URDU}\u2069, 13, 14, 20 and 21 February 2099`);
    expect(text).toContain("Dear \u2068عائشہ\u2069, thank you.");
    expect(html).toContain("Dear <bdi>عائشہ</bdi>, thank you.");
    expect(html).toContain(`before <bdi>${URDU}</bdi>`);
    expect(html.replace(/^.*<\/title>/s, "")).not.toMatch(/[\u2068\u2069]/);
  });

  it("leaves mails with other names as they are", () => {
    const { subject: latin, html: latinHtml } = mailOf("दीपावली मेला", "आशा", FEBRUARY);
    expect(latin).toBe("Stall B28 is yours: दीपावली मेला, 13, 14, 20 and 21 February 2099");
    expect(latinHtml).not.toMatch(/<bdi>|[\u2068\u2069]/);
  });
});

describe("a long word", () => {
  it.each(Object.entries(MAIL_EXAMPLES))("breaks everywhere in %s", (_file, example) => {
    const { html } = renderExample(example);
    const body = html.replace(/^.*<\/style>/s, "");
    const widens = [...body.matchAll(/<(?:p|h1|h2|ol|li|td|a|blockquote)[^>]* style="([^"]*font:[^"]*)"/g)]
      .map(([, style = ""]) => style)
      .filter((style) => !style.includes("overflow-wrap:anywhere"));
    expect(widens).toEqual([]);
  });
});
