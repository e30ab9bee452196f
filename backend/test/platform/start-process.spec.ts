import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "@jest/globals";
import { PRODUCTION_SETTINGS } from "./production-settings.js";

const run = promisify(execFile);
const STARTER = fileURLToPath(new URL("../../dist/platform/start-process.js", import.meta.url));
const PERSONAL = "Asha Rao 9812345678";

it.each([
  ["a forgotten promise", "unhandled_rejection", `Promise.reject(new TypeError("${PERSONAL}"))`],
  [
    "an exception nobody caught",
    "uncaught_exception",
    `process.nextTick(() => { throw new TypeError("${PERSONAL}") })`,
  ],
])("ends a process after %s, and does not repeat what it says", async (_what, event, fault) => {
  const code = `
    const { startProcess } = await import(${JSON.stringify(STARTER)});
    await startProcess(async () => ({ stop: async () => console.log("stopped") }));
    setTimeout(() => ${fault}, 0);
    setInterval(() => undefined, 1_000);`;
  const ended = await run(process.execPath, ["--input-type=module", "--eval", code], {
    env: PRODUCTION_SETTINGS,
  }).catch((error: unknown) => error as { code: number; stdout: string; stderr: string });
  expect(ended).toMatchObject({ code: 1 });
  const output = ended.stdout + ended.stderr;
  expect(output).toContain(event);
  expect(output).toContain("TypeError");
  expect(output).toContain("stopped");
  expect(output).not.toContain(PERSONAL);
});
