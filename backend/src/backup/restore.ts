import type pg from "pg";
import { DataSource } from "typeorm";
import type { PictureStore } from "../pictures/picture-store.js";
import { SentenceError } from "../platform/commands/sentence-error.js";
import type { EntityClass } from "../platform/database/columns.js";
import { dataSourceOptions, MIGRATIONS } from "../platform/database/data-source.js";
import { BASELINE, FORMER_MIGRATIONS, originOf, originProblem } from "../platform/database/origin.js";
import type { OutsideFiles } from "../platform/outside/outside-files.js";
import { ArchiveError, type Manifest, readArchive } from "./archive.js";
import type { Backup, Backups } from "./backups.js";
import { connect, DatabaseFilling, tableOf } from "./database-copy.js";
import { IS_UNFINISHED, UNFINISHED } from "./unfinished-restore.js";

/** A restore that is refused or failed, one sentence. Nothing was changed. */
export class RestoreError extends SentenceError {
  constructor(message: string) {
    super(message);
    this.name = "RestoreError";
  }
}

/** Refuses a database that has tables, other than those of an interrupted restore. @throws RestoreError */
export async function assertEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ tables: number; unfinished: boolean }>(
    `SELECT (SELECT count(*)::int FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')) AS tables,
            ${IS_UNFINISHED} AS unfinished`,
  );
  if (rows[0]?.unfinished === true || rows[0]?.tables === 0) return;
  throw new RestoreError(
    `The database has ${rows[0]?.tables ?? 0} tables: a backup is restored into an empty one only. Stop the product, and ` +
      "create an empty database (CREATE DATABASE), or an empty volume: docker compose down, then docker volume rm " +
      "sakhi-bazaar_database (docs/operations/questions/the-machine-is-lost.md).",
  );
}

/** Removes everything in the database; its owner may. */
export async function emptyDatabase(client: pg.Client): Promise<void> {
  await client.query("DROP SCHEMA IF EXISTS bullmq CASCADE");
  await client.query("DROP SCHEMA public CASCADE");
  await client.query("CREATE SCHEMA public");
}

/** Where what is not in the database goes; absent in a drill. */
export interface RestoreTargets {
  /** The store of an installation. @param installation its mark */
  readonly pictures: (installation: string) => PictureStore;
  readonly files: OutsideFiles;
}

/** What was restored. */
export interface Restored {
  readonly manifest: Manifest;
  readonly rows: number;
  /** Files of pictures that were stored; those that the store had are left out. */
  readonly pictures: number;
  /** Files of the record that were written; those that were there know more. */
  readonly record: readonly string[];
}

/**
 * Checks a whole backup, and whether this release can restore it. Changes nothing.
 *
 * @throws RestoreError, ArchiveError, BackupStoreError
 */
export async function checkBackup(backups: Backups, backup: Backup): Promise<Manifest> {
  const manifest = await backups.check(backup);
  const known = new Set([...FORMER_MIGRATIONS, ...MIGRATIONS.map(({ name }) => name)]);
  const unknown = manifest.migrations.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new RestoreError(
      `The backup was made by release ${manifest.version}, which is newer than this one (${unknown}): install that release.`,
    );
  const problem = originProblem(originOf(manifest.migrations, false));
  if (problem !== undefined)
    throw new RestoreError(`The backup was made by release ${manifest.version} and ${problem}.`);
  return manifest;
}

/**
 * Restores a checked backup into an empty database: creates the schema as it was, fills it in one transaction, and stores
 * pictures and record before that transaction ends. If anything fails, the database is empty again, or has its mark. Keeps
 * the mark until {@link endRestore}: until the sales are paused, the database must not be used.
 *
 * @param url of the database's owner
 * @throws RestoreError, ArchiveError, BackupStoreError; the driver's errors
 */
export async function restoreBackup(
  { backups, backup, manifest }: { readonly backups: Backups; readonly backup: Backup; readonly manifest: Manifest },
  url: string,
  entities: readonly EntityClass[],
  targets: RestoreTargets | undefined,
): Promise<Restored> {
  const client = await connect(url);
  try {
    // As in `migrate`: processes of another machine wait.
    await client.query("SELECT pg_advisory_lock(hashtextextended('prepare database', 0))");
    await assertEmpty(client);
    await emptyDatabase(client);
    await client.query(`COMMENT ON SCHEMA public IS '${UNFINISHED}'`);
    try {
      await migrateTo(url, entities, manifest.migrations);
      return await fill(client, { backups, backup, manifest }, targets);
    } catch (error) {
      await client.query("ROLLBACK").catch(() => undefined);
      await emptyDatabase(client).catch(() => undefined);
      throw error;
    }
  } finally {
    await client.end();
  }
}

/**
 * Stores what is not in the database: the pictures that the store does not have, and files of the record that are missing.
 *
 * @throws ArchiveError, BackupStoreError; the store's errors
 */
export async function restoreFiles(
  { backups, backup, manifest }: { readonly backups: Backups; readonly backup: Backup; readonly manifest: Manifest },
  targets: RestoreTargets,
): Promise<Pick<Restored, "pictures" | "record">> {
  const files = new FilesOfBackup(manifest, targets);
  const { content, identity } = await backups.open(backup);
  for await (const { path, bytes } of readArchive(content, identity))
    if (tableOf(path) === undefined) await files.add(path, bytes);
  return { pictures: files.pictures, record: await files.finish() };
}

/** What an archive has beside the tables, and where it goes. */
class FilesOfBackup {
  /** Files of pictures that were stored. */
  pictures = 0;
  private readonly record = new Map<string, Uint8Array>();
  private readonly store: PictureStore | undefined;

  constructor(
    private readonly manifest: Manifest,
    private readonly targets: RestoreTargets | undefined,
  ) {
    this.store = targets?.pictures(manifest.position.installation);
  }

  async add(path: string, bytes: Uint8Array): Promise<void> {
    const [folder, name = ""] = path.split("/");
    if (folder === "record") this.record.set(name, bytes);
    else if (folder !== "pictures") throw new ArchiveError(`It has ${path}, which this release does not know.`);
    else if (this.store !== undefined && (await this.store.get(name)) === undefined) {
      await this.store.put(name, Buffer.from(bytes));
      this.pictures += 1;
    }
  }

  /** Puts back the record. @returns the files written */
  async finish(): Promise<readonly string[]> {
    return (await this.targets?.files.putBack(this.manifest.position.installation, this.record)) ?? [];
  }
}

async function migrateTo(url: string, entities: readonly EntityClass[], names: readonly string[]): Promise<void> {
  const options = dataSourceOptions(url, entities, 2);
  // One of the last 0.1 is as the baseline makes it.
  const migrations = MIGRATIONS.filter(({ name }) => name === BASELINE || names.includes(name));
  const extra = { ...(options.extra as object), statement_timeout: 0 };
  const source = await new DataSource({ ...options, migrations, extra }).initialize();
  try {
    await source.runMigrations();
  } finally {
    await source.destroy();
  }
}

async function fill(
  client: pg.Client,
  { backups, backup, manifest }: { readonly backups: Backups; readonly backup: Backup; readonly manifest: Manifest },
  targets: RestoreTargets | undefined,
): Promise<Restored> {
  await client.query("BEGIN");
  const filling = await DatabaseFilling.begin(client, manifest);
  const files = new FilesOfBackup(manifest, targets);
  try {
    const { content, identity } = await backups.open(backup);
    for await (const { path, bytes } of readArchive(content, identity)) {
      const table = tableOf(path);
      if (table === undefined) await files.add(path, bytes);
      else await filling.add(table, bytes);
    }
    await filling.finish();
  } catch (error) {
    await filling.abort();
    throw error;
  }
  const record = await files.finish();
  await client.query("COMMIT");
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return { manifest, rows, pictures: files.pictures, record };
}
