import { parseArgs } from "node:util";
import type { EntityClass } from "../platform/database/columns.js";
import { ArchiveError, readArchive } from "./archive.js";
import type { Backups } from "./backups.js";
import { connect } from "./database-copy.js";
import { assertEmpty, checkBackup, restoreBackup, RestoreError, type RestoreTargets } from "./restore.js";

const USAGE = [
  "npm run restore                the newest backup, into an empty database",
  "npm run restore -- <archive>   this one of `npm run backup -- list`",
].join("\n");

/** A wrong command line; printed without a stack. */
export class RestoreCommandError extends Error {}

/** What the command works with. */
export interface RestoreCommand {
  readonly backups: Backups;
  /** URL of the database's owner. */
  readonly ownersUrl: string;
  readonly entities: readonly EntityClass[];
  readonly targets: RestoreTargets;
  /** Migrates to this release and grants the processes' role its rights. */
  readonly prepare: () => Promise<void>;
  /** Pauses the sales. */
  readonly enterRecovery: () => Promise<void>;
  readonly print: (line: string) => void;
}

/**
 * Runs `npm run restore`: checks the backup, restores it into an empty database, and enters recovery.
 *
 * @throws RestoreCommandError, RestoreError, ArchiveError, BackupStoreError; the driver's errors
 */
export async function runRestoreCommand(args: readonly string[], command: RestoreCommand): Promise<void> {
  const { backups, ownersUrl, print, targets } = command;
  const wanted = archiveIn(args);
  const client = await connect(ownersUrl);
  try {
    await assertEmpty(client);
  } finally {
    await client.end();
  }
  const all = await backups.list();
  const backup = wanted === undefined ? all[0] : all.find(({ name }) => name === wanted);
  if (backup === undefined)
    throw new RestoreError(`There is no complete backup ${wanted ?? ""} in ${backups.store.place}.`.replace("  ", " "));
  print(`Checking ${backup.name} …`);
  const manifest = await checkBackup(backups, backup);
  print(`It is whole: ${manifest.tables.length} tables as of ${manifest.at}, release ${manifest.version}.`);
  // The newest copy knows of sales after the backup.
  const newer = await putBackNewestRecord(manifest.position.installation, command);
  const { rows, pictures, record } = await restoreBackup(
    { backups, backup, manifest },
    ownersUrl,
    command.entities,
    targets,
  );
  print(`Restored ${rows} rows and ${pictures} files of pictures; the record: ${recordText([...newer, ...record])}.`);
  await command.prepare();
  await command.enterRecovery();
  print("Sales are paused until what happened after the backup is known. Start the product, then run `recover`, then");
  print("`verify` (docs/operations.md, Restored from yesterday).");
}

/** Writes the newest copy of the record that is whole, if it has files that are not here. */
async function putBackNewestRecord(
  installation: string,
  { backups, targets, print }: Pick<RestoreCommand, "backups" | "targets" | "print">,
): Promise<readonly string[]> {
  for (const copy of await backups.list("record")) {
    const found = new Map<string, Uint8Array>();
    try {
      await backups.check(copy);
      const { content, identity } = await backups.open(copy);
      for await (const { path, bytes } of readArchive(content, identity))
        found.set(path.slice("record/".length), bytes);
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      print(`WARNING: ${copy.name} is left out. ${error.message}`);
      continue;
    }
    return targets.files.putBack(installation, found);
  }
  return [];
}

function recordText(written: readonly string[]): string {
  return written.length === 0 ? "as it was" : `${written.length} files`;
}

function archiveIn(args: readonly string[]): string | undefined {
  try {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
    if (positionals.length <= 1) return positionals[0];
  } catch {
    // An unknown option.
  }
  throw new RestoreCommandError(USAGE);
}
