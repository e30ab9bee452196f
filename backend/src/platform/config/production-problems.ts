import { HOLD_SECONDS, MIN_PAYMENT_WINDOW_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { MIN_LATE_OFFER_SECONDS } from "@sakhi/domain/bookings/stall-offer.rules";

/** The settings that production checks again; structurally part of Config. */
interface ProductionSettings {
  readonly publicUrl: string;
  readonly databaseUrl: string;
  readonly migrationDatabaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly smtpUrl: string;
  readonly temporal: { readonly apiKey: string | undefined };
  readonly holdSeconds: number;
  readonly paymentWindowSeconds: number;
  readonly lateOfferSeconds: number;
  readonly cashfree: {
    readonly environment: "sandbox" | "production";
    readonly clientId: string;
    readonly clientSecret: string;
    readonly baseUrl: string | undefined;
  };
  readonly cookieSecret: string;
  readonly cookieSecretPrevious: string | undefined;
  readonly metricsToken: string;
  readonly metricsTokenPrevious: string | undefined;
  readonly rateLimits: boolean;
  readonly mailFrom: string;
  readonly operatorEmail: string;
  readonly seller: { readonly name: string; readonly address: string; readonly gstin: string };
  readonly admin: { readonly password: string | undefined };
}

/** Settings without a default in production, and what to write. */
const REQUIRED_IN_PRODUCTION = {
  SITE_NAME: "the name of the site as it stands in mails",
  MAIL_FROM: "the sender of our mails, for example Mela <mela@your-organisation.in>",
  OPERATOR_EMAIL: "the address that people's answers go to",
  EVENT_START: "the Mela's first day, for example 2027-01-21",
  EVENT_END: "the Mela's last day, for example 2027-01-22",
  EVENT_STATE_CODE: "the GST code of the state it takes place in, for example 29",
  SELLER_NAME: "the seller's legal name as on the GST registration",
  SELLER_ADDRESS: "the seller's address as on the GST registration",
  SELLER_GSTIN: "the seller's GSTIN",
};

/** Reserved domains, which no real server has (RFC 2606, RFC 6761). */
const EXAMPLE_DOMAIN =
  /(?:^|\.)(?:example|test|invalid|localhost|example\.(?:com|org|net|edu)|your-organisation\.in)$/i;
/** Port of mail catchers such as Mailpit. */
const MAIL_CATCHER_PORT = "1025";

/**
 * Lists everything production refuses: one sentence per problem, with the setting's name and what to write.
 * {@link SettingsReader} already reports malformed values.
 *
 * @param isGiven true for a setting that the environment has
 */
export function productionProblems(config: ProductionSettings, isGiven: (name: string) => boolean): readonly string[] {
  const missing = Object.entries(REQUIRED_IN_PRODUCTION).filter(([name]) => !isGiven(name));
  const others = [
    ...trialProblems(config),
    ...addressProblems(config),
    ...sellerProblems(config),
    ...secretProblems(config),
  ];
  return [
    ...missing.map(([name, what]) => `${name} is missing: production needs ${what}.`),
    // A missing setting falls back to an example: report it once.
    ...others.filter((problem) => !missing.some(([name]) => problem.startsWith(`${name} `))),
  ];
}

/** Settings for trials only. */
function trialProblems({ cashfree, rateLimits, ...config }: ProductionSettings): readonly string[] {
  return [
    cashfree.baseUrl !== undefined &&
      "CASHFREE_BASE_URL is refused in production, our secrets would go there: leave it out.",
    cashfree.environment !== "production" && "CASHFREE_ENV must be production in production.",
    /^TEST/.test(cashfree.clientId) && "CASHFREE_CLIENT_ID is one of the provider's sandbox: write the production id.",
    /^cfsk_ma_test_/.test(cashfree.clientSecret) &&
      "CASHFREE_CLIENT_SECRET is one of the provider's sandbox: write the production secret.",
    !rateLimits && "RATE_LIMITS=off is refused in production: leave it out.",
    config.holdSeconds !== HOLD_SECONDS && `HOLD_SECONDS must be ${HOLD_SECONDS} in production: leave it out.`,
    config.lateOfferSeconds < MIN_LATE_OFFER_SECONDS &&
      `LATE_OFFER_SECONDS must be at least ${MIN_LATE_OFFER_SECONDS} in production: leave it out.`,
    config.paymentWindowSeconds < MIN_PAYMENT_WINDOW_SECONDS &&
      `PAYMENT_WINDOW_SECONDS must be at least ${MIN_PAYMENT_WINDOW_SECONDS} in production: leave it out.`,
  ].filter((problem) => problem !== false);
}

function addressProblems(config: ProductionSettings): readonly string[] {
  const site = urlOf(config.publicUrl);
  const smtp = urlOf(config.smtpUrl);
  return [
    site !== undefined &&
      (isExampleHost(site.hostname) || isLoopback(site.hostname)) &&
      `PUBLIC_URL must be an address that visitors can reach, not "${site.hostname}".`,
    smtp !== undefined &&
      (isExampleHost(smtp.hostname) || smtp.port === MAIL_CATCHER_PORT) &&
      "SMTP_URL leads to an example or a mail catcher: write the address of a server that delivers.",
    isExampleHost(mailDomain(config.mailFrom)) && "MAIL_FROM has an example address: write one that you own.",
    isExampleHost(mailDomain(config.operatorEmail)) && "OPERATOR_EMAIL is an example address: write one that you read.",
    config.redisUrl !== undefined &&
      passwordOf(config.redisUrl) === "" &&
      "REDIS_URL has no password: write redis://:password@host:6379.",
  ].filter((problem) => problem !== false);
}

function sellerProblems({ seller }: ProductionSettings): readonly string[] {
  return [
    seller.name === SEED_ORGANISATION.legalName && "SELLER_NAME is the example: write the seller's legal name.",
    seller.address === SEED_ORGANISATION.legalAddress &&
      "SELLER_ADDRESS is the example: write the seller's address as on the GST registration.",
    seller.gstin === SEED_ORGANISATION.gstin && "SELLER_GSTIN is the example: write the seller's own.",
  ].filter((problem) => problem !== false);
}

/** Weak secrets, and secrets that two settings share. No problem repeats a secret. */
function secretProblems(config: ProductionSettings): readonly string[] {
  const ours = {
    COOKIE_SECRET: config.cookieSecret,
    // Still accepted, so it can forge as much as the current one.
    COOKIE_SECRET_PREVIOUS: config.cookieSecretPrevious,
    METRICS_TOKEN: config.metricsToken,
    METRICS_TOKEN_PREVIOUS: config.metricsTokenPrevious,
  };
  const weak = Object.entries(ours).flatMap(([name, secret = ""]) => {
    const weakness = secret === "" ? undefined : secretWeakness(secret);
    const better = name.endsWith("_PREVIOUS") ? "leave it out" : "write what `openssl rand -hex 32` prints";
    return weakness === undefined ? [] : [`${name} ${weakness}: ${better}.`];
  });

  const secrets = Object.entries({
    ...ours,
    CASHFREE_CLIENT_SECRET: config.cashfree.clientSecret,
    DATABASE_URL: passwordOf(config.databaseUrl),
    MIGRATION_DATABASE_URL: passwordOf(config.migrationDatabaseUrl),
    REDIS_URL: passwordOf(config.redisUrl),
    SMTP_URL: passwordOf(config.smtpUrl),
    TEMPORAL_API_KEY: config.temporal.apiKey,
    ADMIN_PASSWORD: config.admin.password,
  }).filter(([, secret]) => secret !== undefined && secret !== "");
  const equal = secrets.flatMap(([name, secret], index) => {
    const same = secrets.slice(0, index).find(([, earlier]) => earlier === secret);
    return same === undefined ? [] : [`${name} holds the same secret as ${same[0]}: give each a secret of its own.`];
  });
  return [...weak, ...equal];
}

function urlOf(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}

/** The password in a URL; empty if there is none. */
function passwordOf(address: string | undefined): string {
  const url = urlOf(address ?? "");
  if (url === undefined) return "";
  try {
    return decodeURIComponent(url.password);
  } catch {
    return url.password;
  }
}

function isExampleHost(host: string): boolean {
  return EXAMPLE_DOMAIN.test(host);
}

function isLoopback(host: string): boolean {
  return host === "[::1]" || host.startsWith("127.");
}

/** The domain of "Name <a@b>" or "a@b"; empty if there is none. */
function mailDomain(address: string): string {
  return address
    .slice(address.lastIndexOf("@") + 1)
    .replace(/>\s*$/, "")
    .trim();
}

/** Shortest secret production accepts, in characters: 128 bits in hexadecimal (`openssl rand -hex 16`). */
const MIN_SECRET_LENGTH = 32;
/** 32 random hexadecimal digits contain 14 distinct ones on average, and practically never fewer than 10. */
const MIN_DISTINCT_CHARACTERS = 10;
/** Common placeholders. None of them occurs in a random secret. */
const PLACEHOLDERS = [
  ...["secret", "password", "change", "example", "metrics", "cookie"],
  ...["01234567", "12345678", "abcdefgh", "qwertyui"],
];

/**
 * Returns why a secret is too weak for production, as the end of a sentence that starts with its name; undefined if it
 * is not. Randomness cannot be measured: this detects secrets that are short, repetitive or typed by a person.
 */
function secretWeakness(secret: string): string | undefined {
  if (secret.length < MIN_SECRET_LENGTH) {
    return `must have at least ${MIN_SECRET_LENGTH} characters`;
  }
  if (isRepeated(secret) || new Set(secret).size < MIN_DISTINCT_CHARACTERS) {
    return "repeats itself, so it can be guessed";
  }
  const lower = secret.toLowerCase();
  if (PLACEHOLDERS.some((word) => lower.includes(word))) return "looks like a placeholder";
  return undefined;
}

/** True for a text that repeats a shorter one. */
function isRepeated(text: string): boolean {
  return (text + text).indexOf(text, 1) < text.length;
}
