import "reflect-metadata";
import { Logger } from "@nestjs/common";
import { ApiModule } from "./api.module.js";
import { checkAtStart } from "./check-at-start.js";
import { Database } from "./platform/database/database.js";
import { serveApiDocs } from "./platform/http/api-docs.js";
import { drainBeforeStop } from "./platform/http/draining.js";
import { createHttpApp } from "./platform/http/http-app.js";
import { processLogger } from "./platform/log/log.js";
import { startProcess } from "./platform/start-process.js";

void startProcess(async (config) => {
  const logger = processLogger("api");
  Logger.overrideLogger(logger);
  await checkAtStart(config, logger);
  const app = await createHttpApp(ApiModule.with(config), config, logger);
  if (config.apiDocs) serveApiDocs(app);
  const drain = drainBeforeStop(app.getHttpAdapter().getInstance());
  await app.listen(config.port, config.host);
  // In the background. If the database is unreachable, connections are opened on demand.
  void app
    .get(Database)
    .openAll()
    .catch(() => undefined);
  return {
    stop: async () => {
      // Without a proxy, browsers open a connection again and repeat what is safe to repeat.
      if (config.trustProxy !== false) await drain();
      await app.close();
    },
  };
});
