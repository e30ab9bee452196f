import { type AdministratorRole, ROLE_RIGHTS } from "../access/rights.js";

/** Minimum length of an administrator's password, in characters. */
export const MIN_PASSWORD_LENGTH = 12;
/** Maximum length, in characters: hashing time grows with it. */
export const MAX_PASSWORD_LENGTH = 200;
/** Maximum length of a username, in characters. */
export const MAX_USERNAME_LENGTH = 60;

/** Letters, digits, dots, hyphens and underscores: easy to type, safe to log. */
export const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Validates a new administrator's username. Returns an error message, or undefined if it is valid. */
export function usernameProblem(username: string): string | undefined {
  if (username.length > MAX_USERNAME_LENGTH) return `A username has at most ${MAX_USERNAME_LENGTH} characters.`;
  if (!USERNAME.test(username)) return "A username is made of letters, digits, dots, hyphens and underscores.";
  return undefined;
}

/** Validates a new password. Returns an error message, or undefined if it is valid. */
export function passwordProblem(password: string): string | undefined {
  const { length } = [...password];
  if (length < MIN_PASSWORD_LENGTH) return `A password has at least ${MIN_PASSWORD_LENGTH} characters.`;
  if (length > MAX_PASSWORD_LENGTH) return `A password has at most ${MAX_PASSWORD_LENGTH} characters.`;
  return undefined;
}

/** How long the link of an invitation or for a new password works, in hours. */
export const INVITATION_HOURS = 24;

/** Consecutive wrong passwords per account and address before login is delayed. */
const FREE_FAILURES = 3;
/** Maximum delay per account and address, in seconds. */
const LONGEST_WAIT_SECONDS = 900;

/**
 * Login delay of one address after wrong passwords for one account, in seconds: none for the first three, then
 * 1, 2, 4 … at most 900. Other addresses are not affected.
 *
 * @param failures wrong passwords since the last right one, at most a day old
 */
export function loginWaitSeconds(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(2 ** Math.min(failures - FREE_FAILURES, 20), LONGEST_WAIT_SECONDS);
}

/** Failures per account from unknown browsers, on any network, before login is delayed. */
const FREE_ACCOUNT_FAILURES = 10;
/** Maximum delay for unknown browsers, in seconds: short enough for the account's owner to wait out. */
const LONGEST_ACCOUNT_WAIT_SECONDS = 300;

/**
 * Login delay of browsers that never logged in to an account, after failures of that account from any network, in
 * seconds: none for the first ten, then 1, 2, 4 … at most 300. Known browsers are not delayed, so guessing from many
 * networks is slow but locks nobody out (decision 0014).
 *
 * @param failures wrong passwords and codes from unknown browsers since the last login, at most a day old
 */
export function accountWaitSeconds(failures: number): number {
  if (failures < FREE_ACCOUNT_FAILURES) return 0;
  return Math.min(2 ** Math.min(failures - FREE_ACCOUNT_FAILURES, 20), LONGEST_ACCOUNT_WAIT_SECONDS);
}

export const ACCOUNT_STEPS = ["password_change_required", "second_factor_setup_required"] as const;
/** What an administrator must do before anything else. The values are also error codes. */
export type AccountStep = (typeof ACCOUNT_STEPS)[number];

interface AccountStatus {
  readonly role: AdministratorRole;
  readonly mustChangePassword: boolean;
  readonly hasSecondFactor: boolean;
}

/** The step an administrator must complete first, or undefined. Changing a generated password comes before all others. */
export function requiredStep(status: AccountStatus, production: boolean): AccountStep | undefined {
  if (status.mustChangePassword) return "password_change_required";
  const { role, hasSecondFactor } = status;
  return needsSecondFactor(role, production) && !hasSecondFactor ? "second_factor_setup_required" : undefined;
}

/** Whether a role requires a second factor: in production, those do that can change more than arrivals at the gate. */
export function needsSecondFactor(role: AdministratorRole, production: boolean): boolean {
  return production && ROLE_RIGHTS[role].secondFactor;
}
