import { Logger } from "@nestjs/common";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { Counters, PICTURE_CHECKS, PICTURES_REFUSED } from "../platform/metrics/counters.js";
import { type Decoded, DecoderInterrupted } from "./decoder-command.js";
import type { UploadTables } from "./upload-tables.js";

/** Claims after which a decoder that is killed from outside counts as killed by the file. */
const MAX_INTERRUPTIONS = 6;

/** Outcome of a check: ready, refused, or nothing to do (deleted, or checked by another process). */
export type CheckOutcome = "ready" | "refused" | "over";

/** A file that cannot be used, by the code of its problem; every kind of upload has `too_complex`. */
interface Refused {
  readonly problem: string;
}

/** An upload that is being checked. */
export interface ClaimedUpload {
  readonly id: string;
  /** Its length. */
  readonly bytes: number;
  /** Claims so far; also distinguishes one claim from the next. */
  readonly attempts: number;
}

/**
 * Checks uploads of one kind: decodes an upload apart, and stores what was made of it. Every step may be repeated; whatever
 * another claim has changed meanwhile is left to that claim.
 */
export abstract class UploadChecks<Made extends object> {
  private readonly log = new Logger("Uploads");

  constructor(
    protected readonly database: Database,
    private readonly counters: Counters,
    private readonly tables: UploadTables,
  ) {}

  /** @throws PictureStoreError, DecoderInterrupted: try again */
  async check(id: string): Promise<CheckOutcome> {
    const claimed = await this.claim(id);
    if (claimed === undefined) return "over";
    const startedAt = performance.now();
    let outcome: CheckOutcome | "failed" = "failed";
    try {
      outcome = await this.checkClaimed(claimed);
      return outcome;
    } finally {
      if (outcome !== "over") this.counters.time(PICTURE_CHECKS, { outcome }, (performance.now() - startedAt) / 1000);
    }
  }

  /** Decodes the whole upload, apart. @throws DecoderInterrupted */
  protected abstract decode(bytes: Buffer): Promise<Decoded<Made | Refused>>;
  /** Stores what the decoder made. @param bytes of the upload */
  protected abstract keep(claimed: ClaimedUpload, made: Made, bytes: Buffer): Promise<CheckOutcome>;

  private async checkClaimed(claimed: ClaimedUpload): Promise<CheckOutcome> {
    const bytes = await this.uploaded(claimed);
    const { made, peakBytes } = await this.decoded(claimed, bytes);
    this.log.log({ event: "upload_decoded", [this.tables.job]: claimed.id, bytes: bytes.length, peakBytes });
    return "problem" in made ? this.refuse(claimed, made.problem) : this.keep(claimed, made, bytes);
  }

  private async decoded({ attempts }: ClaimedUpload, bytes: Buffer): Promise<Decoded<Made | Refused>> {
    try {
      return await this.decode(bytes);
    } catch (error) {
      // Killed again and again: the machine has no memory for it, whatever our limits say.
      if (attempts < MAX_INTERRUPTIONS || !(error instanceof DecoderInterrupted)) throw error;
      return { made: { problem: "too_complex" }, peakBytes: 0 };
    }
  }

  private async claim(id: string): Promise<ClaimedUpload | undefined> {
    const [claimed] = await this.database.query<ClaimedUpload>(
      `WITH claimed AS (
         UPDATE ${this.tables.uploads} SET attempts = attempts + 1, updated_at = clock_timestamp()
          WHERE id = $1 AND state = 'checking' RETURNING id, bytes, attempts)
       SELECT * FROM claimed`,
      [id],
    );
    return claimed;
  }

  private async uploaded({ id, bytes }: ClaimedUpload): Promise<Buffer> {
    const chunks = await this.database.query<{ bytes: Buffer }>(
      `SELECT bytes FROM ${this.tables.chunks} WHERE ${this.tables.chunkOf} = $1 ORDER BY starts_at`,
      [id],
    );
    const whole = Buffer.concat(chunks.map((chunk) => chunk.bytes));
    // Deleted meanwhile, or pieces that do not add up: the latter cannot happen, and would be refused as broken.
    return whole.length === bytes ? whole : whole.subarray(0, 0);
  }

  /** Locks the upload. @returns false if another claim has taken it over, or it was deleted */
  protected async isHeld(tx: Tx, { id, attempts }: ClaimedUpload): Promise<boolean> {
    const held = await rows(
      tx,
      `SELECT 1 FROM ${this.tables.uploads} WHERE id = $1 AND attempts = $2 AND state = 'checking' FOR UPDATE`,
      [id, attempts],
    );
    return held.length === 1;
  }

  protected async deleteChunks(tx: Tx, { id }: ClaimedUpload): Promise<void> {
    await rows(tx, `DELETE FROM ${this.tables.chunks} WHERE ${this.tables.chunkOf} = $1`, [id]);
  }

  private async refuse(claimed: ClaimedUpload, problem: string): Promise<CheckOutcome> {
    const outcome: CheckOutcome = await this.database.transaction(async (tx) => {
      if (!(await this.isHeld(tx, claimed))) return "over";
      await tx.query(
        `UPDATE ${this.tables.uploads} SET state = 'refused', problem = $2, ended_at = clock_timestamp(),
                updated_at = clock_timestamp() WHERE id = $1`,
        [claimed.id, problem],
      );
      await this.deleteChunks(tx, claimed);
      return "refused";
    });
    if (outcome === "refused") this.counters.count(PICTURES_REFUSED, { problem });
    return outcome;
  }
}
