import { oneLine } from "../fields/characters.js";
import labels from "../generated/messages/en/whatsapp-labels.js";
import { withoutKeys } from "../mails/mail-keys.rules.js";

/** The messages that go out by WhatsApp. */
export const WHATSAPP_TEMPLATES = [
  "booking_confirmed",
  "hold_ending",
  "payment_failed",
  "papers_missing",
  "evening_before",
  "page_live",
  "brand_question",
] as const;
export type WhatsappTemplate = (typeof WHATSAPP_TEMPLATES)[number];

/** Meta's categories, which prices follow. All of ours are utility: about something that the reader did. */
export const WHATSAPP_CATEGORIES = ["utility", "marketing", "authentication"] as const;
export type WhatsappCategory = (typeof WHATSAPP_CATEGORIES)[number];

/** A parameter of a template. */
export interface WhatsappParameter {
  readonly name: string;
  /** Most characters; longer values are cut. */
  readonly most: number;
  /** Meta's reviewers see it. */
  readonly example: string;
  /** A link of ours: never cut. */
  readonly link?: true;
}

/** A template as it is registered with Meta; its texts are in whatsapp.bodies.ts. */
export interface WhatsappTemplateText {
  /** Shown in the dashboard. */
  readonly label: string;
  /** Part of its registered name: a changed text is a new template, which Meta has to approve. */
  readonly version: number;
  readonly category: WhatsappCategory;
  readonly parameters: readonly WhatsappParameter[];
}

const STALL: WhatsappParameter = { name: "stall", most: 12, example: "B12" };
const EVENT: WhatsappParameter = { name: "event", most: 80, example: "The Mela 2026" };
const LINK: WhatsappParameter = { name: "link", most: 400, example: "https://example.com/my-booking", link: true };
/** Longest link to a brand's page. */
export const PAGE_LINK_LENGTH = 700;
const UNTIL: WhatsappParameter = { name: "until", most: 40, example: "14:03 IST" };

/** All messages by WhatsApp. Those to who has not paid say nothing that anyone typed (decision 46). */
export const WHATSAPP_TEXTS: Readonly<Record<WhatsappTemplate, WhatsappTemplateText>> = {
  booking_confirmed: {
    label: labels.booking_confirmed,
    version: 1,
    category: "utility",
    parameters: [
      STALL,
      EVENT,
      { name: "order", most: 45, example: "MELA1763712000000ABCD1234" },
      { name: "days", most: 120, example: "12th and 13th March 2027" },
      LINK,
    ],
  },
  hold_ending: { label: labels.hold_ending, version: 1, category: "utility", parameters: [STALL, EVENT, UNTIL] },
  payment_failed: { label: labels.payment_failed, version: 1, category: "utility", parameters: [STALL, EVENT, UNTIL] },
  papers_missing: {
    label: labels.papers_missing,
    version: 1,
    category: "utility",
    parameters: [
      STALL,
      EVENT,
      { name: "papers", most: 200, example: "FSSAI licence, photo of the stall" },
      { name: "until", most: 40, example: "3 December 2026, 10:00 IST" },
      LINK,
    ],
  },
  evening_before: {
    label: labels.evening_before,
    version: 1,
    category: "utility",
    parameters: [
      EVENT,
      STALL,
      { name: "days", most: 120, example: "12th and 13th March 2027" },
      { name: "place", most: 150, example: "Trade centre, Guindy, Chennai" },
      LINK,
    ],
  },
  page_live: {
    label: labels.page_live,
    version: 1,
    category: "utility",
    parameters: [
      { name: "brand", most: 100, example: "Asha Weaves" },
      { name: "until", most: 40, example: "3 December 2027" },
      { ...LINK, most: PAGE_LINK_LENGTH, example: "https://example.com/brands/Asha-Weaves" },
    ],
  },
  brand_question: {
    label: labels.brand_question,
    version: 1,
    category: "utility",
    parameters: [
      { name: "brand", most: 100, example: "Asha Weaves" },
      { name: "reference", most: 12, example: "1A2B3C4D" },
    ],
  },
};

/** Meta's limit of a body with its parameters filled in, in characters. */
export const WHATSAPP_BODY_LENGTH = 1024;

/** The name under which a template is registered: lower case, digits and underscores. */
export const registeredName = (template: WhatsappTemplate): string =>
  `sakhi_${template}_v${WHATSAPP_TEXTS[template].version}`;

/**
 * The values of a template's parameters as Meta accepts them: each one line without runs of blanks, cut to its length, never
 * empty, and without keys that somebody pasted; a link of ours as it is.
 *
 * @throws RangeError for another number of values, or a link that is too long
 */
export function parameterValues(template: WhatsappTemplate, values: readonly string[]): string[] {
  const { parameters } = WHATSAPP_TEXTS[template];
  if (values.length !== parameters.length) throw new RangeError(`${template} has ${parameters.length} parameters`);
  return parameters.map(({ most, link, name }, index) => {
    const value = values[index] ?? "";
    if (link === true) {
      if (value.length > most || /\s/.test(value)) throw new RangeError(`the ${name} of ${template} is no link`);
      return value;
    }
    const line = oneLine(withoutKeys(value));
    const letters = [...line];
    const cut =
      letters.length > most
        ? `${letters
            .slice(0, most - 1)
            .join("")
            .trimEnd()}…`
        : line;
    return cut === "" ? "–" : cut;
  });
}
