import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import {
  ADMINISTRATOR_ROLES,
  type AdministratorRole,
  usernameProblem,
} from "@sakhi/domain/accounts/administrator.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Config } from "../platform/config/config.js";
import type { AdministratorsService, ListedAdministrator } from "./administrators.service.js";
import { readableText } from "./passwords.service.js";

/** Who the first administrator is when nobody says. */
const USUAL_NAME = "operator";
const PASSWORD_GROUPS = 5;

/** A password of 99 random bits, in groups: "k7mq-…". */
function madeUpPassword(): string {
  return readableText(PASSWORD_GROUPS);
}

/** What became of the first administrator. */
type FirstAdministrator =
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
        "The first administrator, shown only once; the password is changed at the first login:",
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
  // Made again: a file that was there could be open to others.
  await rm(file, { force: true });
  const text = `${firstAdministratorLines(first).join("\n")}\n`;
  await writeFile(file, text, { mode: 0o600, flag: "wx" });
  return [
    `The first administrator is "${first.username}". The password stands in ${file}, which only you can read:`,
    "delete that file once you have logged in and changed it.",
  ];
}

/** Reads a password: typed unseen at a terminal, otherwise the first line of what is piped in. */
export async function readPassword(): Promise<string> {
  const { stdin, stderr } = process;
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (stdin.isTTY) stderr.write("Password: ");
  const lines = createInterface({ input: stdin, output: unseen, terminal: stdin.isTTY });
  try {
    const [line] = (await Promise.race([once(lines, "line"), once(lines, "close")])) as [string?];
    return line ?? "";
  } finally {
    lines.close();
    if (stdin.isTTY) stderr.write("\n");
  }
}

const USAGE = [
  "npm run administrator -- list",
  "npm run administrator -- add <name> [--role viewer|operator] [--make-up]",
  "npm run administrator -- password <name> [--make-up]",
  "npm run administrator -- role <name> viewer|operator",
  "npm run administrator -- disable <name>",
  "npm run administrator -- enable <name>",
  "npm run administrator -- remove <name>",
  "npm run administrator -- reset-second-factor <name>",
].join("\n");

/** Something the person at the terminal did wrong, in a sentence. */
export class CommandError extends Error {}

/** The terminal, or what stands for it in tests. */
interface CommandTerminal {
  say(line: string): void;
  /** The password as it was typed or piped in. */
  askPassword(): Promise<string>;
}

/**
 * Does what the command line says with administrators.
 *
 * @throws CommandError
 */
export async function runAdministratorCommand(
  words: readonly string[],
  administrators: AdministratorsService,
  terminal: CommandTerminal,
): Promise<void> {
  try {
    await run(read(words), administrators, terminal);
  } catch (error) {
    if (error instanceof DomainError) throw new CommandError(error.message);
    throw error;
  }
}

async function run(
  { verb, name, extra, role, makeUp }: ReturnType<typeof read>,
  administrators: AdministratorsService,
  terminal: CommandTerminal,
): Promise<void> {
  const newPassword = async (): Promise<string> => {
    const text = makeUp ? madeUpPassword() : await terminal.askPassword();
    reject(await administrators.passwordProblem(name, text));
    return text;
  };
  const sayGenerated = (password: string): void => {
    if (makeUp) terminal.say(`Password, to be changed at the first login: ${password}`);
  };
  const must = async (done: Promise<boolean>, sentence: string): Promise<void> => {
    if (!(await done)) throw unknown(name);
    terminal.say(sentence);
  };
  switch (verb) {
    case "list":
      for (const each of await administrators.list()) terminal.say(lineOf(each));
      return;
    case "add": {
      reject(usernameProblem(name));
      const password = await newPassword();
      const added = await administrators.add(name, roleOf(role ?? "operator"), password, { generated: makeUp });
      if (added === undefined) throw new CommandError(`There is an administrator "${name}" already.`);
      terminal.say(`Added "${name}" as ${added.role}.`);
      sayGenerated(password);
      return;
    }
    case "password": {
      const password = await newPassword();
      const set = administrators.setPassword(name, password, { generated: makeUp });
      await must(set, `The password of "${name}" was changed, and their sessions have ended.`);
      sayGenerated(password);
      return;
    }
    case "role":
      return must(administrators.setRole(name, roleOf(extra)), `"${name}" is now ${extra}.`);
    case "disable":
      return must(administrators.disable(name), `"${name}" is disabled, and their sessions have ended.`);
    case "enable":
      return must(administrators.enable(name), `"${name}" can log in again.`);
    case "remove":
      return must(administrators.remove(name), `"${name}" was removed, and their sessions have ended.`);
    case "reset-second-factor":
      return must(
        administrators.resetSecondFactor(name),
        `"${name}" logs in by the password alone until they set up an app again; their sessions have ended.`,
      );
    default:
      throw new CommandError(USAGE);
  }
}

function lineOf(each: ListedAdministrator): string {
  const day = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? "never";
  return [
    each.username.padEnd(24),
    each.role.padEnd(10),
    (each.disabledAt === null ? "active" : "disabled").padEnd(10),
    (each.secondFactorSince === null ? "password only" : "two steps").padEnd(15),
    `last login ${day(each.lastLoginAt)}, password of ${day(each.passwordSetAt)}`,
    each.mustChangePassword ? " (must be changed)" : "",
  ].join("");
}

function read(words: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { role: { type: "string" }, "make-up": { type: "boolean", default: false } },
    });
    const [verb = "", name = "", extra = ""] = positionals;
    if (verb !== "list" && name === "") throw new CommandError(USAGE);
    return { verb, name, extra, role: values.role, makeUp: values["make-up"] };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(USAGE);
  }
}

function roleOf(word: string): AdministratorRole {
  const role = ADMINISTRATOR_ROLES.find((known) => known === word);
  if (role === undefined) throw new CommandError(`The role must be ${ADMINISTRATOR_ROLES.join(" or ")}.`);
  return role;
}

function reject(problem: string | undefined): void {
  if (problem !== undefined) throw new CommandError(problem);
}

function unknown(name: string): CommandError {
  return new CommandError(`There is no administrator "${name}".`);
}
