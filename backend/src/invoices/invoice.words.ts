import en from "@sakhi/domain/generated/messages/en/invoice";
import hi from "@sakhi/domain/generated/messages/hi/invoice";
import kn from "@sakhi/domain/generated/messages/kn/invoice";
import { FIRST_LANGUAGE, type LanguageCode } from "@sakhi/domain/languages/language-paths";

/** The labels of an invoice in one language. */
export type InvoiceWords = typeof en;

const WORDS: Readonly<Record<LanguageCode, InvoiceWords>> = { en, hi, kn };

/** The English labels, and those of another language that stand beside them. */
export interface InvoiceLabels {
  readonly english: InvoiceWords;
  readonly other?: InvoiceWords;
}

/** The labels of an invoice in its payer's language; English ones are always there, as figures and words in English are (CGST rule 46). */
export const invoiceLabels = (language: LanguageCode = FIRST_LANGUAGE): InvoiceLabels =>
  language === FIRST_LANGUAGE ? { english: en } : { english: en, other: WORDS[language] };
