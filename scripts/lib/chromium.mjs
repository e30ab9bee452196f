import { existsSync } from "node:fs";
import { join } from "node:path";
import { toolOf } from "./build.mjs";
import { run, which } from "./command.mjs";
import { root } from "./paths.mjs";
import { say, whileSaying } from "./log.mjs";
import { aptInstall } from "./test-servers.mjs";

/**
 * A Chromium for the browser tests: CHROMIUM_PATH, Playwright's own, the system's, one installed for it.
 * @param {Record<string, string>} env
 * @param {AbortSignal} signal
 * @returns {Promise<string | undefined>} its path; nothing where this machine can't offer one
 */
export async function findChromium(env, signal) {
  if (env["CHROMIUM_PATH"]) return env["CHROMIUM_PATH"];
  const found = (await playwrightsOwn(env, signal)) ?? systems(env["PATH"]);
  if (found !== undefined) return found;
  if (await aptInstall("chromium", signal)) {
    const installed = systems("/usr/bin:/bin");
    if (installed !== undefined) return installed;
  }
  say("Asking Playwright for a Chromium.");
  await whileSaying("playwright install chromium", () =>
    run(process.execPath, [toolOf("@playwright/test", "cli.js"), "install", "chromium"], {
      cwd: root,
      env,
      signal,
      timeoutMs: 180_000,
    }),
  );
  return playwrightsOwn(env, signal);
}

/** @param {string} [path] @returns {string | undefined} */
function systems(path) {
  return ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    .map((name) => which(name, path))
    .find((each) => each !== undefined);
}

/**
 * @param {Record<string, string>} env
 * @param {AbortSignal} signal
 * @returns {Promise<string | undefined>}
 */
async function playwrightsOwn(env, signal) {
  const ask = 'import("playwright").then((p) => console.log((p.default ?? p).chromium.executablePath()))';
  const { code, output } = await run(process.execPath, ["-e", ask], { cwd: join(root, "e2e"), env, signal });
  const path = output.trim().split("\n").at(-1) ?? "";
  return code === 0 && existsSync(path) ? path : undefined;
}
