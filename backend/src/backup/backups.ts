import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Config } from "../platform/config/config.js";
import { ArchiveError, checkArchive, type Manifest } from "./archive.js";
import { type BackupStore, BucketBackups, FolderBackups } from "./backup-store.js";

/** A backup: an archive, and beside it its description, which is stored last. An archive without one is incomplete. */
export interface Backup {
  /** Name of the archive: sakhi-20261127T203000Z.tar.gz, with .age at its end if it is encrypted. */
  readonly name: string;
  readonly at: Date;
}

/** What is stored beside an archive. No personal data, no secret. */
export interface BackupDescription {
  readonly archive: string;
  readonly bytes: number;
  /** SHA-256 of the archive, in hexadecimal. */
  readonly sha256: string;
}

const ARCHIVE =
  /^(?<kind>sakhi|record)-(?<date>\d{4})(?<month>\d\d)(?<day>\d\d)T(?<h>\d\d)(?<m>\d\d)(?<s>\d\d)Z\.tar\.gz(?:\.age)?$/;
const DESCRIPTION = ".json";
/** Largest description that is read, in bytes. */
const MAX_DESCRIPTION_BYTES = 10_000;

/** `sakhi`: database, pictures and record; `record`: the record only. */
export type ArchiveKind = "sakhi" | "record";

/** Name of a new archive. */
export function archiveName(kind: ArchiveKind, at: Date, encrypted: boolean): string {
  const time = at.toISOString().replace(/[-:]/g, "").replace(/\.\d+/, "");
  return `${kind}-${time}.tar.gz${encrypted ? ".age" : ""}`;
}

/** Kind and time of an archive; undefined for any other name. */
function archiveOf(name: string): { readonly kind: ArchiveKind; readonly at: Date } | undefined {
  const found = ARCHIVE.exec(name)?.groups;
  if (found === undefined) return undefined;
  const { kind, date, month, day, h, m, s } = found;
  return { kind: kind as ArchiveKind, at: new Date(`${date}-${month}-${day}T${h}:${m}:${s}Z`) };
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
  ) {}

  /** Complete backups, newest first. */
  async list(kind: ArchiveKind = "sakhi"): Promise<readonly Backup[]> {
    const names = new Set((await this.store.list()).map(({ name }) => name));
    return [...names]
      .flatMap((name) => {
        const archive = archiveOf(name);
        return archive?.kind === kind && names.has(name + DESCRIPTION) ? [{ name, at: archive.at }] : [];
      })
      .toSorted((a, b) => b.at.getTime() - a.at.getTime());
  }

  /** Stores an archive, and once it is whole its description. */
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
    const stored = (await this.store.list()).find((each) => each.name === name);
    if (stored?.bytes !== bytes)
      throw new ArchiveError(`${name} has ${stored?.bytes ?? 0} bytes in the store instead of ${bytes}.`);
    const description: BackupDescription = { archive: name, bytes, sha256: hash.digest("hex") };
    await this.store.put(name + DESCRIPTION, one(Buffer.from(`${JSON.stringify(description)}\n`)));
    return description;
  }

  /** Removes a backup: its description first, so that it never counts as complete. */
  async remove({ name }: Backup): Promise<void> {
    await this.store.remove(name + DESCRIPTION);
    await this.store.remove(name);
  }

  /** Reads a whole archive: its own checksum, and that of each entry. */
  async check({ name }: Backup): Promise<Manifest> {
    const { bytes, sha256 } = await this.description(name);
    const hash = createHash("sha256");
    let read = 0;
    const { store } = this;
    const measured = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of store.get(name)) {
        hash.update(piece);
        read += piece.length;
        yield piece;
      }
      if (read !== bytes || hash.digest("hex") !== sha256)
        throw new ArchiveError("It is not what was stored: its checksum differs.");
    };
    return checkArchive(measured(), await this.identity(name));
  }

  /** The content of an archive and the key to read it. */
  async open({
    name,
  }: Backup): Promise<{ readonly content: AsyncIterable<Uint8Array>; readonly identity: string | undefined }> {
    return { content: this.store.get(name), identity: await this.identity(name) };
  }

  private async description(name: string): Promise<BackupDescription> {
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of this.store.get(name + DESCRIPTION)) {
      size += part.length;
      if (size > MAX_DESCRIPTION_BYTES) throw new ArchiveError("Its description is too large.");
      parts.push(part);
    }
    try {
      const { archive, bytes, sha256 } = JSON.parse(
        Buffer.concat(parts).toString("utf8"),
      ) as Partial<BackupDescription>;
      if (archive === name && typeof bytes === "number" && typeof sha256 === "string")
        return { archive, bytes, sha256 };
    } catch {
      // As for any other text.
    }
    throw new ArchiveError("Its description cannot be read.");
  }

  /** The secret key, for an encrypted archive. */
  private async identity(name: string): Promise<string | undefined> {
    if (!name.endsWith(".age")) return undefined;
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
