import { createHash } from "node:crypto";
import { pipeline, Readable } from "node:stream";
import { createGunzip, createGzip, type Gunzip, type Gzip } from "node:zlib";
import type { DatabasePosition } from "@sakhi/domain/recovery/position.rules";
import { Decrypter, Encrypter } from "age-encryption";
import { createTarDecoder, createTarPacker } from "modern-tar";
import { SentenceError } from "../platform/commands/sentence-error.js";

/** Format of the archives that this release writes; it reads no other. */
const FORMAT = 1;
/** Name of the last entry: an archive without it is incomplete. */
const MANIFEST = "manifest.json";
/** Largest manifest that is read, in bytes: about a million entries. */
const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;
/** Largest other entry that is read, in bytes: a piece of a table has 4 MiB, or one row; files of pictures less. */
const MAX_ENTRY_BYTES = 64 * 1024 * 1024;

/** A table in the archive. */
export interface ArchivedTable {
  readonly name: string;
  /** Its columns in the order of its rows; generated ones are left out. */
  readonly columns: readonly string[];
  readonly rows: number;
}

/** What an archive contains, its last entry. No personal data. */
export interface Manifest {
  readonly format: number;
  /** Time of the snapshot, by the database's clock (ISO 8601, UTC). */
  readonly at: string;
  /** Release that made it. */
  readonly version: string;
  /** How far the database had come, the highest numbers of documents included. */
  readonly position: DatabasePosition;
  /** Names of the migrations that the database had, in order. */
  readonly migrations: readonly string[];
  readonly tables: readonly ArchivedTable[];
  /** Last values of the sequences; null for one that was never used. */
  readonly sequences: Readonly<Record<string, string | null>>;
  /** Files of pictures that the database names and the store did not have. */
  readonly missingPictures: readonly string[];
  /** SHA-256 of each other entry, in hexadecimal. */
  readonly checksums: Readonly<Record<string, string>>;
}

/** An archive that cannot be read or is not whole; printed as one sentence. */
export class ArchiveError extends SentenceError {
  constructor(message: string) {
    super(message);
    this.name = "ArchiveError";
  }
}

/** An entry of an archive. */
export interface ArchiveEntry {
  /** E.g. database/bookings/000001, pictures/<name>, record/<file>. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Everything of a manifest but the checksums, which follow from the entries. */
export type ManifestContent = Omit<Manifest, "format" | "checksums">;

/**
 * Writes an archive: tar, compressed with gzip, encrypted with age for a recipient.
 *
 * @param entries each small enough for the memory; `facts` is called after the last
 * @param recipient age1…; undefined: not encrypted
 * @throws the errors of `entries`
 */
export async function* writeArchive(
  entries: AsyncIterable<ArchiveEntry>,
  facts: () => ManifestContent,
  recipient: string | undefined,
): AsyncGenerator<Uint8Array> {
  const { readable, controller } = createTarPacker();
  const written = pack(entries, facts, controller);
  // Reported by the stream too: nothing is left unhandled.
  written.catch(() => undefined);
  yield* await encrypted(through(createGzip(), readable as AsyncIterable<Uint8Array>), recipient);
  await written;
}

type Packer = ReturnType<typeof createTarPacker>["controller"];
type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

async function pack(entries: AsyncIterable<ArchiveEntry>, facts: () => ManifestContent, packer: Packer): Promise<void> {
  const checksums: Record<string, string> = {};
  const add = async ({ path, bytes }: ArchiveEntry): Promise<void> => {
    const entry = packer.add({ name: path, size: bytes.length, type: "file", mode: 0o600 }).getWriter();
    await entry.write(bytes);
    await entry.close();
  };
  try {
    for await (const entry of entries) {
      checksums[entry.path] = sha256(entry.bytes);
      await add(entry);
    }
    const manifest: Manifest = { format: FORMAT, ...facts(), checksums };
    await add({ path: MANIFEST, bytes: Buffer.from(JSON.stringify(manifest)) });
    packer.finalize();
  } catch (error) {
    packer.error(error);
    throw error;
  }
}

/**
 * Bytes compressed or unpacked by a stream of node:zlib. Not by the web's CompressionStream: when its reader leaves early, as when a disk
 * is full, Node 20 throws ERR_INVALID_STATE past every handler, and the process ends with that instead of the cause.
 */
function through(zlib: Gzip | Gunzip, bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  // Errors of either end reach the reader; one who leaves ends both.
  pipeline(Readable.from(bytes), zlib, () => undefined);
  return zlib;
}

async function encrypted(
  bytes: AsyncIterable<Uint8Array>,
  recipient: string | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  if (recipient === undefined) return bytes;
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return (await encrypter.encrypt(ReadableStream.from(bytes) as Bytes)) as AsyncIterable<Uint8Array>;
}

/**
 * Reads the entries of an archive one by one, without its manifest. Nothing is checked but the format: see
 * {@link checkArchive}.
 *
 * @param identity AGE-SECRET-KEY-…, for an encrypted archive
 * @throws ArchiveError
 */
export async function* readArchive(
  content: AsyncIterable<Uint8Array>,
  identity: string | undefined,
  found: (manifest: Manifest) => void = () => undefined,
): AsyncGenerator<ArchiveEntry> {
  let source: AsyncIterable<Uint8Array> = content;
  if (identity !== undefined) source = await decrypted(content, identity);
  try {
    const unpacked = through(createGunzip(), source);
    const entries = (ReadableStream.from(unpacked) as Bytes).pipeThrough(createTarDecoder({ strict: true }));
    for await (const { header, body } of entries) {
      if (header.name === MANIFEST && header.size > MAX_MANIFEST_BYTES)
        throw new ArchiveError("Its manifest is too large.");
      if (header.name !== MANIFEST && header.size > MAX_ENTRY_BYTES)
        throw new ArchiveError(`${header.name} is larger than anything that is backed up.`);
      const parts: Uint8Array[] = [];
      for await (const part of body) parts.push(part);
      const bytes = Buffer.concat(parts);
      if (header.name === MANIFEST) found(manifestOf(bytes));
      else yield { path: header.name, bytes };
    }
  } catch (error) {
    throw unreadable(error);
  }
}

/**
 * Reads a whole archive and compares every entry with its checksum.
 *
 * @throws ArchiveError if anything is missing, added or changed
 */
export async function checkArchive(
  content: AsyncIterable<Uint8Array>,
  identity: string | undefined,
): Promise<Manifest> {
  const checksums = new Map<string, string>();
  let manifest: Manifest | undefined;
  for await (const { path, bytes } of readArchive(content, identity, (each) => (manifest = each))) {
    if (checksums.has(path)) throw new ArchiveError(`It has ${path} twice.`);
    checksums.set(path, sha256(bytes));
  }
  if (manifest === undefined) throw new ArchiveError("It has no manifest: its end is missing.");
  for (const [path, checksum] of checksums) {
    if (manifest.checksums[path] !== checksum) throw new ArchiveError(`${path} is not what was backed up.`);
  }
  const missing = Object.keys(manifest.checksums).find((path) => !checksums.has(path));
  if (missing !== undefined) throw new ArchiveError(`${missing} is missing.`);
  return manifest;
}

async function decrypted(content: AsyncIterable<Uint8Array>, identity: string): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(identity);
    return (await decrypter.decrypt(ReadableStream.from(content) as Bytes)) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(error: unknown): Error {
  if (error instanceof ArchiveError) return error;
  // The store's errors keep their sentence; those of age, gzip and tar say what is wrong without content.
  if (error instanceof Error && error.name === "BackupStoreError") return error;
  return new ArchiveError(`It cannot be read: ${error instanceof Error ? error.message : "unknown"}.`);
}

function manifestOf(bytes: Buffer): Manifest {
  const manifest = JSON.parse(bytes.toString("utf8")) as Partial<Manifest>;
  if (manifest.format !== FORMAT)
    throw new ArchiveError(`It has format ${String(manifest.format)}, this release reads ${FORMAT}.`);
  return manifest as Manifest;
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
