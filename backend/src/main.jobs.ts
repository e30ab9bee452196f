import "reflect-metadata";
import { Logger } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { checkAtStart } from "./check-at-start.js";
import { JobsModule } from "./jobs.module.js";
import { processLogger } from "./platform/log/log.js";
import { startProcess } from "./platform/start-process.js";

void startProcess(async (config) => {
  const logger = processLogger("jobs");
  Logger.overrideLogger(logger);
  await checkAtStart(config, logger);
  const app = await NestFactory.createApplicationContext(JobsModule.with(config), {
    logger,
    // startProcess reports the error.
    abortOnError: false,
  });
  return { stop: () => app.close() };
});
