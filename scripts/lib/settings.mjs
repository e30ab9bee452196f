import { resolve } from "node:path";
import { ClearError } from "./clear-error.mjs";
import { root } from "./paths.mjs";

/**
 * What the start script itself has to know; every other setting it passes on untouched, and the product's own
 * settings check names what is wrong with those.
 * @typedef {object} Settings
 * @property {boolean} production
 * @property {number} port 0: any free one
 * @property {string} host
 * @property {string} dataDir absolute
 * @property {number} paymentWindowSeconds
 * @property {boolean} ownPostgres whether we run these ourselves
 * @property {boolean} ownTemporal
 * @property {boolean} ownMail
 * @property {boolean} ownSimulator
 */

/**
 * Reads the settings; everything wrong is named in one go.
 * @param {Record<string, string | undefined>} env
 * @returns {Settings}
 */
export function readSettings(env) {
  /** @type {string[]} */
  const wrong = [];
  const given = (/** @type {string} */ name) => (env[name] ?? "") !== "";
  const whole = (
    /** @type {string} */ name,
    /** @type {number} */ otherwise,
    /** @type {number} */ least,
    most = 1e9,
  ) => {
    if (!given(name)) return otherwise;
    const value = Number(env[name]);
    if (/^\d+$/.test(env[name] ?? "") && value >= least && value <= most) return value;
    wrong.push(`${name} is "${env[name]}", it must be a whole number from ${least} to ${most}`);
    return otherwise;
  };
  const production = env["APP_ENV"] === "production";
  // The product checks these too, but only after the minutes that compiling takes; and where the simulator is started,
  // it is never shown what stood in CASHFREE_ENV.
  const choices = {
    APP_ENV: ["local", "production"],
    CASHFREE_ENV: ["sandbox", "production"],
    RATE_LIMITS: ["on", "off"],
    API_DOCS: ["on", "off"],
  };
  for (const [name, allowed] of Object.entries(choices)) {
    if (!given(name) || allowed.includes(env[name] ?? "")) continue;
    wrong.push(`${name} is "${env[name]}", it must be ${allowed.join(" or ")}`);
  }
  if (env["TRUST_PROXY"] === "on") {
    wrong.push(
      "TRUST_PROXY is on, it must be off, the number of proxies before the site (1 for one Caddy or nginx), or their " +
        "networks with commas between",
    );
  }
  const port = whole("PORT", 3000, 0, 65535);
  const paymentWindowSeconds = whole("PAYMENT_WINDOW_SECONDS", 1080, 1);
  whole("HOLD_SECONDS", 600, 1);
  whole("LIVE_HOLDS_PER_NETWORK", 10, 0);
  whole("PROOF_COST", 1000, 1);
  whole("LATE_OFFER_SECONDS", 86_400, 1, 604_800);
  const schemes = { DATABASE_URL: /^postgres(ql)?:$/, REDIS_URL: /^rediss?:$/, SMTP_URL: /^smtps?:$/ };
  for (const [name, scheme] of Object.entries(schemes)) {
    // The value is not repeated: it may hold a password.
    if (given(name) && !isUrl(env[name], scheme)) wrong.push(`${name} is no address of that kind`);
  }
  for (const name of ["PUBLIC_URL", "TEMPORAL_UI_URL", "CASHFREE_BASE_URL"]) {
    if (given(name) && !isUrl(env[name], /^https?:$/)) wrong.push(`${name} must be an http or https address`);
  }
  if (given("TEMPORAL_ADDRESS") && !/^[^\s/:]+:\d+$/.test(env["TEMPORAL_ADDRESS"] ?? "")) {
    wrong.push(`TEMPORAL_ADDRESS is "${env["TEMPORAL_ADDRESS"]}", it must be host:port`);
  }
  if (given("CASHFREE_CLIENT_ID") !== given("CASHFREE_CLIENT_SECRET")) {
    const missing = given("CASHFREE_CLIENT_ID") ? "CASHFREE_CLIENT_SECRET" : "CASHFREE_CLIENT_ID";
    wrong.push(`${missing} is missing: the payment provider's id and secret go together`);
  }
  if (production) wrong.push(...missingInProduction(given));
  if (wrong.length > 0) {
    throw new ClearError(`The settings are wrong:\n${wrong.map((each) => `  - ${each}.`).join("\n")}`);
  }
  const realProvider =
    ["CASHFREE_CLIENT_ID", "CASHFREE_BASE_URL"].some(given) || env["CASHFREE_ENV"] === "production";
  return {
    production,
    port,
    host: env["HOST"] || "127.0.0.1",
    dataDir: resolve(root, env["DATA_DIR"] || ".data"),
    paymentWindowSeconds,
    ownPostgres: !given("DATABASE_URL"),
    ownTemporal: !given("TEMPORAL_ADDRESS"),
    ownMail: !given("SMTP_URL"),
    ownSimulator: !realProvider,
  };
}

/**
 * In production nothing is made up and nothing embedded is started.
 * @param {(name: string) => boolean} given
 * @returns {string[]}
 */
function missingInProduction(given) {
  const needed = {
    PUBLIC_URL: "the site's public address",
    DATABASE_URL: "a PostgreSQL server",
    TEMPORAL_ADDRESS: "a Temporal server",
    SMTP_URL: "a mail server",
    CASHFREE_CLIENT_ID: "the payment provider's client id",
    CASHFREE_CLIENT_SECRET: "the payment provider's secret",
    COOKIE_SECRET: "a secret to sign cookies with",
    METRICS_TOKEN: "a token that guards the metrics",
    SITE_NAME: "the site's name",
    MAIL_FROM: "the sender of its mails",
    OPERATOR_EMAIL: "the address that answers go to",
    EVENT_START: "the Mela's first day",
    EVENT_END: "the Mela's last day",
    EVENT_STATE_CODE: "the GST code of the state it takes place in",
    SELLER_NAME: "the seller's legal name",
    SELLER_ADDRESS: "the seller's address",
    SELLER_GSTIN: "the seller's GSTIN",
  };
  return Object.entries(needed)
    .filter(([name]) => !given(name))
    .map(([name, what]) => `${name} is missing: APP_ENV=production needs ${what}`);
}

/** @param {string | undefined} text @param {RegExp} scheme */
function isUrl(text, scheme) {
  try {
    return scheme.test(new URL(text ?? "").protocol);
  } catch {
    return false;
  }
}
