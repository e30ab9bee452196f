import { join } from "node:path";
import { run, which } from "./command.mjs";
import { say, whileSaying } from "./log.mjs";
import { databaseUrl } from "./postgres.mjs";
import { askTcp } from "./wait.mjs";

/** @typedef {import("./servers.mjs").Servers} Servers */

/** Nothing a test writes has to survive a power cut, and crash tests open many connections. */
const postgresSettings = [
  "max_connections=300",
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
];
const password = "tests-only";

/**
 * Starts what the specs need.
 * @param {Servers} servers
 * @param {(sentence: string) => void} notRun told what this machine can't offer
 * @returns {Promise<Record<string, string>>} the environment the specs are given
 */
export async function startTestServers(servers, notRun) {
  const client = { clientId: "TEST-client", clientSecret: "tests-only-client-secret" };
  const [port, temporal, mail, simulator, redis] = await Promise.all([
    servers.postgres(password, postgresSettings),
    servers.temporal(),
    servers.mail(),
    servers.simulator({ ...client, minExpirySeconds: 1 }),
    redisUrl(servers, notRun),
  ]);
  return {
    DATABASE_URL: databaseUrl(port, password, "postgres"),
    POSTGRES_LOG: servers.logOf("postgres"),
    TEMPORAL_ADDRESS: `127.0.0.1:${temporal.port}`,
    TEMPORAL_CLI: temporal.binary,
    SMTP_URL: `smtp://127.0.0.1:${mail.smtp}`,
    MAIL_CATCHER_URL: `http://127.0.0.1:${mail.http}`,
    SIMULATOR_URL: simulator,
    CASHFREE_BASE_URL: `${simulator}/pg`,
    CASHFREE_CLIENT_ID: client.clientId,
    CASHFREE_CLIENT_SECRET: client.clientSecret,
    ...(redis === undefined ? {} : { TEST_REDIS_URL: redis }),
  };
}

/**
 * A Redis: the one that is given, one of our own, or one installed for it where we may.
 * @param {Servers} servers
 * @param {(sentence: string) => void} notRun
 * @returns {Promise<string | undefined>}
 */
async function redisUrl(servers, notRun) {
  const { env, signal, dataDir } = servers.options;
  if (env["REDIS_URL"]) return env["REDIS_URL"];
  const binary =
    which("redis-server", env["PATH"]) ??
    ((await aptInstall("redis-server", signal)) ? which("redis-server", "/usr/bin:/bin") : undefined);
  if (binary === undefined) {
    notRun("the specs on Redis: there is no redis-server here, and REDIS_URL is not set");
    return undefined;
  }
  const [port] = await servers.startOnPorts(["redis"], ([number]) => ({
    name: "Redis",
    command: binary,
    args: ["--port", String(number), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
    cwd: dataDir,
    env: { PATH: env["PATH"] },
    log: join(dataDir, "logs", "redis.log"),
    isReady: async () => (await askTcp(number, "PING\r\n"))?.toString().startsWith("+PONG") === true,
    stopsIn: 1,
  }));
  return `redis://127.0.0.1:${port}`;
}

/**
 * Installs a Debian package, where this is root on a Debian.
 * @param {string} name
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>}
 */
export async function aptInstall(name, signal) {
  const apt = which("apt-get", "/usr/bin:/bin");
  if (process.getuid?.() !== 0 || apt === undefined) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const aptGet = (/** @type {string[]} */ ...args) =>
    run(apt, ["-o", "Acquire::http::Timeout=15", "-o", "Acquire::Retries=1", ...args], {
      env,
      signal,
      timeoutMs: 240_000,
    });
  say(`Installing ${name}.`);
  return whileSaying(`apt-get install ${name}`, async () => {
    const install = () => aptGet("install", "-y", "--no-install-recommends", name);
    if ((await install()).code === 0) return true;
    await aptGet("update");
    return (await install()).code === 0;
  });
}
