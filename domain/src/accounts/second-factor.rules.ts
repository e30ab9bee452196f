/** How long a code of an authenticator app counts, in seconds (RFC 6238, section 5.2: the recommended step). */
export const TOTP_PERIOD_SECONDS = 30;
/** Digits of a code. */
export const TOTP_DIGITS = 6;
/** How many steps a code may be early or late, for clocks that differ (RFC 6238, section 6). */
export const TOTP_WINDOW = 1;
/** How many recovery codes an administrator is given at once. */
export const RECOVERY_CODES = 10;
/** Longest code that is looked at: a recovery code with its hyphens, and room for spaces. */
export const MAX_CODE_LENGTH = 40;

/** A code as a person typed or pasted it: of the authenticator app, or one of the recovery codes. */
export interface TypedCode {
  readonly kind: "totp" | "recovery_code";
  /** Without spaces and hyphens, in lower case. */
  readonly text: string;
}

/** What somebody typed into the field for the code. Spaces, hyphens and case make no difference. */
export function typedCode(typed: string): TypedCode {
  const text = typed.slice(0, MAX_CODE_LENGTH).replaceAll(/[\s-]/g, "").toLowerCase();
  const isTotp = text.length === TOTP_DIGITS && /^\d+$/.test(text);
  return { kind: isTotp ? "totp" : "recovery_code", text };
}
