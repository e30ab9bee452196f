import { createReadStream } from "node:fs";
import { open, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { S3mini } from "s3mini";
import { SentenceError } from "../platform/commands/sentence-error.js";
import { outsideFailure } from "../platform/outside/outside-failure.js";

/** Something in the store. */
export interface StoredObject {
  readonly name: string;
  readonly bytes: number;
}

/** The store did not answer, or not as it should. Its message has no address and no secret. */
export class BackupStoreError extends SentenceError {
  constructor(action: string, why: string) {
    super(`the backups' store failed to ${action}: ${why}`);
    this.name = "BackupStoreError";
  }
}

/** Keeps backups by their names. All methods throw {@link BackupStoreError}. */
export abstract class BackupStore {
  /** Where it is, for people: no secret. */
  abstract readonly place: string;

  /**
   * Stores or replaces an object. It is there once the promise has resolved, and whole; an interrupted call leaves what was
   * there before. An error of `content` is thrown as it is.
   */
  abstract put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;

  /** The content of an object. */
  abstract get(name: string): AsyncIterable<Uint8Array>;

  /** Every object. */
  abstract list(): Promise<readonly StoredObject[]>;

  /** Removes an object; no-op if there is none. */
  abstract remove(name: string): Promise<void>;
}

/** Names of ours: no other path can be read or removed. */
const NAME = /^[\w.-]+$/;
/** Ending of a file that is being written. */
const PART = ".part";
/** Age at which a part is left over from an interrupted backup, in ms. */
const LEFT_OVER_MS = 24 * 3_600_000;

/** Backups in a folder, which should be on another disk than the database. */
export class FolderBackups extends BackupStore {
  readonly place: string;

  /** @param folder its absolute path; created with the first backup */
  constructor(private readonly folder: string) {
    super();
    this.place = `the folder ${folder}`;
  }

  override async put(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const whole = this.pathOf(name);
    const part = `${whole}${PART}`;
    await tried("store a file", async () => {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      await this.removeParts();
    });
    const file = await tried("store a file", () => open(part, "w", 0o600));
    try {
      try {
        for await (const bytes of content) await tried("store a file", () => file.writeFile(bytes));
        await tried("store a file", () => file.sync());
      } finally {
        await file.close();
      }
      await tried("store a file", () => rename(part, whole));
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined);
      throw error;
    }
    // The name survives a power failure only once the folder is synchronized.
    await tried("store a file", async () => {
      const opened = await open(this.folder, "r");
      try {
        await opened.sync();
      } finally {
        await opened.close();
      }
    });
  }

  override async *get(name: string): AsyncIterable<Uint8Array> {
    try {
      yield* createReadStream(this.pathOf(name)) as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw storeError("read a file", error);
    }
  }

  override list(): Promise<readonly StoredObject[]> {
    return tried("list its files", async () => {
      const objects: StoredObject[] = [];
      for (const name of await this.names()) {
        if (name.endsWith(PART) || !NAME.test(name)) continue;
        const found = await stat(join(this.folder, name));
        if (found.isFile()) objects.push({ name, bytes: found.size });
      }
      return objects;
    });
  }

  override remove(name: string): Promise<void> {
    return tried("remove a file", () => rm(this.pathOf(name), { force: true }));
  }

  private async names(): Promise<readonly string[]> {
    try {
      return await readdir(this.folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  }

  private async removeParts(): Promise<void> {
    for (const name of (await this.names()).filter((each) => each.endsWith(PART))) {
      const path = join(this.folder, name);
      if ((await stat(path)).mtimeMs < Date.now() - LEFT_OVER_MS) await rm(path, { force: true });
    }
  }

  private pathOf(name: string): string {
    if (!NAME.test(name)) throw new BackupStoreError("find a file", "no name of a backup");
    return join(this.folder, name);
  }
}

/** Timeout of one call to the bucket, in ms: a part is sent within it. */
const CALL_TIMEOUT_MS = 120_000;
/** Size of the parts of a large object; the protocol allows 10,000 parts, of at least 5 MiB. */
const PART_BYTES = 16 * 1024 * 1024;
const TYPE = "application/octet-stream";

/** How to reach a bucket. */
interface BucketSettings {
  readonly url: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

/** Backups in a bucket of an S3-compatible store. An upload in parts exists only once it is completed. */
export class BucketBackups extends BackupStore {
  readonly place: string;
  private readonly bucket: S3mini;

  /** @param prefix what precedes the names: the bucket may have other things */
  constructor(
    { url, region, keyId, secret }: BucketSettings,
    private readonly prefix = "backups/",
  ) {
    super();
    this.place = `the bucket ${new URL(url).host}${new URL(url).pathname}`;
    this.bucket = new S3mini({
      endpoint: url,
      region,
      accessKeyId: keyId,
      secretAccessKey: secret,
      requestAbortTimeout: CALL_TIMEOUT_MS,
    });
  }

  override async put(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const key = this.keyOf(name);
    const parts = inParts(content);
    const first = await parts.next();
    const second = first.done === true ? first : await parts.next();
    if (second.done === true) {
      await this.putWhole(key, first.done === true ? Buffer.alloc(0) : first.value);
      return;
    }
    const upload = await tried("begin an upload", () => this.bucket.getMultipartUploadId(key, TYPE));
    try {
      const sent: Awaited<ReturnType<S3mini["uploadPart"]>>[] = [];
      const send = (bytes: Buffer): Promise<unknown> =>
        tried("store a part", async () => {
          sent.push(await this.bucket.uploadPart(key, upload, bytes, sent.length + 1));
        });
      for (const { value } of [first, second]) if (value !== undefined) await send(value);
      for await (const bytes of parts) await send(bytes);
      await tried("complete an upload", () => this.bucket.completeMultipartUpload(key, upload, sent));
    } catch (error) {
      // The store keeps parts, and charges for them, until the upload is aborted.
      await this.bucket.abortMultipartUpload(key, upload).catch(() => undefined);
      throw error;
    }
  }

  override async *get(name: string): AsyncIterable<Uint8Array> {
    const key = this.keyOf(name);
    const size = await tried("find an object", () => this.bucket.getContentLength(key));
    // In ranges, each within the timeout: the reader may be slow.
    for (let from = 0; from < size; from += PART_BYTES) {
      const to = Math.min(size, from + PART_BYTES);
      const bytes = await tried("read an object", async () => {
        const response = await this.bucket.getObjectRaw(key, false, from, to);
        return new Uint8Array(await response.arrayBuffer());
      });
      if (bytes.length !== to - from) throw new BackupStoreError("read an object", "it has another size");
      yield bytes;
    }
  }

  override list(): Promise<readonly StoredObject[]> {
    return tried("list its objects", async () => {
      const objects = await this.bucket.listObjects("/", this.prefix);
      if (objects === null) throw new BackupStoreError("list its objects", "there is no such bucket");
      return objects.flatMap(({ Key, Size }) => {
        const name = Key.slice(this.prefix.length);
        return NAME.test(name) ? [{ name, bytes: Size }] : [];
      });
    });
  }

  override remove(name: string): Promise<void> {
    return tried("remove an object", async () => {
      await this.bucket.deleteObject(this.keyOf(name));
    });
  }

  private async putWhole(key: string, bytes: Buffer): Promise<void> {
    await tried("store an object", async () => {
      const { ok, status } = await this.bucket.putObject(key, bytes, TYPE);
      if (!ok) throw new BackupStoreError("store an object", `status ${status}`);
    });
  }

  private keyOf(name: string): string {
    if (!NAME.test(name)) throw new BackupStoreError("find an object", "no name of a backup");
    return this.prefix + name;
  }
}

/** The content in parts of equal size, but the last. */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of content) {
    let rest = bytes;
    while (size + rest.length >= PART_BYTES) {
      const taken = rest.subarray(0, PART_BYTES - size);
      yield Buffer.concat([...waiting, taken]);
      rest = rest.subarray(taken.length);
      waiting = [];
      size = 0;
    }
    if (rest.length > 0) waiting.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(waiting);
  return undefined;
}

function storeError(action: string, error: unknown): BackupStoreError {
  // Without the client's message, which has the address.
  return error instanceof BackupStoreError ? error : new BackupStoreError(action, outsideFailure(error));
}

async function tried<T>(action: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storeError(action, error);
  }
}
