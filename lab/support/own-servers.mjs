import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { clearOwnFolder, makeOwnFolder } from "../../scripts/lib/own-folder.mjs";
import { databaseUrl, postgresHome } from "../../scripts/lib/postgres.mjs";
import { Servers } from "../../scripts/lib/servers.mjs";
import { postgresProcessesOn, processesOf, RUN_MARK } from "../../scripts/lib/stale-processes.mjs";

const PASSWORD = "lab-only";

/**
 * Runs the work with its own PostgreSQL and Temporal; their addresses are in the environment, where testkit reads them.
 * @template T
 * @param {string} name of their data folder
 * @param {string[]} postgresSettings
 * @param {{ env: Record<string, string>, stop: AbortController, temporal: Promise<string> }} run
 * @param {(servers: { temporal: number, postmaster: number }) => Promise<T>} work is given their process ids
 * @returns {Promise<T>}
 */
export async function onOwnServers(name, postgresSettings, { env, stop, temporal }, work) {
  const folder = makeOwnFolder(name);
  process.env[RUN_MARK] = folder;
  const servers = new Servers({ dataDir: folder, env, restart: false, signal: stop.signal });
  try {
    const [port, { port: temporalPort }] = await Promise.all([
      servers.postgres(PASSWORD, postgresSettings),
      servers.temporal(temporal),
    ]);
    process.env["DATABASE_URL"] = databaseUrl(port, PASSWORD, "postgres");
    process.env["TEMPORAL_ADDRESS"] = `127.0.0.1:${temporalPort}`;
    const { data } = await postgresHome(folder, { namespaces: env["SAKHI_NO_USER_NAMESPACES"] !== "1" });
    const postmaster = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
    return await work({
      temporal: processesOf(folder).find(({ name: process }) => process === "Temporal")?.pid ?? 0,
      postmaster: postgresProcessesOn(realpathSync(data)).find((pid) => pid === postmaster) ?? postmaster,
    });
  } finally {
    await servers.stop();
    await clearOwnFolder(folder);
  }
}
