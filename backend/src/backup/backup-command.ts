import { parseArgs } from "node:util";
import { SentenceError } from "../platform/commands/sentence-error.js";
import { installationLabel } from "../platform/database/installation.js";
import type { BackupDrillService } from "./backup-drill.service.js";
import type { BackupService, MadeBackup } from "./backup.service.js";
import { isWhole, WHOLE } from "./backups.js";

const USAGE = [
  "npm run backup                 makes a backup now: database, pictures and record, and deletes those no longer kept",
  "npm run backup -- list         the complete backups, newest first, and what in the store is not used",
  "npm run backup -- check        reads the newest backup, and compares every checksum",
  "npm run backup -- drill        restores the newest backup beside the running product, and verifies it",
  "npm run backup -- record       copies only the record that is kept outside the database",
  "npm run backup -- schedule     runs until it is ended: copies the record within seconds of each change, and each night",
  "                               makes a backup and a drill",
].join("\n");

/** A wrong command line; printed without a stack. */
export class BackupCommandError extends SentenceError {}

/** The verb of a command line; undefined: makes a backup. @throws BackupCommandError */
export function backupVerb(args: readonly string[]): "list" | "check" | "drill" | "record" | "schedule" | undefined {
  const verbs = ["list", "check", "drill", "record", "schedule"] as const;
  try {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
    const verb = verbs.find((each) => each === positionals[0]);
    if (positionals.length === 0 || (verb !== undefined && positionals.length === 1)) return verb;
  } catch {
    // As for an unknown verb.
  }
  throw new BackupCommandError(USAGE);
}

/** Lines about a new backup. */
export function backupLines({
  archive,
  bytes,
  sha256,
  rows,
  pictures,
  missingPictures,
  deleted,
}: MadeBackup): string[] {
  return [
    `${archive}: ${(bytes / 1e6).toFixed(1)} MB, ${rows} rows, ${pictures} files of pictures`,
    `SHA-256 ${sha256}: with it, a person can vouch for this backup if COOKIE_SECRET is lost`,
    ...missingPictures.map((name) => `WARNING: the pictures' store has no ${name}, which the database names`),
    ...deleted.map((name) => `deleted ${name}, which is no longer kept`),
  ];
}

/** Runs one verb, but `schedule`. @returns lines to print @throws BackupError, ArchiveError, BackupStoreError */
export async function runBackupCommand(
  verb: Exclude<ReturnType<typeof backupVerb>, "schedule">,
  service: BackupService,
  drill: BackupDrillService,
): Promise<readonly string[]> {
  switch (verb) {
    case undefined:
      return backupLines(await service.make());
    case "list": {
      const { backups, leftOut } = await service.backups.survey();
      const whole = backups.filter(isWhole);
      const own = installationLabel(await service.installation());
      return [
        ...(whole.length === 0 ? [`There is no backup in ${service.backups.store.place}.`] : []),
        ...whole.map(
          ({ name, at, installation }) =>
            `${at.toISOString()}  ${name}${installation === own ? "" : "  (of another installation)"}`,
        ),
        ...leftOut.map(({ name, why }) => `LEFT OUT: ${name}. ${why}`),
      ];
    }
    case "check": {
      const [newest] = await service.backups.of(await service.installation(), WHOLE);
      if (newest === undefined) return [`There is no backup in ${service.backups.store.place}.`];
      const { tables, checksums, version } = await service.backups.check(newest);
      return [
        `${newest.name} is whole: ${tables.length} tables, ${Object.keys(checksums).length} entries, release ${version}`,
      ];
    }
    case "drill": {
      const { archive, rows, rules, manifest } = await drill.run();
      return [`${archive} of ${manifest.at} was restored: ${rows} rows, ${rules} rules hold`];
    }
    case "record": {
      const archive = await service.copyRecord();
      return [archive === undefined ? "There is no record: nothing was copied." : `copied the record: ${archive}`];
    }
  }
}
