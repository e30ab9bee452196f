import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";
import { PRODUCTION_SETTINGS } from "./production-settings.js";

const DIST = new URL("../../dist/", import.meta.url);
const SRC = new URL("../../src/", import.meta.url);
const PERSONAL = "asha@example.org";

/** Runs a command. @param body of its function, which may use Logger and BackupError */
async function run(body: string, options = "{}") {
  const code = `
    const { Logger } = await import("@nestjs/common");
    const { startCommand } = await import(${JSON.stringify(new URL("platform/commands/start-command.js", DIST).href)});
    const { BackupError } = await import(${JSON.stringify(new URL("backup/backup-error.js", DIST).href)});
    const { DomainError } = await import("@sakhi/domain/errors/error-codes");
    const coded = (code, message = "to ${PERSONAL}") => Object.assign(new Error(message), { code });
    await startCommand(async () => { ${body} }, ${options});`;
  const args = ["--input-type=module", "--eval", code];
  const child = spawn(process.execPath, args, { env: PRODUCTION_SETTINGS, cwd: fileURLToPath(DIST) });
  const [ended, stdout, stderr] = await Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]);
  return { exit: ended[0] as unknown, stdout, stderr };
}

describe("a command", () => {
  it.each<[what: string, body: string, exit: number, stderr: string]>([
    ["prints nothing of the log of a process", `new Logger("Recovery").error({ event: "x" }); return 0`, 0, ""],
    ["prints nothing of Nest's notes", `new Logger("InstanceLoader").log("dependencies initialized"); return 0`, 0, ""],
    [
      "prints what goes wrong as sentences",
      `new Logger("Recovery").error("temporal gave no answer"); new Logger("Database").warn("It waits."); return 2`,
      2,
      "Temporal gave no answer.\nIt waits.\n",
    ],
    [
      "does not print an error that Nest reports before it throws it",
      `const error = coded("ENOSPC"); new Logger("ExceptionHandler").error(error); new Logger("E").error("x", error.stack); throw error`,
      1,
      "It failed: its disk is full (ENOSPC).\n",
    ],
    ["ends with its own sentence", `throw new BackupError("There is no backup.")`, 1, "There is no backup.\n"],
    ["begins a sentence with a capital", `throw new BackupError("the store is locked")`, 1, "The store is locked.\n"],
    ["says what PostgreSQL lacks", `throw coded("53100")`, 1, "It failed: PostgreSQL's disk is full (53100).\n"],
    [
      "says why a server gives no answer",
      `throw new Error("x", { cause: coded("ECONNREFUSED") })`,
      1,
      "It failed: the connection is refused (ECONNREFUSED).\n",
    ],
    [
      "says an error of the domain",
      `throw new DomainError("not_recovering")`,
      1,
      "The database is not in recovery: sales are already open.\n",
    ],
    [
      "says that nobody caught an error, without its message",
      `void Promise.reject(new TypeError("${PERSONAL}")); return new Promise(() => setTimeout(() => 0, 10_000))`,
      1,
      "It failed: TypeError.\n",
    ],
  ])("%s", async (_what, body, exit, stderr) => {
    expect(await run(body)).toEqual({ exit, stdout: "", stderr });
  });

  it("has an exit code of its own for a failure, and may leave everything to its result", async () => {
    const body = `new Logger("Verify").warn("a rule could not be checked"); throw new BackupError("No.")`;
    const options = "{ failed: 2, silent: true }";
    expect(await run(body, options)).toMatchObject({ exit: 2, stderr: "No.\n" });
    const uncaught = `setTimeout(() => { throw new TypeError("${PERSONAL}"); }); return new Promise(() => 0)`;
    expect(await run(uncaught, options)).toMatchObject({ exit: 1, stderr: "It failed: TypeError.\n" });
  });

  it("prints the stack of a mistake of ours", async () => {
    const { exit, stderr } = await run(`return undefined.length`);
    expect(exit).toBe(1);
    expect(stderr).toMatch(/^TypeError: .*\n\s+at /);
  });
});

/** Processes that run on, and steps of the build: their logs are read by machines. */
const NO_COMMANDS = ["api", "decoder", "decoder-server", "jobs", "openapi", "orchestrator", "printer", "schema"];

it("every command of an operator starts so, and sets no other log", () => {
  const names = readdirSync(SRC).flatMap((name) => /^main\.(.+)\.ts$/.exec(name)?.[1] ?? []);
  const commands = names.filter((name) => !NO_COMMANDS.includes(name));
  expect(commands.length).toBeGreaterThan(8);
  const wrong = commands.filter((name) => {
    const source = readFileSync(new URL(`main.${name}.ts`, SRC), "utf8");
    const ownLog = /\blogger: (?!processLogger\("backup"\))/.test(source);
    return ownLog || !source.includes("void startCommand(");
  });
  expect(wrong).toEqual([]);
});
