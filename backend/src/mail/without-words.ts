import { FIRST_LANGUAGE, type LanguageCode } from "@sakhi/domain/languages/language-paths";
import { WORDS } from "./mail.words.js";

/** Replacements for names, so that the fixed texts read well. */
type Neutral = Readonly<Record<string, string>>;

/**
 * Fields of mails' data that we wrote ourselves: numbers of stalls and documents, our choices, times, keys of our links. Any
 * other text came from somebody's keyboard, so a new field counts as somebody's words until it is listed here.
 */
const OURS: ReadonlySet<string> = new Set([
  ...["stallId", "fromStallId", "invoiceStallId", "stallType", "invoiceNumber", "replacedNumber", "creditNoteNumber"],
  "debitNoteNumber",
  "together",
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
]);

/** How many characters of an order number stay: the browser chose it, but nobody phishes with four characters. */
const ORDER_ID_END = 4;

/**
 * A mail's data without anything that somebody typed, for recipients who may be strangers to it (decision 46). Numbers
 * and booleans stay.
 */
export function withoutWords<T extends object>(data: T, language: LanguageCode = FIRST_LANGUAGE): T {
  return neutralized(data, WORDS[language].mails.neutral);
}

function neutralized<T extends object>(data: T, neutral: Neutral): T {
  return Object.fromEntries(
    Object.entries(data).flatMap(([field, value]: [string, unknown]): [string, unknown][] => {
      if (field === "orderId" && typeof value === "string") return [[field, `…${value.slice(-ORDER_ID_END)}`]];
      if (typeof value === "string" && field in neutral) return [[field, value === "" ? "" : neutral[field]]];
      if (typeof value === "string") return OURS.has(field) ? [[field, value]] : [];
      return [[field, isObject(value) ? neutralized(value, neutral) : value]];
    }),
  ) as T;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
