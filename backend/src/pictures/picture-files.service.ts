import { Injectable } from "@nestjs/common";
import { IssuesService } from "../issues/issues.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import type { Statement } from "../platform/database/statements.js";
import { IS_PUBLIC } from "./picture-addresses.js";
import { PictureStore } from "./picture-store.js";

/** First key of the advisory locks on a file's name; must be unique. */
const NAME_LOCKS = 7_305_002;
/** Age at which a file without a row, or an unfinished part, is left over; a check takes minutes at most. */
const LEFT_OVER_MS = 60 * 60_000;
/** Most files that one turn removes. */
const BATCH = 500;

/** States whose pictures keep their files. */
const KEEPING = "('checking', 'ready')";

/** A file for a browser. */
export interface ServedFile {
  readonly bytes: Buffer;
  /** Whether a published page shows it: others may keep it. */
  readonly isPublic: boolean;
}

/** What a comparison of the rows with the store found. */
export interface StoreComparison {
  /** Files that no picture has; removed. */
  readonly orphans: number;
  /** Files of pictures that the store does not have. */
  readonly missing: readonly string[];
}

const SERVED: Statement = {
  name: "picture_file",
  text: `SELECT ${IS_PUBLIC} AS "isPublic" FROM picture_files f JOIN pictures p ON p.id = f.picture_id
        WHERE f.name = $1 AND p.state = 'ready' ORDER BY 1 DESC LIMIT 1`,
};

/**
 * Keeps the rows of files and the store in agreement. A file is removed only under a lock on its name, in a transaction
 * that has seen that no picture needs it: pictures with the same pixels share a file.
 */
@Injectable()
export class PictureFilesService {
  constructor(
    private readonly database: Database,
    private readonly store: PictureStore,
    private readonly issues: IssuesService,
  ) {}

  /** Locks files' names until the transaction ends, in one order. */
  async lock(tx: Tx, names: readonly string[]): Promise<void> {
    for (const name of names.toSorted()) {
      await tx.query("SELECT pg_advisory_xact_lock($1, hashtext($2))", [NAME_LOCKS, name]);
    }
  }

  /**
   * A file of a ready picture.
   *
   * @param mayBeUnreviewed whether who asks may see what no page shows
   * @returns undefined for any other name
   * @throws PictureStoreError
   */
  async served(name: string, mayBeUnreviewed: boolean): Promise<ServedFile | undefined> {
    const [found] = await this.database.queryAutocommit<{ isPublic: boolean }>(SERVED, [name]);
    if (found === undefined || !(found.isPublic || mayBeUnreviewed)) return undefined;
    const bytes = await this.store.get(name);
    return bytes && { bytes, isPublic: found.isPublic };
  }

  /** Removes the files of a picture that was deleted or refused. @returns how many @throws PictureStoreError */
  async removeOf(pictureId: string): Promise<number> {
    return this.removeNotKept("p.id = $1", [pictureId]);
  }

  /** Removes the files of all such pictures, for the sweep. @returns how many @throws PictureStoreError */
  async removeUnkept(): Promise<number> {
    return this.removeNotKept("true", []);
  }

  /**
   * Compares the rows with the store: removes what no picture has, and raises an issue for what is missing. An issue
   * whose file is back closes.
   *
   * @param leftOverMs age at which a file without a row is removed
   */
  async compare(leftOverMs = LEFT_OVER_MS): Promise<StoreComparison> {
    const before = new Date(Date.now() - leftOverMs);
    await this.store.removeParts(before);
    const stored = await this.store.list();
    const known = await this.namesOf(stored.map(({ name }) => name));
    const orphans = stored.filter(({ name, storedAt }) => storedAt < before && !known.has(name));
    for (const { name } of orphans.slice(0, BATCH)) await this.removeIfUnknown(name);
    const missing = await this.missingFrom(new Set(stored.map(({ name }) => name)));
    await this.reportMissing(missing);
    return { orphans: orphans.length, missing: missing.map(({ name }) => name) };
  }

  /** Files of ready pictures that are not among the stored ones, with their pictures. */
  async missingFrom(stored: ReadonlySet<string>): Promise<readonly { name: string; pictureId: string }[]> {
    const needed = await this.database.query<{ name: string; pictureId: string }>(
      `SELECT f.name, min(p.id::text) AS "pictureId" FROM picture_files f JOIN pictures p ON p.id = f.picture_id
        WHERE p.state = 'ready' GROUP BY f.name ORDER BY f.name`,
    );
    const absent = needed.filter(({ name }) => !stored.has(name));
    const missing: { name: string; pictureId: string }[] = [];
    // It may have been stored after the list was read.
    for (const each of absent) if ((await this.store.get(each.name)) === undefined) missing.push(each);
    return missing;
  }

  private async namesOf(names: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.database.query<{ name: string }>(
      "SELECT DISTINCT name FROM picture_files WHERE name = ANY($1)",
      [names],
    );
    return new Set(found.map(({ name }) => name));
  }

  private async removeNotKept(condition: string, values: unknown[]): Promise<number> {
    const unkept = await this.database.query<{ pictureId: string; name: string }>(
      `SELECT f.picture_id AS "pictureId", f.name FROM picture_files f JOIN pictures p ON p.id = f.picture_id
        WHERE p.state NOT IN ${KEEPING} AND ${condition} ORDER BY f.name LIMIT ${BATCH}`,
      values,
    );
    for (const { pictureId, name } of unkept) {
      await this.database.transaction(async (tx) => {
        await this.lock(tx, [name]);
        const keepers = await rows(
          tx,
          `SELECT 1 FROM picture_files f JOIN pictures p ON p.id = f.picture_id
            WHERE f.name = $1 AND p.state IN ${KEEPING} LIMIT 1`,
          [name],
        );
        // Within the transaction: a check that needs this file waits for the lock, and then stores it again.
        if (keepers.length === 0) await this.store.remove(name);
        await tx.query("DELETE FROM picture_files WHERE picture_id = $1 AND name = $2", [pictureId, name]);
      });
    }
    return unkept.length;
  }

  private async removeIfUnknown(name: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.lock(tx, [name]);
      if ((await rows(tx, "SELECT 1 FROM picture_files WHERE name = $1 LIMIT 1", [name])).length > 0) return;
      await this.store.remove(name);
    });
  }

  private async reportMissing(missing: readonly { name: string; pictureId: string }[]): Promise<void> {
    const names = new Set(missing.map(({ name }) => name));
    const open = (await this.issues.open()).filter(({ kind }) => kind === "picture_missing");
    await this.database.transaction(async (tx) => {
      for (const { name, pictureId } of missing) {
        await this.issues.raise(tx, { kind: "picture_missing", subject: name, facts: { pictureId } });
      }
      for (const { subject } of open.filter((issue) => !names.has(issue.subject))) {
        await this.issues.closeIfOpen(tx, "picture_missing", subject);
      }
    });
  }
}
