import { parseArgs } from "node:util";
import { SentenceError } from "../platform/commands/sentence-error.js";
import type { EntityClass } from "../platform/database/columns.js";
import { ArchiveError, readArchive } from "./archive.js";
import { type Backup, type Backups, isWhole, WHOLE } from "./backups.js";
import { connect } from "./database-copy.js";
import { assertEmpty, checkBackup, restoreBackup, RestoreError, restoreFiles, type RestoreTargets } from "./restore.js";
import { endRestore } from "./unfinished-restore.js";

const USAGE = [
  "npm run restore                the newest backup, into an empty database",
  "npm run restore -- <archive>   this one of `npm run backup -- list`",
  "npm run restore -- files       only pictures and record, of the newest backup, for a database that was restored from the",
  "                               continuous archive (deploy/archive)",
  "npm run restore -- <archive> --sha256 <checksum>",
  "                               this one although it is not signed with this COOKIE_SECRET: you vouch for it by the",
  "                               checksum that was printed when it was made",
].join("\n");

/** The word of the command line for pictures and record only. */
const FILES = "files";

/** A wrong command line; printed without a stack. */
export class RestoreCommandError extends SentenceError {}

/** What the command works with. */
export interface RestoreCommand {
  readonly backups: Backups;
  /** URL of the database's owner. */
  readonly ownersUrl: string;
  readonly entities: readonly EntityClass[];
  readonly targets: RestoreTargets;
  /** Migrates to this release and grants the processes' role its rights. */
  readonly prepare: () => Promise<void>;
  /** Pauses the sales. @param recordSurvived the record was here already, and not put back from a copy */
  readonly enterRecovery: (recordSurvived: boolean) => Promise<void>;
  readonly print: (line: string) => void;
}

/**
 * Runs `npm run restore`: checks the backup, restores it into an empty database, and enters recovery.
 *
 * @throws RestoreCommandError, RestoreError, ArchiveError, BackupStoreError; the driver's errors
 */
export async function runRestoreCommand(args: readonly string[], command: RestoreCommand): Promise<void> {
  const { backups, ownersUrl, print, targets } = command;
  const wanted = wantedIn(args);
  if (wanted.name === FILES) return putBackFiles(command);
  const client = await connect(ownersUrl);
  try {
    await assertEmpty(client);
  } finally {
    await client.end();
  }
  const backup = await chosen(wanted, command);
  print(`Checking ${backup.name} …`);
  const manifest = await checkBackup(backups, backup).catch(async (error: unknown) => {
    if (!(error instanceof ArchiveError)) throw error;
    throw new RestoreError(`${error.message} ${await before(backup, backups)}`.trim());
  });
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
  const { installation } = manifest.position;
  const survived =
    !(await targets.files.isCopy(installation)) && (await targets.files.newestEntry(installation)) !== undefined;
  await command.enterRecovery(survived);
  await targets.files.endCopy(installation);
  await endRestore(ownersUrl);
  if (!survived)
    print(
      "The record of opened orders is a copy: what was opened after it, the payment provider knows (recover --orders).",
    );
  print("Sales are paused until what happened after the backup is known. Start the product, then run `recover`, then");
  print("`verify` (docs/operations/questions/restored-from-yesterday.md).");
}

/** The database is there, from the continuous archive: puts back what is not in it. */
async function putBackFiles({ backups, ownersUrl, print, targets }: RestoreCommand): Promise<void> {
  const client = await connect(ownersUrl);
  let installation: string;
  try {
    const { rows } = await client.query<{ id: string }>("SELECT id::text FROM installation");
    if (rows[0] === undefined) throw new RestoreError("The database has no installation: restore it first.");
    installation = rows[0].id;
  } finally {
    await client.end();
  }
  const newer = await putBackNewestRecord(installation, { backups, targets, print });
  const [backup] = await backups.of(installation, WHOLE);
  if (backup === undefined) {
    print(`There is no complete backup in ${backups.store.place}: no picture was put back.`);
    print(`The record: ${recordText(newer)}.`);
    await targets.files.endCopy(installation);
    return;
  }
  const manifest = await backups.check(backup);
  const { pictures, record } = await restoreFiles({ backups, backup, manifest }, targets);
  // The server's own mark pauses the sales, whatever the record knows.
  await targets.files.endCopy(installation);
  print(`Put back ${pictures} files of pictures of ${backup.name}; the record: ${recordText([...newer, ...record])}.`);
}

/** The backup to restore. @throws RestoreError if none can be used, or it is not clear which */
async function chosen(
  { name, sha256 }: Wanted,
  { backups, print }: Pick<RestoreCommand, "backups" | "print">,
): Promise<Backup> {
  if (name !== undefined && sha256 !== undefined) return backups.vouched(name, sha256);
  const { backups: all, leftOut } = await backups.survey();
  const whole = all.filter(isWhole);
  // The newest that can be used may not be the newest that there is.
  if (name === undefined) for (const each of leftOut.filter(isWhole)) print(`LEFT OUT: ${each.name}. ${each.why}`);
  const found = whole.find((each) => each.name === name);
  if (found !== undefined) return found;
  const refused = leftOut.filter((each) => name === undefined || each.name === name);
  const installations = [...new Set(whole.map(({ installation }) => installation))];
  const [newest] = whole;
  if (name === undefined && newest !== undefined && installations.length === 1) return newest;
  if (name === undefined && installations.length > 1) {
    const names = installations.map((label) => whole.find(({ installation }) => installation === label)?.name ?? "");
    throw new RestoreError(
      `The store has backups of ${installations.length} installations. Name the one to restore; the newest of each: ${names.join(", ")}.`,
    );
  }
  throw new RestoreError(
    [
      `There is no complete backup ${name ?? ""} in ${backups.store.place}.`.replace("  ", " "),
      ...refused.map((each) => `${each.name} is left out. ${each.why}`),
    ].join(" "),
  );
}

/** Names the backup before a damaged one. */
async function before({ at, installation }: Backup, backups: Backups): Promise<string> {
  const { backups: all } = await backups.survey();
  const older = all.find((each) => isWhole(each) && each.installation === installation && each.at < at);
  return older === undefined ? "" : `The one before it: npm run restore -- ${older.name}`;
}

/** Writes the newest copy of the record that is whole, if it has files that are not here. */
async function putBackNewestRecord(
  installation: string,
  { backups, targets, print }: Pick<RestoreCommand, "backups" | "targets" | "print">,
): Promise<readonly string[]> {
  for (const copy of await backups.of(installation, ["record"])) {
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

/** The archive that the command line names. */
interface Wanted {
  readonly name: string | undefined;
  readonly sha256: string | undefined;
}

function wantedIn(args: readonly string[]): Wanted {
  try {
    const options = { sha256: { type: "string" } } as const;
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [name] = positionals;
    const { sha256 } = values;
    const isChecksum = sha256 === undefined || (name !== undefined && /^[0-9a-f]{64}$/i.test(sha256));
    if (positionals.length <= 1 && isChecksum) return { name, sha256 };
  } catch {
    // An unknown option.
  }
  throw new RestoreCommandError(USAGE);
}
