import "reflect-metadata";
import { DataSource } from "typeorm";
import { Database } from "./platform/database/database.js";
import { dataSourceOptions } from "./platform/database/data-source.js";
import { startProcess } from "./platform/start-process.js";
import { seedCatalogue } from "./catalogue/catalogue.seed.js";
import { seedCoupons } from "./coupons/coupons.seed.js";
import { seedStalls } from "./stalls/stalls.seed.js";

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
  } finally {
    await source.destroy();
  }
  process.exit(0);
});
