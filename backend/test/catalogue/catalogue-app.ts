import { ApiModule } from "../../src/api.module.js";
import { seedCatalogue } from "../../src/catalogue/demonstration.seed.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase } from "../support/database.js";
import { startTestApp } from "../support/http-app.js";

/**
 * Starts the whole API on a database with the demonstration catalogue.
 *
 * @param siteFolder a build of the site; pages are not served without one
 */
export async function startCatalogue(siteFolder?: string) {
  const { url, source, database, close } = await createTestDatabase(8);
  await seedCatalogue(database);
  const config = testConfig({ DATABASE_URL: url });
  const app = await startTestApp(ApiModule.with(config, source, siteFolder), config);
  return {
    app,
    database,
    async close(): Promise<void> {
      await app.close();
      await close();
    },
  };
}
