import { Injectable } from "@nestjs/common";
import { Database } from "../platform/database/database.js";

/** Answers kept at most, in characters of JSON. */
const MAX_CHARACTERS = 48 * 1024 * 1024;

interface Kept {
  readonly json: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Answers as JSON, kept for as long as nothing in the catalogue has changed. Each request asks the database for
 * the catalogue's version, one short query, so a change by any process is seen by the very next request; what is
 * saved is reading, assembling and writing the same 500 listings again. Holds nothing that could be lost.
 */
@Injectable()
export class AnswerCache {
  private version = "";
  private characters = 0;
  private readonly kept = new Map<string, Kept>();
  private readonly underWay = new Map<string, Promise<Kept>>();

  constructor(private readonly database: Database) {}

  /**
   * The answer under this key, made if it is not kept.
   *
   * @param make reads what `version` promises or something newer
   */
  async answer(key: string, make: () => Promise<Kept>): Promise<Kept> {
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

  private make(versionedKey: string, make: () => Promise<Kept>): Promise<Kept> {
    const making = make().finally(() => this.underWay.delete(versionedKey));
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

  private keep(key: string, made: Kept): void {
    if (this.kept.has(key)) return;
    this.kept.set(key, made);
    this.characters += made.json.length;
    for (const [oldest, { json }] of this.kept) {
      if (this.characters <= MAX_CHARACTERS) break;
      this.kept.delete(oldest);
      this.characters -= json.length;
    }
  }

  private forget(version: string): void {
    this.version = version;
    this.kept.clear();
    this.characters = 0;
  }
}
