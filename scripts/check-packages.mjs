/**
 * Checks dependencies: exact versions, integrity hashes in the lock, and, if the registry is reachable, no known
 * vulnerability of high or critical severity in production packages. --fix completes the lock: npm omits another
 * platform's optional package if the registry lacks it, and `npm ci` rejects such a lock.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { npm } from "./lib/bootstrap.mjs";
import { root } from "./lib/files.mjs";
import { printError, print } from "./lib/output.mjs";

const SYSTEMS = "android darwin freebsd linux netbsd openbsd openharmony sunos win32 aix".split(" ");
const PROCESSORS = "arm64 arm x64 ia32 ppc64 s390x riscv64 loong64 mips64el mipsel".split(" ");
/** The main lock, and that of Lighthouse and StrykerJS, which are installed on first use. */
const LOCKS = ["package-lock.json", "lab/tools/package-lock.json"];
/** An exact version, also aliased: `npm:<package>@<version>`. */
const EXACT = /^(npm:[\w@/-]{1,80}@)?\d+\.\d+\.\d+(-[\w.]+)?$/;
/** Timeout of the registry's audit, so that the check does not hang without a network. */
const AUDIT_MS = 30_000;

/**
 * Dependencies without an exact version, as "name range".
 * @param {Record<string, any>} manifest a package.json
 * @returns {string[]}
 */
export function notExact(manifest) {
  const inside = (/** @type {Record<string, any>} */ versions) =>
    Object.entries(versions).flatMap(
      /** @returns {string[]} */ ([name, version]) =>
        typeof version === "object" ? inside(version) : EXACT.test(version) ? [] : [`${name} ${version}`],
    );
  const kinds = ["dependencies", "devDependencies", "optionalDependencies", "overrides"];
  return kinds.flatMap((kind) => inside(manifest[kind] ?? {}));
}

/**
 * Packages without an integrity hash in the lock, except optional ones for platforms other than the image's (Linux with
 * glibc on x64 or arm64), which are never installed there.
 * @param {Record<string, any>} packages of package-lock.json
 * @returns {string[]} paths
 */
export function withoutIntegrity(packages) {
  const elsewhere = (/** @type {any} */ { optional, os = ["linux"], cpu = ["x64", "arm64"], libc = ["glibc"] }) =>
    optional && !(os.includes("linux") && libc.includes("glibc") && (cpu.includes("x64") || cpu.includes("arm64")));
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes("node_modules/") && !entry.link && !entry.integrity)
    .filter(([, entry]) => !elsewhere(entry))
    .map(([path]) => path);
}

/**
 * Missing lock entries of optional platform packages, next to the package that depends on them.
 * @param {Record<string, any>} packages of package-lock.json
 * @returns {Record<string, any>} by path
 */
export function missingEntries(packages) {
  /** @type {Record<string, any>} */
  const missing = {};
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const folders = path
        .split("/node_modules/")
        .map((_, index, all) => all.slice(0, index + 1).join("/node_modules/"));
      const places = ["", ...folders].map((folder) => join(folder, "node_modules", name));
      if (places.some((place) => place in packages)) continue;
      const words = name.split(/[/-]/).map((word) => (word === "windows" ? "win32" : word));
      const [os, cpu] = [SYSTEMS, PROCESSORS].map((known) => known.filter((word) => words.includes(word)).slice(0, 1));
      const libc = words.includes("musl") ? ["musl"] : words.includes("gnu") ? ["glibc"] : undefined;
      const beside = path.slice(0, path.lastIndexOf("node_modules/"));
      missing[`${beside}node_modules/${name}`] = {
        version,
        cpu,
        ...(entry.dev && { dev: true }),
        ...(libc && { libc }),
        optional: true,
        os,
      };
    }
  }
  return missing;
}

/** Parses the output of `npm audit --json`. @param {string} output @returns {{ notRun?: string, vulnerable: string[] }} */
export function readAudit(output) {
  try {
    const { vulnerabilities } = JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
    const serious = Object.values(vulnerabilities).filter(({ severity }) => /high|critical/.test(severity));
    return { vulnerable: serious.map(({ name, range }) => `${name} ${range}`) };
  } catch {
    return { notRun: "the registry does not answer one", vulnerable: [] };
  }
}

async function main() {
  const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path), "utf8"));
  const locks = LOCKS.map((file) => {
    const lock = readJson(file);
    return { file, lock, missing: missingEntries(lock.packages) };
  });
  if (process.argv.includes("--fix")) {
    for (const { file, lock, missing } of locks) {
      const packages = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => a.localeCompare(b, "en"));
      const fixed = { ...lock, packages: Object.fromEntries(packages) };
      writeFileSync(join(root, file), `${JSON.stringify(fixed, null, 2)}\n`);
      print(`${Object.keys(missing).length} entries added to ${file}.`);
    }
    return;
  }
  const folders = ["", "lab/tools", ...readJson("package.json").workspaces];
  const problems = folders.flatMap((/** @type {string} */ folder) => {
    const file = join(folder, "package.json");
    return notExact(readJson(file)).map((found) => `${file}: ${found} is no exact version`);
  });
  for (const { file, lock, missing } of locks) {
    for (const path of Object.keys(missing))
      problems.push(`${file} lacks ${path}: node scripts/check-packages.mjs --fix adds it`);
    for (const path of withoutIntegrity(lock.packages)) problems.push(`${file} has no integrity for ${path}`);
  }
  const [command, prefix] = npm(process.env);
  const { stdout } = await execa(command, [...prefix, "audit", "--omit=dev", "--json"], {
    cwd: root,
    env: { npm_config_audit: "true", npm_config_fetch_retries: "0" }, // .npmrc disables audits during installs
    reject: false,
    timeout: AUDIT_MS,
  });
  const audit = readAudit(stdout);
  if (audit.notRun) print(`not run: vulnerability audit (${audit.notRun})`);
  for (const name of audit.vulnerable) problems.push(`${name} has a known vulnerability of high or critical severity`);
  for (const problem of problems) printError(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

if (process.argv[1] === import.meta.filename) await main();
