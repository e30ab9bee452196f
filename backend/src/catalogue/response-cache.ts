import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Database } from "../platform/database/database.js";

/** Size limit of the cache, in bytes. */
const MAX_BYTES = 48 * 1024 * 1024;
/** Overhead of an entry in bytes: its key (up to 1,000 characters), headers and map slot. */
const ENTRY_OVERHEAD_BYTES = 4096;
/** Smaller responses are not compressed, in bytes. */
const MIN_COMPRESSED_BYTES = 1024;

const compressed = promisify(gzip);

/** A response before serialization. */
interface ResponseContent {
  readonly value: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A serialized response. */
export interface CachedResponse {
  readonly json: Buffer;
  /** Compressed once for all visitors; undefined for small responses. */
  readonly gzipped: Buffer | undefined;
  /** The response's headers and ETag. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Caches JSON responses until the catalogue changes. Each request reads the catalogue's version with one short query,
 * so the next request sees a change by any process; the cache saves reading and serializing the same 500 listings
 * again.
 */
export class ResponseCache {
  private version = "";
  private bytes = 0;
  private readonly cache = new Map<string, CachedResponse>();
  private readonly inFlight = new Map<string, Promise<CachedResponse>>();

  constructor(private readonly database: Database) {}

  /**
   * The response cached under this key; made on a miss, once for concurrent requests.
   *
   * @param make reads data at least as new as the current version
   */
  async get(key: string, make: () => Promise<ResponseContent>): Promise<CachedResponse> {
    const version = await this.currentVersion();
    if (version !== this.version) this.invalidate(version);
    const cached = this.cache.get(key);
    if (cached !== undefined) {
      // Re-insert it as the most recently used.
      this.cache.delete(key);
      this.cache.set(key, cached);
      return cached;
    }
    const versionedKey = `${version} ${key}`;
    const making = this.inFlight.get(versionedKey) ?? this.make(versionedKey, make);
    const made = await making;
    if (version === this.version) this.store(key, made);
    return made;
  }

  private make(versionedKey: string, make: () => Promise<ResponseContent>): Promise<CachedResponse> {
    const making = make()
      .then(serialize)
      .finally(() => this.inFlight.delete(versionedKey));
    this.inFlight.set(versionedKey, making);
    return making;
  }

  /** Changes with every write to the catalogue, and when a listing expires. */
  private async currentVersion(): Promise<string> {
    const [found] = await this.database.query<{ readonly version: string }>(
      `SELECT v.version || '/' || (SELECT count(*) FROM listings l WHERE l.status = 'live'
          AND l.expires_at IS NOT NULL AND l.expires_at <= now()) AS version
         FROM catalogue_version v`,
    );
    return found?.version ?? "";
  }

  private store(key: string, made: CachedResponse): void {
    if (this.cache.has(key)) return;
    this.cache.set(key, made);
    this.bytes += sizeOf(made);
    for (const [oldest, evicted] of this.cache) {
      if (this.bytes <= MAX_BYTES) break;
      this.cache.delete(oldest);
      this.bytes -= sizeOf(evicted);
    }
  }

  private invalidate(version: string): void {
    this.version = version;
    this.cache.clear();
    this.bytes = 0;
  }
}

async function serialize({ value, headers = {} }: ResponseContent): Promise<CachedResponse> {
  const json = Buffer.from(JSON.stringify(value));
  const etag = `W/"${createHash("sha1").update(json).digest("base64url")}"`;
  const gzipped = json.length < MIN_COMPRESSED_BYTES ? undefined : await compressed(json, { level: 4 });
  return { json, gzipped, headers: { ...headers, etag } };
}

function sizeOf({ json, gzipped }: CachedResponse): number {
  return ENTRY_OVERHEAD_BYTES + json.length + (gzipped?.length ?? 0);
}
