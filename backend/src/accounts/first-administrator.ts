import { randomInt } from "node:crypto";
import type { Config } from "../platform/config/config.js";
import type { AdministratorsService } from "./administrators.service.js";

/** Who the first administrator is when nobody says. */
const USUAL_NAME = "organiser";
/** Characters that are not taken for one another when they are read out or typed. */
const READABLE = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 5;
const GROUP_LENGTH = 4;

/** A password of 99 random bits, in groups: "k7mq-…". */
export function madeUpPassword(): string {
  const group = (): string =>
    Array.from({ length: GROUP_LENGTH }, () => READABLE.charAt(randomInt(READABLE.length))).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

/** What became of the first administrator. */
export type FirstAdministrator =
  | { readonly outcome: "there" }
  | { readonly outcome: "added"; readonly username: string }
  | { readonly outcome: "made_up"; readonly username: string; readonly password: string }
  | { readonly outcome: "missing" };

/**
 * Sees to it that somebody can log in: at the first start the administrator of ADMIN_USERNAME and ADMIN_PASSWORD is
 * added, as an operator. An administrator who is there already stays as they are, whatever the settings say since.
 *
 * @param mayMakeUp whether a password may be made up: only where the answer is shown to a person and kept nowhere
 */
export async function addFirstAdministrator(
  administrators: AdministratorsService,
  admin: Config["admin"],
  mayMakeUp: boolean,
): Promise<FirstAdministrator> {
  if (await administrators.exists()) return { outcome: "there" };
  const username = admin.username ?? USUAL_NAME;
  const given = admin.password;
  if (given === undefined && !mayMakeUp) return { outcome: "missing" };
  const password = given ?? madeUpPassword();
  if (!(await administrators.addFirst(username, password))) return { outcome: "there" };
  return given === undefined ? { outcome: "made_up", username, password } : { outcome: "added", username };
}

/** What the terminal says about it; nothing when nothing happened. */
export function firstAdministratorLines(first: FirstAdministrator): string[] {
  switch (first.outcome) {
    case "there":
      return [];
    case "added":
      return [`Administrator "${first.username}" was added with the password of ADMIN_PASSWORD.`];
    case "made_up":
      return [
        "The first administrator, told only this once:",
        `  Username        ${first.username}`,
        `  Password        ${first.password}`,
        "Another password: npm run administrator -- password " + first.username,
      ];
    case "missing":
      return [
        "There is no administrator yet: set ADMIN_PASSWORD and start again, or npm run administrator -- add <name>.",
      ];
  }
}
