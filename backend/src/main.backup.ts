import "reflect-metadata";
import { type DynamicModule, Logger, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { backupVerb, backupLines, runBackupCommand } from "./backup/backup-command.js";
import { BackupDrillService } from "./backup/backup-drill.service.js";
import { BackupError } from "./backup/backup-error.js";
import { BackupModule } from "./backup/backup.module.js";
import { BackupService } from "./backup/backup.service.js";
import { ScratchVerification } from "./backup/scratch-verification.js";
import { ENTITIES } from "./entities.js";
import { startCommand } from "./platform/commands/start-command.js";
import type { Config } from "./platform/config/config.js";
import { Database } from "./platform/database/database.js";
import { processLogger } from "./platform/log/log.js";
import { BackgroundLoop } from "./platform/loops/background-loop.js";
import { DiskSpaceService } from "./platform/outside/disk-space.service.js";
import { PlatformModule } from "./platform/platform.module.js";
import { VerificationOfCopy } from "./scratch-verification.js";

@Module({})
class BackupCommandModule {
  static with(config: Config): DynamicModule {
    return {
      module: BackupCommandModule,
      imports: [PlatformModule.with(config, ENTITIES), BackupModule],
      providers: [{ provide: ScratchVerification, useValue: new VerificationOfCopy(config) }, BackupDrillService],
    };
  }
}

/** Interval at which the record is copied if it has changed, in ms: a lost machine loses at most this much knowledge about sales. */
const RECORD_EVERY_MS = 10_000;
/** Interval of the check whether the night's backup is due, in ms; a failed one is repeated after it. */
const BACKUP_EVERY_MS = 10 * 60_000;
/** Interval at which the continuous archive's last base backup is looked up, in ms. */
const ARCHIVE_EVERY_MS = 60_000;
/** Interval of the measurement of free space, in ms. */
const DISK_EVERY_MS = 60_000;
/** Interval of a statement that keeps a connection, in ms: the container's health check looks for one (deploy/health.mjs). */
const CONNECTED_EVERY_MS = 10_000;

/** `npm run backup`: backups and drills (docs/operations/backups.md). */
void startCommand(async (config) => {
  const verb = backupVerb(process.argv.slice(2));
  const scheduled = verb === "schedule";
  const app = await NestFactory.createApplicationContext(BackupCommandModule.with(config), {
    abortOnError: false,
    ...(scheduled ? { logger: processLogger("backup") } : {}),
  });
  const service = app.get(BackupService, { strict: false });
  const drill = app.get(BackupDrillService, { strict: false });
  if (scheduled) {
    const disk = new DiskSpaceService(app.get(Database));
    const measure = () => disk.measure(config.backups.s3 === undefined ? { backups: config.backups.folder } : {});
    return schedule({ service, drill, database: app.get(Database), measure }, () => app.close());
  }
  for (const line of await runBackupCommand(verb, service, drill)) console.log(line);
  await app.close();
  return 0;
});

/** What runs by itself, until the process is ended. */
interface Scheduled {
  readonly service: BackupService;
  readonly drill: BackupDrillService;
  readonly database: Database;
  /** Measures the free space for backups. */
  readonly measure: () => Promise<void>;
}

function schedule({ service, drill, database, measure }: Scheduled, close: () => Promise<void>) {
  const log = new Logger("Backup");
  const reported = async (work: () => Promise<readonly string[]>): Promise<void> => {
    try {
      for (const line of await work()) log.log(line);
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      log.error(error.message);
    }
  };
  const loops = [
    new BackgroundLoop({ name: "connection", everyMs: CONNECTED_EVERY_MS, turn: () => database.query("SELECT 1") }),
    new BackgroundLoop({ name: "disk space", everyMs: DISK_EVERY_MS, turn: measure }),
    new BackgroundLoop({
      name: "record copy",
      everyMs: RECORD_EVERY_MS,
      turn: () =>
        reported(async () => {
          await service.copyRecord();
          return [];
        }),
    }),
    new BackgroundLoop({ name: "archive", everyMs: ARCHIVE_EVERY_MS, turn: () => service.noteArchiveRun() }),
    new BackgroundLoop({
      name: "backup",
      everyMs: BACKUP_EVERY_MS,
      turn: () =>
        reported(async () => {
          const made = await service.makeIfDue();
          if (made === undefined) return [];
          const { archive, rules } = await drill.run();
          return [...backupLines(made), `restored ${archive} beside the product: ${rules} rules hold`];
        }),
    }),
  ];
  for (const loop of loops) loop.start();
  return {
    stop: async (): Promise<void> => {
      // A backup under way is not waited for: it would not count, and is repeated.
      await close();
    },
  };
}
