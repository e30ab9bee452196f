import { execa } from "execa";
import { npm } from "./bootstrap.mjs";
import { readJson, root } from "./files.mjs";
import { ClearError, printError, duration, print } from "./output.mjs";

/**
 * Runs the `check:` scripts of package.json; each prints one line, and its output if it fails.
 * @param {Record<string, string>} env
 * @param {{ concurrency: number, only?: (name: string) => boolean, signal?: AbortSignal }} options only: by name without `check:`
 */
export async function runChecks(env, { concurrency, only = () => true, signal }) {
  const scripts = Object.keys(readJson(`${root}/package.json`).scripts);
  const names = scripts
    .filter((script) => script.startsWith("check:"))
    .map((script) => script.slice("check:".length))
    .filter(only);
  const [command, prefix] = npm(env);
  /** @type {string[]} */
  const failures = [];
  const lane = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const started = Date.now();
      const { failed, all } = await execa(command, [...prefix, "run", "--silent", `check:${name}`], {
        cwd: root,
        env,
        extendEnv: false,
        all: true,
        reject: false,
        cancelSignal: signal,
      });
      signal?.throwIfAborted();
      if (failed) failures.push(name);
      if (failed || String(all).includes("not run")) printError(String(all));
      print(`  ${failed ? "✗" : "✓"} check:${name} (${duration(Date.now() - started)})`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  if (failures.length > 0) throw new ClearError(`npm run check found something: ${failures.join(", ")}.`);
}
