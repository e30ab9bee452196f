import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Config } from "../platform/config/config.js";
import { installationLabel } from "../platform/database/installation.js";
import type { Secrets } from "../platform/secrets/secrets.js";
import { ArchiveError, checkArchive, type Manifest } from "./archive.js";
import { type BackupStore, BucketBackups, FolderBackups } from "./backup-store.js";

/**
 * A backup: an archive, and beside it its description, which is stored last. An archive without one is incomplete, and one
 * whose description was not signed with this installation's secret is somebody else's.
 */
export interface Backup {
  /** Name of the archive: sakhi-1f2e3d4c5b6a-20261127T203000Z.tar.gz, with .age at its end if it is encrypted. */
  readonly name: string;
  readonly kind: ArchiveKind;
  /** {@link installationLabel} of the installation that made it. */
  readonly installation: string;
  readonly at: Date;
  readonly bytes: number;
  /** SHA-256 of the archive, in hexadecimal. */
  readonly sha256: string;
}

/** Something in the store that looks like a backup and is not used. */
export interface LeftOut extends Named {
  readonly name: string;
  /** One sentence. */
  readonly why: string;
}

/** What is in the store. */
export interface StoredBackups {
  /** Newest first. */
  readonly backups: readonly Backup[];
  readonly leftOut: readonly LeftOut[];
}

/** What is stored beside an archive. No personal data, no secret. */
export interface BackupDescription {
  readonly archive: string;
  readonly bytes: number;
  /** SHA-256 of the archive, in hexadecimal. */
  readonly sha256: string;
  /** HMAC of the three, with a key that the store does not have; in base64url. */
  readonly signature: string;
}

const ARCHIVE =
  /^(?<kind>sakhi|manual|record)-(?:(?<installation>[0-9a-f]{12})-)?(?<date>\d{4})(?<month>\d\d)(?<day>\d\d)T(?<h>\d\d)(?<m>\d\d)(?<s>\d\d)Z\.tar\.gz(?:\.age)?$/;
const ENCRYPTED = ".age";
const DESCRIPTION = ".json";
/** Largest description that is read, in bytes. */
const MAX_DESCRIPTION_BYTES = 10_000;
/** How far the clock of the machine that made a backup may be ahead, in ms. */
const CLOCK_MS = 10 * 60_000;

/** `sakhi`: database, pictures and record, made each night; `manual`: the same, made by hand; `record`: the record only. */
export type ArchiveKind = "sakhi" | "manual" | "record";
/** The kinds with a database. */
export const WHOLE: readonly ArchiveKind[] = ["sakhi", "manual"];

/** Name of a new archive. @param installation mark of this database */
export function archiveName(
  kind: ArchiveKind,
  { installation, at, encrypted }: { readonly installation: string; readonly at: Date; readonly encrypted: boolean },
): string {
  const time = at.toISOString().replace(/[-:]/g, "").replace(/\.\d+/, "");
  return `${kind}-${installationLabel(installation)}-${time}.tar.gz${encrypted ? ENCRYPTED : ""}`;
}

/** What an archive's name says. */
interface Named extends Pick<Backup, "kind" | "at"> {
  /** Undefined for archives of earlier releases, which named none. */
  readonly installation: string | undefined;
}

/** @returns undefined for any name that is not an archive's */
function archiveOf(name: string): Named | undefined {
  const found = ARCHIVE.exec(name)?.groups;
  if (found === undefined) return undefined;
  const { kind, installation, date, month, day, h, m, s } = found;
  return { kind: kind as ArchiveKind, installation, at: new Date(`${date}-${month}-${day}T${h}:${m}:${s}Z`) };
}

/** The store that the settings name. */
export function backupStoreOf({ backups }: Pick<Config, "backups">): BackupStore {
  return backups.s3 === undefined ? new FolderBackups(resolve(backups.folder)) : new BucketBackups(backups.s3);
}

/** The backups in a store. All methods throw BackupStoreError, and ArchiveError for what cannot be read. */
export class Backups {
  constructor(
    readonly store: BackupStore,
    private readonly settings: Pick<Config["backups"], "recipient" | "identityFile">,
    private readonly secrets: Pick<Secrets, "sign" | "verify">,
  ) {}

  /**
   * What is in the store: what was proved to be a backup of an installation with our secret, and what is left out.
   *
   * @param kinds only these
   */
  async survey(kinds: readonly ArchiveKind[] = ["sakhi", "manual", "record"]): Promise<StoredBackups> {
    const names = new Set((await this.store.list()).map(({ name }) => name));
    const backups: Backup[] = [];
    const leftOut: LeftOut[] = [];
    for (const name of names) {
      const named = archiveOf(name);
      if (named === undefined || !kinds.includes(named.kind) || !names.has(name + DESCRIPTION)) continue;
      const read = await this.read(name, named);
      if ("why" in read) leftOut.push(read);
      else backups.push(read);
    }
    return { backups: backups.toSorted((a, b) => b.at.getTime() - a.at.getTime()), leftOut };
  }

  /** The backups of an installation, newest first. @param installation its mark @param kinds only these */
  async of(installation: string, kinds: readonly ArchiveKind[]): Promise<readonly Backup[]> {
    const { backups } = await this.survey(kinds);
    const label = installationLabel(installation);
    return backups.filter((backup) => backup.installation === label);
  }

  /**
   * A backup that a person vouches for by its checksum, noted when it was made: one whose secret is lost.
   *
   * @throws ArchiveError if there is none of this name
   */
  async vouched(name: string, sha256: string): Promise<Backup> {
    const named = archiveOf(name);
    const stored = (await this.store.list()).find((each) => each.name === name);
    if (named === undefined || stored === undefined) throw new ArchiveError(`There is no ${name}.`);
    const unusable = this.unusable(name, named.at);
    if (unusable !== undefined) throw new ArchiveError(unusable);
    const { kind, at, installation = "" } = named;
    return { name, kind, installation, at, bytes: stored.bytes, sha256: sha256.toLowerCase() };
  }

  /** Stores an archive, and once it is whole its signed description. */
  async add(name: string, content: AsyncIterable<Uint8Array>): Promise<BackupDescription> {
    const hash = createHash("sha256");
    let bytes = 0;
    const measured = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of content) {
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
    };
    await this.store.put(name, measured());
    try {
      const stored = (await this.store.list()).find((each) => each.name === name);
      if (stored?.bytes !== bytes)
        throw new ArchiveError(`${name} has ${stored?.bytes ?? 0} bytes in the store instead of ${bytes}.`);
      return await this.describe({ name, bytes, sha256: hash.digest("hex") });
    } catch (error) {
      // Nobody can use it without a description, and it may be what has filled the disk.
      await this.remove({ name }).catch(() => undefined);
      throw error;
    }
  }

  /** Stores the signed description of a stored archive. */
  private async describe({
    name,
    bytes,
    sha256,
  }: Pick<Backup, "name" | "bytes" | "sha256">): Promise<BackupDescription> {
    const signature = this.secrets.sign("backup", signedText({ name, bytes, sha256 })).toString("base64url");
    const description: BackupDescription = { archive: name, bytes, sha256, signature };
    await this.store.put(name + DESCRIPTION, one(Buffer.from(`${JSON.stringify(description)}\n`)));
    return description;
  }

  /** Removes a backup: its description first, so that it never counts as complete. */
  async remove({ name }: Pick<Backup, "name">): Promise<void> {
    await this.store.remove(name + DESCRIPTION);
    await this.store.remove(name);
  }

  /** Reads a whole archive: first its own checksum, so that nothing unproven is read further, then that of each entry. */
  async check(backup: Backup): Promise<Manifest> {
    for await (const piece of this.proven(backup)) void piece;
    const manifest = await checkArchive(this.proven(backup), await this.identity(backup.name));
    if (installationLabel(manifest.position.installation) !== backup.installation && backup.installation !== "")
      throw new ArchiveError("It is of another installation than its name says.");
    return manifest;
  }

  /** The content of an archive, which ends with an error if it is not what was signed, and the key to read it. */
  async open(
    backup: Backup,
  ): Promise<{ readonly content: AsyncIterable<Uint8Array>; readonly identity: string | undefined }> {
    return { content: this.proven(backup), identity: await this.identity(backup.name) };
  }

  private async *proven({ name, bytes, sha256 }: Backup): AsyncGenerator<Uint8Array> {
    const hash = createHash("sha256");
    let read = 0;
    for await (const piece of this.store.get(name)) {
      read += piece.length;
      if (read > bytes) break;
      hash.update(piece);
      yield piece;
    }
    if (read !== bytes || hash.digest("hex") !== sha256)
      throw new ArchiveError("It is not what was stored: its checksum differs.");
  }

  /** Reads the description of an archive, and checks who wrote it. */
  private async read(name: string, named: Named): Promise<Backup | LeftOut> {
    const leftOut = (why: string): LeftOut => ({ name, ...named, why });
    const { installation } = named;
    if (installation === undefined) return leftOut(BEFORE_SIGNING);
    const unusable = this.unusable(name, named.at);
    if (unusable !== undefined) return leftOut(unusable);
    const description = await this.description(name);
    if (description === undefined) return leftOut("Its description cannot be read.");
    const { bytes, sha256, signature } = description;
    const isOurs = this.secrets.verify(
      "backup",
      signedText({ name, bytes, sha256 }),
      Buffer.from(signature, "base64url"),
    );
    return isOurs ? { name, ...named, installation, bytes, sha256 } : leftOut(NOT_OURS);
  }

  /** Why an archive is not used, even if we wrote it. */
  private unusable(name: string, at: Date): string | undefined {
    if (Number.isNaN(at.getTime()) || at.getTime() > Date.now() + CLOCK_MS) return "Its time is in the future.";
    if (this.settings.recipient !== undefined && !name.endsWith(ENCRYPTED))
      return "It is not encrypted, and BACKUP_RECIPIENT is set.";
    return undefined;
  }

  private async description(name: string): Promise<BackupDescription | undefined> {
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of this.store.get(name + DESCRIPTION)) {
      size += part.length;
      if (size > MAX_DESCRIPTION_BYTES) return undefined;
      parts.push(part);
    }
    try {
      const read = JSON.parse(Buffer.concat(parts).toString("utf8")) as Partial<BackupDescription>;
      const { archive, bytes, sha256, signature = "" } = read;
      if (archive === name && typeof bytes === "number" && typeof sha256 === "string" && typeof signature === "string")
        return { archive, bytes, sha256, signature };
    } catch {
      // As for any other text.
    }
    return undefined;
  }

  /** The secret key, for an encrypted archive. */
  private async identity(name: string): Promise<string | undefined> {
    if (!name.endsWith(ENCRYPTED)) return undefined;
    const { identityFile } = this.settings;
    if (identityFile === undefined)
      throw new ArchiveError("It is encrypted: BACKUP_IDENTITY_FILE must name the file with the secret key.");
    const text = await readFile(identityFile, "utf8").catch(() => {
      throw new ArchiveError("It is encrypted, and the file that BACKUP_IDENTITY_FILE names cannot be read.");
    });
    const identity = /^AGE-SECRET-KEY-[0-9A-Z-]+$/m.exec(text)?.[0];
    if (identity === undefined)
      throw new ArchiveError("The file that BACKUP_IDENTITY_FILE names has no secret key of age.");
    return identity;
  }
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Whether a backup has the database. */
export function isWhole({ kind }: Pick<Backup, "kind">): boolean {
  return WHOLE.includes(kind);
}

const NOT_OURS =
  "It was not signed with this COOKIE_SECRET: somebody else wrote it, or another installation, or the secret has changed since.";
const BEFORE_SIGNING =
  "An earlier release made it, or somebody else: it names no installation. Restore it with that release, then update.";

function signedText({ name, bytes, sha256 }: Pick<Backup, "name" | "bytes" | "sha256">): string {
  return `${name} ${bytes} ${sha256}`;
}
