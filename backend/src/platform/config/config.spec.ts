import { describe, expect, it } from "@jest/globals";
import { readConfig } from "./config.js";
import { SettingsError } from "./settings.js";

const ENOUGH = {
  DATABASE_URL: "postgres://x@127.0.0.1/x",
  TEMPORAL_ADDRESS: "127.0.0.1:7233",
  SMTP_URL: "smtp://127.0.0.1:25",
  CASHFREE_CLIENT_ID: "id",
  CASHFREE_CLIENT_SECRET: "secret",
  COOKIE_SECRET: "0123456789abcdef",
  METRICS_TOKEN: "0123456789abcdef",
};
const PRODUCTION = {
  ...ENOUGH,
  APP_ENV: "production",
  PUBLIC_URL: "https://bazaar.example",
  CASHFREE_ENV: "production",
  MAIL_FROM: "Bazaar <a@b.example>",
  ORGANISER_EMAIL: "o@b.example",
  SELLER_NAME: "Seller",
  SELLER_ADDRESS: "Somewhere 1",
  SELLER_GSTIN: "29AAGCB7383J1Z4",
};

function problems(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

describe("settings", () => {
  it("has a default for everything that is not given by whoever starts us", () => {
    expect(readConfig(ENOUGH)).toMatchObject({
      port: 3000,
      publicUrl: "http://127.0.0.1:3000",
      holdSeconds: 600,
      paymentWindowSeconds: 1080,
      event: { start: "2026-12-03", end: "2026-12-04", stateCode: "29" },
      gstRatePercent: 18,
      listings: {
        payments: "provider",
        yearSeconds: 31_536_000,
        firstReminderSeconds: 2_592_000,
        lastReminderSeconds: 604_800,
        reviewReminderSeconds: 0,
        unpaidSeconds: 1_209_600,
      },
    });
  });

  it("accepts a complete production", () => {
    expect(problems(PRODUCTION)).toEqual([]);
  });

  it("names everything that is missing at once", () => {
    expect(problems({}).map((problem) => problem.split(" ")[0])).toEqual([
      "DATABASE_URL",
      "TEMPORAL_ADDRESS",
      "SMTP_URL",
      "CASHFREE_CLIENT_ID",
      "CASHFREE_CLIENT_SECRET",
      "COOKIE_SECRET",
      "METRICS_TOKEN",
    ]);
  });

  it.each([
    [{ PORT: "http" }, "PORT"],
    [{ PORT: "70000" }, "PORT"],
    [{ APP_ENV: "prod" }, "APP_ENV"],
    [{ HOLD_SECONDS: "-5" }, "HOLD_SECONDS"],
    [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL"],
    [{ REDIS_URL: "localhost" }, "REDIS_URL"],
    [{ SMTP_URL: "mail" }, "SMTP_URL"],
    [{ EVENT_START: "3rd December" }, "EVENT_START"],
    [{ EVENT_STATE_CODE: "KA" }, "EVENT_STATE_CODE"],
    [{ COOKIE_SECRET: "short" }, "COOKIE_SECRET"],
    [{ GST_RATE: "118" }, "GST_RATE"],
    [{ IMAGE_PROXY_HOSTS: "drive.example,*.evil.example" }, "IMAGE_PROXY_HOSTS"],
    [{ IMAGE_PROXY_HOSTS: "127.0.0.1" }, "IMAGE_PROXY_HOSTS"],
    [{ CASHFREE_BASE_URL: "localhost:9" }, "CASHFREE_BASE_URL"],
    [{ LIVE_HOLDS_PER_NETWORK: "ten" }, "LIVE_HOLDS_PER_NETWORK"],
    [{ PROOF_COST: "0" }, "PROOF_COST"],
    [{ LISTING_PAYMENTS: "free" }, "LISTING_PAYMENTS"],
    [{ LISTING_YEAR_SECONDS: "0" }, "LISTING_YEAR_SECONDS"],
  ])("refuses %j by name", (wrong, name) => {
    const found = problems({ ...ENOUGH, ...(wrong as Record<string, string>) });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(name);
  });

  it.each([
    [{ CASHFREE_BASE_URL: "http://localhost:9/pg" }, "CASHFREE_BASE_URL"],
    [{ RATE_LIMITS: "off" }, "RATE_LIMITS"],
    [{ PROOF_COST: "999" }, "PROOF_COST"],
    [{ PAYMENT_WINDOW_SECONDS: "900" }, "PAYMENT_WINDOW_SECONDS"],
    [{ CASHFREE_ENV: "sandbox" }, "CASHFREE_ENV"],
    [{ SELLER_GSTIN: "27AAPFU0939F1ZV" }, "SELLER_GSTIN"],
    [{ PUBLIC_URL: "http://bazaar.example" }, "PUBLIC_URL"],
    [{ LISTING_PAYMENTS: "mock" }, "LISTING_PAYMENTS"],
    [{ LISTING_YEAR_SECONDS: "60" }, "LISTING_YEAR_SECONDS"],
    [{ LISTING_FIRST_REMINDER_SECONDS: "60" }, "LISTING_FIRST_REMINDER_SECONDS"],
    [{ LISTING_LAST_REMINDER_SECONDS: "60" }, "LISTING_LAST_REMINDER_SECONDS"],
    [{ LISTING_REVIEW_REMINDER_SECONDS: "60" }, "LISTING_REVIEW_REMINDER_SECONDS"],
    [{ LISTING_UNPAID_SECONDS: "60" }, "LISTING_UNPAID_SECONDS"],
  ])("production refuses %j", (wrong, name) => {
    const found = problems({ ...PRODUCTION, ...(wrong as Record<string, string>) });
    expect(found.join()).toContain(name);
  });

  it("never repeats a secret in a sentence", () => {
    const found = problems({
      ...ENOUGH,
      DATABASE_URL: "mysql://root:hunter2@db/x",
      COOKIE_SECRET: "hunter2",
    });
    expect(found.join()).not.toContain("hunter2");
  });
});
