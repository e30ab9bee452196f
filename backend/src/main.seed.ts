import "reflect-metadata";
import { parseArgs } from "node:util";
import { DataSource } from "typeorm";
import { seedCatalogue } from "./catalogue/catalogue.seed.js";
import { seedForMeasuring } from "./catalogue/catalogue.scale.js";
import { Database } from "./platform/database/database.js";
import { dataSourceOptions } from "./platform/database/data-source.js";
import { startProcess } from "./platform/start-process.js";

/** Plants the demonstration catalogue if it never was, and with `--scale N` adds N listings for measuring. */
const { values } = parseArgs({ options: { scale: { type: "string", default: "0" } } });
const scale = Number(values.scale);
if (!Number.isInteger(scale) || scale < 0 || scale > 5_000_000) {
  console.error(`--scale must be a whole number from 0 to 5000000, not "${values.scale}".`);
  process.exit(2);
}

await startProcess(async (config) => {
  const source = await new DataSource(dataSourceOptions(config.databaseUrl, 2)).initialize();
  try {
    await source.runMigrations();
    const database = new Database(source);
    const planted = await seedCatalogue(database);
    console.log(
      planted ? "planted the demonstration catalogue" : "the demonstration catalogue was planted before",
    );
    if (scale > 0) await seedForMeasuring(database, scale, (text) => console.log(text));
  } finally {
    await source.destroy();
  }
  process.exit(0);
});
