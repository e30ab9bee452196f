import { readFileSync } from "node:fs";
import { SEED_ORGANISATION, seedEvent } from "@sakhi/domain/events/event-facts.seed";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { BACKEND } from "../../folders.js";
import { snakeCase } from "../columns.js";

const SCHEMA_FILE = new URL("assets/schema.sql", BACKEND);

/** The last of the migrations that made this schema step by step; a database with it is as {@link SCHEMA_FILE} says. */
const STEP_BY_STEP = "StallOfAnEvent1764000042000";

/** The whole schema (backend/assets/schema.sql), and the facts of the Mela and of who runs it as they are seeded. */
export class Schema1764000043000 implements MigrationInterface {
  public readonly name = "Schema1764000043000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    const earlier = (await queryRunner.query("SELECT name FROM migrations")) as { name: string }[];
    if (earlier.some(({ name }) => name === STEP_BY_STEP)) return;
    if (earlier.length > 0) {
      throw new Error("This database is of an earlier development version: start with an empty one.");
    }
    await queryRunner.query(readFileSync(SCHEMA_FILE, "utf8"));
    const [installation] = (await queryRunner.query("SELECT created_at FROM installation")) as { created_at: Date }[];
    if (installation === undefined) throw new Error("The schema has no installation.");
    const event = seedEvent(installation.created_at);
    await queryRunner.query(insertSeed("events", Object.keys(event)), [seedRow(event)]);
    await queryRunner.query(insertSeed("organisation", Object.keys(SEED_ORGANISATION)), [seedRow(SEED_ORGANISATION)]);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DO $$
      DECLARE made text;
      BEGIN
        -- Functions first: those that answer with a table's rows would go with the table, before their turn.
        FOR made IN SELECT format('DROP FUNCTION %s CASCADE', p.oid::regprocedure) FROM pg_proc p
                     WHERE p.pronamespace = 'public'::regnamespace
                       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
              UNION ALL SELECT format('DROP TABLE %I CASCADE', tablename) FROM pg_tables
                     WHERE schemaname = 'public' AND tablename <> 'migrations'
        LOOP EXECUTE made; END LOOP;
      END $$`);
  }
}

/** Columns are named as the properties, in snake_case. */
function seedRow(seed: object): string {
  return JSON.stringify(Object.fromEntries(Object.entries(seed).map(([name, value]) => [snakeCase(name), value])));
}

function insertSeed(table: string, properties: readonly string[]): string {
  const columns = properties.map(snakeCase).join(", ");
  return `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1)`;
}
