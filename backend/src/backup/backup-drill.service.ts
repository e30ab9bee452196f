import { Injectable } from "@nestjs/common";
import { Config } from "../platform/config/config.js";
import { describeError } from "../platform/log/log.js";
import { ArchiveError, type Manifest } from "./archive.js";
import { BackupError } from "./backup-error.js";
import { BackupStoreError } from "./backup-store.js";
import { BackupService } from "./backup.service.js";
import { type Backup, WHOLE } from "./backups.js";
import { connect } from "./database-copy.js";
import { checkBackup, emptyDatabase, restoreBackup, RestoreError } from "./restore.js";
import { ScratchVerification } from "./scratch-verification.js";

/** Ending of the scratch database's name: no other database is ever emptied. */
const SCRATCH = "_drill";

/** A successful drill. */
export interface Drill {
  readonly archive: string;
  readonly manifest: Manifest;
  readonly rows: number;
  /** How many rules hold on the restored database. */
  readonly rules: number;
}

/**
 * Restores the newest backup into a scratch database beside the running product, and verifies it: a backup that was never
 * restored is none. Reads the product, changes nothing of it, and leaves the scratch database empty.
 */
@Injectable()
export class BackupDrillService {
  constructor(
    private readonly config: Config,
    private readonly backupService: BackupService,
    private readonly verification: ScratchVerification,
  ) {}

  /** Restores and verifies the newest backup. @throws BackupError */
  run(): Promise<Drill> {
    return this.backupService.noted("drill", async () => {
      try {
        const [newest] = await this.backupService.backups.of(await this.backupService.installation(), WHOLE);
        if (newest === undefined) throw new BackupError("There is no backup.");
        return await this.restore(newest);
      } catch (error) {
        if (error instanceof RestoreError || error instanceof ArchiveError || error instanceof BackupStoreError)
          throw new BackupError(error.message);
        throw error;
      }
    });
  }

  private async restore(backup: Backup): Promise<Drill> {
    const { backups } = this.backupService;
    const manifest = await checkBackup(backups, backup);
    const url = await this.scratch();
    const client = await connect(url);
    try {
      // What an interrupted drill has left.
      await emptyDatabase(client);
      const { rows } = await restoreBackup({ backups, backup, manifest }, url, this.verification.entities, undefined);
      const names = await client.query<{ name: string }>(
        `SELECT DISTINCT f.name FROM picture_files f JOIN pictures p ON p.id = f.picture_id WHERE p.state = 'ready'`,
      );
      const known = new Set([
        ...Object.keys(manifest.checksums),
        ...manifest.missingPictures.map((each) => `pictures/${each}`),
      ]);
      const lost = names.rows.find(({ name }) => !known.has(`pictures/${name}`));
      if (lost !== undefined) throw new BackupError(`The backup has no file ${lost.name} of a picture.`);
      const { results } = await this.verification.verify(url, new Date(manifest.at));
      const broken = results.filter(({ outcome }) => outcome !== "holds").map(({ name }) => name);
      if (broken.length > 0) throw new BackupError(`The restored database breaks ${broken.join(", ")}.`);
      return { archive: backup.name, manifest, rows, rules: results.length };
    } finally {
      // It has personal data.
      await emptyDatabase(client).catch(() => undefined);
      await client.end();
    }
  }

  /** The scratch database, created if the role may. @returns its URL @throws BackupError */
  private async scratch(): Promise<string> {
    const owner = this.config.migrationDatabaseUrl ?? this.config.databaseUrl;
    const url = new URL(owner);
    const name = `${decodeURIComponent(url.pathname.slice(1))}${SCRATCH}`;
    url.pathname = `/${encodeURIComponent(name)}`;
    const client = await connect(owner);
    try {
      const { rows } = await client.query<{ exists: boolean; may: boolean }>(
        `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1) AS exists,
                (SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user) AS may`,
        [name],
      );
      if (rows[0]?.exists === true) return url.href;
      const quoted = `"${name.replaceAll('"', '""')}"`;
      if (rows[0]?.may !== true)
        throw new BackupError(
          `There is no database ${name}: let a superuser run CREATE DATABASE ${quoted} OWNER "${decodeURIComponent(url.username)}".`,
        );
      await client.query(`CREATE DATABASE ${quoted}`);
      return url.href;
    } catch (error) {
      if (error instanceof BackupError) throw error;
      throw new BackupError(`The database ${name} cannot be prepared: ${describeError(error)}.`);
    } finally {
      await client.end();
    }
  }
}
