import "reflect-metadata";
import { parseArgs } from "node:util";
import { seedForMeasuring } from "./catalogue/catalogue.scale.js";
import { plantDemonstration, removeDemonstration } from "./demonstration.js";
import { Database } from "./platform/database/database.js";
import { markSeed } from "./platform/database/preparation.js";
import { startProcess } from "./platform/start-process.js";
import { openOwnersDatabase } from "./prepare-database.js";

const USAGE = `npm run seed -- --demo         plants the demonstration coupons and catalogue, once
npm run seed -- --scale N      adds N listings for measuring, and the demonstration
npm run seed -- --remove-demo  takes all of that out again, for production`;

/** Plants the demonstration or takes it out again: `npm run seed`. */
const { values } = parseArgs({
  options: {
    demo: { type: "boolean", default: false },
    "remove-demo": { type: "boolean", default: false },
    scale: { type: "string", default: "0" },
  },
});
const scale = Number(values.scale);
const remove = values["remove-demo"];
if (!Number.isInteger(scale) || scale < 0 || scale > 5_000_000) {
  console.error(`--scale must be a whole number from 0 to 5000000, not "${values.scale}".`);
  process.exit(2);
}
if (remove === (values.demo || scale > 0)) {
  console.error(USAGE);
  process.exit(2);
}

await startProcess(async (config) => {
  if (config.production && !remove) {
    console.error("APP_ENV=production takes no demonstration data.");
    process.exit(1);
  }
  const source = await openOwnersDatabase(config);
  try {
    await source.runMigrations();
    const database = new Database(source);
    if (remove) {
      const removed = await removeDemonstration(database);
      console.log(removed.length === 0 ? "there was nothing to remove" : `removed ${removed.join(", ")}`);
    } else {
      await plantDemonstration(database);
      console.log("the demonstration is planted");
    }
    if (scale > 0) {
      await markSeed(database, "measuring", { demonstration: true });
      await seedForMeasuring(database, scale, (text) => console.log(text));
    }
  } finally {
    await source.destroy();
  }
  process.exit(0);
});
