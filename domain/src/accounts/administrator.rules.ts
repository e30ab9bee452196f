export const ADMINISTRATOR_ROLES = ["viewer", "operator"] as const;
/** What an administrator may do: a viewer reads everything and changes nothing, an operator does both. */
export type AdministratorRole = (typeof ADMINISTRATOR_ROLES)[number];

/** Shortest password an administrator can be given, in characters. */
export const MIN_PASSWORD_LENGTH = 12;
/** Longest one: hashing takes time that grows with it. */
export const MAX_PASSWORD_LENGTH = 200;
/** Longest name to log in with, in characters. */
export const MAX_USERNAME_LENGTH = 60;

/** Letters, digits, dot, hyphen and underscore: a name that can be typed and logged. */
const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** What is wrong with a name for a new administrator, in a sentence; undefined when nothing is. */
export function usernameTrouble(username: string): string | undefined {
  if (username.length > MAX_USERNAME_LENGTH)
    return `A username has at most ${MAX_USERNAME_LENGTH} characters.`;
  if (!USERNAME.test(username))
    return "A username is made of letters, digits, dots, hyphens and underscores.";
  return undefined;
}

/** What is wrong with a new password, in a sentence; undefined when nothing is. */
export function passwordTrouble(password: string): string | undefined {
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
 * 1, 2, 4 … at most 900. It never closes the account to anybody else (architecture section 5).
 *
 * @param failures wrong passwords since the last right one, at most a day old
 */
export function loginWaitSeconds(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(2 ** Math.min(failures - FREE_FAILURES, 20), LONGEST_WAIT_SECONDS);
}
