import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./files.mjs";
import { ClearError } from "./output.mjs";

/** The provider demands an expiry of more than 15 minutes; a shorter window needs a simulator that doesn't. */
const PROVIDERS_LEAST_SECONDS = 900;
const SHORTEST_REAL_WINDOW_SECONDS = 960;

/** A setting without the blanks around it, as the processes read it. @param {Record<string, string>} env @param {string} name */
const valueOf = (env, name) => (env[name] ?? "").trim();

/** Whether nothing is started or made up here. @param {Record<string, string>} env */
export const isProduction = (env) => valueOf(env, "APP_ENV") === "production";

/**
 * Reads the settings by the processes' own table (backend/src/platform/config), so that everything wrong is named at
 * once before anything is started. Servers that no setting names are started here; their settings follow later.
 * @param {Record<string, string>} env
 */
export async function readSettings(env) {
  const given = (/** @type {string} */ name) => valueOf(env, name) !== "";
  const production = isProduction(env);
  const realProvider =
    ["CASHFREE_CLIENT_ID", "CASHFREE_CLIENT_SECRET", "CASHFREE_BASE_URL"].some(given) ||
    valueOf(env, "CASHFREE_ENV") === "production";
  const own = {
    postgres: !production && !given("DATABASE_URL"),
    temporal: !production && !given("TEMPORAL_ADDRESS"),
    mail: !production && !given("SMTP_URL"),
    simulator: !production && !realProvider,
  };
  const standIn = "follows-when-it-has-been-started";
  const config = await configOf({
    ...(own.postgres && { DATABASE_URL: "postgres://127.0.0.1/" }),
    ...(own.temporal && { TEMPORAL_ADDRESS: "127.0.0.1:1" }),
    ...(own.mail && { SMTP_URL: "smtp://127.0.0.1" }),
    ...(own.simulator && { CASHFREE_CLIENT_ID: standIn, CASHFREE_CLIENT_SECRET: standIn }),
    ...(!production && { COOKIE_SECRET: standIn, METRICS_TOKEN: standIn }),
    ...Object.fromEntries(Object.entries(env).filter(([name]) => given(name))),
  });
  return {
    production,
    own,
    port: config.port,
    host: config.host,
    dataDir: dataFolderOf(env),
    simulatorMinExpirySeconds: config.paymentWindowSeconds < SHORTEST_REAL_WINDOW_SECONDS ? 1 : PROVIDERS_LEAST_SECONDS,
  };
}

/** @param {Record<string, string>} env */
export const dataFolderOf = (env) => resolve(root, env["DATA_DIR"] || ".data");

/** @param {Record<string, string>} env @returns {Promise<any>} */
async function configOf(env) {
  const file = join(root, "backend/dist/platform/config/config.js");
  const { readConfig } = await import(pathToFileURL(file).href);
  try {
    return readConfig(env);
  } catch (error) {
    const problems = /** @type {{ problems?: string[] }} */ (error).problems;
    if (problems === undefined) throw error;
    throw new ClearError(`The settings are wrong:\n${problems.map((each) => `  - ${each}`).join("\n")}`);
  }
}
