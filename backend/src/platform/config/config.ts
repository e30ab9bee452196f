import { passwordProblem, usernameProblem } from "@sakhi/domain/accounts/administrator.rules";
import { HOLD_SECONDS, MIN_PAYMENT_WINDOW_SECONDS, PAYMENT_WINDOW_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { HELD_SHARE_PERCENT, LIVE_HOLDS_PER_NETWORK, PROOF_COST } from "@sakhi/domain/bookings/live-holds.rules";
import {
  LATE_OFFER_SECONDS,
  MAX_LATE_OFFER_SECONDS,
  MIN_LATE_OFFER_SECONDS,
} from "@sakhi/domain/bookings/stall-offer.rules";
import { SEED_EVENT, SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { readGstNumber } from "@sakhi/domain/fields/identifiers";
import { isGstStateCode } from "@sakhi/domain/invoices/gst-states";
import { gstinState } from "@sakhi/domain/invoices/gstin";
import { istDate } from "@sakhi/domain/invoices/indian-dates";
import {
  LISTING_REMINDERS_SECONDS,
  LISTING_YEAR_SECONDS,
  UNPAID_APPLICATION_SECONDS,
} from "@sakhi/domain/listings/listing.rules";
import { backupFolder, backupRecipient } from "./backup-rules.js";
import { sharedSecrets, trialProblems } from "./production-problems.js";
import * as rule from "./production-rules.js";
import { SettingsError, SettingsReader, parseTrustProxy, type TrustedProxies } from "./settings.js";
import { readWhatsapp } from "./whatsapp-settings.js";

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

/** Longest payment window in production, in seconds: a stall waits that long for money. */
const LONGEST_REAL_WINDOW_SECONDS = 3600;
/** Most holds of a network without a proof in production. */
const MOST_LIVE_HOLDS_PER_NETWORK = 40;
/** GST on both services that are sold, in percent (payments-and-gst, "Rates"). */
const GST_RATE = 18;

/** Payment mode and durations of listings. */
function readListings(read: SettingsReader) {
  const payments = read.choice("LISTING_PAYMENTS", ["provider", "mock"], "provider", rule.fixed("provider"));
  const duration = (name: string, usual: number, least: number): number =>
    read.integer(name, usual, least, MAX_LISTING_SECONDS, rule.fixed(usual));
  return {
    payments,
    /** Whether small corrections of approved brands go live without a review. */
    trustedEdits: read.choice("TRUSTED_EDITS", ["on", "off"], "off", rule.trustedEdits) === "on",
    yearSeconds: duration("LISTING_YEAR_SECONDS", LISTING_YEAR_SECONDS, 1),
    firstReminderSeconds: duration("LISTING_FIRST_REMINDER_SECONDS", LISTING_REMINDERS_SECONDS.first, 0),
    lastReminderSeconds: duration("LISTING_LAST_REMINDER_SECONDS", LISTING_REMINDERS_SECONDS.last, 0),
    /** 0: two business days. */
    reviewReminderSeconds: duration("LISTING_REVIEW_REMINDER_SECONDS", 0, 0),
    unpaidSeconds: duration("LISTING_UNPAID_SECONDS", UNPAID_APPLICATION_SECONDS, 1),
  };
}

/**
 * Initial dates (in India) and state of the Mela; an operator can change them later. Outside production, no dates means
 * those of the seed (firstMela), and a first day alone means two days, like the seed's.
 */
function readEvent(read: SettingsReader, production: boolean) {
  const firstDay = rule.needed("the Mela's first day, for example 2027-01-21", rule.firstDay);
  const lastDay = rule.needed("the Mela's last day, for example 2027-01-22", rule.lastDay);
  const start = read.date("EVENT_START", firstDay);
  const end = read.date("EVENT_END", lastDay);
  if (start && end && end < start) read.problems.push(`EVENT_END must not be before EVENT_START, ${start}.`);
  // Production misses the first day anyway.
  if (!production && start === undefined && end !== undefined)
    read.problems.push("EVENT_END needs EVENT_START, the first day.");
  const takesPlaceIn = rule.needed("the GST code of the state it takes place in, for example 29");
  const stateCode = readState(read, "EVENT_STATE_CODE", SEED_EVENT.stateCode, takesPlaceIn);
  return { days: start === undefined ? undefined : { start, end }, stateCode };
}

/** Initial seller; an operator can change it later. The state is the one that issued the GSTIN (reference section 8, GSTIN). */
/** The cost of a proof of work, scrypt's N: a power of two. */
function readProofCost(read: SettingsReader): number {
  const cost = read.integer("PROOF_COST", PROOF_COST, 16, 65_536, rule.range(PROOF_COST, 65_536));
  if (!Number.isInteger(Math.log2(cost))) read.problems.push("PROOF_COST must be a power of two.");
  return cost;
}

function readSeller(read: SettingsReader) {
  const { gstin: example, legalName, legalAddress } = SEED_ORGANISATION;
  const own = rule.needed("the seller's GSTIN", rule.sellersGstin(example));
  const gstin = readGstNumber(read.text("SELLER_GSTIN", example, own));
  const registeredIn = gstinState(gstin);
  if (registeredIn === undefined) {
    read.problems.push(
      `SELLER_GSTIN is no GSTIN: compare "${gstin}" with the registration certificate (the last character is a check digit).`,
    );
  }
  const stateCode = readState(read, "SELLER_STATE_CODE", registeredIn ?? example.slice(0, 2), rule.anyValue);
  if (registeredIn !== undefined && stateCode !== registeredIn) {
    read.problems.push(
      `SELLER_STATE_CODE must be ${registeredIn}, the state of SELLER_GSTIN, not "${stateCode}": leave it out.`,
    );
  }
  return {
    name: read.text(
      "SELLER_NAME",
      legalName,
      rule.needed("the seller's legal name as on the GST registration", rule.sellersName(legalName)),
    ),
    address: read.text(
      "SELLER_ADDRESS",
      legalAddress,
      rule.needed("the seller's address as on the GST registration", rule.sellersAddress(legalAddress)),
    ),
    gstin,
    stateCode,
  };
}

function readState(read: SettingsReader, name: string, fallback: string, inProduction: rule.ProductionRule): string {
  const code = read.text(name, fallback, inProduction);
  if (!isGstStateCode(code)) {
    read.problems.push(`${name} must be a two-digit GST state code such as 29 for Karnataka, not "${code}".`);
  }
  return code;
}

/** Above it the ceiling of the whole site would protect nothing. */
const MAX_HELD_SHARE_PERCENT = 60;

/** Temporal's address and credentials: none for a self-hosted server, TLS and an API key for Temporal Cloud. */
function readTemporal(read: SettingsReader) {
  const tls = read.choice("TEMPORAL_TLS", ["on", "off"], "off", rule.temporalTls) === "on";
  const apiKey = read.optional("TEMPORAL_API_KEY", rule.anyValue);
  if (apiKey !== undefined && !tls) {
    read.problems.push("TEMPORAL_TLS must be on with TEMPORAL_API_KEY: the key would travel in the clear.");
  }
  const address = read.required("TEMPORAL_ADDRESS", "host:port of the Temporal server", rule.anyValue);
  if (address !== "" && !HOST_AND_PORT.test(address)) {
    read.problems.push(`TEMPORAL_ADDRESS must be host:port, without https://, not "${address}".`);
  }
  return {
    address,
    namespace: read.text("TEMPORAL_NAMESPACE", "default", rule.anyValue),
    taskQueue: read.text("TEMPORAL_TASK_QUEUE", "sakhi", rule.anyValue),
    uiUrl: read.optionalBase("TEMPORAL_UI_URL", WEB, rule.anyValue),
    tls,
    apiKey,
  };
}

/** Names of the settings of a bucket. */
interface BucketNames {
  readonly url: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

/** A bucket of an S3-compatible store. */
function readBucket(read: SettingsReader, names: BucketNames) {
  const url = read.optionalBase(names.url, WEB, rule.bucketLink);
  const region = read.text(names.region, "auto", rule.anyValue);
  const keyId = read.optional(names.keyId, rule.anyValue);
  const secret = read.optional(names.secret, rule.bucketSecret);
  if (url === undefined) return undefined;
  if (!/^\/[\w.-]+\/?$/.test(URL.canParse(url) ? new URL(url).pathname : ""))
    read.problems.push(`${names.url} must end with the bucket's name, for example https://s3.example.com/pictures.`);
  if (keyId === undefined) read.problems.push(`${names.keyId} is missing: write the access key of the bucket.`);
  if (secret === undefined) read.problems.push(`${names.secret} is missing: write the secret of the access key.`);
  return { url, region, keyId: keyId ?? "", secret: secret ?? "" };
}

const PICTURES_BUCKET: BucketNames = {
  url: "PICTURES_BUCKET_URL",
  region: "PICTURES_BUCKET_REGION",
  keyId: "PICTURES_BUCKET_KEY_ID",
  secret: "PICTURES_BUCKET_SECRET",
};
const BACKUP_BUCKET: BucketNames = {
  url: "BACKUP_BUCKET_URL",
  region: "BACKUP_BUCKET_REGION",
  keyId: "BACKUP_BUCKET_KEY_ID",
  secret: "BACKUP_BUCKET_SECRET",
};

/** Where the files of pictures are kept: a folder, or a bucket of an S3-compatible store. */
function readPictures(read: SettingsReader, production: boolean) {
  const folder = read.optional("PICTURES_DIR", rule.keptFolder);
  const s3 = readBucket(read, PICTURES_BUCKET);
  if (s3 === undefined && production && folder === undefined) {
    read.problems.push("PICTURES_DIR is missing: production needs a folder that is kept, or PICTURES_BUCKET_URL.");
  }
  return { folder: folder ?? ".data/pictures", s3 };
}

/** Most backups kept of either kind. */
const MOST_BACKUPS = 366;

/** BACKUP_RECIPIENT of an installation whose backups are not encrypted: in production it is to be said. */
const UNENCRYPTED = "none";

/** Where backups go, how they are encrypted and how many are kept. */
function readBackups(read: SettingsReader) {
  const given = read.text("BACKUP_RECIPIENT", UNENCRYPTED, backupRecipient(UNENCRYPTED));
  const recipient = given === UNENCRYPTED ? undefined : given;
  if (recipient !== undefined && !/^age1[0-9a-z]{20,}$/.test(recipient))
    read.problems.push("BACKUP_RECIPIENT must be a public key of age, which begins with age1.");
  return {
    folder: read.text("BACKUP_DIR", ".data/backups", backupFolder),
    s3: readBucket(read, BACKUP_BUCKET),
    /** Public key of age for which backups are encrypted. */
    recipient,
    /** The store may have other installations' backups. */
    shared: read.choice("BACKUP_SHARED_STORE", ["on", "off"], "off", rule.anyValue) === "on",
    /** File in which the service archive notes its last base backup (deploy/archive); docker-compose.yml sets it. */
    archiveState: read.optional("ARCHIVE_STATE", rule.anyValue),
    /** File with the secret key, to read encrypted backups: for `restore` and the drill. */
    identityFile: read.optional("BACKUP_IDENTITY_FILE", rule.anyValue),
    /** Hour in India from which on the day's backup is made. */
    hour: read.integer("BACKUP_HOUR", 2, 0, 23, rule.anyValue),
    daily: read.integer("BACKUP_KEEP_DAILY", 7, 1, MOST_BACKUPS, rule.anyValue),
    weekly: read.integer("BACKUP_KEEP_WEEKLY", 5, 0, MOST_BACKUPS, rule.anyValue),
  };
}

function readTrustProxy(read: SettingsReader): TrustedProxies {
  const found = parseTrustProxy(read.text("TRUST_PROXY", "off", rule.proxies));
  if ("trusted" in found) return found.trusted;
  read.problems.push(`TRUST_PROXY ${found.wrong}`);
  return false;
}

/** How {@link readConfig} judges. */
interface Judgement {
  /**
   * Whether dates that have passed are refused. Not in a process: the Mela passes, and what restarts then must run on.
   * What prepares a new installation reads Config.passed.
   */
  readonly dates?: boolean;
}

/**
 * All settings of the three processes: each with its default and with what production demands of it. Read once at
 * startup; nothing else reads the environment. Addresses have no trailing slash.
 *
 * @throws SettingsError listing every wrong or missing setting
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, { dates = true }: Judgement = {}) {
  const read = new SettingsReader(env);
  const production = read.choice("APP_ENV", ["local", "production"], "local", rule.anyValue) === "production";
  const port = read.integer("PORT", 3000, 0, 65_535, rule.anyValue);

  const databaseUrl = read.address("DATABASE_URL", POSTGRES, rule.databaseLink);

  const config = {
    production,
    port,
    host: read.text("HOST", "127.0.0.1", rule.anyValue),
    publicUrl: production
      ? read.origin("PUBLIC_URL", ["https:"], rule.publicAddress)
      : read.origin("PUBLIC_URL", WEB, rule.publicAddress, `http://127.0.0.1:${port}`),
    /** Host of PUBLIC_URL if it is public but only for trials: nothing sold there is real. */
    trialHost: read.optional("TRIAL_HOST", rule.absent),
    trustProxy: readTrustProxy(read),
    /** Serves the API description at /api/docs, administrative calls included. */
    apiDocs: read.choice("API_DOCS", ["on", "off"], production ? "off" : "on", rule.openDocs) === "on",
    databaseUrl,
    /** The same database without a pooler, for connections that keep a state: LISTEN, settings of their own. */
    directDatabaseUrl: read.optionalAddress("DATABASE_DIRECT_URL", POSTGRES, rule.databaseLink) ?? databaseUrl,
    /**
     * URL of the role that owns the tables, for migrations only: the processes need not know it. Defaults to DATABASE_URL;
     * production migrates only with a role of its own.
     */
    migrationDatabaseUrl: read.optionalAddress("MIGRATION_DATABASE_URL", POSTGRES, rule.ownersLink),
    databasePoolSize: read.integer("DATABASE_POOL_SIZE", 10, 2, 200, rule.anyValue),
    redisUrl: read.optionalAddress("REDIS_URL", ["redis:", "rediss:"], rule.redisLink),
    /** Hosts on a network that nobody else can read: connections to them need no encryption. */
    privateHosts: read.text("PRIVATE_HOSTS", "", rule.privateHosts),
    temporal: readTemporal(read),
    /** Folder for what is kept outside the database: its position and the log of sent mails (decision 50). */
    recordFolder: read.text("RECORD_DIR", "", rule.recordFolder) || undefined,
    smtpUrl: read.address("SMTP_URL", ["smtp:", "smtps:"], rule.mailLink),
    holdSeconds: read.integer("HOLD_SECONDS", HOLD_SECONDS, 1, 3600, rule.fixed(HOLD_SECONDS)),
    paymentWindowSeconds: read.integer(
      "PAYMENT_WINDOW_SECONDS",
      PAYMENT_WINDOW_SECONDS,
      2,
      86_400,
      rule.range(MIN_PAYMENT_WINDOW_SECONDS, LONGEST_REAL_WINDOW_SECONDS),
    ),
    /** How long another stall is offered after a late payment. */
    lateOfferSeconds: read.integer(
      "LATE_OFFER_SECONDS",
      LATE_OFFER_SECONDS,
      1,
      MAX_LATE_OFFER_SECONDS,
      rule.range(MIN_LATE_OFFER_SECONDS, MAX_LATE_OFFER_SECONDS),
    ),
    cashfree: {
      environment: read.choice("CASHFREE_ENV", ["sandbox", "production"], "sandbox", rule.realPayments),
      clientId: read.required("CASHFREE_CLIENT_ID", "the client id of the payment provider's account", rule.providerId),
      clientSecret: read.required("CASHFREE_CLIENT_SECRET", "the secret that belongs to it", rule.providerSecret),
      baseUrl: read.optionalBase("CASHFREE_BASE_URL", WEB, rule.absent),
      /** Where browsers reach the simulator, if not at the origin of `baseUrl`. */
      pagesUrl: read.optionalBase("CASHFREE_PAGES_URL", WEB, rule.absent),
    },
    cookieSecret: read.secret("COOKIE_SECRET", rule.newSecret),
    /** Still accepted during a rotation. */
    cookieSecretPrevious: read.previousSecret("COOKIE_SECRET_PREVIOUS", rule.oldSecret),
    metricsToken: read.secret("METRICS_TOKEN", rule.newSecret),
    metricsTokenPrevious: read.previousSecret("METRICS_TOKEN_PREVIOUS", rule.oldSecret),
    rateLimits: read.choice("RATE_LIMITS", ["on", "off"], "on", rule.fixed("on")) === "on",
    /** Whether an api that has more to do than it can makes people wait (decision 102). */
    overload: read.choice("OVERLOAD", ["on", "off"], "on", rule.fixed("on")) === "on",
    /** Whether pages open without network; off removes the service worker from every browser (decision 109). */
    offlinePages: read.choice("OFFLINE_PAGES", ["on", "off"], "on", rule.anyValue) === "on",
    liveHoldsPerNetwork: read.integer(
      "LIVE_HOLDS_PER_NETWORK",
      LIVE_HOLDS_PER_NETWORK,
      0,
      100_000,
      rule.loose(
        rule.range(1, MOST_LIVE_HOLDS_PER_NETWORK),
        LIVE_HOLDS_PER_NETWORK,
        "lets one address keep so many stalls unpaid before its browsers have to work",
      ),
    ),
    heldSharePercent: read.integer(
      "HELD_SHARE_PERCENT",
      HELD_SHARE_PERCENT,
      0,
      100,
      rule.range(0, MAX_HELD_SHARE_PERCENT),
    ),
    proofCost: readProofCost(read),
    siteName: read.text("SITE_NAME", SEED_ORGANISATION.name, rule.needed("the name of the site as it stands in mails")),
    mailFrom: read.mailAddress(
      "MAIL_FROM",
      "Sakhi Bazaar <mela@sakhi-bazaar.example>",
      rule.needed("the sender of our mails, for example Mela <mela@your-organisation.in>", rule.senderAddress),
    ),
    operatorEmail: read.mailAddress(
      "OPERATOR_EMAIL",
      "operator@sakhi-bazaar.example",
      rule.needed("the address that people's answers go to", rule.ownAddress),
    ),
    event: readEvent(read, production),
    seller: readSeller(read),
    gstRatePercent: read.integer("GST_RATE", GST_RATE, 0, 28, rule.fixed(GST_RATE)),
    sac: {
      stall: read.pattern("SAC_STALL", /^\d{4,6}$/, "a SAC of 4 to 6 digits", "998596", rule.servicesCode("998596")),
      listing: read.pattern(
        "SAC_LISTING",
        /^\d{4,6}$/,
        "a SAC of 4 to 6 digits",
        "998365",
        rule.servicesCode("998365"),
      ),
    },
    listings: readListings(read),
    /** How long personal data is retained after its last use (docs/security.md, Personal data). */
    retention: {
      unpaidRegistrationDays: read.integer("RETENTION_UNPAID_REGISTRATION_DAYS", 30, 1, 3650, rule.range(1, 90)),
      enquiryDays: read.integer("RETENTION_ENQUIRY_DAYS", 365, 1, 3650, rule.range(30, 1095)),
      applicationDays: read.integer("RETENTION_APPLICATION_DAYS", 365, 1, 3650, rule.range(30, 1095)),
      mailDays: read.integer("RETENTION_MAIL_DAYS", 365, 1, 3650, rule.range(30, 1095)),
    },
    /** Most mails of messages to holders that are queued in a minute: below what the mail host accepts. */
    messageMailsPerMinute: read.integer("MESSAGE_MAILS_PER_MINUTE", 120, 1, 6000, rule.range(1, 3000)),
    /** Meta's Cloud API; undefined: nothing is sent by WhatsApp, and no page mentions it. */
    whatsapp: readWhatsapp(read),
    pictures: readPictures(read, production),
    /** Socket of the decoder in a container of its own; undefined: jobs starts it beside itself. */
    decoderSocket: read.optional("DECODER_SOCKET", rule.anyValue),
    backups: readBackups(read),
    imageProxyHosts: read.hosts("IMAGE_PROXY_HOSTS", SHARED_DRIVE_HOSTS, rule.pictureHosts),
    admin: {
      username: read.checked("ADMIN_USERNAME", usernameProblem, rule.anyValue),
      password: read.checked("ADMIN_PASSWORD", passwordProblem, rule.anyValue),
    },
  };
  const passed = production ? read.passed(istDate(new Date())) : [];
  if (production) {
    read.judgeForProduction();
    if (dates) read.problems.push(...passed);
    read.problems.push(...sharedSecrets(config));
  } else {
    read.problems.push(...trialProblems(config));
  }
  read.judgeNames();
  if (read.problems.length > 0) throw new SettingsError(read.problems);
  return {
    ...config,
    /** What production trusts and cannot check, one sentence each. */
    believed: production ? read.believed() : [],
    /** Dates that have passed, one sentence each: a new installation is not prepared with them. */
    passed,
  };
}

/** The settings as an injectable: Nest's token for the result of {@link readConfig}. */
export type Config = Readonly<ReturnType<typeof readConfig>>;
export const Config = function Config() {} as unknown as abstract new () => Config;
