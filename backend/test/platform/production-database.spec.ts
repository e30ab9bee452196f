import "reflect-metadata";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import pg from "pg";
import { DataSource } from "typeorm";
import { ENTITIES } from "../../src/entities.js";
import { seedDemonstration, removeDemonstration } from "../../src/demonstration.js";
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
  for (const database of [name, `${name}_temporal`, `${name}_temporal_visibility`])
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

async function problemsOfOpening(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  try {
    await (await openDataSource(readConfig({ ...settings, ...env }), [])).destroy();
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
    expect(filled).toEqual({ catalogue_version: 1, events: 1, installation: 1, organisation: 1, seeds: 1, stalls: 70 });
  });

  it("refuses to start with demonstration data until it is removed", async () => {
    await seedDemonstration(new Database(owner));
    const [problem, ...more] = await problemsOfOpening({});
    expect(more).toEqual([]);
    expect(problem).toMatch(/^DATABASE_URL .*\(coupons, demonstration-catalogue\).*--remove-demo/);
    await expect(prepareDatabase(owner, config, () => undefined)).rejects.toThrow(SettingsError);
    const removed = await removeDemonstration(new Database(owner));
    expect(removed).toEqual(["coupons", "demonstration-catalogue"]);
    const left = Object.keys(await filledTables());
    const planted = ["brands", "coupons", "listings", "product_images", "showcase_events", "highlights"];
    expect(left.filter((table) => planted.includes(table))).toEqual([]);
    expect(await problemsOfOpening({})).toEqual([]);
  });

  it("keeps data added to the demonstration, and disables coupons in use", async () => {
    const database = new Database(owner);
    await seedDemonstration(database);
    await database.query("INSERT INTO coupons (code, percentage) VALUES ('OWN5', 5)");
    await database.query("INSERT INTO brands (module, name, category) VALUES ('shops', 'Own', 'Gifts')");
    await database.query(
      `INSERT INTO bookings (id, stall_id, state, release_reason, price_paise, coupon_code)
       VALUES (gen_random_uuid(), 'B1', 'released', 'left', 2700000, 'MELA10')`,
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

  it("refuses to start as a superuser", async () => {
    const found = await problemsOfOpening({ DATABASE_URL: urlOf("superuser") });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^DATABASE_URL names a superuser/);
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

  it.each([
    ["ALTER TABLE audit_log DISABLE TRIGGER ALL", "must be owner"],
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
