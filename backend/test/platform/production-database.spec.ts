import "reflect-metadata";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import pg from "pg";
import { DataSource } from "typeorm";
import { seedDemonstration, removeDemonstration } from "../../src/demonstration.js";
import { ENTITIES } from "../../src/entities.js";
import { readConfig } from "../../src/platform/config/config.js";
import { SettingsError } from "../../src/platform/config/settings.js";
import { dataSourceOptions } from "../../src/platform/database/data-source.js";
import { Database } from "../../src/platform/database/database.js";
import { openDataSource } from "../../src/platform/database/preparation.js";
import { openMigrationDatabase, prepareDatabase } from "../../src/prepare-database.js";
import { MelaTest } from "../bookings/mela.js";
import { PRODUCTION_SETTINGS } from "./production-settings.js";

/** A database as created by deploy/postgres: an owner for migrations, a plain role for the processes. */
const name = `t_prod_${randomBytes(6).toString("hex")}`;
const superuserUrl = process.env["DATABASE_URL"] ?? "";
const password = (role: string): string => `${role}-${name}`;
const urlOf = (role: string): string => {
  const url = new URL(superuserUrl);
  url.pathname = `/${name}`;
  if (role !== "superuser") {
    url.username = `${name}_${role}`;
    url.password = password(role);
  }
  return url.href;
};
const settings = {
  ...PRODUCTION_SETTINGS,
  DATABASE_URL: urlOf("app"),
  MIGRATION_DATABASE_URL: urlOf("owner"),
  REDIS_URL: "",
};
const config = readConfig(settings);

let superuser: pg.Client;
let owner: DataSource;
let application: DataSource;
beforeAll(async () => {
  superuser = new pg.Client({ connectionString: superuserUrl });
  await superuser.connect();
  for (const statement of rolesOfProduction()) await superuser.query(statement);
  owner = await openMigrationDatabase(config);
  await prepareDatabase(owner, config, () => undefined);
  application = await openDataSource(config, []);
});
afterAll(async () => {
  await application.destroy();
  await owner.destroy();
  for (const database of [name, `${name}_drill`, `${name}_temporal`, `${name}_temporal_visibility`])
    await superuser.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await superuser.query(`DROP ROLE IF EXISTS ${name}_owner, ${name}_app, ${name}_temporal`);
  await superuser.end();
});

/** The statements of deploy/postgres, with this spec's names and passwords. */
function rolesOfProduction(): string[] {
  return readFileSync(new URL("../../../deploy/postgres/sql/roles.sql", import.meta.url), "utf8")
    .replace(/^--.*$/gm, "")
    .replaceAll("sakhi_bazaar", name)
    .replaceAll("sakhi_", `${name}_`)
    .replace(/(?<!')\btemporal/g, `${name}_temporal`)
    .replace(/:'(\w+)_password'/g, (_, role: string) => `'${password(role)}'`)
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

/** Row counts of all non-empty tables. */
async function filledTables(): Promise<Record<string, number>> {
  const tables = await new Database(owner).query<{ name: string; rows: string }>(
    `SELECT relname AS name, (xpath('/row/n/text()', query_to_xml(
        format('SELECT count(*) AS n FROM public.%I', relname), false, true, '')))[1]::text AS rows
       FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`,
  );
  return Object.fromEntries(
    tables.filter((table) => table.rows !== "0").map((table) => [table.name, Number(table.rows)]),
  );
}

async function problemsOfOpening(databaseUrl = config.databaseUrl): Promise<readonly string[]> {
  try {
    await (await openDataSource({ ...config, databaseUrl }, [])).destroy();
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

/** Runs a statement as the processes' role. @returns "done" or PostgreSQL's error message */
async function resultOf(sql: string): Promise<string> {
  try {
    await application.query(sql);
    return "done";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe("a new production database", () => {
  it("contains the 70 stalls and built-in lists, and no demonstration data", async () => {
    const { migrations, categories, ...filled } = await filledTables();
    expect(migrations).toBeGreaterThan(0);
    expect(categories).toBeGreaterThan(10);
    expect(filled).toEqual({
      ...{ catalogue_version: 1, events: 1, installation: 1, organisation: 1, outside_records: 1, seeds: 1 },
      ...{ event_questions: 2, plan_publications: 1, stall_types: 2, stalls: 70 },
    });
  });

  it("refuses to start with demonstration data until it is removed", async () => {
    await seedDemonstration(new Database(owner));
    const [problem, ...more] = await problemsOfOpening();
    expect(more).toEqual([]);
    expect(problem).toMatch(/^DATABASE_URL .*\(coupons, demonstration-catalogue\).*--remove-demo/);
    await expect(prepareDatabase(owner, config, () => undefined)).rejects.toThrow(SettingsError);
    const removed = await removeDemonstration(new Database(owner));
    expect(removed).toEqual(["coupons", "demonstration-catalogue"]);
    const left = Object.keys(await filledTables());
    const planted = ["brands", "coupons", "listings", "product_images", "showcase_events", "highlights"];
    expect(left.filter((table) => planted.includes(table))).toEqual([]);
    expect(await problemsOfOpening()).toEqual([]);
  });

  it("keeps data added to the demonstration, and disables coupons in use", async () => {
    const database = new Database(owner);
    await seedDemonstration(database);
    await database.query("INSERT INTO coupons (code, percentage) VALUES ('OWN5', 5)");
    await database.query("INSERT INTO brands (module, name, category) VALUES ('shops', 'Own', 'Gifts')");
    await database.query(
      `INSERT INTO bookings (id, stall_key, state, release_reason, price_paise, coupon_code)
       VALUES (gen_random_uuid(), (SELECT stall_key FROM stalls WHERE stall_id = 'B1'), 'released', 'left', 2700000, 'MELA10')`,
    );
    await removeDemonstration(database);
    expect(await database.query("SELECT code, active FROM coupons ORDER BY code")).toEqual([
      { code: "MELA10", active: false },
      { code: "OWN5", active: true },
    ]);
    expect(await database.query("SELECT name FROM brands")).toEqual([{ name: "Own" }]);
    for (const table of ["bookings", "coupons", "brands"]) await database.query(`DELETE FROM ${table}`);
  });

  it("refuses Temporal's role, and Temporal's database refuses ours", async () => {
    for (const [role, database] of [
      ["temporal", name],
      ["app", `${name}_temporal`],
    ] as const) {
      const url = new URL(urlOf(role));
      url.pathname = `/${database}`;
      const client = new pg.Client({ connectionString: url.href });
      await expect(client.connect()).rejects.toThrow("permission denied for database");
    }
  });

  it("refuses to start as a superuser, or as the tables' owner", async () => {
    expect(await problemsOfOpening(urlOf("superuser"))).toEqual([
      expect.stringMatching(/^DATABASE_URL names a superuser/),
    ]);
    expect(await problemsOfOpening(urlOf("owner"))).toEqual([
      expect.stringMatching(/^DATABASE_URL names the role that owns the tables/),
    ]);
  });

  it.each([
    ["CREATEROLE", "NOCREATEROLE", /may create roles/],
    ["BYPASSRLS", "NOBYPASSRLS", /BYPASSRLS/],
    ["REPLICATION", "NOREPLICATION", /REPLICATION/],
  ])("refuses to start with a role that has %s", async (right, without, problem) => {
    await superuser.query(`ALTER ROLE ${name}_app ${right}`);
    expect(await problemsOfOpening()).toEqual([expect.stringMatching(problem)]);
    await superuser.query(`ALTER ROLE ${name}_app ${without}`);
    expect(await problemsOfOpening()).toEqual([]);
  });

  it("refuses to start with a role that can become the owner", async () => {
    await superuser.query(`GRANT ${name}_owner TO ${name}_app`);
    expect(await problemsOfOpening()).toEqual([expect.stringMatching(/owns the tables, or a member/)]);
    await superuser.query(`REVOKE ${name}_owner FROM ${name}_app`);
  });

  it("is not prepared without the owner's role, or for an event that is past, until something was booked", async () => {
    const prepared = (changes: object): Promise<unknown> =>
      prepareDatabase(owner, { ...config, ...changes }, () => undefined).then(
        () => "done",
        (error: unknown) => (error instanceof SettingsError ? error.problems : error),
      );
    expect(await prepared({ migrationDatabaseUrl: undefined })).toEqual([
      expect.stringMatching(/^MIGRATION_DATABASE_URL is missing/),
    ]);
    const past = readConfig({ ...settings, EVENT_START: "2020-01-15", EVENT_END: "2020-01-16" }, { dates: false });
    expect(await prepared({ passed: past.passed })).toEqual([expect.stringMatching(/^EVENT_END is past/)]);
    const database = new Database(owner);
    await database.query(
      `INSERT INTO bookings (id, stall_key, state, release_reason, price_paise)
       VALUES (gen_random_uuid(), (SELECT stall_key FROM stalls WHERE stall_id = 'B1'), 'released', 'left', 2700000)`,
    );
    expect(await prepared({ passed: past.passed })).toBe("done");
    await database.query("DELETE FROM bookings");
  });
});

describe("the processes' role", () => {
  it("can book a stall, with coupons and rate limits", async () => {
    const url = urlOf("app");
    const source = await new DataSource(dataSourceOptions(url, ENTITIES, 5)).initialize();
    // Seeds run once, so starting only reads.
    await seedDemonstration(new Database(owner));
    const mela = await MelaTest.start(
      { RATE_LIMITS: "on" },
      [],
      Promise.resolve({ url, source, database: new Database(source), close: () => source.destroy() }),
    );
    try {
      const visitor = mela.visitor();
      expect((await visitor.reserve("A1")).status).toBe(201);
      expect((await visitor.register("A1")).status).toBe(201);
      expect((await visitor.release("A1")).status).toBe(200);
    } finally {
      await mela.close();
    }
  });

  it("can insert into the audit log, but not update, delete or truncate it", async () => {
    const add = `INSERT INTO audit_log (administrator, action, subject_type, subject_id)
      VALUES ('meena', 'looked', 'stall', 'B1')`;
    expect(await resultOf(add)).toBe("done");
    for (const sql of ["UPDATE audit_log SET administrator = 'nobody'", "DELETE FROM audit_log", "TRUNCATE audit_log"])
      expect([sql, await resultOf(sql)]).toEqual([sql, "permission denied for table audit_log"]);
  });

  it("can add to histories, payments and invoices, and not rewrite them", async () => {
    const booking = "11111111-1111-4111-8111-111111111111";
    const application = "22222222-2222-4222-8222-222222222222";
    for (const sql of [
      `INSERT INTO bookings (id, stall_key, state, release_reason, price_paise)
        VALUES ('${booking}', (SELECT stall_key FROM stalls WHERE stall_id = 'B2'), 'released', 'left', 2700000)`,
      `INSERT INTO booking_events (booking_id, kind, actor) VALUES ('${booking}', 'reserved', 'visitor')`,
      `INSERT INTO orders (order_id, subject_type, subject_id, amount_paise, state)
        VALUES ('MELA1', 'booking', '${booking}', 2700000, 'paid')`,
      `INSERT INTO payments (provider_payment_id, order_id, provider_status, outcome, amount_paise, currency)
        VALUES ('1', 'MELA1', 'SUCCESS', 'success', 2700000, 'INR')`,
      `INSERT INTO invoices (id, number, kind, order_id, content)
        VALUES ('${booking}', 'INV/26-27/000001', 'invoice', 'MELA1', '{"a": 1}')`,
    ])
      expect([sql, await resultOf(sql)]).toEqual([sql, "done"]);
    const kept = (table: string): string => `rows of ${table} are kept as they were written`;
    for (const [sql, outcome] of [
      ["UPDATE booking_events SET kind = 'sold'", kept("booking_events")],
      ["DELETE FROM booking_events", kept("booking_events")],
      ["UPDATE payments SET amount_paise = 1", kept("payments")],
      ["UPDATE payments SET outcome = 'failed'", kept("payments")],
      ["UPDATE payments SET payment_mode = 'upi', updated_at = clock_timestamp()", "done"],
      // The provider's reversal, after which the amount is kept too.
      ["UPDATE payments SET outcome = 'failed', provider_status = 'VOID'", "done"],
      ["UPDATE payments SET amount_paise = 1", kept("payments")],
      ["DELETE FROM payments", kept("payments")],
      ["UPDATE invoices SET content = '{}'", kept("invoices")],
      ["UPDATE invoices SET number = 'INV/26-27/000009'", kept("invoices")],
      ["UPDATE invoices SET requeued_at = clock_timestamp()", "done"],
      ["UPDATE invoices SET pdf = '\\x01', rendered_at = clock_timestamp()", "done"],
      ["UPDATE invoices SET pdf = '\\x02'", kept("invoices")],
      ["DELETE FROM invoices", kept("invoices")],
    ] as const)
      expect([sql, await resultOf(sql)]).toEqual([sql, outcome]);
    // Nor the owner.
    for (const table of ["booking_events", "listing_events", "payments", "invoices"])
      await expect(owner.query(`TRUNCATE ${table} CASCADE`)).rejects.toThrow("are kept as they were written");
    expect(
      await resultOf(
        `INSERT INTO listing_events (application_id, kind, actor) VALUES ('${application}', 'x', 'system')`,
      ),
    ).toContain("foreign key");
  });

  it.each([
    ["ALTER TABLE audit_log DISABLE TRIGGER ALL", "must be owner"],
    ["ALTER TABLE payments DISABLE TRIGGER payments_are_kept", "must be owner"],
    ["SET session_replication_role = replica", "permission denied"],
    ["DROP TRIGGER audit_log_is_kept ON audit_log", "must be owner"],
    ["DROP TABLE bookings", "must be owner"],
    ["TRUNCATE bookings CASCADE", "permission denied"],
    ["DELETE FROM migrations", "permission denied"],
    ["CREATE TABLE mine (id int)", "permission denied"],
    ["CREATE SCHEMA mine", "permission denied"],
    ["COPY bookings TO PROGRAM 'cat'", "permission denied"],
  ])("may not %s", async (sql, message) => {
    expect(await resultOf(sql)).toContain(message);
  });
});

it("the audit log cannot be truncated even by the owner", async () => {
  await expect(owner.query("TRUNCATE audit_log")).rejects.toThrow("the audit log can only be added to");
});
