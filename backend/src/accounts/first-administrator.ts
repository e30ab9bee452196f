import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Config } from "../platform/config/config.js";
import type { AdministratorsService } from "./administrators.service.js";
import { readableText } from "./readable-text.js";

/** Who the first administrator is when nobody says. */
const USUAL_NAME = "operator";
const PASSWORD_GROUPS = 5;

/** A password of 99 random bits, in groups: "k7mq-…". */
export function madeUpPassword(): string {
  return readableText(PASSWORD_GROUPS);
}

/** What became of the first administrator. */
export type FirstAdministrator =
  | { readonly outcome: "there" }
  | { readonly outcome: "added"; readonly username: string }
  | { readonly outcome: "made_up"; readonly username: string; readonly password: string }
  | { readonly outcome: "missing" }
  /** ADMIN_PASSWORD is too easy to guess. */
  | { readonly outcome: "weak"; readonly sentence: string };

/**
 * Sees to it that somebody can log in: at the first start the administrator of ADMIN_USERNAME and ADMIN_PASSWORD is
 * added, as an operator. An administrator who is there already stays as they are, whatever the settings say since.
 * A password given by the settings was chosen by a person and need not be changed; a generated one must be, at the
 * first login.
 *
 * @param mayMakeUp whether a password may be generated: only where the answer reaches a person and no log
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
  if (given !== undefined) {
    const sentence = await administrators.passwordProblem(username, given);
    if (sentence !== undefined) return { outcome: "weak", sentence };
  }
  const password = given ?? madeUpPassword();
  const generated = given === undefined;
  if (!(await administrators.addFirst(username, password, { generated }))) return { outcome: "there" };
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
        "The first administrator, told only this once; the password is changed at the first login:",
        `  Username        ${first.username}`,
        `  Password        ${first.password}`,
        "Another password: npm run administrator -- password " + first.username,
      ];
    case "missing":
      return [
        "There is no administrator yet: set ADMIN_PASSWORD and start again, or npm run administrator -- add <name>.",
      ];
    case "weak":
      return [`ADMIN_PASSWORD: ${first.sentence}`];
  }
}

/**
 * Puts a generated first password into a file that only its owner can read, for a start whose output is kept.
 *
 * @returns what the output says instead: where the file is, and not what is in it
 */
export async function keepFirstPassword(first: FirstAdministrator, file: string): Promise<string[]> {
  if (first.outcome !== "made_up") return firstAdministratorLines(first);
  await mkdir(dirname(file), { recursive: true });
  // Made anew: a file that was there could be open to others.
  await rm(file, { force: true });
  const text = `${firstAdministratorLines(first).join("\n")}\n`;
  await writeFile(file, text, { mode: 0o600, flag: "wx" });
  return [
    `The first administrator is "${first.username}". The password stands in ${file}, which only you can read:`,
    "delete that file once you have logged in and changed it.",
  ];
}
