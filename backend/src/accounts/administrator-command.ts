import { parseArgs } from "node:util";
import {
  ADMINISTRATOR_ROLES,
  passwordTrouble,
  usernameTrouble,
} from "@sakhi/domain/accounts/administrator.rules";
import type { AdministratorRole } from "@sakhi/domain/accounts/administrator.rules";
import type { AdministratorsService } from "./administrators.service.js";
import { madeUpPassword } from "./first-administrator.js";

const USAGE = [
  "npm run administrator -- list",
  "npm run administrator -- add <name> [--role viewer|operator] [--make-up]",
  "npm run administrator -- password <name> [--make-up]",
  "npm run administrator -- role <name> viewer|operator",
].join("\n");

/** Something the person at the terminal did wrong, in a sentence. */
export class CommandRefused extends Error {}

/** The terminal, or what stands for it in tests. */
export interface CommandTerminal {
  say(line: string): void;
  /** The password as it was typed or piped in. */
  askPassword(): Promise<string>;
}

/**
 * Does what the command line says with administrators.
 *
 * @throws CommandRefused
 */
export async function runAdministratorCommand(
  words: readonly string[],
  administrators: AdministratorsService,
  terminal: CommandTerminal,
): Promise<void> {
  const { verb, name, extra, role, makeUp } = read(words);
  switch (verb) {
    case "list":
      for (const each of await administrators.list()) {
        const since = each.passwordSetAt.toISOString().slice(0, 10);
        terminal.say(`${each.username.padEnd(24)}${each.role.padEnd(10)}password of ${since}`);
      }
      return;
    case "add": {
      refuse(usernameTrouble(name));
      const password = await newPassword(terminal, makeUp);
      const added = await administrators.add(name, roleOf(role ?? "operator"), password.text);
      if (added === undefined) throw new CommandRefused(`There is an administrator "${name}" already.`);
      terminal.say(`Added "${name}" as ${added.role}.`);
      if (makeUp) terminal.say(`Password: ${password.text}`);
      return;
    }
    case "password": {
      const password = await newPassword(terminal, makeUp);
      if (!(await administrators.setPassword(name, password.text))) throw unknown(name);
      terminal.say(`The password of "${name}" was changed, and their sessions have ended.`);
      if (makeUp) terminal.say(`Password: ${password.text}`);
      return;
    }
    case "role":
      if (!(await administrators.setRole(name, roleOf(extra)))) throw unknown(name);
      terminal.say(`"${name}" is now ${extra}.`);
      return;
    default:
      throw new CommandRefused(USAGE);
  }
}

function read(words: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { role: { type: "string" }, "make-up": { type: "boolean", default: false } },
    });
    const [verb = "", name = "", extra = ""] = positionals;
    if (verb !== "list" && name === "") throw new CommandRefused(USAGE);
    return { verb, name, extra, role: values.role, makeUp: values["make-up"] };
  } catch (error) {
    if (error instanceof CommandRefused) throw error;
    throw new CommandRefused(USAGE);
  }
}

async function newPassword(terminal: CommandTerminal, makeUp: boolean): Promise<{ readonly text: string }> {
  const text = makeUp ? madeUpPassword() : await terminal.askPassword();
  refuse(passwordTrouble(text));
  return { text };
}

function roleOf(word: string): AdministratorRole {
  const role = ADMINISTRATOR_ROLES.find((known) => known === word);
  if (role === undefined) throw new CommandRefused(`The role must be ${ADMINISTRATOR_ROLES.join(" or ")}.`);
  return role;
}

function refuse(trouble: string | undefined): void {
  if (trouble !== undefined) throw new CommandRefused(trouble);
}

function unknown(name: string): CommandRefused {
  return new CommandRefused(`There is no administrator "${name}".`);
}
