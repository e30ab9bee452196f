import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { cacheFolder, which } from "./files.mjs";
import { progress } from "./output.mjs";

const DAY_SECONDS = 86_400;
/** Of the library within Debian's package, and where the package puts it. */
const LIBRARY = "libfaketime.so.1";
const INSTALLED = ["/usr/lib", "/usr/lib64", "/usr/local/lib"];

/**
 * Finds libfaketime (Debian's package of that name, GPL-2, for tests only), which shifts the clock of the processes that load
 * it: FAKETIME_LIBRARY, installed, the cache, Debian's package without an installation.
 * @param {Record<string, string>} env
 * @returns {Promise<string | undefined>} its path; undefined if this machine cannot get it
 */
export async function faketimeLibrary(env) {
  const cached = join(cacheFolder(env), LIBRARY);
  const found = [env["FAKETIME_LIBRARY"], ...INSTALLED.flatMap(librariesIn), cached];
  const existing = found.find((path) => path !== undefined && existsSync(path));
  if (existing !== undefined) return existing;
  const [apt, dpkg] = ["apt-get", "dpkg-deb"].map((name) => which(name, "/usr/bin:/bin"));
  if (process.platform !== "linux" || apt === undefined || dpkg === undefined) return undefined;
  mkdirSync(cacheFolder(env), { recursive: true });
  const folder = mkdtempSync(`${cached}-new-`);
  try {
    await progress("getting libfaketime from Debian", async () => {
      const options = { cwd: folder, timeout: 120_000 };
      await execa(apt, ["-o", "Acquire::http::Timeout=15", "download", "libfaketime"], options);
      const [archive = "no package"] = readdirSync(folder).filter((name) => name.endsWith(".deb"));
      await execa(dpkg, ["-x", archive, "."], options);
    });
    const [extracted] = librariesIn(join(folder, "usr/lib"));
    if (extracted === undefined) return undefined;
    renameSync(extracted, cached);
    return cached;
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The library below a folder: in `faketime`, or in that of an architecture. @param {string} folder @returns {string[]} */
function librariesIn(folder) {
  if (!existsSync(folder)) return [];
  return ["", ...readdirSync(folder)]
    .map((name) => join(folder, name, "faketime", LIBRARY))
    .filter((path) => existsSync(path));
}

/**
 * The days on which the suite has to work: name → seconds from now.
 * @param {Date} [now]
 * @returns {Readonly<Record<string, number>>}
 */
export function otherDays(now = new Date()) {
  const until = (/** @type {string} */ moment) => Math.round((Date.parse(moment) - now.getTime()) / 1000);
  // The next 31 March: its midnight in India, the turn of the financial year, comes during the run.
  const year = now.getTime() < Date.parse(`${now.getUTCFullYear()}-03-31T18:25:00Z`) ? 0 : 1;
  return {
    "+20": 20 * DAY_SECONDS,
    "+100": 100 * DAY_SECONDS,
    "+400": 400 * DAY_SECONDS,
    "29-february": until("2028-02-29T12:00:00+05:30"),
    "31-march": until(`${now.getUTCFullYear() + year}-03-31T23:57:00+05:30`),
  };
}

/**
 * Environment variables that shift the clock of a process and its children. Clocks that measure durations keep their time, and
 * so do programs that do not use the C library: Temporal's server.
 * @param {string} library path of libfaketime
 * @param {number} seconds
 * @returns {Record<string, string>}
 */
export function shiftedBy(library, seconds) {
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    FAKETIME_NO_CACHE: "1",
    NO_FAKE_STAT: "1",
  };
}

/** The part of an environment that {@link shiftedBy} made. @param {Record<string, string>} env @returns {Record<string, string>} */
export function clockOf(env) {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => /^(LD_PRELOAD|FAKETIME.*|NO_FAKE_STAT)$/.test(name)),
  );
}
