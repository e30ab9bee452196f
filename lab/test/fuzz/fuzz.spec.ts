import { randomInt } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { expectSuccess } from "@sakhi/testkit/http-visitor";
import type { HttpVisitor } from "@sakhi/testkit/http-visitor";
import { TestProduct } from "@sakhi/testkit/product";
import { execa } from "execa";
import { Secret, TOTP } from "otpauth";
import { DataSource } from "typeorm";
import { administratorsOf } from "../../../backend/src/accounts/administrators.service.js";
import { ENTITIES } from "../../../backend/src/entities.js";
import { dataSourceOptions } from "../../../backend/src/platform/database/data-source.js";
import { Database } from "../../../backend/src/platform/database/database.js";
import { ADMIN, PASSWORD } from "../../../backend/test/admin/administration.js";
import { testConfig } from "../../../backend/test/support/config.js";

const HERE = dirname(fileURLToPath(import.meta.url));
const DOCUMENT = join(HERE, "../../../backend/assets/generated/openapi.json");
/** Command of Schemathesis; undefined if it could not be installed, which `npm test` reports at its end. */
const SCHEMATHESIS = process.env["SCHEMATHESIS"];

const ROLES = ["anonymous", "visitor", "viewer", "operator"] as const;
type Role = (typeof ROLES)[number];

/** Defaults of `npm test`; `npm run lab -- fuzz` overrides them. */
const CASES = Number(process.env["FUZZ_CASES"] ?? 300);
const GIVEN_ROLE = process.env["FUZZ_ROLE"] ?? "anonymous";
const TESTED = ROLES.filter((role) => GIVEN_ROLE === "all" || role === GIVEN_ROLE);
/** A short run sends generated calls; a long one also covers every edge of the document and follows its links. */
const LONG = CASES > 1_000;
/** Fixed in `npm test`, whose results must be reproducible; random in long runs. */
const SEED = Number(process.env["FUZZ_SEED"] ?? (LONG ? randomInt(2 ** 31) : 20_261_122));
const GUESTS = Array.from({ length: 12 }, (_, index) => `fuzz-guest-${index}`);
/** Slowest accepted response. Tests that run in parallel slow the machine down. */
const MAX_RESPONSE_SECONDS = LONG ? 1 : 10;
const PATIENCE_MS = 600_000 + CASES * 500;

/** Result of Schemathesis for one role. */
interface Outcome {
  readonly role: Role;
  readonly calls: number;
  readonly seconds: number;
  readonly findings: readonly string[];
}

let product: TestProduct;
let folder: string;
const outcomes: Outcome[] = [];

/** A finding is a defect of the API or its document: a retry would hide it. */
jest.retryTimes(0);

beforeAll(async () => {
  if (SCHEMATHESIS === undefined) return;
  folder = mkdtempSync(join(tmpdir(), "sakhi-fuzz-"));
  // All calls have one address, and holds must outlive the run.
  product = await TestProduct.start({ settings: { LIVE_HOLDS_PER_NETWORK: "100000", HOLD_SECONDS: "3600" } });
  const source = await new DataSource(dataSourceOptions(product.databaseUrl, ENTITIES, 2)).initialize();
  const administrators = administratorsOf(new Database(source), testConfig());
  await administrators.add("fuzz-viewer", "viewer", PASSWORD);
  await administrators.add("fuzz-operator", "owner", PASSWORD);
  // Accounts for disposable sessions. Viewers log in without a one-time code, of which there is one in 30 s.
  for (const guest of GUESTS) await administrators.add(guest, "viewer", PASSWORD);
  await source.destroy();
  for (const stall of ["A1", "B1", "B2"]) await product.visitor().reserveAndRegister(stall);
  expectSuccess(
    await product
      .visitor()
      .post("/api/v1/brand/submit-lead", product.visitor().application({ submissionType: "free_lead" })),
  );
});
afterAll(async () => {
  if (SCHEMATHESIS === undefined) return;
  for (const { role, calls, seconds, findings } of outcomes) {
    process.stdout.write(
      `${role.padEnd(10)} ${String(calls).padStart(7)} calls ${String(seconds).padStart(5)} s ${String(findings.length).padStart(4)} findings  (seed ${SEED})\n`,
    );
  }
  rmSync(folder, { recursive: true, force: true });
  await (product as TestProduct | undefined)?.stop();
});

(SCHEMATHESIS === undefined ? describe.skip : describe)("every call under Schemathesis", () => {
  it.each(TESTED)(
    "as %s: responses match the document, are never 5xx and never slow",
    async (role) => {
      const outcome = await fuzz(role);
      outcomes.push(outcome);
      expect(outcome.findings).toEqual([]);
      // Too few calls would prove nothing.
      expect(outcome.calls).toBeGreaterThanOrEqual(CASES * 0.8);
      expect(product.errors()).toEqual([]);
    },
    PATIENCE_MS,
  );
});

/** The cookie of a role. */
async function cookieOf(role: Role): Promise<readonly [name: string, value: string] | undefined> {
  switch (role) {
    case "anonymous":
      return undefined;
    case "visitor": {
      const visitor = product.visitor();
      await visitor.reserveAndRegister("A2");
      return pairOf(visitor);
    }
    case "viewer":
    case "operator": {
      const browser = product.visitor();
      const account = { username: `fuzz-${role}`, password: PASSWORD };
      expectSuccess(await browser.post(`${ADMIN}/login`, account));
      if (role === "operator") await setUpSecondFactor(browser, account);
      return pairOf(browser);
    }
  }
}

/** Sets up the second factor, and logs in with it, as operators must. */
async function setUpSecondFactor(browser: HttpVisitor, account: object): Promise<void> {
  const started = expectSuccess(
    await browser.post(`${ADMIN}/account/second-factor/begin`, { currentPassword: PASSWORD }),
  );
  const app = new TOTP({ secret: Secret.fromBase32(String(started.body["secret"])) });
  expectSuccess(await browser.post(`${ADMIN}/account/second-factor/confirm`, { code: app.generate() }));
  // The current code is used up; the next one is accepted already.
  const code = app.generate({ timestamp: Date.now() + 30_000 });
  expectSuccess(await browser.post(`${ADMIN}/login`, { ...account, code }));
}

function pairOf({ cookie = "" }: HttpVisitor): readonly [string, string] {
  const at = cookie.indexOf("=");
  return [cookie.slice(0, at), cookie.slice(at + 1)];
}

/** Runs Schemathesis over all calls as a role. */
async function fuzz(role: Role): Promise<Outcome> {
  const work = join(folder, role);
  mkdirSync(work);
  const cookie = await cookieOf(role);
  const document = JSON.parse(readFileSync(DOCUMENT, "utf8")) as { paths: Record<string, Record<string, unknown>> };
  const operations = Object.values(document.paths).flatMap((item) => Object.keys(item)).length;
  const config = join(work, "schemathesis.toml");
  writeFileSync(config, settingsOf(cookie));
  const report = join(work, "report.json");
  const started = Date.now();
  const { stdout, exitCode } = await execa(
    SCHEMATHESIS ?? "",
    [
      ["--config-file", config, "--no-color", "run", DOCUMENT, "--url", product.sites[0]],
      ["--max-examples", String(Math.ceil(CASES / operations)), "--seed", String(SEED)],
      ["--phases", LONG ? "examples,coverage,fuzzing,stateful" : "fuzzing"],
      // Random text rarely matches the pattern of a phone number; matches are still sent.
      ["--suppress-health-check", "filter_too_much"],
      ["--workers", "1", "--continue-on-failure", "--generation-database", "none"],
      // An endless stream, tested by layout-stream.spec.ts.
      ["--exclude-operation-id", "followLayout"],
      ["--max-response-time", String(MAX_RESPONSE_SECONDS), "--report-json-path", report],
    ].flat(),
    {
      cwd: work,
      reject: false,
      all: false,
      env: {
        SCHEMATHESIS_HOOKS: join(HERE, "fuzz-hooks.py"),
        FUZZ_SITE: product.sites[0],
        FUZZ_DOCUMENT: DOCUMENT,
        FUZZ_GUESTS: JSON.stringify(GUESTS.map((username) => ({ username, password: PASSWORD }))),
        FUZZ_SESSION: cookie?.[1] ?? "",
        PYTHONDONTWRITEBYTECODE: "1",
      },
    },
  );
  const keep = process.env["FUZZ_KEEP"];
  if (keep !== undefined) {
    writeFileSync(join(keep, `${role}.txt`), stdout);
    writeFileSync(join(keep, `${role}.json`), readFileSync(report));
  }
  const seconds = Math.round((Date.now() - started) / 1_000);
  // The failures come before long warnings.
  const findings = exitCode === 0 ? [] : [failuresOf(stdout), stdout.slice(-1_000)];
  return { role, calls: callsIn(stdout), seconds, findings };
}

/** The beginning of what failed. */
function failuresOf(output: string): string {
  const from = Math.max(0, output.indexOf("= FAILURES ="));
  return output.slice(from, from + 6_000);
}

function callsIn(output: string): number {
  const found = /(\d[\d,]*) generated/.exec(output);
  return Number((found?.[1] ?? "0").replaceAll(",", ""));
}

/** Schemathesis' configuration: all checks, and the role's cookie by its name in the document. */
function settingsOf(cookie: readonly [name: string, value: string] | undefined): string {
  return [
    "[checks]",
    "enabled = true",
    // A custom check (fuzz-hooks.py) validates 400 by the rules that a schema cannot express.
    "[checks.positive_data_acceptance]",
    'expected-statuses = ["2xx", "3xx", "400", "401", "403", "404", "409", "410", "429"]',
    "[checks.negative_data_rejection]",
    'expected-statuses = ["400", "401", "403", "404", "405", "409", "413", "415", "429"]',
    ...(cookie === undefined ? [] : [`[auth.openapi.${cookie[0]}]`, `api_key = ${JSON.stringify(cookie[1])}`]),
    "",
  ].join("\n");
}
