import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it } from "@jest/globals";
import { PRODUCTION_SETTINGS } from "./production-settings.js";

const STARTER = fileURLToPath(new URL("../../dist/platform/start-process.js", import.meta.url));
const PERSONAL = "Asha Rao 9812345678";
const REJECTION = `Promise.reject(new TypeError("${PERSONAL}"))`;
const EXCEPTION = `process.nextTick(() => { throw new TypeError("${PERSONAL}") })`;
/** A start that runs a statement and never resolves. */
const hangs = (statement: string): string => `() => { ${statement}; return new Promise(() => 0); }`;
const RUNS = `async () => ({ stop: async () => console.log("stopped") })`;

/** Runs an idle process. @param start source of startProcess's argument @param later source to run after the start */
function run(start: string, later = "") {
  const code = `
    const { startProcess } = await import(${JSON.stringify(STARTER)});
    setInterval(() => undefined, 1_000);
    await startProcess(${start});
    ${later};`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], { env: PRODUCTION_SETTINGS });
  const ended = Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]);
  return { child, ended: ended.then(([[exit], ...outputs]) => ({ exit: exit as unknown, output: outputs.join("") })) };
}

it.each([
  ["an unhandled rejection", "unhandled_rejection", RUNS, REJECTION, "stopped"],
  ["an uncaught exception", "uncaught_exception", RUNS, EXCEPTION, "stopped"],
  ["an unhandled rejection during the start", "unhandled_rejection", hangs(REJECTION), "", ""],
  ["an uncaught exception during the start", "uncaught_exception", hangs(EXCEPTION), "", ""],
])("startProcess exits with 1 after %s, and does not log its message", async (_what, event, start, later, last) => {
  const { exit, output } = await run(start, `setTimeout(() => ${later || 0}, 0)`).ended;
  expect(exit).toBe(1);
  for (const part of [event, "TypeError", last]) expect(output).toContain(part);
  expect(output).not.toContain(PERSONAL);
});

// PID 1 of a container would ignore the signal otherwise, and a start waits for Temporal indefinitely.
it("startProcess exits on SIGTERM during the start", async () => {
  const { child, ended } = run(hangs(`console.log("starting")`));
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ exit: 1 });
});
