import { parseArgs } from "node:util";
import { ADMINISTRATOR_ROLES, usernameProblem } from "@sakhi/domain/accounts/administrator.rules";
import type { AdministratorRole } from "@sakhi/domain/accounts/administrator.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { ListedAdministrator } from "./administrators.repository.js";
import type { AdministratorsService } from "./administrators.service.js";
import { madeUpPassword } from "./first-administrator.js";

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
export interface CommandTerminal {
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
      const added = await administrators.add(name, roleOf(role ?? "operator"), password, {
        generated: makeUp,
      });
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
