import { readConfig } from "../../src/platform/config/config.js";
import type { Config } from "../../src/platform/config/config.js";

/** Default settings of tests. */
export const TEST_SETTINGS = {
  TEMPORAL_ADDRESS: "127.0.0.1:1",
  SMTP_URL: "smtp://127.0.0.1:1",
  CASHFREE_CLIENT_ID: "test-client",
  CASHFREE_CLIENT_SECRET: "test-secret-of-the-simulator",
  COOKIE_SECRET: "a-cookie-secret-for-tests",
  METRICS_TOKEN: "a-metrics-token-for-tests",
  RATE_LIMITS: "off",
  OVERLOAD: "off",
  PORT: "0",
  PUBLIC_URL: "http://127.0.0.1:3000",
} as const;

/** Settings for tests: defaults, overridden by the test servers' environment and by `overrides`. */
export function testConfig(overrides: Readonly<Record<string, string>> = {}): Config {
  return readConfig({ ...TEST_SETTINGS, ...process.env, ...overrides });
}
