import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { cacheFolder, which } from "./files.mjs";
import { progress, say } from "./output.mjs";
import { PIP_SETTINGS } from "./temporal-binary.mjs";

/** schemathesis-requirements.txt pins the same version. */
const version = "4.32.5";
const requirements = fileURLToPath(new URL("schemathesis-requirements.txt", import.meta.url));
const PIP = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"];

/**
 * Schemathesis: SCHEMATHESIS, what is kept, or from PyPI into a virtual environment that is kept. pip accepts only the
 * files whose sha256 is pinned.
 * @param {Record<string, string>} env
 * @returns {Promise<string | undefined>} its command; undefined where it can't be had
 */
export async function findSchemathesis(env) {
  if (env["SCHEMATHESIS"]) return env["SCHEMATHESIS"];
  const kept = join(cacheFolder(env), `schemathesis-${version}`);
  const command = join(kept, "bin", "st");
  if (existsSync(command)) return command;
  const python = which("python3", env["PATH"]);
  if (python === undefined) return undefined;
  mkdirSync(cacheFolder(env), { recursive: true });
  const folder = mkdtempSync(`${kept}-new-`);
  const options = { env: { ...env, ...PIP_SETTINGS }, timeout: 180_000 };
  try {
    await progress("getting Schemathesis from PyPI", async () => {
      await execa(python, ["-m", "venv", folder], options);
      // Scripts of a virtual environment hold its path, so packages are installed where they stay.
      rmSync(kept, { recursive: true, force: true });
      renameSync(folder, kept);
      const own = join(kept, "bin", "python3");
      await execa(own, [...PIP, "--require-hashes", "--requirement", requirements], options);
    });
    return command;
  } catch (error) {
    rmSync(kept, { recursive: true, force: true });
    const { stderr, shortMessage } = /** @type {any} */ (error);
    say(`Schemathesis: ${stderr?.trim().split("\n").at(-1) || shortMessage}`);
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
