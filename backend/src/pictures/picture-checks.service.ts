import { createHash } from "node:crypto";
import { Injectable, Logger } from "@nestjs/common";
import type { PictureProblem } from "@sakhi/domain/pictures/picture.problems";
import { pictureFileName } from "@sakhi/domain/pictures/picture.rules";
import { columnsOf } from "../platform/database/columns.js";
import { Database, readIn, rows, type Tx } from "../platform/database/database.js";
import { Counters, PICTURE_CHECKS, PICTURES_REFUSED } from "../platform/metrics/counters.js";
import { DecoderInterrupted } from "./decoder-command.js";
import { type Decoded, PictureDecoderService } from "./picture-decoder.service.js";
import { PictureFilesService } from "./picture-files.service.js";
import type { RenderedFile } from "./picture-rendering.js";
import { PictureStore } from "./picture-store.js";
import { PictureEntity } from "./pictures.entities.js";

/** Claims after which a decoder that is killed from outside counts as killed by the picture. */
const MAX_INTERRUPTIONS = 6;

/** Outcome of a check: ready, refused, or nothing to do (deleted, or checked by another process). */
type CheckOutcome = "ready" | "refused" | "over";

/** A rendered file under its name. */
interface NamedFile extends RenderedFile {
  readonly name: string;
}

/**
 * Checks an upload: decodes it apart, stores the files, and marks the picture ready. Every step may be repeated. The rows
 * of the files are written before the files, so a kill at any point leaves a picture that is checked again, and no file
 * without a row; whatever another claim has changed meanwhile is left to that claim.
 */
@Injectable()
export class PictureChecksService {
  private readonly log = new Logger("Pictures");

  constructor(
    private readonly database: Database,
    private readonly pictureDecoder: PictureDecoderService,
    private readonly store: PictureStore,
    private readonly files: PictureFilesService,
    private readonly counters: Counters,
  ) {}

  /** @throws PictureStoreError, DecoderInterrupted: try again */
  async check(pictureId: string): Promise<CheckOutcome> {
    const claimed = await this.claim(pictureId);
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

  private async checkClaimed(claimed: PictureEntity): Promise<CheckOutcome> {
    const bytes = await this.uploaded(claimed);
    const { rendering, peakBytes } = await this.decode(claimed, bytes);
    this.log.log({ event: "picture_decoded", pictureId: claimed.id, bytes: bytes.length, peakBytes });
    if ("problem" in rendering) return this.refuse(claimed, rendering.problem);
    const named = rendering.files.map((file) => ({ ...file, name: nameOf(file) }));
    if (!(await this.announce(claimed, named))) return "over";
    for (const { name, bytes: content } of named) await this.store.put(name, content);
    const hash = createHash("sha256").update(bytes).digest("hex");
    return this.finish(claimed, named, rendering.placeholder, hash);
  }

  private async decode({ attempts }: PictureEntity, bytes: Buffer): Promise<Decoded> {
    try {
      return await this.pictureDecoder.decode(bytes);
    } catch (error) {
      // Killed again and again: the machine has no memory for it, whatever our limits say.
      if (attempts < MAX_INTERRUPTIONS || !(error instanceof DecoderInterrupted)) throw error;
      return { rendering: { problem: "too_complex" }, peakBytes: 0 };
    }
  }

  private async claim(id: string): Promise<PictureEntity | undefined> {
    const [claimed] = await this.database.read(
      PictureEntity,
      `UPDATE pictures SET attempts = attempts + 1, updated_at = clock_timestamp()
        WHERE id = $1 AND state = 'checking' RETURNING ${columnsOf(PictureEntity)}`,
      [id],
    );
    return claimed;
  }

  private async uploaded({ id, bytes }: PictureEntity): Promise<Buffer> {
    const chunks = await this.database.query<{ bytes: Buffer }>(
      "SELECT bytes FROM picture_chunks WHERE picture_id = $1 ORDER BY starts_at",
      [id],
    );
    const whole = Buffer.concat(chunks.map((chunk) => chunk.bytes));
    // Deleted meanwhile, or pieces that do not add up: the latter cannot happen, and would be refused as broken.
    return whole.length === bytes ? whole : whole.subarray(0, 0);
  }

  /** Writes the rows of the files. @returns false if this claim is over */
  private announce(claimed: PictureEntity, named: readonly NamedFile[]): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await isHeld(tx, claimed))) return false;
      await this.files.lock(
        tx,
        named.map(({ name }) => name),
      );
      for (const { name, format, width, height, bytes } of named) {
        await tx.query(
          `INSERT INTO picture_files (picture_id, name, format, width, height, bytes) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT DO NOTHING`,
          [claimed.id, name, format, width, height, bytes.length],
        );
      }
      return true;
    });
  }

  private finish(
    claimed: PictureEntity,
    named: readonly NamedFile[],
    placeholder: string,
    contentHash: string,
  ): Promise<CheckOutcome> {
    const widest = named.reduce((best, file) => (file.width > best.width ? file : best));
    return this.database.transaction(async (tx) => {
      if (!(await isHeld(tx, claimed))) return "over";
      await tx.query(
        `UPDATE pictures SET state = 'ready', width = $2, height = $3, placeholder = $4, content_hash = $5,
                ended_at = clock_timestamp(), updated_at = clock_timestamp() WHERE id = $1`,
        [claimed.id, widest.width, widest.height, placeholder, contentHash],
      );
      // Of an earlier try with another version of the encoder; the sweep removes the files themselves.
      await tx.query("DELETE FROM picture_files WHERE picture_id = $1 AND name <> ALL($2)", [
        claimed.id,
        named.map(({ name }) => name),
      ]);
      await deleteChunks(tx, claimed.id);
      return "ready";
    });
  }

  private async refuse(claimed: PictureEntity, problem: PictureProblem): Promise<CheckOutcome> {
    const outcome: CheckOutcome = await this.database.transaction(async (tx) => {
      if (!(await isHeld(tx, claimed))) return "over";
      await tx.query(
        `UPDATE pictures SET state = 'refused', problem = $2, ended_at = clock_timestamp(),
                updated_at = clock_timestamp() WHERE id = $1`,
        [claimed.id, problem],
      );
      await deleteChunks(tx, claimed.id);
      return "refused";
    });
    if (outcome === "refused") this.counters.count(PICTURES_REFUSED, { problem });
    return outcome;
  }
}

/** Locks the picture. @returns false if another claim has taken it over, or it was deleted */
async function isHeld(tx: Tx, { id, attempts }: PictureEntity): Promise<boolean> {
  const held = await readIn(
    tx,
    PictureEntity,
    `SELECT ${columnsOf(PictureEntity)} FROM pictures WHERE id = $1 AND attempts = $2 AND state = 'checking' FOR UPDATE`,
    [id, attempts],
  );
  return held.length === 1;
}

async function deleteChunks(tx: Tx, pictureId: string): Promise<void> {
  await rows(tx, "DELETE FROM picture_chunks WHERE picture_id = $1", [pictureId]);
}

function nameOf({ bytes, width, format }: RenderedFile): string {
  return pictureFileName(createHash("sha256").update(bytes).digest("hex"), width, format);
}
