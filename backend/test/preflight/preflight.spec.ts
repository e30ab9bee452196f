import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { freePort } from "@sakhi/testkit/ports";
import { PostgresServer } from "@sakhi/testkit/postgres-server";
import { TransactionPooler } from "@sakhi/testkit/transaction-pooler";
import { connect } from "../../src/backup/database-copy.js";
import { readWebhook } from "../../src/payments/provider/cashfree.webhook.js";
import { MIGRATIONS } from "../../src/platform/database/data-source.js";
import { FORMER_MIGRATIONS } from "../../src/platform/database/origin.js";
import { databaseChecks } from "../../src/preflight/database.checks.js";
import { machineChecks, type MachineDetails } from "../../src/preflight/machine.checks.js";
import { type Dns, outsideChecks, type OutsideDetails } from "../../src/preflight/outside.checks.js";
import { PreflightCommandError, readPreflightCommand } from "../../src/preflight/preflight-command.js";
import { type Check, exitCodeOf, resultLines, runChecks } from "../../src/preflight/preflight.js";
import { redisAnswers, temporalAnswers } from "../../src/preflight/server-answers.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";

const SECRET = "a-secret-of-the-provider";
const SITE = "https://mela.sakhi-bazaar.in";

/** A name or record that does not exist. */
const absent = (): Promise<never> => Promise.reject(Object.assign(new Error("none"), { code: "ENOTFOUND" }));

/** DNS with these records. */
function dnsOf(records: Readonly<Record<string, readonly string[]>>): Dns {
  const read = (kind: string, name: string): Promise<string[]> => {
    const found = records[`${kind} ${name}`];
    return found === undefined ? absent() : Promise.resolve([...found]);
  };
  return {
    resolve4: (name) => read("A", name),
    resolve6: (name) => read("AAAA", name),
    resolveTxt: async (name) => (await read("TXT", name)).map((text) => [text.slice(0, 3), text.slice(3)]),
    resolveMx: async (name) => (await read("MX", name)).map((exchange) => ({ exchange })),
  };
}

const RECORDS = {
  "A mela.sakhi-bazaar.in": ["203.0.113.7"],
  "TXT sakhi-bazaar.in": ["google-site-verification=x", "v=spf1 include:_spf.mail.in -all"],
  "TXT s1._domainkey.sakhi-bazaar.in": ["v=DKIM1; k=rsa; p=MIIBIjANBg"],
  "TXT _dmarc.sakhi-bazaar.in": ["v=DMARC1; p=none"],
  "MX sakhi-bazaar.in": ["mx.mail.in"],
};

/** The site as it should be: webhooks are verified as the api does. */
const site =
  (
    changes: {
      readonly secret?: string;
      readonly health?: string;
      readonly plain?: Response;
      readonly open?: boolean;
    } = {},
  ): typeof fetch =>
  (input, init) => {
    const url = input as string;
    const headers = { date: new Date().toUTCString(), "strict-transport-security": "max-age=63072000" };
    if (url.startsWith("http://mela.")) {
      const to = new Response(null, { status: 308, headers: { location: `${SITE}/` } });
      return Promise.resolve(changes.plain ?? to);
    }
    if (url.endsWith("/webhook")) {
      const body = Buffer.from(init?.body as string);
      const event = readWebhook(changes.secret ?? SECRET, body, init?.headers as Record<string, string>, Date.now());
      const status = event !== undefined || changes.open === true ? 200 : 401;
      return Promise.resolve(new Response("{}", { status }));
    }
    return Promise.resolve(new Response(changes.health ?? '{"status":"ok","version":"1.2.3"}', { headers }));
  };

const facts = (changes: Partial<OutsideDetails> = {}): OutsideDetails => ({
  production: true,
  publicUrl: SITE,
  version: "1.2.3",
  mailFromDomain: "sakhi-bazaar.in",
  operatorDomain: "sakhi-bazaar.in",
  clientSecret: SECRET,
  dkimSelector: "s1",
  provider: { readPayer: () => Promise.resolve({ kind: "refused", status: 404, code: "order_not_found" }) },
  smtpProblem: () => Promise.resolve(undefined),
  smtpEncrypted: true,
  dns: dnsOf(RECORDS),
  fetch: site(),
  certificateEnd: () => Promise.resolve(new Date(Date.now() + 60 * 86_400_000)),
  ...changes,
});

const without = (name: string) => dnsOf(Object.fromEntries(Object.entries(RECORDS).filter(([key]) => key !== name)));
const withRecord = (name: string, ...values: string[]) => dnsOf({ ...RECORDS, [name]: values });
const answer = (kind: "refused" | "unknown", status = 401) => ({
  provider: {
    readPayer: () =>
      Promise.resolve(
        kind === "refused" ? { kind, status, code: "authentication_error" } : { kind, why: "timeout" as const },
      ),
  },
});

/** The findings of one check. */
async function found(checks: readonly Check[], name: string) {
  return (await runChecks(checks.filter((check) => check.name === name))).map(({ state, text }) => `${state} ${text}`);
}

describe("what is outside", () => {
  it("is in order, but for what nobody sees from here", async () => {
    const results = await runChecks(outsideChecks(facts()));
    expect(results.filter(({ state }) => state !== "ok").map(({ name, state }) => `${state} ${name}`)).toEqual([
      ...["unknown webhook's address", "unknown a mail arrives"],
    ]);
    expect(exitCodeOf(results)).toBe(0);
  });

  it.each<[string, Partial<OutsideDetails>, RegExp]>([
    ["payment provider", answer("refused"), /^wrong rejects our keys \(401\)$/],
    ["payment provider", answer("unknown"), /^wrong gives no answer: timeout$/],
    ["webhook", { fetch: site({ secret: "another-secret-of-it" }) }, /^wrong rejects our own signature$/],
    ["webhook", { fetch: site({ open: true }) }, /^wrong accepts a body without a signature/],
    [
      "webhook",
      {
        fetch: () =>
          Promise.reject(
            new TypeError("fetch failed", {
              cause: Object.assign(new Error("unable to verify"), { code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" }),
            }),
          ),
      },
      /^unknown could not be checked: its certificate is of an authority that this machine does not trust \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)$/,
    ],
    ["address record", { dns: without("A mela.sakhi-bazaar.in") }, /^wrong .* has no A record$/],
    ["address record", { dns: withRecord("AAAA mela.sakhi-bazaar.in", "2001:db8::1") }, /^wrong .* has an AAAA record/],
    ["public address", { fetch: site({ health: "<html>parked</html>" }) }, /^wrong .*\/healthz answers 200$/],
    ["public address", { version: "1.2.4" }, /^unknown release 1.2.3 answers, this is 1.2.4$/],
    [
      "certificate",
      { certificateEnd: () => Promise.resolve(new Date(Date.now() + 5.5 * 86_400_000)) },
      /^wrong ends in 5 days$/,
    ],
    [
      "certificate",
      { certificateEnd: () => Promise.reject(Object.assign(new Error(), { code: "CERT_HAS_EXPIRED" })) },
      /^unknown could not be checked: its certificate has expired \(CERT_HAS_EXPIRED\)$/,
    ],
    [
      "https only",
      { fetch: site({ plain: new Response("hello") }) },
      /^wrong http:\/\/mela.sakhi-bazaar.in answers 200$/,
    ],
    ["mail server", { smtpProblem: () => Promise.resolve("EAUTH") }, /^wrong rejects our login$/],
    ["mail server", { smtpProblem: () => Promise.resolve("ECONNREFUSED") }, /^wrong does not answer: ECONNREFUSED$/],
    ["mail server", { smtpEncrypted: false }, /^unknown answers without a password/],
    ["SPF", { dns: without("TXT sakhi-bazaar.in") }, /^wrong .* has no SPF record/],
    ["SPF", { dns: withRecord("TXT sakhi-bazaar.in", "v=spf1 -all", "v=spf1 a -all") }, /^wrong .* has 2 SPF records/],
    ["SPF", { dns: withRecord("TXT sakhi-bazaar.in", "v=spf1 +all") }, /^wrong .* lets everyone send/],
    ["DKIM", { dkimSelector: undefined }, /^unknown its record has a name/],
    ["DKIM", { dns: without("TXT s1._domainkey.sakhi-bazaar.in") }, /^wrong s1._domainkey.* has no key$/],
    ["DMARC", { dns: without("TXT _dmarc.sakhi-bazaar.in") }, /^wrong _dmarc.* has no record$/],
    ["answers", { dns: without("MX sakhi-bazaar.in") }, /^wrong .* takes no mail/],
  ])("%s: %#", async (name, changes, expected) => {
    expect(await found(outsideChecks(facts(changes)), name)).toEqual([expect.stringMatching(expected)]);
  });

  it.each([["http://127.0.0.1:3000"], ["https://localhost"]])(
    "does not ask a trial at %s for certificates and records",
    async (publicUrl) => {
      const trial = { production: false, publicUrl, dns: dnsOf({}) };
      const results = await runChecks(outsideChecks(facts(trial)));
      expect(results.filter(({ state }) => state === "wrong")).toEqual([]);
    },
  );
});

describe("this machine", () => {
  const machine = (changes: Partial<MachineDetails> = {}): MachineDetails => ({
    production: true,
    backupsElsewhere: true,
    folders: [],
    buckets: [],
    believed: [],
    passed: [],
    redis: undefined,
    decoder: { isWhole: true, words: "it sees its own code only" },
    temporal: () => Promise.resolve({ namespace: true }),
    backupsEncrypted: true,
    ...changes,
  });
  const redis = (policy: string | undefined, durable: boolean | undefined) => ({
    redis: () => Promise.resolve({ policy, durable }),
  });

  it.each<[string, Partial<MachineDetails>, RegExp]>([
    ["Redis", redis("noeviction", true), /^ok answers$/],
    ["Redis", redis(undefined, undefined), /^ok answers$/],
    ["Redis", redis("allkeys-lru", true), /^wrong may forget jobs/],
    ["Redis", redis("noeviction", false), /^unknown keeps jobs in memory only$/],
    [
      "Redis",
      { redis: () => Promise.reject(Object.assign(new Error(), { code: "ECONNREFUSED" })) },
      /^unknown could not be checked: the connection is refused \(ECONNREFUSED\)$/,
    ],
    [
      "Temporal",
      { temporal: () => Promise.resolve({ namespace: false }) },
      /^unknown .* does not have our namespace yet$/,
    ],
    ["encrypted backups", { backupsEncrypted: false }, /^unknown backups are not encrypted$/],
    ["backups elsewhere", { backupsElsewhere: false }, /^unknown backups are in a folder of this machine/],
    ["backups elsewhere", {}, /^ok backups are in a bucket$/],
    ["backups elsewhere", { production: false, backupsElsewhere: false }, /^ok a trial's backups are in a folder$/],
    ["alarms", {}, /^unknown whether an alarm reaches a person cannot be seen from here$/],
    ["alarms", { production: false }, /^ok a trial needs none$/],
    ["dates", { passed: ["EVENT_END has passed"] }, /^wrong EVENT_END has passed$/],
    ["believed", { believed: ["TRUST_PROXY (1) is right"] }, /^unknown TRUST_PROXY/],
    [
      "BACKUP_BUCKET_URL",
      { buckets: [{ setting: "BACKUP_BUCKET_URL", list: () => Promise.reject(new Error("x")) }] },
      /^unknown could not be checked: Error$/,
    ],
    [
      "RECORD_DIR",
      { folders: [{ setting: "RECORD_DIR", path: "/dev/null/record" }] },
      /^wrong \/dev\/null\/record cannot be written/,
    ],
  ])("%s: %#", async (name, changes, expected) => {
    expect(await found(machineChecks(machine(changes)), name)).toEqual([expect.stringMatching(expected)]);
  });

  it("says in words why Redis and Temporal give no answer", async () => {
    const port = await freePort();
    const config = testConfig({ DATABASE_URL: "postgres://x@127.0.0.1/x", TEMPORAL_ADDRESS: `127.0.0.1:${port}` });
    const checks = machineChecks(
      machine({ redis: () => redisAnswers(`redis://127.0.0.1:${port}`), temporal: () => temporalAnswers(config) }),
    );
    for (const name of ["Redis", "Temporal"])
      expect(await found(checks, name)).toEqual([
        "unknown could not be checked: the connection is refused (ECONNREFUSED)",
      ]);
  });

  it("leaves nothing in a folder that it has tried", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sakhi-preflight-"));
    try {
      const [finding] = await found(
        machineChecks(machine({ folders: [{ setting: "RECORD_DIR", path: folder }] })),
        "RECORD_DIR",
      );
      expect(finding).toMatch(/GB free$/);
    } finally {
      // Fails if the folder is not empty.
      rmdirSync(folder);
    }
  });
});

describe("the database", () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase(2);
  });
  afterAll(() => db.close());

  const AT_ONE_ADDRESS = { connectDirect: undefined, connectAsOwner: undefined };
  const MIGRATED = MIGRATIONS.map((Migration) => new Migration().name);
  const checks = (migrations: readonly string[] = MIGRATED) =>
    databaseChecks({ ...AT_ONE_ADDRESS, production: true, connect: () => connect(db.url), migrations });

  it("answers, is migrated, and has nothing of a running product", async () => {
    const states = Object.fromEntries(
      (await runChecks(checks())).map(({ name, state, text }) => [name, `${state} ${text}`]),
    );
    expect(states).toMatchObject({
      database: expect.stringMatching(/^ok PostgreSQL \d+ answers$/),
      "direct address": "ok DATABASE_URL leads through no pooler in transaction mode",
      schema: expect.stringMatching(/^ok has all/),
      demonstration: "ok no demonstration data",
      clock: "ok this machine's and the database's agree",
      administrators: "wrong no operator can log in",
      processes: "wrong api, orchestrator, jobs does not report",
      sales: "ok are not paused by a recovery",
      backup: "wrong was never made",
    });
  });

  it("says what is missing of the schema", async () => {
    expect(await found(checks([...MIGRATED, "Next"]), "schema")).toEqual(["wrong lacks 1 migrations of this release"]);
    expect(await found(checks(MIGRATED.slice(1)), "schema")).toEqual([
      expect.stringMatching(/^unknown is of a newer release/),
    ]);
    // Updated from 0.1: the list keeps what ran.
    await db.source.query("INSERT INTO migrations (timestamp, name) VALUES (1, $1)", [FORMER_MIGRATIONS[0]]);
    expect(await found(checks(), "schema")).toEqual([expect.stringMatching(/^ok has all/)]);
  });

  it("wants two operators with second factors, and no demonstration data in production", async () => {
    const add = (name: string) =>
      db.source.query<{ id: string }[]>(
        `INSERT INTO administrators (id, username, role, password_hash, must_change_password, password_set_at)
         VALUES (gen_random_uuid(), $1, 'operator', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2g', false, clock_timestamp()) RETURNING id`,
        [name],
      );
    const confirm = (id: string | undefined) =>
      db.source.query(
        `INSERT INTO administrator_second_factors (administrator_id, secret, confirmed_at, last_step)
         VALUES ($1, 'x', clock_timestamp(), 0)`,
        [id],
      );
    const [asha] = await add("asha");
    expect(await found(checks(), "administrators")).toEqual(["wrong asha has no second factor"]);
    await confirm(asha?.id);
    expect(await found(checks(), "administrators")).toEqual(["unknown only asha is an operator"]);
    await confirm((await add("meera"))[0]?.id);
    expect(await found(checks(), "administrators")).toEqual(["ok 2 operators, each with a second factor"]);
    await db.source.query("INSERT INTO seeds (name, demonstration) VALUES ('coupons', true)");
    expect(await found(checks(), "demonstration")).toEqual(["wrong has demonstration data: coupons"]);
  });

  it("knows how old the backups are", async () => {
    const run = (kind: string, hours: number) =>
      db.source.query(
        `INSERT INTO backup_runs (kind, finished_at, succeeded)
         VALUES ($1, clock_timestamp() - make_interval(hours => $2), true)`,
        [kind, hours],
      );
    await run("backup", 40);
    expect(await found(checks(), "backup")).toEqual(["wrong is 40 hours old"]);
    await run("backup", 3);
    expect(await found(checks(), "backup")).toEqual(["wrong was not restored beside the product yet"]);
    await run("drill", 2);
    expect(await found(checks(), "backup")).toEqual(["ok 3 hours old, and one was restored 2 hours ago"]);
  });

  it("is reported as not answering, with what to do", async () => {
    const away = databaseChecks({
      ...AT_ONE_ADDRESS,
      production: true,
      connect: () => connect("postgres://sakhi:x@127.0.0.1:1/x"),
      migrations: [],
    });
    const results = await runChecks(away);
    expect(new Set(results.map(({ state }) => state))).toEqual(new Set(["unknown"]));
    expect(resultLines(results)[1]).toContain("→ Start PostgreSQL");
  });
});

describe("the direct address", () => {
  let db: TestDatabase;
  let elsewhere: PostgresServer;
  const poolers: TransactionPooler[] = [];
  const pooled = async (options: { size: number; inTurn?: boolean }) => {
    const pooler = await TransactionPooler.open(db.url, options);
    poolers.push(pooler);
    return pooler.url;
  };
  const changed = (change: (url: URL) => void) => {
    const url = new URL(db.url);
    change(url);
    return url.href;
  };
  beforeAll(async () => {
    [db, elsewhere] = await Promise.all([
      createTestDatabase(2),
      freePort().then((port) => PostgresServer.create(port)),
    ]);
  });
  afterAll(async () => {
    await Promise.all([...poolers.map((pooler) => pooler.close()), elsewhere.remove()]);
    await db.close();
  });

  const FORGETS = "a pooler in transaction mode, which forgets LISTEN and settings";
  const FINE = "ok DATABASE_DIRECT_URL leads to the same database, through no pooler in transaction mode";
  type Address = () => string | undefined | Promise<string>;
  /** DATABASE_URL, DATABASE_DIRECT_URL, and what is found. */
  it.each<[string, Address, Address, string]>([
    ["the same address", () => db.url, () => db.url, FINE],
    ["beside a pooler", () => pooled({ size: 4 }), () => db.url, FINE],
    ["through it", () => db.url, () => pooled({ size: 4 }), `wrong DATABASE_DIRECT_URL leads through ${FORGETS}`],
    [
      "through one with a single connection",
      () => db.url,
      () => pooled({ size: 1 }),
      `wrong DATABASE_DIRECT_URL leads through ${FORGETS}`,
    ],
    [
      "through one that gives two out in turn",
      () => db.url,
      () => pooled({ size: 2, inTurn: true }),
      `wrong DATABASE_DIRECT_URL leads through ${FORGETS}`,
    ],
    ["not set", () => pooled({ size: 4 }), () => undefined, `wrong DATABASE_URL leads through ${FORGETS}`],
    [
      "of another server",
      () => db.url,
      () => elsewhere.url,
      "wrong DATABASE_DIRECT_URL leads to another server than DATABASE_URL",
    ],
    [
      "of another database",
      () => db.url,
      () => changed((url) => (url.pathname = "/postgres")),
      "wrong DATABASE_DIRECT_URL leads to the database postgres, DATABASE_URL to $name",
    ],
    [
      "of no database",
      () => db.url,
      () => changed((url) => (url.pathname = "/absent")),
      "wrong DATABASE_DIRECT_URL has no database of that name (3D000)",
    ],
    [
      "with another password",
      () => db.url,
      () => changed((url) => (url.password = "another")),
      "wrong DATABASE_DIRECT_URL rejects the role or its password (28P01)",
    ],
    [
      "where nothing answers",
      () => db.url,
      () => changed((url) => (url.port = "1")),
      "wrong DATABASE_DIRECT_URL gives no answer: the connection is refused (ECONNREFUSED)",
    ],
    [
      "while DATABASE_URL does not answer",
      () => changed((url) => (url.port = "1")),
      () => db.url,
      "unknown could not be checked: the connection is refused (ECONNREFUSED)",
    ],
  ])("%s", async (_, main, direct, expected) => {
    const [url, directUrl] = [await main(), await direct()];
    const checks = databaseChecks({
      production: true,
      connect: () => connect(url ?? ""),
      connectDirect: directUrl === undefined ? undefined : () => connect(directUrl),
      connectAsOwner: undefined,
      migrations: [],
    });
    const name = new URL(db.url).pathname.slice(1);
    expect(await found(checks, "direct address")).toEqual([expected.replace("$name", name)]);
  });
});

describe("the command", () => {
  it("ends a check that hangs, and reports the others", async () => {
    const results = await runChecks(
      [
        { name: "hangs", action: "wait", run: () => new Promise(() => undefined) },
        { name: "works", action: "", run: () => Promise.resolve({ state: "ok", text: "works" }) },
      ],
      20,
    );
    expect(resultLines(results)).toEqual([
      "? hangs  could not be checked: no answer in time (TimeoutError)",
      "         → wait",
      "✓ works  works",
      "",
      "1 ok, 0 wrong, 1 to be checked by a person",
    ]);
  });

  it("knows its options", () => {
    expect(readPreflightCommand([])).toEqual({ dkimSelector: undefined, json: false });
    expect(readPreflightCommand(["--json", "--dkim-selector", "s1"])).toEqual({ dkimSelector: "s1", json: true });
    for (const line of [["--selector", "x"], ["--dkim-selector", "a b"], ["now"]])
      expect(() => readPreflightCommand(line)).toThrow(PreflightCommandError);
  });
});
