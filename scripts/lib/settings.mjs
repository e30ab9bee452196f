import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./files.mjs";
import { ClearError } from "./output.mjs";

/** The provider requires an expiry of more than 15 minutes; a shorter window needs a simulator without that minimum. */
const PROVIDERS_LEAST_SECONDS = 900;
const SHORTEST_REAL_WINDOW_SECONDS = 960;

/** A setting's value, trimmed like in the processes. @param {Record<string, string>} env @param {string} name */
const valueOf = (env, name) => (env[name] ?? "").trim();

/** In production no servers are started and no secrets generated here. @param {Record<string, string>} env */
export const isProduction = (env) => valueOf(env, "APP_ENV") === "production";

/**
 * Validates the settings with the processes' own table (backend/src/platform/config), so that all errors are reported
 * before anything is started. Servers without a setting are started here; placeholders stand for their settings.
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
    // Only on request: without it, no page mentions WhatsApp.
    whatsapp: !production && valueOf(env, "WHATSAPP_SIMULATOR") === "on" && !given("WHATSAPP_TOKEN"),
  };
  const placeholder = "follows-when-it-has-been-started";
  const config = await configOf({
    ...(own.postgres && { DATABASE_URL: "postgres://127.0.0.1/" }),
    ...(own.temporal && { TEMPORAL_ADDRESS: "127.0.0.1:1" }),
    ...(own.mail && { SMTP_URL: "smtp://127.0.0.1" }),
    ...(own.simulator && { CASHFREE_CLIENT_ID: placeholder, CASHFREE_CLIENT_SECRET: placeholder }),
    ...(!production && { COOKIE_SECRET: placeholder, METRICS_TOKEN: placeholder }),
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
