import { SEED_EVENT, SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { passwordProblem, usernameProblem } from "@sakhi/domain/accounts/administrator.rules";
import { HOLD_SECONDS, PAYMENT_WINDOW_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { HELD_SHARE_PERCENT, LIVE_HOLDS_PER_NETWORK, PROOF_COST } from "@sakhi/domain/bookings/live-holds.rules";
import { LATE_OFFER_SECONDS, MAX_LATE_OFFER_SECONDS } from "@sakhi/domain/bookings/stall-offer.rules";
import { readGstNumber } from "@sakhi/domain/fields/identifiers";
import { isGstStateCode } from "@sakhi/domain/invoices/gst-states";
import { gstinState } from "@sakhi/domain/invoices/gstin";
import {
  LISTING_REMINDERS_SECONDS,
  LISTING_YEAR_SECONDS,
  UNPAID_APPLICATION_SECONDS,
} from "@sakhi/domain/listings/listing.rules";
import { productionProblems } from "./production-problems.js";
import { SettingsError, SettingsReader, parseTrustProxy, type TrustedProxies } from "./settings.js";

/** Hosts of shared-drive thumbnails, redirect targets included (specification 1, section 7). */
const SHARED_DRIVE_HOSTS = [
  "drive.google.com",
  "drive.usercontent.google.com",
  "lh3.googleusercontent.com",
  "lh4.googleusercontent.com",
  "lh5.googleusercontent.com",
  "lh6.googleusercontent.com",
];

const WEB = ["http:", "https:"];
const POSTGRES = ["postgres:", "postgresql:"];

/** An address that Temporal's client accepts: IPv6 in brackets, the port optional. */
const HOST_AND_PORT = /^(?:[^:/]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** Longest duration that a listing setting accepts, in seconds: ten years. */
const MAX_LISTING_SECONDS = 10 * LISTING_YEAR_SECONDS;

/** Payment mode and durations of listings. Production refuses mock payments and changed durations. */
function readListings(read: SettingsReader, production: boolean) {
  const payments = read.choice("LISTING_PAYMENTS", ["provider", "mock"], "provider");
  if (production && payments === "mock") read.problems.push("LISTING_PAYMENTS=mock is refused in production.");
  const duration = (name: string, usual: number, least: number): number => {
    const seconds = read.integer(name, usual, least, MAX_LISTING_SECONDS);
    if (production && seconds !== usual) read.problems.push(`${name} must be ${usual} in production: leave it out.`);
    return seconds;
  };
  return {
    payments,
    yearSeconds: duration("LISTING_YEAR_SECONDS", LISTING_YEAR_SECONDS, 1),
    firstReminderSeconds: duration("LISTING_FIRST_REMINDER_SECONDS", LISTING_REMINDERS_SECONDS.first, 0),
    lastReminderSeconds: duration("LISTING_LAST_REMINDER_SECONDS", LISTING_REMINDERS_SECONDS.last, 0),
    /** 0: two business days. */
    reviewReminderSeconds: duration("LISTING_REVIEW_REMINDER_SECONDS", 0, 0),
    unpaidSeconds: duration("LISTING_UNPAID_SECONDS", UNPAID_APPLICATION_SECONDS, 1),
  };
}

/** Initial dates (in India) and state of the Mela; an operator can change them later. */
function readEvent(read: SettingsReader) {
  const start = read.date("EVENT_START", SEED_EVENT.days[0]?.date ?? "");
  const end = read.date("EVENT_END", SEED_EVENT.days.at(-1)?.date ?? "");
  if (start !== "" && end !== "" && end < start)
    read.problems.push(`EVENT_END must not be before EVENT_START, ${start}.`);
  return { start, end, stateCode: readState(read, "EVENT_STATE_CODE", SEED_EVENT.stateCode) };
}

/** Initial seller; an operator can change it later. The state is the one that issued the GSTIN (reference section 8, GSTIN). */
function readSeller(read: SettingsReader) {
  const gstin = readGstNumber(read.text("SELLER_GSTIN", SEED_ORGANISATION.gstin));
  const registeredIn = gstinState(gstin);
  if (registeredIn === undefined) {
    read.problems.push(
      `SELLER_GSTIN is no GSTIN: compare "${gstin}" with the registration certificate (the last character is a check digit).`,
    );
  }
  const stateCode = readState(read, "SELLER_STATE_CODE", registeredIn ?? SEED_ORGANISATION.gstin.slice(0, 2));
  if (registeredIn !== undefined && stateCode !== registeredIn) {
    read.problems.push(
      `SELLER_STATE_CODE must be ${registeredIn}, the state of SELLER_GSTIN, not "${stateCode}": leave it out.`,
    );
  }
  return {
    name: read.text("SELLER_NAME", SEED_ORGANISATION.legalName),
    address: read.text("SELLER_ADDRESS", SEED_ORGANISATION.legalAddress),
    gstin,
    stateCode,
  };
}

function readState(read: SettingsReader, name: string, fallback: string): string {
  const code = read.text(name, fallback);
  if (!isGstStateCode(code)) {
    read.problems.push(`${name} must be a two-digit GST state code such as 29 for Karnataka, not "${code}".`);
  }
  return code;
}

/** Above it the ceiling of the whole site would protect nothing. */
const MAX_HELD_SHARE_PERCENT = 60;

/** Temporal's address and credentials: none for a self-hosted server, TLS and an API key for Temporal Cloud. */
function readTemporal(read: SettingsReader) {
  const tls = read.choice("TEMPORAL_TLS", ["on", "off"], "off") === "on";
  const apiKey = read.optional("TEMPORAL_API_KEY");
  if (apiKey !== undefined && !tls) {
    read.problems.push("TEMPORAL_TLS must be on with TEMPORAL_API_KEY: the key would travel in the clear.");
  }
  const address = read.required("TEMPORAL_ADDRESS", "host:port of the Temporal server");
  if (address !== "" && !HOST_AND_PORT.test(address)) {
    read.problems.push(`TEMPORAL_ADDRESS must be host:port, without https://, not "${address}".`);
  }
  return {
    address,
    namespace: read.text("TEMPORAL_NAMESPACE", "default"),
    taskQueue: read.text("TEMPORAL_TASK_QUEUE", "sakhi"),
    uiUrl: read.optionalBase("TEMPORAL_UI_URL", WEB),
    tls,
    apiKey,
  };
}

function readTrustProxy(read: SettingsReader): TrustedProxies {
  const found = parseTrustProxy(read.text("TRUST_PROXY", "off"));
  if (found === undefined) {
    read.problems.push(
      "TRUST_PROXY must be off, the number of proxies before the site (1 for one Caddy or nginx), or their addresses or " +
        "networks with commas between (10.0.0.0/8). on would believe whatever address a client invents.",
    );
  }
  return found ?? false;
}

/**
 * All settings of the three processes. Read once at startup; nothing else reads the environment. Addresses have no
 * trailing slash.
 *
 * @throws SettingsError listing every wrong or missing setting
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const read = new SettingsReader(env);
  const production = read.choice("APP_ENV", ["local", "production"], "local") === "production";
  const port = read.integer("PORT", 3000, 0, 65_535);
  const host = read.text("HOST", "127.0.0.1");
  const rateLimits = read.choice("RATE_LIMITS", ["on", "off"], "on");
  const proofCost = read.integer("PROOF_COST", PROOF_COST, 16, 65_536);
  if (!Number.isInteger(Math.log2(proofCost))) read.problems.push("PROOF_COST must be a power of two.");
  if (production && proofCost < PROOF_COST) {
    read.problems.push(`PROOF_COST must be at least ${PROOF_COST} in production.`);
  }
  const heldSharePercent = read.integer("HELD_SHARE_PERCENT", HELD_SHARE_PERCENT, 0, 100);
  if (production && heldSharePercent > MAX_HELD_SHARE_PERCENT) {
    read.problems.push(`HELD_SHARE_PERCENT must be at most ${MAX_HELD_SHARE_PERCENT} in production.`);
  }
  const paymentWindowSeconds = read.integer("PAYMENT_WINDOW_SECONDS", PAYMENT_WINDOW_SECONDS, 2, 86_400);
  const cashfreeEnv = read.choice("CASHFREE_ENV", ["sandbox", "production"], "sandbox");

  const config = {
    production,
    port,
    host,
    publicUrl: production
      ? read.origin("PUBLIC_URL", ["https:"])
      : read.origin("PUBLIC_URL", WEB, `http://127.0.0.1:${port}`),
    trustProxy: readTrustProxy(read),
    /** Serves the API description at /api/docs, administrative calls included. */
    apiDocs: read.choice("API_DOCS", ["on", "off"], production ? "off" : "on") === "on",
    databaseUrl: read.address("DATABASE_URL", POSTGRES),
    /** URL of the role that owns the tables, for migrations only. Defaults to DATABASE_URL. */
    migrationDatabaseUrl: read.optionalAddress("MIGRATION_DATABASE_URL", POSTGRES),
    databasePoolSize: read.integer("DATABASE_POOL_SIZE", 10, 2, 200),
    redisUrl: read.optionalAddress("REDIS_URL", ["redis:", "rediss:"]),
    temporal: readTemporal(read),
    smtpUrl: read.address("SMTP_URL", ["smtp:", "smtps:"]),
    holdSeconds: read.integer("HOLD_SECONDS", HOLD_SECONDS, 1, 3600),
    paymentWindowSeconds,
    /** How long another stall is offered after a late payment. */
    lateOfferSeconds: read.integer("LATE_OFFER_SECONDS", LATE_OFFER_SECONDS, 1, MAX_LATE_OFFER_SECONDS),
    cashfree: {
      environment: cashfreeEnv,
      clientId: read.required("CASHFREE_CLIENT_ID", "the client id of the payment provider's account"),
      clientSecret: read.required("CASHFREE_CLIENT_SECRET", "the secret that belongs to it"),
      baseUrl: read.optionalBase("CASHFREE_BASE_URL", WEB),
    },
    cookieSecret: read.secret("COOKIE_SECRET"),
    /** Still accepted during a rotation. */
    cookieSecretPrevious: read.previousSecret("COOKIE_SECRET_PREVIOUS"),
    metricsToken: read.secret("METRICS_TOKEN"),
    metricsTokenPrevious: read.previousSecret("METRICS_TOKEN_PREVIOUS"),
    rateLimits: rateLimits === "on",
    liveHoldsPerNetwork: read.integer("LIVE_HOLDS_PER_NETWORK", LIVE_HOLDS_PER_NETWORK, 0, 100_000),
    heldSharePercent,
    proofCost,
    siteName: read.text("SITE_NAME", SEED_ORGANISATION.name),
    mailFrom: read.mailAddress("MAIL_FROM", "Sakhi Bazaar <mela@sakhi-bazaar.example>"),
    operatorEmail: read.mailAddress("OPERATOR_EMAIL", "operator@sakhi-bazaar.example"),
    event: readEvent(read),
    seller: readSeller(read),
    gstRatePercent: read.integer("GST_RATE", 18, 0, 28),
    sac: {
      stall: read.pattern("SAC_STALL", /^\d{4,6}$/, "a SAC of 4 to 6 digits", "998596"),
      listing: read.pattern("SAC_LISTING", /^\d{4,6}$/, "a SAC of 4 to 6 digits", "998365"),
    },
    listings: readListings(read, production),
    /** How long personal data is retained after its last use (docs/security.md, Personal data). */
    retention: {
      unpaidRegistrationDays: read.integer("RETENTION_UNPAID_REGISTRATION_DAYS", 30, 1, 3650),
      enquiryDays: read.integer("RETENTION_ENQUIRY_DAYS", 365, 1, 3650),
      applicationDays: read.integer("RETENTION_APPLICATION_DAYS", 365, 1, 3650),
      mailDays: read.integer("RETENTION_MAIL_DAYS", 365, 1, 3650),
    },
    imageProxyHosts: read.hosts("IMAGE_PROXY_HOSTS", SHARED_DRIVE_HOSTS),
    admin: {
      username: read.checked("ADMIN_USERNAME", usernameProblem),
      password: read.checked("ADMIN_PASSWORD", passwordProblem),
    },
  };
  if (production) {
    read.problems.push(...productionProblems(config, (name) => read.optional(name) !== undefined));
  }
  if (read.problems.length > 0) throw new SettingsError(read.problems);
  return config;
}

/** The settings as an injectable: Nest's token for the result of {@link readConfig}. */
export type Config = Readonly<ReturnType<typeof readConfig>>;
export const Config = function Config() {} as unknown as abstract new () => Config;
