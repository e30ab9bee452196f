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
const RUNS = `async () => ({ stop: async () => console.log("stopped") })`;

/** A process of ours that does nothing but live. @param start as given to startProcess @param later done once it runs */
function live(start: string, later = "") {
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
  ["a forgotten promise", "unhandled_rejection", RUNS, REJECTION, "stopped"],
  ["an exception nobody caught", "uncaught_exception", RUNS, EXCEPTION, "stopped"],
  [
    "a forgotten promise of the start",
    "unhandled_rejection",
    `() => { ${REJECTION}; return new Promise(() => 0); }`,
    "",
    "",
  ],
  ["an exception of the start", "uncaught_exception", `() => { ${EXCEPTION}; return new Promise(() => 0); }`, "", ""],
])("ends a process after %s, and does not repeat what it says", async (_what, event, start, later, last) => {
  const { exit, output } = await live(start, `setTimeout(() => ${later || 0}, 0)`).ended;
  expect(exit).toBe(1);
  for (const words of [event, "TypeError", last]) expect(output).toContain(words);
  expect(output).not.toContain(PERSONAL);
});

// As the first process of a container it would go on otherwise, until it is killed: while Temporal is away, a start lasts.
it("ends a process by itself that is asked to while it starts", async () => {
  const { child, ended } = live(`() => { console.log("starting"); return new Promise(() => 0); }`);
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ exit: 1 });
});
