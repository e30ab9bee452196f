import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { ADMINISTRATOR_ROLES, type AdministratorRole } from "@sakhi/domain/access/rights";
import { usernameProblem } from "@sakhi/domain/accounts/administrator.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { SentenceError } from "../platform/commands/sentence-error.js";
import type { Config } from "../platform/config/config.js";
import type { AdministratorsService, ListedAdministrator } from "./administrators.service.js";
import { readableText } from "./passwords.service.js";

/** Username of the first administrator unless ADMIN_USERNAME is set. */
const DEFAULT_USERNAME = "operator";
const PASSWORD_GROUPS = 5;

/** Generates a password with 99 random bits, in groups: "k7mq-…". */
function generatePassword(): string {
  return readableText(PASSWORD_GROUPS);
}

/** Outcome of {@link addFirstAdministrator}. */
type FirstAdministrator =
  | { readonly outcome: "exists" }
  | { readonly outcome: "added"; readonly username: string }
  | { readonly outcome: "generated"; readonly username: string; readonly password: string }
  | { readonly outcome: "missing" }
  /** ADMIN_PASSWORD is too easy to guess. */
  | { readonly outcome: "weak"; readonly sentence: string };

/**
 * Adds the administrator of ADMIN_USERNAME and ADMIN_PASSWORD, as an owner, unless an administrator exists: later
 * changes of the settings have no effect. A generated password must be changed at the first login; one from the
 * settings need not, because a person chose it.
 *
 * @param mayGenerate whether a password may be generated: only if the output reaches a person and no log
 */
export async function addFirstAdministrator(
  administrators: AdministratorsService,
  admin: Config["admin"],
  mayGenerate: boolean,
): Promise<FirstAdministrator> {
  if (await administrators.exists()) return { outcome: "exists" };
  const username = admin.username ?? DEFAULT_USERNAME;
  const given = admin.password;
  if (given === undefined && !mayGenerate) return { outcome: "missing" };
  if (given !== undefined) {
    const sentence = await administrators.passwordProblem(username, given);
    if (sentence !== undefined) return { outcome: "weak", sentence };
  }
  const password = given ?? generatePassword();
  const generated = given === undefined;
  if (!(await administrators.addFirst(username, password, { generated }))) return { outcome: "exists" };
  return given === undefined ? { outcome: "generated", username, password } : { outcome: "added", username };
}

/** Lines for the terminal; none if no administrator was added and none is missing. */
export function firstAdministratorLines(first: FirstAdministrator): string[] {
  switch (first.outcome) {
    case "exists":
      return [];
    case "added":
      return [`Administrator "${first.username}" was added with the password of ADMIN_PASSWORD.`];
    case "generated":
      return [
        "The first administrator, shown only once; the password is changed at the first login:",
        `  Username        ${first.username}`,
        `  Password        ${first.password}`,
        "Another password: npm run administrator -- password " + first.username,
      ];
    case "missing":
      return [
        "There is no administrator yet: set ADMIN_PASSWORD and start again, or npm run administrator -- add <name> " +
          "(with docker-compose: docker compose exec api node backend/dist/bundle/administrator.js add <name>).",
      ];
    case "weak":
      return [`ADMIN_PASSWORD: ${first.sentence}`];
  }
}

/**
 * Writes a generated first password to a file that only its owner can read, for starts whose output is logged.
 *
 * @returns lines for the output; they name the file instead of the password
 */
export async function writeFirstPassword(first: FirstAdministrator, file: string): Promise<string[]> {
  if (first.outcome !== "generated") return firstAdministratorLines(first);
  await mkdir(dirname(file), { recursive: true });
  // Recreated: an existing file could be readable by others.
  await rm(file, { force: true });
  const text = `${firstAdministratorLines(first).join("\n")}\n`;
  await writeFile(file, text, { mode: 0o600, flag: "wx" });
  return [
    `The first administrator is "${first.username}". The password is in ${file}, which only you can read:`,
    "delete that file once you have logged in and changed it.",
  ];
}

/** Reads a password from a terminal without echo, otherwise from the first line of stdin. */
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
  "npm run administrator -- add <name> [--role <role>] [--make-up]   viewer unless said otherwise",
  "npm run administrator -- password <name> [--make-up]",
  "npm run administrator -- role <name> <role>",
  "npm run administrator -- disable <name>",
  "npm run administrator -- enable <name>",
  "npm run administrator -- remove <name>",
  "npm run administrator -- reset-second-factor <name>",
  `Roles: ${ADMINISTRATOR_ROLES.join(", ")}; at all events. The dashboard gives them at named ones.`,
].join("\n");

/** A usage error, shown to the person at the terminal. */
export class CommandError extends SentenceError {}

/** The terminal, or a fake in tests. */
interface CommandTerminal {
  print(line: string): void;
  readPassword(): Promise<string>;
}

/** Arguments of each verb after its name: a surplus one would be ignored in silence. */
const ARGUMENTS: Readonly<Record<string, number>> = {
  list: 0,
  add: 1,
  password: 1,
  role: 2,
  disable: 1,
  enable: 1,
  remove: 1,
  "reset-second-factor": 1,
};

/** A password that one person sets for another, generated or not, is only for the first login. */
const FROM_ANOTHER = { generated: true } as const;

/** Runs `npm run administrator`. @throws CommandError */
export async function runAdministratorCommand(
  args: readonly string[],
  administrators: AdministratorsService,
  terminal: CommandTerminal,
): Promise<void> {
  try {
    await run(parse(args), administrators, terminal);
  } catch (error) {
    if (error instanceof DomainError) throw new CommandError(error.message);
    throw error;
  }
}

async function run(
  { verb, name, extra, role, makeUp }: ReturnType<typeof parse>,
  administrators: AdministratorsService,
  terminal: CommandTerminal,
): Promise<void> {
  const newPassword = async (): Promise<string> => {
    const text = makeUp ? generatePassword() : await terminal.readPassword();
    reject(await administrators.passwordProblem(name, text));
    return text;
  };
  const printPassword = (password: string): void => {
    terminal.print(
      makeUp
        ? `Password, to be changed at the first login: ${password}`
        : "The password must be changed at the first login.",
    );
  };
  const must = async (done: Promise<boolean>, sentence: string): Promise<void> => {
    if (!(await done)) throw unknown(name);
    terminal.print(sentence);
  };
  switch (verb) {
    case "list":
      for (const administrator of await administrators.list()) terminal.print(lineOf(administrator));
      return;
    case "add": {
      reject(usernameProblem(name));
      const password = await newPassword();
      const added = await administrators.add(name, roleOf(role ?? "viewer"), password, FROM_ANOTHER);
      if (added === undefined) throw new CommandError(`There is an administrator "${name}" already.`);
      terminal.print(`Added "${name}" as ${added.role}.`);
      printPassword(password);
      return;
    }
    case "password": {
      const password = await newPassword();
      const set = administrators.setPassword(name, password, FROM_ANOTHER);
      await must(set, `The password of "${name}" was changed, and their sessions have ended.`);
      printPassword(password);
      return;
    }
    case "role":
      return must(administrators.setRole(name, roleOf(extra)), `"${name}" is now ${roleOf(extra)}.`);
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

function lineOf(administrator: ListedAdministrator): string {
  const day = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? "never";
  return [
    administrator.username.padEnd(24),
    administrator.role.padEnd(12),
    (administrator.disabledAt === null ? "active" : "disabled").padEnd(10),
    (administrator.secondFactorSince === null ? "password only" : "two steps").padEnd(15),
    `last login ${day(administrator.lastLoginAt)}, password of ${day(administrator.passwordSetAt)}`,
    administrator.mustChangePassword ? " (must be changed)" : "",
    administrator.events === null ? "" : `, at ${administrator.events.join(", ")}`,
  ].join("");
}

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { role: { type: "string" }, "make-up": { type: "boolean", default: false } },
    });
    const [verb = "", name = "", extra = ""] = positionals;
    const wanted = ARGUMENTS[verb];
    if (wanted === undefined || positionals.length < wanted + 1) throw new CommandError(USAGE);
    const [surplus] = positionals.slice(wanted + 1);
    if (surplus !== undefined) throw new CommandError(`"${surplus}" is one word too many.\n${USAGE}`);
    // Each option belongs to some verbs only.
    if (values.role !== undefined && verb !== "add") throw new CommandError(`--role belongs to add.\n${USAGE}`);
    if (values["make-up"] && verb !== "add" && verb !== "password")
      throw new CommandError(`--make-up belongs to add and password.\n${USAGE}`);
    return { verb, name, extra, role: values.role, makeUp: values["make-up"] };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(USAGE);
  }
}

/** @param word an owner was called operator before */
function roleOf(word: string): AdministratorRole {
  const role = ADMINISTRATOR_ROLES.find((known) => known === (word === "operator" ? "owner" : word));
  if (role === undefined) throw new CommandError(`The role must be one of ${ADMINISTRATOR_ROLES.join(", ")}.`);
  return role;
}

function reject(problem: string | undefined): void {
  if (problem !== undefined) throw new CommandError(problem);
}

function unknown(name: string): CommandError {
  return new CommandError(`There is no administrator "${name}".`);
}
