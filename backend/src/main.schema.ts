import "reflect-metadata";
import { entityDocs } from "./entity-docs.js";
import { Database } from "./platform/database/database.js";
import { grantApplicationRole } from "./platform/database/preparation.js";
import { schemaText } from "./platform/database/schema-text.js";
import { openMigrationDatabase } from "./prepare-database.js";

const ROLE = "application";

/** Migrates the empty database of DATABASE_URL and prints its schema; for scripts/generate.mjs. */
const url = process.env["DATABASE_URL"] ?? "";
const source = await openMigrationDatabase({ databaseUrl: url, migrationDatabaseUrl: url });
try {
  await source.runMigrations();
  await source.query(`CREATE ROLE ${ROLE}`);
  await grantApplicationRole(new Database(source), ROLE);
  process.stdout.write(await schemaText((sql, parameters) => source.query(sql, parameters), entityDocs(), ROLE));
} finally {
  await source.destroy();
}
