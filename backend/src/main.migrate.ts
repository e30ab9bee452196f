import "reflect-metadata";
import { DataSource } from "typeorm";
import { Database } from "./platform/database/database.js";
import {
  addFirstAdministrator,
  firstAdministratorLines,
  keepFirstPassword,
} from "./accounts/first-administrator.js";
import { administratorsOf } from "./accounts/administrators.factory.js";
import { dataSourceOptions } from "./platform/database/data-source.js";
import { startProcess } from "./platform/start-process.js";
import { seedCatalogue } from "./catalogue/catalogue.seed.js";
import { seedCoupons } from "./coupons/coupons.seed.js";
import { seedStalls } from "./stalls/stalls.seed.js";

/** Given where what is printed reaches a person and no log: then a first password may be generated and shown. */
const TO_A_PERSON = "--output-reaches-a-person";
/** Begins the path of the file that a generated first password is written to where it may not be shown. */
const TO_A_FILE = "--first-password-file=";

/** Brings the schema up to date and seeds what a new database needs; run before the other processes. */
await startProcess(async (config) => {
  let exitCode = 0;
  const source = await new DataSource(dataSourceOptions(config.databaseUrl, 2)).initialize();
  try {
    const ran = await source.runMigrations();
    for (const migration of ran) console.log(`migrated ${migration.name}`);
    const database = new Database(source);
    await seedStalls(database);
    await seedCoupons(database);
    await seedCatalogue(database);
    const shown = process.argv.includes(TO_A_PERSON);
    const file = process.argv.find((word) => word.startsWith(TO_A_FILE))?.slice(TO_A_FILE.length);
    const mayMakeUp = (shown || file !== undefined) && !config.production;
    const administrators = administratorsOf(database, config);
    const first = await addFirstAdministrator(administrators, config.admin, mayMakeUp);
    const lines =
      shown || file === undefined ? firstAdministratorLines(first) : await keepFirstPassword(first, file);
    for (const line of lines) console.log(line);
    if (first.outcome === "weak") exitCode = 1;
  } finally {
    await source.destroy();
  }
  process.exit(exitCode);
});
