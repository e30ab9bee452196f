/** Settings that could point tests at real servers or change expected results. */
const PRODUCT_SETTINGS =
  /^(APP_ENV|PORT|HOST|PUBLIC_URL|TRUST_PROXY|API_DOCS|DATA_DIR|DATABASE_.*|MIGRATION_DATABASE_URL|TEMPORAL_(?!CLI$).*|SMTP_URL|HOLD_SECONDS|PAYMENT_WINDOW_SECONDS|LATE_OFFER_SECONDS|CASHFREE_.*|COOKIE_SECRET.*|METRICS_TOKEN.*|RECORD_DIR|PICTURES_.*|BACKUP_.*|RETENTION_.*|ADMIN_.*|RATE_LIMITS|OVERLOAD|OFFLINE_PAGES|LIVE_HOLDS_PER_NETWORK|PROOF_COST|HELD_SHARE_PERCENT|LISTING_.*|IMAGE_PROXY_HOSTS|SITE_NAME|MAIL_FROM|OPERATOR_EMAIL|EVENT_.*|SELLER_.*|GST_RATE|SAC_.*|NODE_OPTIONS|NODE_ENV|PG[A-Z]+|SAKHI_(?!NO_USER_NAMESPACES$).*)$/;

/**
 * The caller's environment without the product's settings, except REDIS_URL, which provides a Redis for the specs.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
export function testEnvironment(env) {
  const remaining = Object.entries(env).filter(([name]) => !PRODUCT_SETTINGS.test(name));
  return { .../** @type {Record<string, string>} */ (Object.fromEntries(remaining)), TZ: "UTC" };
}
