import en from "../generated/messages/en/admin-gst-return.js";
import enDates from "../generated/messages/en/dates.js";
import hi from "../generated/messages/hi/admin-gst-return.js";
import hiDates from "../generated/messages/hi/dates.js";
import kn from "../generated/messages/kn/admin-gst-return.js";
import knDates from "../generated/messages/kn/dates.js";
import type { DateWords } from "../invoices/indian-dates.js";
import type { LanguageCode } from "../languages/language-paths.js";

/**
 * What the api says of a return in the dashboard: its figures, what to know before it is filed. The portal's tables and all that is
 * exported have their English names in every language.
 */
export type ReturnWords = typeof en & { readonly dates: DateWords };

const WORDS: Readonly<Record<LanguageCode, ReturnWords>> = {
  en: { ...en, dates: enDates },
  hi: { ...hi, dates: hiDates },
  kn: { ...kn, dates: knDates },
};

/** The words in the language of the page that asks. */
export const returnWordsIn = (language: LanguageCode): ReturnWords => WORDS[language];
