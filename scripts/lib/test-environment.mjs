import { rmSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "./files.mjs";
import { say } from "./log.mjs";
import { root } from "./paths.mjs";

/** Settings that would lead the tests to somebody's real servers or change what they expect. */
const productSettings =
  /^(APP_ENV|PORT|HOST|PUBLIC_URL|TRUST_PROXY|API_DOCS|DATA_DIR|DATABASE_.*|MIGRATION_DATABASE_URL|TEMPORAL_(?!CLI$).*|SMTP_URL|HOLD_SECONDS|PAYMENT_WINDOW_SECONDS|LATE_OFFER_SECONDS|CASHFREE_.*|COOKIE_SECRET.*|METRICS_TOKEN.*|RETENTION_.*|ADMIN_.*|RATE_LIMITS|LIVE_HOLDS_PER_NETWORK|PROOF_COST|LISTING_.*|IMAGE_PROXY_HOSTS|SITE_NAME|MAIL_FROM|OPERATOR_EMAIL|EVENT_.*|SELLER_.*|GST_RATE|SAC_.*|NODE_OPTIONS|NODE_ENV|PG[A-Z]+|SAKHI_.*)$/;

/**
 * The caller's environment without the product's settings. REDIS_URL stays: it is how a Redis is offered.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
export function testEnvironment(env) {
  /** @type {Record<string, string>} */
  const kept = { TZ: "UTC" };
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (!productSettings.test(name) || name === "SAKHI_NO_USER_NAMESPACES")) {
      kept[name] = value;
    }
  }
  return kept;
}

/**
 * `npm test -- --servers`: writes where the servers are, and waits.
 * @param {Record<string, string>} given
 * @param {Promise<void>} stopped
 */
export async function serveUntilStopped(given, stopped) {
  const file = join(root, ".test-data", "env.sh");
  const values = { ...given, NODE_OPTIONS: "--experimental-vm-modules" };
  const lines = Object.entries(values).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'`,
  );
  writeWhole(file, `${lines.join("\n")}\n`);
  say(`The servers run until Ctrl-C. For jest by hand: source .test-data/env.sh && npx jest <file>`);
  await stopped;
  rmSync(file, { force: true });
}
