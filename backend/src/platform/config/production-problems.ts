import { isPublicHost } from "./production-rules.js";

/** The settings that are judged together; structurally part of Config. */
interface JudgedTogether {
  readonly publicUrl: string;
  readonly trialHost: string | undefined;
  readonly databaseUrl: string;
  readonly migrationDatabaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly smtpUrl: string;
  readonly temporal: { readonly apiKey: string | undefined };
  readonly cashfree: { readonly environment: "sandbox" | "production"; readonly clientSecret: string };
  readonly cookieSecret: string;
  readonly cookieSecretPrevious: string | undefined;
  readonly metricsToken: string;
  readonly metricsTokenPrevious: string | undefined;
  readonly pictures: { readonly s3: { readonly secret: string } | undefined };
  readonly backups: { readonly s3: { readonly secret: string } | undefined };
  readonly admin: { readonly password: string | undefined };
  readonly whatsapp: { readonly token: string; readonly appSecret: string; readonly verifyToken: string } | undefined;
}

/**
 * Settings that belong to production while APP_ENV is not: a forgotten APP_ENV would take real money without second
 * factors, with demonstration coupons and with weak secrets.
 */
export function trialProblems({ cashfree, publicUrl, trialHost }: JudgedTogether): readonly string[] {
  const problems: string[] = [];
  if (cashfree.environment === "production")
    problems.push("APP_ENV must be production, since CASHFREE_ENV=production takes real money.");
  const site = urlOf(publicUrl);
  if (site?.protocol === "https:" && isPublicHost(site.hostname) && trialHost !== site.hostname) {
    problems.push(
      `APP_ENV must be production, since everyone can reach PUBLIC_URL. For a trial with play money at that address ` +
        `write TRIAL_HOST=${site.hostname}.`,
    );
  }
  return problems.slice(0, 1);
}

/** Secrets that two settings share. No problem repeats a secret. */
export function sharedSecrets(config: JudgedTogether): readonly string[] {
  const secrets = Object.entries({
    COOKIE_SECRET: config.cookieSecret,
    // Still accepted, so it can forge as much as the current one.
    COOKIE_SECRET_PREVIOUS: config.cookieSecretPrevious,
    METRICS_TOKEN: config.metricsToken,
    METRICS_TOKEN_PREVIOUS: config.metricsTokenPrevious,
    CASHFREE_CLIENT_SECRET: config.cashfree.clientSecret,
    DATABASE_URL: passwordOf(config.databaseUrl),
    MIGRATION_DATABASE_URL: passwordOf(config.migrationDatabaseUrl),
    REDIS_URL: passwordOf(config.redisUrl),
    SMTP_URL: passwordOf(config.smtpUrl),
    TEMPORAL_API_KEY: config.temporal.apiKey,
    PICTURES_BUCKET_SECRET: config.pictures.s3?.secret,
    BACKUP_BUCKET_SECRET: config.backups.s3?.secret,
    ADMIN_PASSWORD: config.admin.password,
    WHATSAPP_TOKEN: config.whatsapp?.token,
    WHATSAPP_APP_SECRET: config.whatsapp?.appSecret,
    WHATSAPP_VERIFY_TOKEN: config.whatsapp?.verifyToken,
  }).filter(([, secret]) => secret !== undefined && secret !== "");
  return secrets.flatMap(([name, secret], index) => {
    const same = secrets.slice(0, index).find(([, earlier]) => earlier === secret);
    return same === undefined ? [] : [`${name} holds the same secret as ${same[0]}: give each a secret of its own.`];
  });
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
