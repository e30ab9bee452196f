import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { portsOf } from "../../scripts/lib/data-folder.mjs";
import { root, which } from "../../scripts/lib/files.mjs";
import { print } from "../../scripts/lib/output.mjs";
import { makeOwnFolder } from "../../scripts/lib/own-folder.mjs";
import { createCluster, databaseUrl, postgresHome, postgresPlan, removePostgres } from "../../scripts/lib/postgres.mjs";
import { THROWAWAY } from "../../scripts/lib/servers.mjs";
import { endStaleProcesses, RUN_MARK } from "../../scripts/lib/stale-processes.mjs";
import { LOGS_KEPT } from "../../scripts/lib/test-runners.mjs";
import { aptInstall, redisPlan } from "../../scripts/lib/test-servers.mjs";

const PASSWORD = "tests-only";
/** Commits must survive a crash of PostgreSQL, but not of the machine. */
const POSTGRES_SETTINGS = ["max_connections=200", "fsync=off", "full_page_writes=off", "max_wal_size=64MB"];
/** Whether this process runs in its own mount namespace. */
const HAS_OWN_MOUNTS = process.env["SAKHI_OWN_MOUNTS"] === "1";
const OWN_MOUNTS = ["--mount", "--propagation", "private"];
/** Size of PostgreSQL's file system. */
const DISK_BYTES = 1_000_000_000;
/** Size of the pictures' file system. */
const PICTURES_DISK_BYTES = 20_000_000;

/** @typedef {Awaited<ReturnType<typeof serversOf>>} FaultServers */

/**
 * Runs `work` with servers in which faults can be injected; without a failure their folder is removed afterwards.
 * @param {string} name of the command
 * @param {import("../../scripts/lib/command.mjs").Run} run
 * @param {{ seed: number, installs: boolean }} options installs: whether Debian packages may be installed
 * @param {(servers: FaultServers & { folder: string, notRun: string[] }) => Promise<boolean>} work whether it succeeded
 * @returns {Promise<number>} exit code
 */
export async function onFaultServers(name, { env, stop, temporal }, options, work) {
  const folder = makeOwnFolder(name);
  const settings = { TEMPORAL_CLI: await temporal, TEMPORAL_SETTINGS: JSON.stringify(THROWAWAY.temporal) };
  Object.assign(process.env, { [RUN_MARK]: folder, ...settings });
  let failed = true;
  try {
    /** @type {string[]} */
    const notRun = [];
    const servers = await serversOf(folder, env, options, notRun);
    failed = !(await work({ ...servers, folder, notRun }));
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    failed = false;
  } finally {
    await endStaleProcesses(folder);
    for (const data of [folder, join(folder, "disk")]) await removePostgres(data);
    if (HAS_OWN_MOUNTS) for (const disk of ["disk", "pictures"]) spawnSync("umount", [join(folder, disk)]);
    if (failed) {
      // Without run.json the next test run does not remove the folder.
      rmSync(join(folder, "run.json"), { force: true });
      print(`${LOGS_KEPT} ${folder}.`);
    } else rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  if (stop.signal.aborted) return 130;
  return failed ? 1 : 0;
}

/**
 * Prepares the third-party servers, and notes what this machine cannot provide.
 * @param {string} folder
 * @param {Record<string, string>} env
 * @param {{ seed: number, installs: boolean }} options installs: whether Debian packages may be installed
 * @param {string[]} notRun
 */
async function serversOf(folder, env, { seed, installs }, notRun) {
  const aptInstalled = async (/** @type {string} */ name) => (installs ? aptInstall(name) : undefined);
  const port = portsOf(folder);
  const disk = HAS_OWN_MOUNTS ? join(folder, "disk") : undefined;
  if (disk === undefined) notRun.push("PostgreSQL's disk full: no file system can be mounted for it here");
  else await mountDisk(disk, DISK_BYTES);
  const picturesDisk = HAS_OWN_MOUNTS ? join(folder, "pictures") : undefined;
  if (picturesDisk !== undefined) await mountDisk(picturesDisk, PICTURES_DISK_BYTES);
  const home = await postgresHome(disk ?? folder, { namespaces: env["SAKHI_NO_USER_NAMESPACES"] !== "1" });
  await createCluster(home, PASSWORD);
  const postgresPort = await port("postgres");
  const logOf = (/** @type {string} */ name) => join(folder, "logs", `${name}.log`);
  const plan = { port: postgresPort, password: PASSWORD, log: logOf("postgres"), settings: POSTGRES_SETTINGS };
  // Alternates between both stores of the queue.
  const wantsRedis = seed % 2 === 0;
  const redis = wantsRedis && (which("redis-server", env["PATH"]) ?? (await aptInstalled("redis-server")));
  const redisPort = await port("redis");
  if (redis === undefined) notRun.push("Redis: there is no redis-server here; the queue is in PostgreSQL");
  const clock = fakeTime() ?? ((await aptInstalled("faketime")) && fakeTime());
  if (clock === undefined) notRun.push("clock steps: there is no libfaketime here");
  return {
    postgres: postgresPlan(home, plan),
    postgresUrl: databaseUrl(postgresPort, PASSWORD, "postgres"),
    ...(redis && {
      redis: {
        process: { ...redisPlan(redis, redisPort, env, folder, PERSISTENCE), log: logOf("redis") },
        port: redisPort,
      },
    }),
    ...(clock && { fakeTime: clock }),
    ...(disk !== undefined && home.data.startsWith(disk) && { disk }),
    ...(picturesDisk !== undefined && { picturesDisk }),
  };
}

/** Whether this command should run again in its own mount namespace. @param {Record<string, string>} env */
export function needsOwnMounts(env) {
  if (HAS_OWN_MOUNTS) return false;
  const unshare = which("unshare", env["PATH"]);
  if (process.getuid?.() !== 0 || unshare === undefined) return false;
  return spawnSync(unshare, [...OWN_MOUNTS, "--", "true"]).status === 0;
}

/**
 * Runs a command of the lab again in its own mount namespace, whose mounts vanish with its last process.
 * @param {string} name
 * @param {string[]} args
 * @param {AbortSignal} signal
 * @returns {Promise<number>} exit code
 */
export async function withOwnMounts(name, args, signal) {
  const command = [...OWN_MOUNTS, "--", process.execPath, join(root, "lab/lab.mjs"), name, ...args];
  const { exitCode } = await execa("unshare", command, {
    env: { SAKHI_OWN_MOUNTS: "1" },
    stdio: "inherit",
    reject: false,
    cancelSignal: signal,
    forceKillAfterDelay: 120_000,
  });
  return exitCode ?? 1;
}

/** @param {string} folder mount point of a small file system @param {number} bytes its size */
async function mountDisk(folder, bytes) {
  mkdirSync(folder);
  await execa("mount", ["-t", "tmpfs", "-o", `size=${bytes},mode=755`, "faults", folder]);
}

/** Redis is killed too, so it persists every write, as in production. */
const PERSISTENCE = ["--appendonly", "yes", "--appendfsync", "always"];

/** @returns {string | undefined} path of libfaketime */
function fakeTime() {
  const folders = existsSync("/usr/lib") ? readdirSync("/usr/lib") : [];
  return folders.map((name) => `/usr/lib/${name}/faketime/libfaketime.so.1`).find((file) => existsSync(file));
}
