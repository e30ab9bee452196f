import { asciiDigits, plainCharacters } from "../fields/characters.js";

/** Validity of a TOTP code, in seconds (RFC 6238, section 5.2: the recommended step). */
export const TOTP_PERIOD_SECONDS = 30;
/** Digits of a TOTP code. */
export const TOTP_DIGITS = 6;
/** Time steps a code may be early or late, to allow for clock drift (RFC 6238, section 6). */
export const TOTP_WINDOW = 1;
/** Recovery codes generated at once for an administrator. */
export const RECOVERY_CODES = 10;
/** Maximum input length of a code: a recovery code with its hyphens, and room for spaces. */
export const MAX_CODE_LENGTH = 40;

/** A code as typed or pasted: a TOTP code or a recovery code. */
export interface TypedCode {
  readonly kind: "totp" | "recovery_code";
  /** Without spaces and hyphens, in lower case. */
  readonly text: string;
}

/** Normalises and classifies the input of the code field. Spaces, hyphens and case are ignored. */
export function typedCode(typed: string): TypedCode {
  const text = asciiDigits(plainCharacters(typed)).replaceAll(/[\s-]/g, "").slice(0, MAX_CODE_LENGTH).toLowerCase();
  const isTotp = text.length === TOTP_DIGITS && /^\d+$/.test(text);
  return { kind: isTotp ? "totp" : "recovery_code", text };
}
