import "reflect-metadata";
import { parseArgs } from "node:util";
import { seedDemonstration, removeDemonstration } from "./demonstration.js";
import { startCommand } from "./platform/commands/start-command.js";
import { Database } from "./platform/database/database.js";
import { openMigrationDatabase } from "./prepare-database.js";

const USAGE = `npm run seed -- --demo         plants the demonstration coupons and catalogue, once
npm run seed -- --scale N      adds the demonstration and N listings for benchmarks
npm run seed -- --remove-demo  takes all of that out again, for production`;

/** `npm run seed`: seeds or removes the demonstration data. */
const { values } = parseArgs({
  options: { demo: { type: "boolean", default: false }, "remove-demo": { type: "boolean", default: false } },
});
const remove = values["remove-demo"];
if (remove === values.demo) {
  console.error(USAGE);
  process.exit(2);
}

void startCommand(async (config) => {
  if (config.production && !remove) {
    console.error("APP_ENV=production takes no demonstration data.");
    process.exit(1);
  }
  const source = await openMigrationDatabase(config);
  try {
    await source.runMigrations();
    const database = new Database(source);
    if (remove) {
      const removed = await removeDemonstration(database);
      console.log(removed.length === 0 ? "nothing to remove" : `removed ${removed.join(", ")}`);
    } else {
      await seedDemonstration(database);
      console.log("seeded the demonstration data");
    }
  } finally {
    await source.destroy();
  }
  return 0;
});
