import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import getPort, { portNumbers } from "get-port";
import { lock } from "proper-lockfile";
import { readJson, writeJson } from "./files.mjs";
import { ClearError } from "./output.mjs";

/**
 * Creates the data folder and locks it for this process. A lock that has not been renewed for five seconds is stale and
 * taken over.
 * @param {string} folder
 * @returns {Promise<{ dataDir: string, release: () => Promise<void> }>} dataDir: the resolved path
 */
export async function claimDataFolder(folder) {
  const dataDir = makeFolder(folder);
  const owner = join(dataDir, "run.json");
  const options = { lockfilePath: join(dataDir, "run.lock"), stale: 5_000, update: 1_000, onCompromised() {} };
  for (;;) {
    const pid = readJson(owner)?.pid;
    if (pid !== undefined && isStartScript(pid)) {
      throw new ClearError(
        `Sakhi Bazaar is already running on ${dataDir} (process ${pid}). ` +
          "Stop it first, or start another one beside it: DATA_DIR=.data-2 PORT=0 npm start",
      );
    }
    try {
      const unlock = await lock(dataDir, options);
      writeJson(owner, { pid: process.pid });
      const release = async () => {
        rmSync(owner, { force: true });
        await unlock();
      };
      return { dataDir, release };
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ELOCKED") throw error;
      await delay(250);
    }
  }
}

/**
 * Mails with live links, Temporal's file, logs: none is anyone else's to read. Also what our processes write later, since
 * they inherit the mask, and what an earlier release left open.
 * @param {string} folder
 */
export function keepPrivate(folder) {
  process.umask(0o077);
  chmodSync(folder, 0o700);
  for (const name of readdirSync(folder)) {
    if (!/^(?:mail|logs?|temporal\.db.*|.+\.log(?:\.\d+)?)$/.test(name)) continue;
    const path = join(folder, name);
    const isFolder = statSync(path).isDirectory();
    chmodSync(path, isFolder ? 0o700 : 0o600);
    if (isFolder)
      for (const file of readdirSync(path, { withFileTypes: true }))
        if (file.isFile()) chmodSync(join(path, file.name), 0o600);
  }
}

/** @param {string} folder @returns {string} */
function makeFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    keepPrivate(folder);
    writeJson(join(folder, "run.trial"), {});
    rmSync(join(folder, "run.trial"));
    return realpathSync(folder);
  } catch (error) {
    throw new ClearError(
      `The data folder ${folder} cannot be used (${/** @type {Error} */ (error).message}). ` +
        "Choose another: DATA_DIR=.data-2 npm start",
    );
  }
}

/** Whether the pid belongs to a start script, possibly suspended, and was not reused. @param {number} pid */
function isStartScript(pid) {
  if (process.platform !== "linux" || !isAlive(pid)) return isAlive(pid);
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("start.mjs");
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/**
 * The data folder's secrets: generated once, readable by the owner only.
 * @param {string} dataDir
 */
export function secretsOf(dataDir) {
  const file = join(dataDir, "secrets.json");
  const secret = () => randomBytes(32).toString("hex");
  const secrets = {
    cookieSecret: secret(),
    metricsToken: secret(),
    cashfreeClientId: `TEST${randomBytes(8).toString("hex")}`,
    cashfreeClientSecret: secret(),
    postgresPassword: secret(),
    ...readJson(file),
  };
  writeJson(file, secrets);
  return secrets;
}

/**
 * Below the ephemeral range, so that no outgoing connection occupies one of our ports later, and below the range of tests
 * running in parallel (testkit/src/ports.ts).
 */
const LOWEST = 10_000;
const HIGHEST = 19_999;

/**
 * Allocates a data folder's ports: the same at every start, unless one is taken.
 * @param {string} dataDir
 */
export function portsOf(dataDir) {
  const file = join(dataDir, "ports.json");
  const known = readJson(file) ?? {};
  return async (/** @type {string} */ name, host = "127.0.0.1") => {
    const from = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST - 1_000));
    const port = [...(known[name] === undefined ? [] : [known[name]]), ...portNumbers(from, HIGHEST)];
    known[name] = await getPort({ port, host, reserve: true });
    writeJson(file, known);
    return /** @type {number} */ (known[name]);
  };
}

/** Checks that the site's port is available. @param {number} port @param {string} host */
export async function requirePort(port, host) {
  const code = await new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(/** @type {NodeJS.ErrnoException} */ (error).code));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
  if (code === undefined) return;
  const other = `choose another: PORT=${port === 65535 ? 3000 : port + 1} npm start`;
  if (code === "EADDRINUSE")
    throw new ClearError(`Port ${port} on ${host} is taken by another program. Stop it, or ${other}`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    throw new ClearError(`HOST is "${host}", which is no address of this machine; 127.0.0.1 always is.`);
  throw new ClearError(`Port ${port} on ${host} can't be opened (${code}). Please ${other}`);
}
