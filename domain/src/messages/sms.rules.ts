import en from "../generated/messages/en/sms.js";
import hi from "../generated/messages/hi/sms.js";
import kn from "../generated/messages/kn/sms.js";
import type { LanguageCode } from "../languages/language-paths.js";

/**
 * Short texts of the confirmation and the reminder for messages by SMS, ready for a provider: none is called today. In India each text is
 * registered before it is sent (DLT), so it is fixed, and its parameters are short.
 */

/** Characters of GSM 03.38 that take one unit, and those that take two. */
const GSM =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const GSM_TWICE = "^{}\\[~]|€";

/** How a text is sent: in which alphabet, and in how many parts, each of which is paid for. */
export interface SmsSize {
  readonly alphabet: "GSM-7" | "UCS-2";
  readonly units: number;
  readonly parts: number;
}

/** The size of a text: 160 units of GSM-7 or 70 of UCS-2 in one part, 153 or 67 in each of several. */
export function smsSize(text: string): SmsSize {
  const isGsm = [...text].every((letter) => GSM.includes(letter) || GSM_TWICE.includes(letter));
  const units = isGsm ? [...text].reduce((sum, letter) => sum + (GSM_TWICE.includes(letter) ? 2 : 1), 0) : text.length;
  const [one, each] = isGsm ? [160, 153] : [70, 67];
  return { alphabet: isGsm ? "GSM-7" : "UCS-2", units, parts: units <= one ? 1 : Math.ceil(units / each) };
}

/** Most parts of a text, by alphabet: Devanagari takes more than twice as many. */
export const SMS_MOST_PARTS = { "GSM-7": 1, "UCS-2": 2 } as const;

/** The longest values that keep a text within {@link SMS_MOST_PARTS}, in characters; longer ones are cut. */
export const SMS_MOST = { stall: 6, event: 24, days: 26, order: 26, opens: 5 } as const;

/** The values of a text's parameters. */
export type SmsValues = Readonly<Record<keyof typeof SMS_MOST, string>>;

const TEXTS: Readonly<Record<LanguageCode, typeof en>> = { en, hi, kn };

/** A text by SMS, without typographic characters that would make it UCS-2. */
export function smsText(kind: keyof typeof en, language: LanguageCode, values: SmsValues): string {
  const short = (name: keyof SmsValues): string => {
    const letters = [...plain(values[name])];
    return letters.length <= SMS_MOST[name]
      ? letters.join("")
      : `${letters
          .slice(0, SMS_MOST[name] - 2)
          .join("")
          .trimEnd()}..`;
  };
  const all = {
    ...{ stall: short("stall"), event: short("event"), days: short("days") },
    ...{ order: short("order"), opens: short("opens") },
  };
  return TEXTS[language][kind](all);
}

/** Typographic dashes, quotation marks and ellipses as GSM-7 has them. */
function plain(text: string): string {
  return text
    .replaceAll(/[–—‑]/g, "-")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll("…", "...")
    .replaceAll(/\s+/g, " ");
}
