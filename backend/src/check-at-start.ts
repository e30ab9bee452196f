import { Logger, Module, type DynamicModule } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { DataSource } from "typeorm";
import { ENTITIES } from "./entities.js";
import type { Config } from "./platform/config/config.js";
import { dataSourceOptions } from "./platform/database/data-source.js";
import { describeError } from "./platform/log/log.js";
import { withinMs } from "./platform/loops/background-loop.js";
import { PlatformModule } from "./platform/platform.module.js";
import { RecoveryWatchModule } from "./recovery/recovery.module.js";
import { RecoveryService } from "./recovery/recovery.service.js";

/** Longest delay of a start, in ms; each part has a limit of its own, of a second or two. */
const LIMIT_MS = 15_000;

@Module({})
class CheckAtStartModule {
  static with(config: Config, source: DataSource): DynamicModule {
    return { module: CheckAtStartModule, imports: [PlatformModule.with(config, source), RecoveryWatchModule] };
  }
}

/**
 * Before a process does anything: is the database older than what is known outside? Then it enters recovery, and nothing is
 * sold (docs/decisions/0050). Takes some hundred milliseconds, two
 * to four seconds while Temporal is unreachable. If a part gives no answer the process starts all the same,
 * and the jobs process asks again every few seconds: an outage of Temporal must not stop the sales.
 */
export async function checkAtStart(config: Config): Promise<void> {
  const log = new Logger("Recovery");
  const check = async (): Promise<void> => {
    const source = await new DataSource(dataSourceOptions(config.databaseUrl, ENTITIES, 2)).initialize();
    try {
      const app = await NestFactory.createApplicationContext(CheckAtStartModule.with(config, source), {
        logger: ["warn", "error", "fatal"],
        abortOnError: false,
      });
      try {
        const state = await app.get(RecoveryService, { strict: false }).check();
        if (state === "recovering") log.warn("the database is in recovery: sales are paused");
        if (state === "unanswered") log.warn("a part gave no answer about newer data: asked again by jobs");
      } finally {
        await app.close();
      }
    } finally {
      await source.destroy();
    }
  };
  try {
    await withinMs(LIMIT_MS, check());
  } catch (error) {
    log.warn(`cannot compare the database with what is known outside: ${describeError(error)}`);
  }
}
