import { randomUUID } from "node:crypto";
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from "@nestjs/common";
import { Database, rows } from "../platform/database/database.js";
import { BackgroundLoop } from "../platform/loops/background-loop.js";
import { Counters, PICTURE_UPLOADS } from "../platform/metrics/counters.js";
import { Outbox } from "../platform/outbox/outbox.js";
import { enqueueCheck, finishUpload } from "../uploads/upload-receiver.js";
import { ALL_UPLOADS, type UploadTables } from "../uploads/upload-tables.js";
import { PictureFilesService, type StoreComparison } from "./picture-files.service.js";

const SWEEP_INTERVAL_MS = 60_000;
/** The comparison lists the whole store. */
const COMPARE_INTERVAL_MS = 60 * 60_000;
/** An upload without a new byte for this long has been given up, in hours. */
const GIVEN_UP_HOURS = 24;
/**
 * A check that has not ended after this has lost its job, in minutes: far more than a decoding takes. While the store is
 * down, BullMQ's own retries come first.
 */
const STUCK_MINUTES = 20;
/** How long a refused or deleted picture is remembered, in days. */
const REMEMBERED_DAYS = 30;
/** Most rows of one step. */
const BATCH = 200;

/** What one sweep did. */
export interface PictureSweep {
  readonly finished: number;
  readonly givenUp: number;
  readonly requeued: number;
  readonly removed: number;
}

/** Catches up on what a crash interrupted; its loops run in the jobs process. Safe in several processes at once. */
@Injectable()
export class PictureSweepService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops = [
    new BackgroundLoop({
      name: "picture sweep",
      everyMs: SWEEP_INTERVAL_MS,
      turn: () => this.sweep().then(() => false),
    }),
    new BackgroundLoop({
      name: "picture comparison",
      everyMs: COMPARE_INTERVAL_MS,
      turn: () => this.compare().then(() => false),
    }),
  ];

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly pictureFiles: PictureFilesService,
    private readonly counters: Counters,
  ) {}

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  /** Finishes, gives up, repeats and removes what is due. */
  async sweep(): Promise<PictureSweep> {
    const done = { finished: 0, givenUp: 0, requeued: 0 };
    for (const tables of ALL_UPLOADS) {
      done.finished += await this.finishComplete(tables);
      done.givenUp += await this.giveUp(tables);
      done.requeued += await this.requeueStuck(tables);
    }
    const removed = await this.pictureFiles.removeUnkept();
    await this.forget();
    return { ...done, removed };
  }

  /** Compares the rows with the store. @throws PictureStoreError */
  compare(): Promise<StoreComparison> {
    return this.pictureFiles.compare();
  }

  /** Passes uploads on whose last byte has arrived, but whose process ended before it said so. */
  private async finishComplete(tables: UploadTables): Promise<number> {
    const found = await this.database.query<{ id: string }>(
      `SELECT id FROM ${tables.uploads} WHERE state = 'uploading' AND received = bytes
         AND updated_at < clock_timestamp() - interval '1 minute' LIMIT 100`,
    );
    for (const { id } of found) await finishUpload(this.database, this.outbox, this.counters, tables, id);
    return found.length;
  }

  /** Deletes uploads that nobody continues. */
  private async giveUp({ uploads, chunks, chunkOf }: UploadTables): Promise<number> {
    const givenUp = await this.database.transaction(async (tx) => {
      const over = await rows<{ id: string }>(
        tx,
        `UPDATE ${uploads} SET state = 'deleted', ended_at = clock_timestamp(), updated_at = clock_timestamp()
          WHERE id IN (SELECT id FROM ${uploads} WHERE state = 'uploading'
                          AND updated_at < clock_timestamp() - make_interval(hours => $1) LIMIT ${BATCH}
                          FOR UPDATE SKIP LOCKED)
          RETURNING id`,
        [GIVEN_UP_HOURS],
      );
      await tx.query(`DELETE FROM ${chunks} WHERE ${chunkOf} = ANY($1::uuid[])`, [over.map(({ id }) => id)]);
      return over.length;
    });
    for (let at = 0; at < givenUp; at += 1) this.counters.count(PICTURE_UPLOADS, { outcome: "given_up" });
    return givenUp;
  }

  private requeueStuck(tables: UploadTables): Promise<number> {
    return this.database.transaction(async (tx) => {
      const stuck = await rows<{ id: string }>(
        tx,
        `UPDATE ${tables.uploads} SET updated_at = clock_timestamp()
          WHERE id IN (SELECT id FROM ${tables.uploads} WHERE state = 'checking'
                          AND updated_at < clock_timestamp() - make_interval(mins => $1) LIMIT ${BATCH}
                          FOR UPDATE SKIP LOCKED)
          RETURNING id`,
        [STUCK_MINUTES],
      );
      // A failed job stays under its id and would swallow a second one with that id.
      for (const { id } of stuck) await enqueueCheck(this.outbox, tx, tables, id, randomUUID());
      return stuck.length;
    });
  }

  private async forget(): Promise<void> {
    await this.database.query(
      `DELETE FROM pictures WHERE id IN (
         SELECT p.id FROM pictures p WHERE p.state IN ('refused', 'deleted')
            AND p.ended_at < clock_timestamp() - make_interval(days => $1)
            AND NOT EXISTS (SELECT FROM picture_files f WHERE f.picture_id = p.id) LIMIT ${BATCH})`,
      [REMEMBERED_DAYS],
    );
  }
}
