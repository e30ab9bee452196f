import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { cacheFolder, which } from "../../scripts/lib/files.mjs";
import { progress, print } from "../../scripts/lib/output.mjs";
import { PIP_SETTINGS } from "../../scripts/lib/temporal-binary.mjs";

/** Must equal the version in schemathesis-requirements.txt. */
const version = "4.32.5";
const requirements = fileURLToPath(new URL("schemathesis-requirements.txt", import.meta.url));
const PIP = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"];

/**
 * Finds Schemathesis: SCHEMATHESIS, the cached virtual environment, or a new one from PyPI. pip accepts only files with a
 * pinned sha256.
 * @param {Record<string, string>} env
 * @returns {Promise<string | undefined>} its command; undefined if unavailable
 */
export async function findSchemathesis(env) {
  if (env["SCHEMATHESIS"]) return env["SCHEMATHESIS"];
  const cached = join(cacheFolder(env), `schemathesis-${version}`);
  const command = join(cached, "bin", "st");
  if (existsSync(command)) return command;
  const python = which("python3", env["PATH"]);
  if (python === undefined) return undefined;
  mkdirSync(cacheFolder(env), { recursive: true });
  const folder = mkdtempSync(`${cached}-new-`);
  const options = { env: { ...env, ...PIP_SETTINGS }, timeout: 180_000 };
  try {
    await progress("getting Schemathesis from PyPI", async () => {
      await execa(python, ["-m", "venv", folder], options);
      // A virtual environment's scripts contain its path, so install packages at the final location.
      rmSync(cached, { recursive: true, force: true });
      renameSync(folder, cached);
      const own = join(cached, "bin", "python3");
      await execa(own, [...PIP, "--require-hashes", "--requirement", requirements], options);
    });
    return command;
  } catch (error) {
    rmSync(cached, { recursive: true, force: true });
    const { stderr, shortMessage } = /** @type {any} */ (error);
    print(`Schemathesis: ${stderr?.trim().split("\n").at(-1) || shortMessage}`);
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
