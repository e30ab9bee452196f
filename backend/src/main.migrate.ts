import "reflect-metadata";
import { DataSource } from "typeorm";
import { Database } from "./platform/database/database.js";
import { addFirstAdministrator, firstAdministratorLines } from "./accounts/first-administrator.js";
import { administratorsOf } from "./accounts/administrators.factory.js";
import { dataSourceOptions } from "./platform/database/data-source.js";
import { startProcess } from "./platform/start-process.js";
import { seedCatalogue } from "./catalogue/catalogue.seed.js";
import { seedCoupons } from "./coupons/coupons.seed.js";
import { seedStalls } from "./stalls/stalls.seed.js";

/** Given where what is printed reaches a person and no log: then a first password may be made up and shown. */
const TO_A_PERSON = "--output-reaches-a-person";

/** Brings the schema up to date and seeds what a new database needs; run before the other processes. */
await startProcess(async (config) => {
  const source = await new DataSource(dataSourceOptions(config.databaseUrl, 2)).initialize();
  try {
    const ran = await source.runMigrations();
    for (const migration of ran) console.log(`migrated ${migration.name}`);
    const database = new Database(source);
    await seedStalls(database);
    await seedCoupons(database);
    await seedCatalogue(database);
    const mayMakeUp = process.argv.includes(TO_A_PERSON) && !config.production;
    const first = await addFirstAdministrator(administratorsOf(database), config.admin, mayMakeUp);
    for (const line of firstAdministratorLines(first)) console.log(line);
  } finally {
    await source.destroy();
  }
  process.exit(0);
});
