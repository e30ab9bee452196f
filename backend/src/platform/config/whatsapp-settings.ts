import { readQuietHours, readWhatsappPrices } from "@sakhi/domain/whatsapp/whatsapp.rules";
import * as rule from "./production-rules.js";
import type { SettingsReader } from "./settings.js";

const WEB = ["http:", "https:"];

/** Meta's Graph API. */
const GRAPH = "https://graph.facebook.com";
/** Prices of India in paise; Meta changes them (developers.facebook.com, "Pricing on the WhatsApp Business Platform"). */
const PRICES = "utility=11.5,authentication=11.5,marketing=86.31";

/** Fewest characters of Meta's tokens and secrets, and fewest different ones. */
const META_SECRET = { length: 24, distinct: 8 };

/** A token or secret that Meta gives. */
const metaSecret: rule.ProductionRule = {
  problem: (value) =>
    value.length < META_SECRET.length || new Set(value).size < META_SECRET.distinct
      ? "is nothing that Meta gives: copy it again."
      : undefined,
};

/** Settings without which there is no WhatsApp, and what each is. */
const NEEDED = {
  WHATSAPP_TOKEN: "a permanent access token of the account's system user",
  WHATSAPP_PHONE_NUMBER_ID: "the id of our number, not the number",
  WHATSAPP_BUSINESS_ACCOUNT_ID: "the id of the WhatsApp Business account",
  WHATSAPP_APP_SECRET: "the secret of the Meta app, which signs webhooks",
  WHATSAPP_VERIFY_TOKEN: "what `openssl rand -hex 32` prints, and enter the same at Meta's webhook",
} as const;

/** Meta's Cloud API; undefined, and WhatsApp is off, unless all that it needs is given. */
export function readWhatsapp(read: SettingsReader) {
  const given = {
    WHATSAPP_TOKEN: read.optional("WHATSAPP_TOKEN", metaSecret),
    WHATSAPP_PHONE_NUMBER_ID: read.optional("WHATSAPP_PHONE_NUMBER_ID", rule.anyValue),
    WHATSAPP_BUSINESS_ACCOUNT_ID: read.optional("WHATSAPP_BUSINESS_ACCOUNT_ID", rule.anyValue),
    WHATSAPP_APP_SECRET: read.optional("WHATSAPP_APP_SECRET", metaSecret),
    WHATSAPP_VERIFY_TOKEN: read.optional("WHATSAPP_VERIFY_TOKEN", rule.newSecret),
  };
  const baseUrl = read.optionalBase("WHATSAPP_BASE_URL", WEB, rule.absent) ?? GRAPH;
  const version = read.pattern(
    "WHATSAPP_API_VERSION",
    /^v\d{2}\.\d$/,
    "a version such as v24.0",
    "v24.0",
    rule.anyValue,
  );
  const messagesPerDay = read.integer("WHATSAPP_MESSAGES_PER_DAY", 1_000, 0, 100_000, rule.anyValue);
  const hours = read.text("WHATSAPP_QUIET_HOURS", "21-8", rule.anyValue);
  const quiet = readQuietHours(hours);
  if (quiet === undefined) {
    read.problems.push(`WHATSAPP_QUIET_HOURS must be two hours in India such as 21-8, or off, not "${hours}".`);
  }
  const text = read.text("WHATSAPP_PRICES", PRICES, rule.anyValue);
  const prices = readWhatsappPrices(text);
  if (prices === undefined) {
    read.problems.push(`WHATSAPP_PRICES must be prices in paise by category such as ${PRICES}, not "${text}".`);
  }
  const names = Object.keys(NEEDED) as (keyof typeof NEEDED)[];
  for (const name of ["WHATSAPP_PHONE_NUMBER_ID", "WHATSAPP_BUSINESS_ACCOUNT_ID"] as const) {
    const id = given[name];
    if (id !== undefined && !/^\d{5,20}$/.test(id)) read.problems.push(`${name} must be digits only, not "${id}".`);
  }
  if (names.every((name) => given[name] === undefined)) return undefined;
  for (const name of names)
    if (given[name] === undefined)
      read.problems.push(`${name} is missing: write ${NEEDED[name]}, or take out all of WHATSAPP_….`);
  return {
    token: given.WHATSAPP_TOKEN ?? "",
    phoneNumberId: given.WHATSAPP_PHONE_NUMBER_ID ?? "",
    accountId: given.WHATSAPP_BUSINESS_ACCOUNT_ID ?? "",
    appSecret: given.WHATSAPP_APP_SECRET ?? "",
    verifyToken: given.WHATSAPP_VERIFY_TOKEN ?? "",
    baseUrl,
    version,
    /** Most messages on a day in India, to all numbers together. */
    messagesPerDay,
    quiet: quiet ?? { from: 21, until: 8 },
    /** By category, in hundredths of a paisa. */
    prices: prices ?? {},
  };
}

/** The settings of an installation that sends by WhatsApp. */
export type WhatsappSettings = NonNullable<ReturnType<typeof readWhatsapp>>;
