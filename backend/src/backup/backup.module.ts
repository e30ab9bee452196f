import { Module } from "@nestjs/common";
import { PicturesModule } from "../pictures/pictures.module.js";
import { RecoveryWatchModule } from "../recovery/recovery.module.js";
import { BackupService } from "./backup.service.js";

/** Backups; in the command's process only. */
@Module({ imports: [PicturesModule, RecoveryWatchModule], providers: [BackupService], exports: [BackupService] })
export class BackupModule {}
