import { Logger, Module, type DynamicModule, type LoggerService } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { DataSource } from "typeorm";
import { ENTITIES } from "./entities.js";
import type { Config } from "./platform/config/config.js";
import { dataSourceOptions } from "./platform/database/data-source.js";
import { describeError } from "./platform/log/log.js";
import { withinMs } from "./platform/loops/background-loop.js";
import { PlatformModule } from "./platform/platform.module.js";
import { RecoveryWatchModule } from "./recovery/recovery.module.js";
import { type RecoveryCheck, RecoveryService } from "./recovery/recovery.service.js";

/** Longest delay of a start, in ms; each part has a limit of its own, of a second or two. */
const LIMIT_MS = 15_000;
/** Pause before a check that failed is repeated, in ms. */
const REPEAT_MS = 1_000;

@Module({})
class CheckAtStartModule {
  static with(config: Config, source: DataSource): DynamicModule {
    return { module: CheckAtStartModule, imports: [PlatformModule.with(config, source), RecoveryWatchModule] };
  }
}

/**
 * Before a process does anything: is the database older than what is known outside? Then it enters recovery, and nothing is
 * sold; nor is it while nobody outside answers about a database that may be a restored one (docs/decisions/0050). Takes some
 * hundred milliseconds, two to four seconds while Temporal is unreachable. While the database itself is unreachable, so that
 * nothing can be sold, the process starts all the same and the check is repeated until it succeeds.
 */
export async function checkAtStart(config: Config, logger: LoggerService): Promise<void> {
  const log = new Logger("Recovery");
  const checked = async (): Promise<boolean> => {
    try {
      const state = await withinMs(LIMIT_MS, check(config, logger));
      if (state === "recovering") log.warn("the database is in recovery: sales are paused");
      if (state === "unverified") log.warn("nobody outside answers: sales are paused until somebody does");
      if (state === "unanswered") log.warn("a part gave no answer about newer data: jobs asks again every few seconds");
      return true;
    } catch (error) {
      log.warn(`cannot compare the database with what is known outside: ${describeError(error)}`);
      return false;
    }
  };
  if (await checked()) return;
  const repeat = (): void => {
    setTimeout(() => void checked().then((done) => done || repeat()), REPEAT_MS).unref();
  };
  repeat();
}

/** With connections of its own, closed afterwards. @throws the driver's errors while the database is unreachable */
async function check(config: Config, logger: LoggerService): Promise<RecoveryCheck> {
  const source = await new DataSource(dataSourceOptions(config.databaseUrl, ENTITIES, 2)).initialize();
  try {
    const app = await NestFactory.createApplicationContext(CheckAtStartModule.with(config, source), {
      // The process's own: Nest keeps a context's logger and levels for all that follow.
      logger,
      abortOnError: false,
    });
    try {
      return await app.get(RecoveryService, { strict: false }).check();
    } finally {
      await app.close();
    }
  } finally {
    await source.destroy();
  }
}
