import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ownDatabase, type OwnDatabase } from "@sakhi/testkit/database";
import type { DataSource } from "typeorm";
import { entityDocs } from "../../src/entity-docs.js";
import { MIGRATIONS } from "../../src/platform/database/data-source.js";
import {
  BASELINE,
  FORMER_MIGRATIONS,
  type Origin,
  originOf,
  originProblem,
} from "../../src/platform/database/origin.js";
import { schemaText } from "../../src/platform/database/schema-text.js";
import { openMigrationDatabase } from "../../src/prepare-database.js";
import { asLast01 } from "../support/last-01.js";
import { lint, LINT_RULES, type LintRule, loadParser } from "./migration-lint.js";

let own: OwnDatabase;
let source: DataSource;
beforeAll(() => loadParser());
beforeAll(async () => {
  own = await ownDatabase();
  source = await openMigrationDatabase({ databaseUrl: own.url, migrationDatabaseUrl: own.url });
});
afterAll(async () => {
  await source.destroy();
  await own.drop();
});

/** The schema's text; without the tables of later migrations, while these are undone. */
async function text(): Promise<string> {
  const rows = await source.query<{ name: string }[]>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const tables = new Set(rows.map(({ name }) => name));
  const docs = entityDocs().filter(({ table }) => tables.has(table));
  return schemaText((sql, parameters) => source.query(sql, parameters), docs, "postgres");
}
/** Runs the migrations. @returns their names */
const migrate = async (): Promise<string[]> => (await source.runMigrations()).map(({ name }) => name);
/** The list of the migrations that ran. */
const applied = async (): Promise<string[]> =>
  (await source.query<{ name: string }[]>("SELECT name FROM migrations ORDER BY id")).map(({ name }) => name);
/** Replaces it. */
const setApplied = async (names: readonly string[]): Promise<void> => {
  await source.query("DELETE FROM migrations");
  await source.query("INSERT INTO migrations (timestamp, name) SELECT 1, unnest($1::text[])", [names]);
};

describe("the origin of a database", () => {
  const [first = "", ...others] = FORMER_MIGRATIONS;
  it.each<[string, readonly string[], boolean, Origin]>([
    ["nothing", [], false, "empty"],
    ["tables that nobody lists", [], true, "unknown"],
    ["this release", [BASELINE], true, "current"],
    ["a later release", [BASELINE, "Later2000000000000"], true, "current"],
    ["0.1, updated", [...FORMER_MIGRATIONS, BASELINE], true, "current"],
    ["the last 0.1", FORMER_MIGRATIONS, true, "last 0.1"],
    ["the last 0.1, in another order", [...others, first], true, "last 0.1"],
    ["an earlier 0.1", FORMER_MIGRATIONS.slice(0, -1), true, "earlier 0.1"],
    ["0.1 without one in the middle", FORMER_MIGRATIONS.filter((_, at) => at !== 20), true, "earlier 0.1"],
    ["the last 0.1 and more", [...FORMER_MIGRATIONS, "Later2000000000000"], true, "unknown"],
    ["a development version", ["StallOfAnEvent1764000042000"], true, "unknown"],
    ["another program", ["Init1700000000000"], true, "unknown"],
  ])("%s", (_, names, hasTables, origin) => {
    expect(originOf(names, hasTables)).toBe(origin);
    expect(originProblem(origin) === undefined).toBe(["empty", "current", "last 0.1"].includes(origin));
  });
});

describe("the baseline", () => {
  it("is the first migration, and makes the schema of an empty database", async () => {
    expect(MIGRATIONS.map((Migration) => new Migration().name)[0]).toBe(BASELINE);
    expect((await migrate())[0]).toBe(BASELINE);
  });

  it("takes a database of the last 0.1 as it is, and makes it the same as a new one", async () => {
    const expected = await text();
    await source.query("INSERT INTO part_checks (part, up) VALUES ('smtp', true)");
    await asLast01(source);
    expect(await text()).not.toBe(expected);
    expect((await migrate())[0]).toBe(BASELINE);
    expect(await text()).toBe(expected);
    expect(await source.query("SELECT part FROM part_checks")).toEqual([{ part: "smtp" }]);
    // The list keeps what ran: the last 0.1 can still start on this database.
    expect((await applied()).slice(0, FORMER_MIGRATIONS.length)).toEqual(FORMER_MIGRATIONS);
    expect(await migrate()).toEqual([]);
  });

  /** It runs while the last 0.1 serves visitors. */
  const EXCEPTIONS: Readonly<Partial<Record<LintRule, string>>> = {
    "old-release-breaks": "the last 0.1 calls lock_to_reserve; lock_for_reserve was for the release before it",
  };

  it("neither blocks nor breaks the last 0.1", async () => {
    await asLast01(source);
    const recorded: string[] = [];
    const runner = source.createQueryRunner();
    const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
    Object.assign(runner, {
      query: (sql: string, ...more: unknown[]) => {
        recorded.push(sql);
        return query(sql, ...more);
      },
    });
    await new MIGRATIONS[0]!().up(runner);
    await runner.release();
    expect(recorded.join("\n")).toContain("CREATE OR REPLACE FUNCTION lock_to_reserve");
    expect(recorded.join("\n")).not.toContain("CREATE TABLE");
    expect(
      lint(recorded)
        .filter(({ rule }) => EXCEPTIONS[rule] === undefined)
        .map(({ rule, on }) => `${rule} on ${on}. ${LINT_RULES[rule]}`),
    ).toEqual([]);
  });

  it.each([
    ["an earlier 0.1", () => setApplied(FORMER_MIGRATIONS.slice(0, -1)), /earlier 0\.1: update to the last 0\.1 first/],
    ["a development version", () => setApplied(["StallOfAnEvent1764000042000"]), /does not know/],
    ["tables that no migration made", () => setApplied([]), /does not know/],
  ])("refuses a database of %s in a sentence, and changes nothing", async (_, prepare, sentence) => {
    await prepare();
    const tables = await text();
    const list = await applied();
    await expect(migrate()).rejects.toMatchObject({
      name: "SettingsError",
      problems: [expect.stringMatching(sentence)],
    });
    expect(await text()).toBe(tables);
    expect(await applied()).toEqual(list);
  });
});
