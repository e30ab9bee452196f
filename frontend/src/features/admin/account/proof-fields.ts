import { strings } from "./account.strings";

/** The current password again. */
export const passwordField = {
  name: "currentPassword",
  label: strings.factor.password,
  input: { type: "password", autoComplete: "current-password" },
} as const;

/** A code of the app, or a recovery code. */
export const codeField = {
  name: "code",
  label: strings.factor.code,
  help: strings.factor.codeHelp,
  input: { autoComplete: "one-time-code", autoCapitalize: "none", spellCheck: false },
} as const;
