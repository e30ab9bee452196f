import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Injectable, Logger } from "@nestjs/common";
import { isBackupDue, keptBackups } from "@sakhi/domain/recovery/backup.rules";
import { DataSource } from "typeorm";
import { PictureStore } from "../pictures/picture-store.js";
import { sentenceOf } from "../platform/commands/sentence-error.js";
import { Config } from "../platform/config/config.js";
import { Database } from "../platform/database/database.js";
import { installationLabel, installationOf } from "../platform/database/installation.js";
import { describeError } from "../platform/log/log.js";
import { inOneProcess } from "../platform/loops/one-process.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { VERSION } from "../platform/version.js";
import { OutsidePositionsService } from "../recovery/outside-positions.service.js";
import { RecoveryService } from "../recovery/recovery.service.js";
import { readArchiveRun } from "./archive-run.js";
import { ArchiveError, type ArchiveEntry, type ManifestContent, writeArchive } from "./archive.js";
import { BackupError } from "./backup-error.js";
import { BackupStoreError } from "./backup-store.js";
import type { BackupRunKind } from "./backup.entities.js";
import { archiveName, Backups, type BackupDescription, backupStoreOf, WHOLE } from "./backups.js";
import { DatabaseCopy } from "./database-copy.js";

/** Longest backup, in ms. */
const BACKUP_LIMIT_MS = 3 * 3_600_000;
/** Copies of the record that are kept, beside the one under way. */
const RECORD_COPIES = 3;
/** Backups made by hand that are kept, e.g. before an update; they never replace one of a night. */
const MANUAL_BACKUPS = 5;
/** How often an unchanged record is noted as copied, in ms. */
const UNCHANGED_MS = 60_000;
/** Runs that are kept, in days. */
const KEPT_DAYS = 90;

/** A new backup. */
export interface MadeBackup extends BackupDescription {
  readonly rows: number;
  readonly pictures: number;
  /** Files of pictures that the database names and the store does not have. */
  readonly missingPictures: readonly string[];
  /** Names of older backups that were deleted. */
  readonly deleted: readonly string[];
}

/** Makes backups (docs/decisions/0075), and notes each run in the database, for the metrics. */
@Injectable()
export class BackupService {
  private readonly log = new Logger("Backup");
  readonly backups: Backups;
  /** The record as last copied. */
  private copied: { readonly digest: string; readonly archive: string; readonly notedAt: number } | undefined;
  /** Whether the store was found to be ours, or shared on purpose. */
  private isStoreChecked = false;

  constructor(
    private readonly config: Config,
    private readonly source: DataSource,
    private readonly database: Database,
    private readonly pictures: PictureStore,
    private readonly recovery: RecoveryService,
    private readonly outside: OutsidePositionsService,
    secrets: Secrets,
  ) {
    this.backups = new Backups(backupStoreOf(config), config.backups, secrets);
  }

  /** The mark of this database. */
  installation(): Promise<string> {
    return installationOf(this.database);
  }

  /**
   * Makes a backup of database, pictures and record, and deletes those that are no longer kept.
   *
   * @param kind made by hand, unless it is the night's
   * @throws BackupError
   */
  async make(kind: "sakhi" | "manual" = "manual"): Promise<MadeBackup> {
    const made = await inOneProcess(this.source, "backup", () => this.noted("backup", () => this.makeNow(kind)));
    if (made === undefined) throw new BackupError("Another backup is being made.");
    return made;
  }

  /** Makes the day's backup if it is due. @returns undefined if it is not @throws BackupError */
  async makeIfDue(): Promise<MadeBackup | undefined> {
    const all = await this.stored(async () => this.backups.of(await this.installation(), WHOLE));
    const newest = all.find(({ kind }) => kind === "sakhi");
    return isBackupDue(newest?.at, await this.now(), this.config.backups.hour) ? this.make("sakhi") : undefined;
  }

  /**
   * Copies the record that is kept outside the database, which grows with each sale and is small, if it has changed since
   * the last copy of this process. Not while there is none: an older copy knows more than an emptied folder.
   *
   * @returns the archive that has the record; undefined if there is no record
   * @throws BackupError
   */
  async copyRecord(): Promise<string | undefined> {
    const { position } = await this.recovery.here();
    const files = await this.outside.files.all(position.installation);
    if (files.length === 0) return undefined;
    const digest = digestOf(files);
    if (this.copied?.digest === digest) {
      await this.noteUnchanged(this.copied);
      return this.copied.archive;
    }
    const { installation } = position;
    return this.noted("record", async () => {
      await this.assertOwnStore(installation);
      const name = archiveName("record", { installation, at: await this.now(), encrypted: this.encrypts });
      const facts = { ...NO_DATABASE, at: position.at, version: VERSION, position, missingPictures: [] };
      const entries = async function* (): AsyncGenerator<ArchiveEntry> {
        yield* recordEntries(files);
      };
      const stored = await this.backups.add(
        name,
        writeArchive(entries(), () => facts, this.config.backups.recipient),
      );
      this.copied = { digest, archive: name, notedAt: Date.now() };
      const copies = await this.backups.of(installation, ["record"]);
      for (const old of copies.slice(RECORD_COPIES)) await this.backups.remove(old);
      return stored;
    }).then(({ archive }) => archive);
  }

  /**
   * Notes the newest base backup of the continuous archive, once. It is made beside PostgreSQL, by a service that cannot
   * reach this database's tables.
   *
   * @param state file with its note; without one, somebody else archives the database
   * @throws the driver's errors
   */
  async noteArchiveRun(state = this.config.backups.archiveState): Promise<void> {
    const run = state === undefined ? undefined : readArchiveRun(await readFile(state, "utf8").catch(() => ""));
    if (run === undefined) return;
    await this.database.query(
      `INSERT INTO backup_runs (kind, started_at, finished_at, succeeded, problem)
       SELECT 'archive', $1::timestamptz, $1::timestamptz, $2, nullif($3, '')
        WHERE NOT EXISTS (SELECT FROM backup_runs WHERE kind = 'archive' AND finished_at >= $1::timestamptz)`,
      [run.at, run.succeeded, run.problem],
    );
  }

  /** Notes a run, and its end. @throws BackupError for every failure */
  async noted<T extends { readonly archive: string; readonly bytes?: number }>(
    kind: BackupRunKind,
    work: () => Promise<T>,
  ): Promise<T> {
    const [run] = await this.database.query<{ id: string }>("INSERT INTO backup_runs (kind) VALUES ($1) RETURNING id", [
      kind,
    ]);
    const ended = async (succeeded: boolean, about: Partial<T>, problem: string | null): Promise<void> => {
      await this.database.query(
        `UPDATE backup_runs SET finished_at = clock_timestamp(), succeeded = $2, archive = $3, bytes = $4, problem = $5
          WHERE id = $1`,
        [run?.id, succeeded, about.archive ?? null, about.bytes ?? null, problem],
      );
      // Of the record, which is copied within seconds of a change, the last two runs.
      await this.database.query(
        `DELETE FROM backup_runs WHERE started_at < clock_timestamp() - make_interval(days => $1)
            OR kind = 'record' AND id < ALL (SELECT id FROM backup_runs WHERE kind = 'record' ORDER BY id DESC LIMIT 2)`,
        [KEPT_DAYS],
      );
    };
    try {
      const result = await this.stored(work);
      await ended(true, result, null);
      return result;
    } catch (error) {
      const said = error instanceof BackupError ? error.message : sentenceOf(error);
      const problem = new BackupError(said ?? `It failed: ${describeError(error)}.`);
      await ended(false, {}, problem.message).catch((unnoted: unknown) => {
        this.log.warn(`a failed run could not be noted: ${describeError(unnoted)}`);
      });
      throw problem;
    }
  }

  /** Notes that the newest copy has the record as it is now: its age is an alarm. */
  private async noteUnchanged(copied: NonNullable<typeof this.copied>): Promise<void> {
    if (Date.now() - copied.notedAt < UNCHANGED_MS) return;
    this.copied = { ...copied, notedAt: Date.now() };
    await this.database.query(
      `UPDATE backup_runs SET finished_at = clock_timestamp()
        WHERE id = (SELECT max(id) FROM backup_runs WHERE kind = 'record' AND archive = $1 AND succeeded)`,
      [copied.archive],
    );
  }

  /**
   * A store that has only another installation's backups is the store of a lost machine, or a mistake: nothing is written
   * there until somebody says so.
   *
   * @throws BackupError
   */
  private async assertOwnStore(installation: string): Promise<void> {
    if (this.isStoreChecked || this.config.backups.shared) return;
    const { backups, leftOut } = await this.backups.survey();
    const own = installationLabel(installation);
    // Also what another secret signed. Archives of earlier releases name nobody, and may be ours.
    const labels = new Set([...backups, ...leftOut].flatMap((each) => each.installation ?? []));
    const others = [...labels].filter((label) => label !== own);
    if (others.length > 0 && !backups.some((backup) => backup.installation === own)) {
      throw new BackupError(
        `The store has the backups of another installation (${others.join(", ")}), and none of this one (${own}): nothing ` +
          "was written. To bring the other one back, restore it (docs/operations/questions/the-machine-is-lost.md). To keep both in " +
          "one store, set BACKUP_SHARED_STORE=on; better is a bucket or a folder of its own.",
      );
    }
    this.isStoreChecked = true;
  }

  private async makeNow(kind: "sakhi" | "manual"): Promise<MadeBackup> {
    const installation = await this.installation();
    await this.assertOwnStore(installation);
    const limit = AbortSignal.timeout(BACKUP_LIMIT_MS);
    const copy = await DatabaseCopy.open(this.config.directDatabaseUrl);
    try {
      const missing: string[] = [];
      let pictures = 0;
      let position: ManifestContent["position"] | undefined;
      const all = async function* (this: BackupService): AsyncGenerator<ArchiveEntry> {
        yield* copy.entries();
        for (const name of await this.pictureNames(copy)) {
          const bytes = await this.pictures.get(name);
          if (bytes === undefined) missing.push(name);
          else yield { path: `pictures/${name}`, bytes };
          if (bytes !== undefined) pictures += 1;
          if (limit.aborted) throw new BackupError("It took too long.");
        }
        // After the snapshot: what was opened, sent and numbered since then is in it.
        ({ position } = await this.recovery.here());
        yield* recordEntries(await this.outside.files.all(position.installation));
      }.bind(this);
      const facts = (): ManifestContent => {
        if (position === undefined) throw new BackupError("The database has no position.");
        return { ...copy.facts(), version: VERSION, position, missingPictures: missing };
      };
      const name = archiveName(kind, { installation, at: new Date(copy.at), encrypted: this.encrypts });
      const content = writeArchive(all(), facts, this.config.backups.recipient);
      const stored = await this.backups.add(name, content);
      const rows = copy.facts().tables.reduce((sum, table) => sum + table.rows, 0);
      return { ...stored, rows, pictures, missingPictures: missing, deleted: await this.prune(installation) };
    } finally {
      await copy.close().catch(() => undefined);
    }
  }

  /** Deletes backups of this installation that are no longer kept. @returns their names */
  private async prune(installation: string): Promise<readonly string[]> {
    const all = await this.backups.of(installation, WHOLE);
    const nights = all.filter(({ kind }) => kind === "sakhi");
    const kept = keptBackups(nights, this.config.backups);
    const old = [
      ...nights.filter((backup) => !kept.has(backup)),
      ...all.filter(({ kind }) => kind === "manual").slice(MANUAL_BACKUPS),
    ];
    for (const backup of old) await this.backups.remove(backup);
    return old.map(({ name }) => name);
  }

  private get encrypts(): boolean {
    return this.config.backups.recipient !== undefined;
  }

  private async now(): Promise<Date> {
    const [clock] = await this.database.query<{ at: Date }>("SELECT clock_timestamp() AS at");
    return clock?.at ?? new Date();
  }

  /** Files of pictures that are shown, in the snapshot. */
  private async pictureNames({ client }: DatabaseCopy): Promise<readonly string[]> {
    const { rows } = await client.query<{ name: string }>(
      `SELECT DISTINCT f.name FROM picture_files f JOIN pictures p ON p.id = f.picture_id
        WHERE p.state = 'ready' ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  }

  /** The store's and the archive's errors, in words. */
  private async stored<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof BackupStoreError || error instanceof ArchiveError) throw new BackupError(error.message);
      throw error;
    }
  }
}

const NO_DATABASE = { migrations: [], tables: [], sequences: {} };

function digestOf(files: readonly { readonly name: string; readonly bytes: Buffer }[]): string {
  const hash = createHash("sha256");
  for (const { name, bytes } of files) hash.update(`${name} ${bytes.length}\n`).update(bytes);
  return hash.digest("hex");
}

/** Entries of the record's files. */
function* recordEntries(files: Awaited<ReturnType<OutsidePositionsService["files"]["all"]>>): Generator<ArchiveEntry> {
  for (const { name, bytes } of files) yield { path: `record/${name}`, bytes };
}
