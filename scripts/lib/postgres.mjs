import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ClearError } from "./clear-error.mjs";
import { lastLines, run } from "./command.mjs";
import { cure } from "./postgres-cure.mjs";
import { askTcp } from "./wait.mjs";

/** @typedef {import("./postgres-binaries.mjs").PostgresHome} PostgresHome */

/** The product's own database; `postgres` stays empty. */
export const databaseName = "sakhi_bazaar";

/**
 * @param {number} port
 * @param {string} password
 * @param {string} [database]
 * @returns {string} of the superuser
 */
export function databaseUrl(port, password, database = databaseName) {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * Makes the data folder at the first start: whole, or not at all.
 * @param {PostgresHome} home
 * @param {string} password
 * @param {AbortSignal} [signal]
 */
export async function createCluster(home, password, signal) {
  if (existsSync(join(home.data, "PG_VERSION"))) return;
  const unfinished = `${home.data}.unfinished`;
  const passwordFile = `${home.data}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (home.uid !== undefined) {
    chownSync(unfinished, home.uid, home.gid ?? home.uid);
    chownSync(passwordFile, home.uid, home.gid ?? home.uid);
  }
  try {
    await demand(home, signal, "PostgreSQL's data folder could not be made", "initdb", [
      `--pgdata=${unfinished}`,
      "--username=postgres",
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      `--locale=${process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8"}`,
      "--no-instructions",
    ]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  await demand(
    home,
    signal,
    "the database could not be created",
    "postgres",
    ["--single", "-D", unfinished, "postgres"],
    `CREATE DATABASE ${databaseName};\n`,
  );
  rmSync(home.data, { recursive: true, force: true });
  renameSync(unfinished, home.data);
}

/**
 * Runs one of PostgreSQL's programs to its end, as whoever it has to be.
 * @param {PostgresHome} home
 * @param {AbortSignal | undefined} signal
 * @param {string} failure
 * @param {string} binary
 * @param {string[]} args
 * @param {string} [input]
 */
async function demand(home, signal, failure, binary, args, input) {
  const [command, ...all] = [...home.prefix, join(home.native, "bin", binary), ...args];
  const { code, output } = await run(command, all, {
    signal,
    input,
    cwd: dirname(home.data),
    env: serverEnvironment(),
    timeoutMs: 120_000,
    ...(home.uid === undefined ? {} : { uid: home.uid, gid: home.gid }),
  });
  if (code !== 0) throw new ClearError(`${failure} (${binary}):\n${lastLines(output)}`);
}

/** PostgreSQL needs nothing of our environment, and PG* variables in it would only mislead it. */
function serverEnvironment() {
  return { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC", TMPDIR: tmpdir() };
}

/**
 * Nothing personal in PostgreSQL's log: no "Key (phone)=(…) already exists", no parameters of a statement. The same as
 * in docker-compose.yml.
 */
const discreetLog = [
  "log_error_verbosity=terse",
  "log_parameter_max_length=0",
  "log_parameter_max_length_on_error=0",
];

/**
 * How the server is run: on TCP at 127.0.0.1 only, with a password, no socket files anywhere.
 * @param {PostgresHome} home
 * @param {{ port: number, log: string, settings?: string[] }} options settings as `name=value`
 * @returns {import("./supervised.mjs").Plan}
 */
export function postgresPlan(home, { port, log, settings = [] }) {
  const all = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    `port=${port}`,
    ...discreetLog,
    ...settings,
  ];
  const [command, ...args] = [
    ...home.prefix,
    join(home.native, "bin", "postgres"),
    "-D",
    home.data,
    ...all.flatMap((setting) => ["-c", setting]),
  ];
  return {
    name: "PostgreSQL",
    command,
    args,
    cwd: dirname(home.data),
    env: serverEnvironment(),
    log,
    isReady: () => acceptsConnections(port),
    beforeStart: async () => {
      await cure(home.data);
      if (home.uid === undefined) chmodSync(home.data, 0o700);
    },
    stopsIn: 0,
    stopSignal: "SIGINT",
    stopMs: 10_000,
    readyMs: 120_000, // recovery after a crash takes its time
    ...(home.uid === undefined ? {} : { uid: home.uid, gid: home.gid }),
  };
}

/**
 * Begins a session without a password: a server that runs asks for one (R), one that still starts up or already
 * shuts down answers with an error (E).
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export async function acceptsConnections(port) {
  const words = Buffer.from("user\0postgres\0database\0postgres\0\0");
  const head = Buffer.alloc(8);
  head.writeInt32BE(words.length + 8, 0);
  head.writeInt32BE(196_608, 4); // protocol 3.0
  const answer = await askTcp(port, Buffer.concat([head, words]));
  return answer?.[0] === "R".charCodeAt(0);
}
