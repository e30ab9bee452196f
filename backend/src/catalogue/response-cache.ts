import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Database } from "../platform/database/database.js";

/** Answers kept at most, in bytes. */
const MAX_BYTES = 48 * 1024 * 1024;
/** What a kept answer takes beside its bytes, in bytes: its key, of up to a thousand letters, its headers, its place. */
const BESIDE_BYTES = 4096;
/** Shorter answers are not worth compressing, in bytes. */
const MIN_COMPRESSED = 1024;

const compressed = promisify(gzip);

/** What is to be answered, before it is a text. */
interface Answer {
  readonly value: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer ready to be sent. */
export interface CachedResponse {
  readonly json: Buffer;
  /** The same, compressed once and not for every visitor; undefined for short answers. */
  readonly gzipped: Buffer | undefined;
  /** Those of the answer, and its ETag. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Answers as JSON, kept for as long as nothing in the catalogue has changed. Each request asks the database for
 * the catalogue's version, one short query, so a change by any process is seen by the very next request; what is
 * saved is reading, assembling and writing the same 500 listings again. Holds nothing that could be lost.
 */
export class ResponseCache {
  private version = "";
  private bytes = 0;
  private readonly kept = new Map<string, CachedResponse>();
  private readonly underWay = new Map<string, Promise<CachedResponse>>();

  constructor(private readonly database: Database) {}

  /**
   * The answer under this key, made if it is not kept.
   *
   * @param make reads what `version` promises or something newer
   */
  async answer(key: string, make: () => Promise<Answer>): Promise<CachedResponse> {
    const version = await this.currentVersion();
    if (version !== this.version) this.forget(version);
    const kept = this.kept.get(key);
    if (kept !== undefined) {
      // Used just now: last to go.
      this.kept.delete(key);
      this.kept.set(key, kept);
      return kept;
    }
    const versionedKey = `${version} ${key}`;
    const making = this.underWay.get(versionedKey) ?? this.make(versionedKey, make);
    const made = await making;
    if (version === this.version) this.keep(key, made);
    return made;
  }

  private make(versionedKey: string, make: () => Promise<Answer>): Promise<CachedResponse> {
    const making = make()
      .then(ready)
      .finally(() => this.underWay.delete(versionedKey));
    this.underWay.set(versionedKey, making);
    return making;
  }

  /** Changes with every write of the catalogue, and when a listing's time runs out. */
  private async currentVersion(): Promise<string> {
    const [found] = await this.database.query<{ readonly version: string }>(
      `SELECT v.version || '/' || (SELECT count(*) FROM listings l WHERE l.status = 'live'
          AND l.expires_at IS NOT NULL AND l.expires_at <= now()) AS version
         FROM catalogue_version v`,
    );
    return found?.version ?? "";
  }

  private keep(key: string, made: CachedResponse): void {
    if (this.kept.has(key)) return;
    this.kept.set(key, made);
    this.bytes += sizeOf(made);
    for (const [oldest, answer] of this.kept) {
      if (this.bytes <= MAX_BYTES) break;
      this.kept.delete(oldest);
      this.bytes -= sizeOf(answer);
    }
  }

  private forget(version: string): void {
    this.version = version;
    this.kept.clear();
    this.bytes = 0;
  }
}

async function ready({ value, headers = {} }: Answer): Promise<CachedResponse> {
  const json = Buffer.from(JSON.stringify(value));
  const etag = `W/"${createHash("sha1").update(json).digest("base64url")}"`;
  const gzipped = json.length < MIN_COMPRESSED ? undefined : await compressed(json, { level: 4 });
  return { json, gzipped, headers: { ...headers, etag } };
}

function sizeOf({ json, gzipped }: CachedResponse): number {
  return BESIDE_BYTES + json.length + (gzipped?.length ?? 0);
}
