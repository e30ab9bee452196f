import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readJson, writeJson } from "./files.mjs";

/**
 * What is secret and ours alone: made once, kept in the data folder, readable by its owner only.
 * @typedef {{ cookieSecret: string, metricsToken: string, cashfreeClientId: string,
 *   cashfreeClientSecret: string, postgresPassword: string }} Secrets
 */

/**
 * @param {string} dataDir
 * @returns {Secrets}
 */
export function secretsOf(dataDir) {
  const file = join(dataDir, "secrets.json");
  const known = readJson(file) ?? {};
  const secrets = {
    cookieSecret: known.cookieSecret ?? randomBytes(32).toString("hex"),
    metricsToken: known.metricsToken ?? randomBytes(24).toString("hex"),
    cashfreeClientId: known.cashfreeClientId ?? `TEST${randomBytes(8).toString("hex")}`,
    cashfreeClientSecret: known.cashfreeClientSecret ?? randomBytes(24).toString("hex"),
    postgresPassword: known.postgresPassword ?? randomBytes(24).toString("hex"),
  };
  if (JSON.stringify(known) !== JSON.stringify(secrets)) writeJson(file, secrets);
  return secrets;
}
