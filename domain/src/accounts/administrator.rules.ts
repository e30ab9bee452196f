export const ADMINISTRATOR_ROLES = ["viewer", "operator"] as const;
/** What an administrator may do: a viewer reads everything and changes nothing, an operator does both. */
export type AdministratorRole = (typeof ADMINISTRATOR_ROLES)[number];

/** Shortest password an administrator can be given, in characters. */
export const MIN_PASSWORD_LENGTH = 12;
/** Longest one: hashing takes time that grows with it. */
export const MAX_PASSWORD_LENGTH = 200;
/** Longest name to log in with, in characters. */
const MAX_USERNAME_LENGTH = 60;

/** Letters, digits, dot, hyphen and underscore: a name that can be typed and logged. */
const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** What is wrong with a name for a new administrator, in a sentence; undefined when nothing is. */
export function usernameProblem(username: string): string | undefined {
  if (username.length > MAX_USERNAME_LENGTH) return `A username has at most ${MAX_USERNAME_LENGTH} characters.`;
  if (!USERNAME.test(username)) return "A username is made of letters, digits, dots, hyphens and underscores.";
  return undefined;
}

/** What is wrong with a new password, in a sentence; undefined when nothing is. */
export function passwordProblem(password: string): string | undefined {
  const { length } = [...password];
  if (length < MIN_PASSWORD_LENGTH) return `A password has at least ${MIN_PASSWORD_LENGTH} characters.`;
  if (length > MAX_PASSWORD_LENGTH) return `A password has at most ${MAX_PASSWORD_LENGTH} characters.`;
  return undefined;
}

/** How many wrong passwords in a row for one account from one address are answered at once. */
const FREE_FAILURES = 3;
/** Longest an account is closed to one address, in seconds. */
const LONGEST_WAIT_SECONDS = 900;

/**
 * How long one address waits after wrong passwords for one account, in seconds: nothing for the first three, then
 * 1, 2, 4 … at most 900. It never closes the account to anybody else.
 *
 * @param failures wrong passwords since the last right one, at most a day old
 */
export function loginWaitSeconds(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(2 ** Math.min(failures - FREE_FAILURES, 20), LONGEST_WAIT_SECONDS);
}

/** How many failures of one account from browsers never seen before are answered at once, whatever their networks. */
const FREE_ACCOUNT_FAILURES = 10;
/** Longest an account waits for browsers never seen before, in seconds: always short enough to be waited out. */
const LONGEST_ACCOUNT_WAIT_SECONDS = 300;

/**
 * How long a browser that never logged in to an account waits after failures of that account from any network, in
 * seconds: nothing for the first ten, then 1, 2, 4 … at most 300. A browser that logged in before does not wait for
 * what others do, so guessing from many networks is slow and locks nobody out (decision 0014).
 *
 * @param failures wrong passwords and codes from unknown browsers since the last login, at most a day old
 */
export function accountWaitSeconds(failures: number): number {
  if (failures < FREE_ACCOUNT_FAILURES) return 0;
  return Math.min(2 ** Math.min(failures - FREE_ACCOUNT_FAILURES, 20), LONGEST_ACCOUNT_WAIT_SECONDS);
}

export const ACCOUNT_STEPS = ["password_change_required", "second_factor_setup_required"] as const;
/** What an administrator must do before they may do anything else. The same words are error codes. */
export type AccountStep = (typeof ACCOUNT_STEPS)[number];

/** What decides whether somebody must see to their account first. */
interface AccountStatus {
  readonly role: AdministratorRole;
  readonly mustChangePassword: boolean;
  readonly hasSecondFactor: boolean;
}

/**
 * What an administrator must do first; undefined when they may go on. A generated password is changed before anything
 * else.
 */
export function requiredStep(status: AccountStatus, production: boolean): AccountStep | undefined {
  if (status.mustChangePassword) return "password_change_required";
  const { role, hasSecondFactor } = status;
  return needsSecondFactor(role, production) && !hasSecondFactor ? "second_factor_setup_required" : undefined;
}

/** Whether somebody can work only with a second factor: in production operators, who can refund and export. */
export function needsSecondFactor(role: AdministratorRole, production: boolean): boolean {
  return production && role === "operator";
}
