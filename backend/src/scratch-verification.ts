import { Module, type DynamicModule } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { DataSource } from "typeorm";
import { ScratchVerification } from "./backup/scratch-verification.js";
import { ENTITIES } from "./entities.js";
import type { Config } from "./platform/config/config.js";
import { dataSourceOptions } from "./platform/database/data-source.js";
import { PlatformModule } from "./platform/platform.module.js";
import { DATABASE_RULES } from "./verify/rules.js";
import { VerifyModule } from "./verify/verify.module.js";
import { GRACE_SECONDS, type VerificationReport, VerifyService } from "./verify/verify.service.js";

/** Holds only in a running product: a backup may have been made during a recovery. */
const OF_A_RUNNING_PRODUCT = new Set(["not-recovering"]);

@Module({})
class ScratchModule {
  static with(config: Config, source: DataSource): DynamicModule {
    return { module: ScratchModule, imports: [PlatformModule.with(config, source), VerifyModule] };
  }
}

/** Verifies a restored copy with the product's own rules. */
export class VerificationOfCopy extends ScratchVerification {
  override readonly entities = ENTITIES;

  constructor(private readonly config: Config) {
    super();
  }

  override async verify(url: string, at: Date): Promise<VerificationReport> {
    const source = await new DataSource(dataSourceOptions(url, ENTITIES, 2)).initialize();
    try {
      // Rules may need what later migrations created.
      await source.runMigrations();
      const app = await NestFactory.createApplicationContext(ScratchModule.with(this.config, source), {
        logger: false,
        abortOnError: false,
      });
      try {
        const rules = DATABASE_RULES.filter(({ name }) => !OF_A_RUNNING_PRODUCT.has(name));
        // What was waiting when the backup was made is still waiting in it.
        const graceSeconds = GRACE_SECONDS + Math.max(0, Date.now() - at.getTime()) / 1_000;
        return await app.get(VerifyService).verify({ rules, graceSeconds });
      } finally {
        await app.close();
      }
    } finally {
      await source.destroy();
    }
  }
}
