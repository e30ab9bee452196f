import en from "../generated/messages/en/admin-money-answers.js";
import hi from "../generated/messages/hi/admin-money-answers.js";
import kn from "../generated/messages/kn/admin-money-answers.js";
import type { LanguageCode } from "../languages/language-paths.js";

const ANSWERS: Readonly<Record<LanguageCode, typeof en>> = { en, hi, kn };

/** What the api answers to operators about payouts and disputes, in the language of the page that asks. */
export const moneyAnswersIn = (language: LanguageCode): typeof en => ANSWERS[language];
