import { beforeAll, describe, expect, it } from "@jest/globals";
import { ownDatabase } from "@sakhi/testkit/database";
import { MIGRATIONS } from "../../src/platform/database/data-source.js";
import { BASELINE } from "../../src/platform/database/origin.js";
import { openMigrationDatabase } from "../../src/prepare-database.js";
import { lint, LINT_RULES, type LintRule, loadParser } from "./migration-lint.js";

/**
 * Migrations run while the previous release serves visitors (deploy/update.sh, docs/decisions/0076), so none may block or break
 * it. The baseline only meets an empty database, or one of the last 0.1: baseline.spec.ts judges what it does there.
 */
const JUDGED = MIGRATIONS.slice(1);

/**
 * Why a migration may do it nevertheless: for example that its table has a hundred rows, or that no release since … reads the
 * column. An exception that is no longer needed is refused.
 */
const EXCEPTIONS: Readonly<Record<string, Partial<Record<LintRule, string>>>> = {
  DisputeStages1764000431000: { "rows-changed": "an installation has a handful of disputes, which a webhook changes" },
  SellsFood1764000310000: { "rows-changed": "an event has at most twelve questions, which only operators change" },
  TeamRoles1764000420000: { "rows-changed": "a team has some dozens of people and links" },
};

beforeAll(() => loadParser());

/** Runs every migration on an empty database, and records its statements. */
async function statements(): Promise<ReadonlyMap<string, readonly string[]>> {
  const database = await ownDatabase();
  const source = await openMigrationDatabase({ databaseUrl: database.url, migrationDatabaseUrl: database.url });
  try {
    // TypeORM's own, which the first migration reads.
    await source.query("CREATE TABLE migrations (id serial, timestamp bigint, name text)");
    const found = new Map<string, readonly string[]>();
    for (const Migration of MIGRATIONS) {
      const recorded: string[] = [];
      const runner = source.createQueryRunner();
      const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
      Object.assign(runner, {
        query: (sql: string, ...more: unknown[]) => {
          recorded.push(sql);
          return query(sql, ...more);
        },
      });
      const migration = new Migration();
      await migration.up(runner);
      await runner.release();
      found.set(migration.name, recorded);
    }
    return found;
  } finally {
    await source.destroy();
    await database.drop();
  }
}

const timestampOf = (name: string): number => Number(/\d{13}$/.exec(name)?.[0]);

describe("the migrations", () => {
  it("are named by their time, in order, and can be undone", () => {
    const names = MIGRATIONS.map((Migration) => new Migration().name);
    expect(names.map(timestampOf)).toEqual(names.map(timestampOf).toSorted((a, b) => a - b));
    expect(new Set(names).size).toBe(names.length);
    for (const Migration of MIGRATIONS) expect(typeof new Migration().down).toBe("function");
  });

  it("neither block nor break the running release", async () => {
    const all = await statements();
    expect(all.size).toBe(MIGRATIONS.length);
    // The record works: the whole schema is in it.
    expect(all.get(BASELINE)?.join("\n")).toContain("CREATE TABLE bookings (");
    const problems: string[] = [];
    for (const name of JUDGED.map((Migration) => new Migration().name)) {
      const sql = all.get(name) ?? [];
      const allowed = EXCEPTIONS[name] ?? {};
      const found = lint(sql);
      for (const { rule, on } of found)
        if (allowed[rule] === undefined) problems.push(`${name}: ${rule} on ${on}. ${LINT_RULES[rule]}`);
      for (const rule of Object.keys(allowed))
        if (!found.some((each) => each.rule === rule)) problems.push(`${name} needs no exception from ${rule}`);
    }
    expect(problems).toEqual([]);
    expect(Object.keys(EXCEPTIONS).filter((name) => !all.has(name))).toEqual([]);
  });
});

describe("the lint", () => {
  it.each<[string, LintRule | undefined]>([
    ["CREATE INDEX i ON bookings (state)", "index-not-concurrent"],
    ["CREATE UNIQUE INDEX i ON bookings (state)", "index-not-concurrent"],
    ["CREATE INDEX CONCURRENTLY i ON bookings (state)", undefined],
    ["CREATE TABLE t (id int PRIMARY KEY, b uuid NOT NULL REFERENCES bookings); CREATE INDEX i ON t (b)", undefined],
    ["ALTER TABLE bookings ADD COLUMN a int", undefined],
    ["ALTER TABLE bookings ADD COLUMN a int NOT NULL", "column-without-default"],
    ["ALTER TABLE bookings ADD COLUMN a int NOT NULL DEFAULT 0", undefined],
    ["ALTER TABLE bookings ADD COLUMN a timestamptz NOT NULL DEFAULT now()", undefined],
    ["ALTER TABLE bookings ADD COLUMN a timestamptz DEFAULT clock_timestamp()", "column-rewrites"],
    ["ALTER TABLE bookings ADD COLUMN a uuid NOT NULL DEFAULT gen_random_uuid()", "column-rewrites"],
    ["ALTER TABLE bookings ADD COLUMN a text GENERATED ALWAYS AS (lower(email)) STORED", "column-rewrites"],
    ["ALTER TABLE bookings ADD COLUMN a int GENERATED ALWAYS AS IDENTITY", "column-rewrites"],
    ["ALTER TABLE bookings ADD COLUMN a int CHECK (a > 0)", "check-scans"],
    ["ALTER TABLE bookings ADD CONSTRAINT c CHECK (a > 0)", "check-scans"],
    ["ALTER TABLE bookings ADD CONSTRAINT c CHECK (a > 0) NOT VALID", undefined],
    ["ALTER TABLE bookings VALIDATE CONSTRAINT c", undefined],
    ["ALTER TABLE bookings ADD COLUMN a uuid REFERENCES pictures (id)", undefined],
    ["ALTER TABLE bookings ADD COLUMN a uuid DEFAULT 'x' REFERENCES pictures (id)", "foreign-key-scans"],
    ["ALTER TABLE bookings ADD FOREIGN KEY (a) REFERENCES pictures (id)", "foreign-key-scans"],
    ["ALTER TABLE bookings ADD FOREIGN KEY (a) REFERENCES pictures (id) NOT VALID", undefined],
    ["ALTER TABLE bookings ADD COLUMN a int UNIQUE", "unique-builds"],
    ["ALTER TABLE bookings ADD CONSTRAINT c UNIQUE (a)", "unique-builds"],
    ["ALTER TABLE bookings ADD CONSTRAINT c UNIQUE USING INDEX i", undefined],
    ["ALTER TABLE bookings ALTER COLUMN a SET NOT NULL", "not-null-scans"],
    ["ALTER TABLE bookings ALTER COLUMN a TYPE bigint", "type-rewrites"],
    ["ALTER TABLE bookings DROP COLUMN a", "old-release-breaks"],
    ["ALTER TABLE bookings RENAME COLUMN a TO b", "old-release-breaks"],
    ["ALTER TABLE bookings RENAME TO reservations", "old-release-breaks"],
    ["ALTER INDEX i RENAME TO j", undefined],
    ["DROP TABLE bookings", "old-release-breaks"],
    ["DROP FUNCTION lock_for_reserve(text)", "old-release-breaks"],
    ["DROP INDEX i", undefined],
    ["CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'", undefined],
    ["UPDATE bookings SET a = 1", "rows-changed"],
    ["DELETE FROM bookings", "rows-changed"],
    ["LOCK TABLE bookings", "locks-table"],
    ["VACUUM FULL bookings", "locks-table"],
    ["TRUNCATE bookings", "locks-table"],
  ])("%s: %s", (sql, rule) => {
    expect(lint([sql]).map((found) => found.rule)).toEqual(rule === undefined ? [] : [rule]);
  });
});
