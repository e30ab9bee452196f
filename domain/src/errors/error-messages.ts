import hiErrors from "../generated/messages/hi/errors.js";
import hiPhoneVerification from "../generated/messages/hi/phone-verification.js";
import hiUploadProblems from "../generated/messages/hi/upload-problems.js";
import knErrors from "../generated/messages/kn/errors.js";
import knPhoneVerification from "../generated/messages/kn/phone-verification.js";
import knUploadProblems from "../generated/messages/kn/upload-problems.js";
import { FIRST_LANGUAGE, type LanguageCode } from "../languages/language-paths.js";
import { ERROR_CODES, type ErrorCode, errorMessages } from "./error-codes.js";

/** The messages in each language but English. A new language does not compile without its own. */
const MESSAGES: Readonly<Record<Exclude<LanguageCode, typeof FIRST_LANGUAGE>, Readonly<Record<ErrorCode, string>>>> = {
  hi: errorMessages({ errors: hiErrors, phoneVerification: hiPhoneVerification, uploadProblems: hiUploadProblems }),
  kn: errorMessages({ errors: knErrors, phoneVerification: knPhoneVerification, uploadProblems: knUploadProblems }),
};

/**
 * The message of an error in a language. One that is not its code's own stays as it is, but for what follows the code's own, such as
 * an address to write to.
 */
export function messageIn(language: LanguageCode, code: ErrorCode, message: string): string {
  const english = ERROR_CODES[code].message;
  if (language === FIRST_LANGUAGE) return message;
  const own = MESSAGES[language][code];
  if (message === english) return own;
  return message.startsWith(`${english} `) ? own + message.slice(english.length) : message;
}
