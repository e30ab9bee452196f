import "reflect-metadata";
import { type DynamicModule, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { Backups, backupStoreOf } from "./backup/backups.js";
import { runRestoreCommand } from "./backup/restore-command.js";
import { ENTITIES } from "./entities.js";
import { pictureStoreOf } from "./pictures/pictures.module.js";
import { startCommand } from "./platform/commands/start-command.js";
import type { Config } from "./platform/config/config.js";
import { OutsideFiles } from "./platform/outside/outside-files.js";
import { PlatformModule } from "./platform/platform.module.js";
import { Secrets } from "./platform/secrets/secrets.js";
import { openMigrationDatabase, prepareDatabase } from "./prepare-database.js";
import { RecoveryWatchModule } from "./recovery/recovery.module.js";
import { RecoveryService } from "./recovery/recovery.service.js";

@Module({})
class RestoreCommandModule {
  static with(config: Config): DynamicModule {
    return { module: RestoreCommandModule, imports: [PlatformModule.with(config, ENTITIES), RecoveryWatchModule] };
  }
}

/** Migrates the restored database to this release, as `migrate` does. */
async function prepare(config: Config): Promise<void> {
  const source = await openMigrationDatabase(config);
  try {
    await prepareDatabase(source, config, (line) => console.log(line));
  } finally {
    await source.destroy();
  }
}

/** Pauses the sales until `recover` has read what happened after the backup. */
async function enterRecovery(config: Config, recordSurvived: boolean): Promise<void> {
  const app = await NestFactory.createApplicationContext(RestoreCommandModule.with(config), { abortOnError: false });
  try {
    await app.get(RecoveryService, { strict: false }).enterRestored({ recordSurvived });
  } finally {
    await app.close();
  }
}

/** `npm run restore`: a backup into an empty database (docs/operations/backups.md). */
void startCommand(async (config) => {
  await runRestoreCommand(process.argv.slice(2), {
    backups: new Backups(backupStoreOf(config), config.backups, new Secrets(config)),
    ownersUrl: config.migrationDatabaseUrl ?? config.databaseUrl,
    entities: ENTITIES,
    targets: {
      pictures: (installation) => pictureStoreOf(config, () => Promise.resolve(installation)),
      files: new OutsideFiles(config.recordFolder),
    },
    prepare: () => prepare(config),
    enterRecovery: (recordSurvived) => enterRecovery(config, recordSurvived),
    print: (line) => console.log(line),
  });
  return 0;
});
