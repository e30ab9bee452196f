import { randomBytes } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { PRODUCTION_SETTINGS } from "../../../test/platform/production-settings.js";
import { readConfig } from "./config.js";
import { secretWeakness } from "./production-rules.js";
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

function problems(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

/** Splits a line of .env into name and value. */
function settingOf(line: string): readonly [name: string, value: string] {
  const at = line.indexOf("=");
  return [line.slice(0, at), line.slice(at + 1)];
}

/** Names of the settings that the problems are about, sorted. */
function named(found: readonly string[]): string[] {
  return found.map((problem) => problem.split(/[ =]/)[0] ?? "").toSorted();
}

describe("readConfig", () => {
  it("has a default for every optional setting", () => {
    expect(readConfig(ENOUGH)).toMatchObject({
      port: 3000,
      publicUrl: "http://127.0.0.1:3000",
      holdSeconds: 600,
      paymentWindowSeconds: 1080,
      // The days of the first Mela follow from the installation's first start.
      event: { days: undefined, stateCode: "29" },
      seller: { gstin: "27AAPFU0939F1ZV", stateCode: "27" },
      temporal: { namespace: "default", taskQueue: "sakhi", tls: false, apiKey: undefined },
      gstRatePercent: 18,
      listings: {
        payments: "provider",
        trustedEdits: false,
        yearSeconds: 31_536_000,
        firstReminderSeconds: 2_592_000,
        lastReminderSeconds: 604_800,
        reviewReminderSeconds: 0,
        unpaidSeconds: 1_209_600,
      },
    });
  });

  it("reports all missing settings at once, with what to write", () => {
    const found = problems({});
    expect(named(found)).toEqual([
      "CASHFREE_CLIENT_ID",
      "CASHFREE_CLIENT_SECRET",
      "COOKIE_SECRET",
      "DATABASE_URL",
      "METRICS_TOKEN",
      "SMTP_URL",
      "TEMPORAL_ADDRESS",
    ]);
    for (const problem of found) expect(problem).toMatch(/^[A-Z_]+ is missing: write .+\.$/);
  });

  it.each([
    ...["PORT=http", "PORT=70000", "APP_ENV=prod", "HOLD_SECONDS=-5", "DATABASE_URL=mysql://x"],
    ...["DATABASE_URL=postgres://x:50%off@127.0.0.1/x", "SMTP_URL=smtp://me:50%off@127.0.0.1"],
    ...["MIGRATION_DATABASE_URL=sakhi_owner", "REDIS_URL=localhost", "SMTP_URL=mail"],
    // A scheme without a host, which every driver parses differently.
    ...["REDIS_URL=redis:6379", "SMTP_URL=smtp:587", "DATABASE_URL=postgres:5432", "SMTP_URL=smtp://"],
    ...["TEMPORAL_ADDRESS=https://temporal:7233", "TEMPORAL_ADDRESS=temporal:web", "TEMPORAL_UI_URL=temporal:8080"],
    ...["PUBLIC_URL=https://bazaar.local/mela", "PUBLIC_URL=https://me:word@bazaar.local", "MAIL_FROM=Sakhi Bazaar"],
    ...["OPERATOR_EMAIL=operator@localhost", "EVENT_START=3rd December", "EVENT_START=2026-02-31"],
    ...["EVENT_END=2099-12-02", "EVENT_STATE_CODE=KA", "EVENT_STATE_CODE=28", "SELLER_GSTIN=29NOTAGSTINATAL"],
    ...["SELLER_GSTIN=27AAPFU0939F1ZX", "COOKIE_SECRET=short", "COOKIE_SECRET_PREVIOUS=short"],
    ...["METRICS_TOKEN_PREVIOUS=short", "TEMPORAL_TLS=yes", "GST_RATE=118"],
    ...["IMAGE_PROXY_HOSTS=drive.example,*.evil.example", "IMAGE_PROXY_HOSTS=127.0.0.1"],
    ...["CASHFREE_BASE_URL=localhost:9", "LIVE_HOLDS_PER_NETWORK=ten", "PROOF_COST=0", "LISTING_PAYMENTS=free"],
    ...["TRUST_PROXY=on", "TRUST_PROXY=true", "TRUST_PROXY=11", "TRUST_PROXY=0.0.0.0/0"],
    ...["TRUST_PROXY=10.0.0.0/8,proxy.example", "API_DOCS=yes", "LATE_OFFER_SECONDS=604801"],
    // Lists that are nearly everyone.
    ...["TRUST_PROXY=0.0.0.0/1,128.0.0.0/1", "TRUST_PROXY=8.0.0.0/7", "TRUST_PROXY=::/1", "TRUST_PROXY=2400::/12"],
    `TRUST_PROXY=${Array.from({ length: 17 }, (_, first) => `${first + 20}.0.0.0/8`).join(",")}`,
    "LISTING_YEAR_SECONDS=0",
  ])("refuses %s by name", (line) => {
    const [name, value] = settingOf(line);
    expect(named(problems({ ...ENOUGH, [name]: value }))).toEqual([name]);
  });

  it.each([
    [{ SELLER_GSTIN: "29AAGCB7383J1Z4", SELLER_STATE_CODE: "27" }, "SELLER_STATE_CODE"],
    [{ TEMPORAL_API_KEY: "a-key" }, "TEMPORAL_TLS"],
  ])("refuses %j by name", (wrong, name) => {
    expect(named(problems({ ...ENOUGH, ...(wrong as Record<string, string>) }))).toEqual([name]);
  });

  it.each(["temporal", "temporal:7233", "sakhi.a1b2c.tmprl.cloud:7233", "10.0.0.7:7233", "[fd00::7]:7233"])(
    "accepts %s as Temporal's address",
    (address) => {
      expect(readConfig({ ...ENOUGH, TEMPORAL_ADDRESS: address }).temporal.address).toBe(address);
    },
  );

  it("derives the seller's state from the GSTIN", () => {
    expect(readConfig({ ...ENOUGH, SELLER_GSTIN: "29aagcb7383j1z4" }).seller).toMatchObject({
      gstin: "29AAGCB7383J1Z4",
      stateCode: "29",
    });
  });

  it.each(["https://bazaar.local/", "https://bazaar.local//", "https://Bazaar.local:443"])(
    "normalizes PUBLIC_URL %s to its origin",
    (address) => {
      expect(readConfig({ ...ENOUGH, PUBLIC_URL: address }).publicUrl).toBe("https://bazaar.local");
    },
  );

  it.each([
    ["", false],
    ["off", false],
    ["0", false],
    ["1", 1],
    ["2", 2],
    ["10.0.0.0/8", ["10.0.0.0/8"]],
    ["127.0.0.1, fd00::/8", ["127.0.0.1", "fd00::/8"]],
  ])("reads TRUST_PROXY=%s as %j", (text, trusted) => {
    expect(readConfig({ ...ENOUGH, TRUST_PROXY: text }).trustProxy).toEqual(trusted);
  });

  it("never repeats a secret in a problem", () => {
    const found = problems({ ...ENOUGH, DATABASE_URL: "mysql://root:hunter2@db/x", COOKIE_SECRET: "hunter2" });
    expect(found.join()).not.toContain("hunter2");
  });
});

describe("WhatsApp", () => {
  const META = {
    WHATSAPP_TOKEN: "EAAGm0PX4ZCpsBAKZCZBZC1x2y3z4w5v6u7t8s9r",
    WHATSAPP_PHONE_NUMBER_ID: "106540352242922",
    WHATSAPP_BUSINESS_ACCOUNT_ID: "102290129340398",
    WHATSAPP_APP_SECRET: "3f9a1c7be24d58064f1b9c3d7e2a8b50",
    WHATSAPP_VERIFY_TOKEN: "b1f7c2d94e8a3056c7d1e2f3a4b5968778695a4b3c2d1e0f9a8b7c6d5e4f3a2b",
  };

  it("is off without settings, and on with all of them", () => {
    expect(readConfig(ENOUGH).whatsapp).toBeUndefined();
    expect(readConfig({ ...ENOUGH, ...META }).whatsapp).toMatchObject({
      ...{ baseUrl: "https://graph.facebook.com", version: "v24.0", messagesPerDay: 1000 },
      ...{ quiet: { from: 21, until: 8 }, prices: { utility: 1150 } },
    });
    expect(problems({ ...PRODUCTION_SETTINGS, ...META })).toEqual([]);
    for (const name of Object.keys(META))
      expect([name, named(problems({ ...ENOUGH, ...META, [name]: "" }))]).toEqual([name, [name]]);
  });

  it.each([
    ...[
      "WHATSAPP_PHONE_NUMBER_ID=+91 98765",
      "WHATSAPP_QUIET_HOURS=21",
      "WHATSAPP_PRICES=11",
      "WHATSAPP_API_VERSION=24",
    ],
    ...["WHATSAPP_MESSAGES_PER_DAY=many", "WHATSAPP_BASE_URL=https://elsewhere.in", "WHATSAPP_TOKEN=short"],
    ...["WHATSAPP_VERIFY_TOKEN=password", `WHATSAPP_APP_SECRET=${META.WHATSAPP_TOKEN}`],
  ])("refuses %s in production", (line) => {
    const [name, value] = settingOf(line);
    expect(named(problems({ ...PRODUCTION_SETTINGS, ...META, [name]: value }))).toEqual([name]);
  });
});

describe("readConfig in production", () => {
  it.each([
    ["CASHFREE_ENV", { CASHFREE_ENV: "production" }],
    ["a public address", { PUBLIC_URL: "https://mela.sakhi-bazaar.in" }],
    ["a public IP address", { PUBLIC_URL: "https://13.234.10.20" }],
    ["another trial's name", { PUBLIC_URL: "https://mela.sakhi-bazaar.in", TRIAL_HOST: "trial.sakhi-bazaar.in" }],
    ["everything of production", { ...PRODUCTION_SETTINGS, APP_ENV: "" }],
  ])("is demanded by %s", (_, given) => {
    expect(named(problems({ ...ENOUGH, ...(given as Record<string, string>) }))).toEqual(["APP_ENV"]);
  });

  it.each([
    ["http://mela.sakhi-bazaar.in", ""],
    ["https://localhost", ""],
    ["https://127.0.0.1:3000", ""],
    ["https://192.168.1.7", ""],
    ["https://mela.sakhi.internal", ""],
    ["https://mela.local", ""],
    ["https://mela.example", ""],
    ["https://trial.sakhi-bazaar.in", "trial.sakhi-bazaar.in"],
  ])("is not demanded by %s with TRIAL_HOST=%s", (address, trialHost) => {
    expect(problems({ ...ENOUGH, PUBLIC_URL: address, TRIAL_HOST: trialHost })).toEqual([]);
  });

  it("accepts complete settings", () => {
    expect(problems(PRODUCTION_SETTINGS)).toEqual([]);
  });

  it("ignores spaces around APP_ENV=production", () => {
    expect(readConfig({ ...PRODUCTION_SETTINGS, APP_ENV: " production " }).production).toBe(true);
    expect(problems({ ...ENOUGH, APP_ENV: "production " })).not.toEqual([]);
  });

  it("requires every setting but REDIS_URL, and reports each missing one by name", () => {
    const demanded = Object.keys(PRODUCTION_SETTINGS).filter((name) => name !== "APP_ENV" && name !== "REDIS_URL");
    for (const name of demanded) {
      expect([name, named(problems({ ...PRODUCTION_SETTINGS, [name]: "" }))]).toEqual([name, [name]]);
    }
    // TLS is needed only for a server that is named.
    const first = demanded.filter((name) => name !== "TEMPORAL_TLS");
    expect(named(problems({ APP_ENV: "production" }))).toEqual(first.toSorted());
  });

  const COOKIE_SECRET = PRODUCTION_SETTINGS["COOKIE_SECRET"]!;
  const BUCKET = {
    PICTURES_DIR: "",
    PICTURES_BUCKET_URL: "https://s3.ap-south-1.amazonaws.com/sakhi-pictures/",
    PICTURES_BUCKET_KEY_ID: "AKIA5QZ7M2XW9T4R8YBN",
    PICTURES_BUCKET_SECRET: "uF8vQ2mZp7Xw4Rt9Ky3Ls6Hd1Nb5Jc0Ge/Ta+Vo",
  };
  const BACKUP_BUCKET = {
    BACKUP_BUCKET_URL: "https://s3.ap-south-1.amazonaws.com/sakhi-backups",
    BACKUP_BUCKET_KEY_ID: "AKIA7TQ2M5XW1T9R3YBC",
    BACKUP_BUCKET_SECRET: "pR4vQ8mZp2Xw7Rt1Ky6Ls9Hd5Nb3Jc8Ge+Ta/Xo",
  };
  it.each([
    // Trial settings.
    ...["CASHFREE_BASE_URL=http://localhost:9/pg", "CASHFREE_ENV=sandbox", "CASHFREE_CLIENT_ID=TEST10238475acde"],
    ...["CASHFREE_CLIENT_SECRET=cfsk_ma_test_81d0c2f4b6a97e3558aa", "CASHFREE_CLIENT_SECRET=x", "CASHFREE_CLIENT_ID=1"],
    ...["RATE_LIMITS=off", "OVERLOAD=off", "PROOF_COST=4096", "PROOF_COST=131072", "TRIAL_HOST=mela.sakhi-bazaar.in"],
    ...["HOLD_SECONDS=1200", "LATE_OFFER_SECONDS=3599", "PAYMENT_WINDOW_SECONDS=900", "LISTING_PAYMENTS=mock"],
    ...["PAYMENT_WINDOW_SECONDS=86400", "LIVE_HOLDS_PER_NETWORK=100000", "LIVE_HOLDS_PER_NETWORK=0"],
    ...["LISTING_YEAR_SECONDS=60", "LISTING_FIRST_REMINDER_SECONDS=60", "LISTING_LAST_REMINDER_SECONDS=60"],
    ...["LISTING_REVIEW_REMINDER_SECONDS=60", "LISTING_UNPAID_SECONDS=60"],
    // Proxies: there is always one, and no client may invent its address.
    ...["TRUST_PROXY=off", "TRUST_PROXY=0", "TRUST_PROXY=10", "TRUST_PROXY=5", "TRUST_PROXY=0.0.0.0/1,128.0.0.0/1"],
    ...["TRUST_PROXY=::/16", "TRUST_PROXY=on"],
    // Addresses that no visitor reaches, examples and mail catchers.
    ...["PUBLIC_URL=http://mela.sakhi-bazaar.in", "PUBLIC_URL=https://bazaar.example", "PUBLIC_URL=https://10.0.0.1"],
    ...["PUBLIC_URL=https://www.example.com", "PUBLIC_URL=https://localhost", "PUBLIC_URL=https://127.0.0.1"],
    ...["PUBLIC_URL=https://mela", "PUBLIC_URL=https://192.168.1.7", "PUBLIC_URL=https://[fd00::7]"],
    ...["SMTP_URL=smtp://mail.example.org", "SMTP_URL=smtp://mail:1025", "SMTP_URL=smtp://mail.sakhi-bazaar.in:25"],
    ...["MAIL_FROM=Mela <mela@sakhi-bazaar.example>", "OPERATOR_EMAIL=me@example.com"],
    ...["MAIL_FROM=Mela <mela@gmail.com>", "MAIL_FROM=mela@yahoo.co.in", "MAIL_FROM=mela@Outlook.com"],
    ...["MAIL_FROM=mela@rediffmail.com", "IMAGE_PROXY_HOSTS=drive.google.com,pictures.internal"],
    // The seller, the tax and the event.
    "SELLER_NAME=Sakhi Bazaar Foundation (example)",
    "SELLER_ADDRESS=4th Floor, Example House, Dr Annie Besant Road, Worli, Mumbai 400030",
    ...["SELLER_NAME=x", "SELLER_ADDRESS=x", "SELLER_ADDRESS=12 Residency Road, Bengaluru"],
    ...["SELLER_GSTIN=27AAPFU0939F1ZV", "SELLER_GSTIN=29NOTAGSTINATAL", "SELLER_STATE_CODE=27"],
    ...[
      "GST_RATE=0",
      "GST_RATE=5",
      "SAC_STALL=0000",
      "SAC_LISTING=123456",
      "EVENT_END=2099-06-16",
      "EVENT_END=2099-01-14",
    ],
    ...["RETENTION_UNPAID_REGISTRATION_DAYS=3650", "RETENTION_ENQUIRY_DAYS=3650", "RETENTION_APPLICATION_DAYS=3650"],
    ...["RETENTION_MAIL_DAYS=3650", "RETENTION_MAIL_DAYS=1"],
    // Servers elsewhere without encryption.
    "DATABASE_URL=postgres://sakhi_app:Wq3vRz8nLx2kTm7p@db.sakhi-bazaar.in:5432/sakhi_bazaar",
    "DATABASE_URL=postgres://sakhi_app:Wq3vRz8nLx2kTm7p@10.0.0.7/x?sslmode=disable",
    "DATABASE_URL=postgres://sakhi_app:Wq3vRz8nLx2kTm7p@10.0.0.7/x?sslmode=no-verify",
    "MIGRATION_DATABASE_URL=postgres://sakhi_owner:Jc4tYb7mPw9zLd2q@postgres:5432/sakhi_bazaar",
    ...["REDIS_URL=redis://:Hd6yBn4sKc9jPf2g@queue.sakhi-bazaar.in:6379", "TEMPORAL_TLS=off"],
    // Weak and missing passwords of servers, and the owner's role for everything.
    "DATABASE_URL=postgres://sakhi_app@127.0.0.1/x",
    "DATABASE_URL=postgres://sakhi_app:postgres@127.0.0.1/x",
    "DATABASE_URL=postgres://sakhi_app:aaaaaaaaaaaaaaaaaaaa@127.0.0.1/x",
    "DATABASE_URL=postgres://sakhi_app:postgres-password@127.0.0.1/x",
    "DATABASE_URL=postgres://postgres:Wq3vRz8nLx2kTm7p@127.0.0.1/x",
    "MIGRATION_DATABASE_URL=postgres://sakhi_app:Jc4tYb7mPw9zLd2q@127.0.0.1/x",
    ...["MIGRATION_DATABASE_URL=postgres://sakhi_owner@127.0.0.1/x", "REDIS_URL=redis://:a@127.0.0.1:6379"],
    ...["REDIS_URL=redis://127.0.0.1:6379", "REDIS_URL=rediss://queue.sakhi-bazaar.in:6379"],
    // Pictures: a folder that is kept, or an encrypted bucket.
    ...["PICTURES_DIR=pictures", "PICTURES_BUCKET_URL=http://s3.sakhi-bazaar.in/pictures"],
    ...["PICTURES_BUCKET_URL=https://s3.sakhi-bazaar.in", "PICTURES_BUCKET_URL=https://s3.example.com/pictures"],
    ...["PICTURES_BUCKET_SECRET=short", `PICTURES_BUCKET_SECRET=${COOKIE_SECRET}`],
    // Backups likewise, encrypted with a key of age.
    ...["BACKUP_DIR=backups", "BACKUP_BUCKET_URL=http://s3.sakhi-bazaar.in/backups", "BACKUP_BUCKET_SECRET=short"],
    ...["BACKUP_RECIPIENT=ssh-ed25519 AAAA", "BACKUP_HOUR=24", "BACKUP_KEEP_DAILY=0"],
    // Secrets that can be guessed, and one secret for two purposes.
    ...["COOKIE_SECRET=aaaaaaaaaaaaaaaa", `COOKIE_SECRET=${"a".repeat(64)}`],
    ...[`COOKIE_SECRET=${"9f2c61b07de84a35".repeat(4)}`, "COOKIE_SECRET=only-a-cookie-secret-for-my-production-site"],
    "COOKIE_SECRET=the quick brown fox jumps over the lazy dog",
    "COOKIE_SECRET=correcthorsebatterystaplecorrecthorse",
    "COOKIE_SECRET=correct-horse-battery-staple-and-7-more",
    "COOKIE_SECRET=OurMelaInBengaluruIsTheBestOfAll2027!",
    ...["METRICS_TOKEN=9f2c61b07de84a35c1f0a2d95b7e346", `METRICS_TOKEN=${COOKIE_SECRET}`],
    ...[`COOKIE_SECRET_PREVIOUS=${"a".repeat(64)}`, "METRICS_TOKEN_PREVIOUS=metrics-token-of-last-year-1234567890"],
    ...[`COOKIE_SECRET_PREVIOUS=${COOKIE_SECRET}`, `METRICS_TOKEN_PREVIOUS=${COOKIE_SECRET}`],
    `CASHFREE_CLIENT_SECRET=${COOKIE_SECRET}`,
    `DATABASE_URL=postgres://app:${COOKIE_SECRET}@127.0.0.1/x`,
    "MIGRATION_DATABASE_URL=postgres://owner:Wq3vRz8nLx2kTm7p@127.0.0.1/x",
    ...[`REDIS_URL=redis://:${COOKIE_SECRET}@127.0.0.1:6379`, `ADMIN_PASSWORD=${COOKIE_SECRET}`],
  ])("refuses %s by name", (line) => {
    const [name, value] = settingOf(line);
    const found = problems({
      ...PRODUCTION_SETTINGS,
      ...(name.startsWith("PICTURES_BUCKET") ? BUCKET : {}),
      ...(name.startsWith("BACKUP_BUCKET") ? BACKUP_BUCKET : {}),
      [name]: value,
    });
    expect([...new Set(named(found))]).toEqual([name]);
    expect(found.join()).not.toContain(COOKIE_SECRET);
  });

  it("keeps pictures in a folder or in a bucket, and needs the whole of either", () => {
    expect(problems({ ...PRODUCTION_SETTINGS, ...BUCKET })).toEqual([]);
    const { s3 } = readConfig({ ...PRODUCTION_SETTINGS, ...BUCKET }).pictures;
    expect(s3).toMatchObject({ url: "https://s3.ap-south-1.amazonaws.com/sakhi-pictures", region: "auto" });
    for (const name of ["PICTURES_BUCKET_KEY_ID", "PICTURES_BUCKET_SECRET"])
      expect(named(problems({ ...ENOUGH, ...BUCKET, [name]: "" }))).toEqual([name]);
    const inner = { ...BUCKET, PICTURES_BUCKET_URL: "http://seaweedfs:8333/pictures" };
    expect(named(problems({ ...PRODUCTION_SETTINGS, ...inner }))).toEqual(["PICTURES_BUCKET_URL"]);
    expect(problems({ ...PRODUCTION_SETTINGS, ...inner, PRIVATE_HOSTS: "seaweedfs" })).toEqual([]);
  });

  it("accepts previous secrets during a rotation", () => {
    const rotated = {
      ...PRODUCTION_SETTINGS,
      COOKIE_SECRET_PREVIOUS: COOKIE_SECRET,
      COOKIE_SECRET: "77aa10c95e3d42b8f16c08d5e9b3a4720f5de86c91b4a23780de5c6f1b29a840",
    };
    expect(problems(rotated)).toEqual([]);
  });

  it.each([
    "DATABASE_URL=postgres://sakhi_app:Wq3vRz8nLx2kTm7p@127.0.0.1/x",
    "DATABASE_URL=postgres://sakhi_app:Wq3vRz8nLx2kTm7p@localhost/x",
    "MIGRATION_DATABASE_URL=postgres://sakhi_owner:Jc4tYb7mPw9zLd2q@[::1]/x",
    "REDIS_URL=redis://:Hd6yBn4sKc9jPf2g@127.0.0.1:6379",
    ...["SMTP_URL=smtp://127.0.0.1:25", "TRUST_PROXY=2", "TRUST_PROXY=10.0.0.0/8,172.16.0.0/12,fd00::/8"],
    ...["TRUST_PROXY=173.245.48.0/20,2400:cb00::/32", "PROOF_COST=16384", "LIVE_HOLDS_PER_NETWORK=20"],
    ...["OPERATOR_EMAIL=operator@gmail.com", "MAIL_FROM=mela@mail.sakhi-bazaar.in", "SAC_STALL=9985"],
    ...["RETENTION_MAIL_DAYS=730", "PAYMENT_WINDOW_SECONDS=1200", "PUBLIC_URL=https://mela.sakhi.internal"],
  ])("accepts %s", (line) => {
    const [name, value] = settingOf(line);
    expect(problems({ ...PRODUCTION_SETTINGS, [name]: value })).toEqual([]);
  });

  it("accepts plain links to hosts whose network is said to be private, as docker-compose.yml does", () => {
    const inner = {
      DATABASE_URL: "postgres://sakhi_app:Wq3vRz8nLx2kTm7p@postgres:5432/sakhi_bazaar",
      MIGRATION_DATABASE_URL: "postgres://sakhi_owner:Jc4tYb7mPw9zLd2q@postgres:5432/sakhi_bazaar",
      REDIS_URL: "redis://:Hd6yBn4sKc9jPf2g@redis:6379",
      TEMPORAL_ADDRESS: "temporal:7233",
      TEMPORAL_TLS: "",
    };
    const given = { ...PRODUCTION_SETTINGS, ...inner };
    expect(named(problems(given))).toEqual(["DATABASE_URL", "MIGRATION_DATABASE_URL", "REDIS_URL", "TEMPORAL_TLS"]);
    expect(problems({ ...given, PRIVATE_HOSTS: "postgres, redis, temporal" })).toEqual([]);
    expect(named(problems({ ...given, PRIVATE_HOSTS: "postgres,redis" }))).toEqual(["TEMPORAL_TLS"]);
  });

  it("refuses an event that is past, except in a process that restarts", () => {
    const past = { ...PRODUCTION_SETTINGS, EVENT_START: "2020-01-15", EVENT_END: "2020-01-16" };
    expect(named(problems(past))).toEqual(["EVENT_END"]);
    expect(named(readConfig(past, { dates: false }).passed)).toEqual(["EVENT_END"]);
  });

  it("says what it trusts and cannot check, without a secret", () => {
    const { believed } = readConfig({ ...PRODUCTION_SETTINGS, PRIVATE_HOSTS: "postgres", API_DOCS: "on" });
    expect(named(believed)).toEqual(
      [
        "API_DOCS",
        "BACKUP_DIR",
        "EVENT_START",
        "MAIL_FROM",
        "OPERATOR_EMAIL",
        "PICTURES_DIR",
        "PRIVATE_HOSTS",
        "RECORD_DIR",
        "TRUST_PROXY",
      ].toSorted(),
    );
    const recorded = (value: string): string | undefined =>
      readConfig({ ...PRODUCTION_SETTINGS, RECORD_DIR: value }).believed.find((line) => line.startsWith("RECORD_DIR"));
    expect(recorded("")).toMatch(/is not set: only Temporal knows/);
    expect(recorded("/record")).toMatch(/is not lost together with the database: \/record/);
    expect(() => readConfig({ ...PRODUCTION_SETTINGS, RECORD_DIR: "record" })).toThrow(/must be an absolute path/);
    const backedUp = (settings: Readonly<Record<string, string>>): string | undefined =>
      readConfig({ ...PRODUCTION_SETTINGS, ...settings }).believed.find((line) => line.startsWith("BACKUP_DIR"));
    expect(backedUp({})).toMatch(/is not set, nor BACKUP_BUCKET_URL/);
    expect(backedUp({ BACKUP_DIR: "/backups" })).toMatch(/is not lost together with this machine/);
    expect(backedUp(BACKUP_BUCKET)).toBeUndefined();
    expect(readConfig(ENOUGH).believed).toEqual([]);
  });

  it.each([
    ["BACKUP_RECIPIENT", "none", /is none: anyone who can read the store of the backups can read every name/],
    ["TRUSTED_EDITS", "on", /public before anyone has read them/],
    ["LIVE_HOLDS_PER_NETWORK", "40", /\(40\) lets one address keep so many stalls unpaid/],
  ])("says what %s=%s means", (name, value, meaning) => {
    const said = (given: string): string | undefined =>
      readConfig({ ...PRODUCTION_SETTINGS, [name]: given }).believed.find((line) => line.startsWith(name));
    expect(said(value)).toMatch(meaning);
    expect(said(PRODUCTION_SETTINGS[name] ?? (name === "TRUSTED_EDITS" ? "off" : "10"))).toBeUndefined();
  });

  it("does not start in silence without encrypted backups", () => {
    expect(problems({ ...PRODUCTION_SETTINGS, BACKUP_RECIPIENT: "" })).toEqual([
      expect.stringMatching(
        /^BACKUP_RECIPIENT is missing: production needs the public key of age .* or none if nobody else/,
      ),
    ]);
    expect(readConfig({ ...PRODUCTION_SETTINGS, BACKUP_RECIPIENT: "none" }).backups.recipient).toBeUndefined();
  });

  it("takes what openssl makes, and nearly every other random secret", () => {
    const refused = (bytes: number, as: BufferEncoding): number =>
      Array.from({ length: 1000 }, () => secretWeakness(randomBytes(bytes).toString(as))).filter(Boolean).length;
    expect(refused(32, "hex")).toBe(0);
    for (const kind of ["base64", "base64url"] as const) expect(refused(32, kind)).toBeLessThan(20);
  });
});

describe("names that are nearly a setting", () => {
  it.each([
    ["TRUSTPROXY", "TRUST_PROXY"],
    ["RATE_LIMIT", "RATE_LIMITS"],
    ["trust_proxy", "TRUST_PROXY"],
    ["TRUST-PROXY", "TRUST_PROXY"],
    ["APPENV", "APP_ENV"],
    ["COOKIE_SECRETS", "COOKIE_SECRET"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["PUBLIC_URI", "PUBLIC_URL"],
    ["CASHFREE_CLIENTID", "CASHFREE_CLIENT_ID"],
    ["PAYMENT_WINDOWS_SECOND", "PAYMENT_WINDOW_SECONDS"],
  ])("%s is refused, and %s named", (name, meant) => {
    const [problem, ...more] = problems({ ...ENOUGH, [name]: "1" });
    expect(more).toEqual([]);
    expect(problem).toMatch(new RegExp(`^${name} is no setting: ${meant} is meant`));
  });

  it.each([
    ...[
      "PATH",
      "HOME",
      "PWD",
      "SHELL",
      "HOSTNAME",
      "USER",
      "TZ",
      "LANG",
      "NODE_ENV",
      "NODE_OPTIONS",
      "PS1",
      "port",
      "host",
    ],
    ...["npm_config_user_agent", "http_proxy", "NO_PROXY", "DATA_DIR", "REDIS_PORT", "TEMPORAL_PORT", "POSTGRES_PORT"],
    ...[
      "REDIS_SERVICE_HOST",
      "API_PORT_3000_TCP_ADDR",
      "TEST_REDIS_URL",
      "MAIL_DATA",
      "MAIL_SMTP_PORT",
      "SIMULATOR_PORT",
    ],
    ...[
      "NODE_EXTRA_CA_CERTS",
      "TEMPORAL_CLI",
      "CHROMIUM_PATH",
      "TMPDIR",
      "DATABASE_APP_PASSWORD",
      "REDIS_PASSWORD",
      "POSTGRES_PASSWORD",
    ],
  ])("%s is somebody else's", (name) => {
    expect(problems({ ...ENOUGH, [name]: "1" })).toEqual([]);
  });

  it("an empty one sets nothing", () => {
    expect(problems({ ...ENOUGH, TRUSTPROXY: "" })).toEqual([]);
  });
});
