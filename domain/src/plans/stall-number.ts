import { asciiDigits, asciiUpperCase, plainCharacters } from "../fields/characters.js";
import messages from "../generated/messages/en/admin-plan-files.js";

/** Words in front of a number. */
const BEFORE = /^(?:STALL|SHOP|BOOTH|NO|NUMBER|[\s.:#-])+(?=[A-Z][^A-Z]*\d)/;
/** A letter, then digits, with what people put between them: b1, B 1, B-01. */
const TYPED = /^([A-Z])[\s\-_./#]*0*([1-9]\d{0,4})$/;
/** The other way round. */
const TURNED = /^0*([1-9]\d{0,4})[\s\-_./#]*([A-Z])$/;

/**
 * The number of a stall as it is typed: b1, "B 1", B01, B-1 and B१ are B1.
 *
 * @returns undefined for what is no number of a stall
 */
export function readStallNumber(text: string): string | undefined {
  if (/[\r\n]/.test(text)) return undefined;
  const [, letter, digits] = TYPED.exec(asciiUpperCase(asciiDigits(plainCharacters(text))).replace(BEFORE, "")) ?? [];
  return letter === undefined ? undefined : `${letter}${digits}`;
}

/** Why a text is no number of a stall, with the number that may be meant. */
export function stallNumberProblem(text: string): string {
  const [, digits, letter] = TURNED.exec(asciiUpperCase(asciiDigits(plainCharacters(text)))) ?? [];
  const meant = letter === undefined ? readStallNumber(text.replaceAll(/[\r\n]+/g, " ")) : `${letter}${digits}`;
  if (text === "") return messages.stallNumberMissing;
  return meant === undefined
    ? messages.stallNumberWrong({ found: text })
    : messages.stallNumberMeant({ found: text, meant });
}
