import { createHash } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { pictureFileName } from "@sakhi/domain/pictures/picture.rules";
import { Database } from "../platform/database/database.js";
import { Counters } from "../platform/metrics/counters.js";
import { type CheckOutcome, type ClaimedUpload, UploadChecks } from "../uploads/upload-checks.js";
import { PICTURE_UPLOADS_TABLES } from "../uploads/upload-tables.js";
import { PictureDecoderService } from "./picture-decoder.service.js";
import { PictureFilesService } from "./picture-files.service.js";
import type { RenderedFile, RenderedPicture } from "./picture-rendering.js";
import { PictureStore } from "./picture-store.js";

/** A rendered file under its name. */
interface NamedFile extends RenderedFile {
  readonly name: string;
}

/**
 * Checks an upload: decodes it apart, stores the files, and marks the picture ready. The rows of the files are written before the
 * files, so a kill at any point leaves a picture that is checked again, and no file without a row.
 */
@Injectable()
export class PictureChecksService extends UploadChecks<RenderedPicture> {
  constructor(
    database: Database,
    private readonly pictureDecoder: PictureDecoderService,
    private readonly store: PictureStore,
    private readonly files: PictureFilesService,
    counters: Counters,
  ) {
    super(database, counters, PICTURE_UPLOADS_TABLES);
  }

  protected override decode(bytes: Buffer) {
    return this.pictureDecoder.decode(bytes);
  }

  /** @throws PictureStoreError: try again */
  protected override async keep(
    claimed: ClaimedUpload,
    { files, placeholder }: RenderedPicture,
    bytes: Buffer,
  ): Promise<CheckOutcome> {
    const named = files.map((file) => ({ ...file, name: nameOf(file) }));
    if (!(await this.announce(claimed, named))) return "over";
    for (const { name, bytes: content } of named) await this.store.put(name, content);
    const hash = createHash("sha256").update(bytes).digest("hex");
    return this.finish(claimed, named, placeholder, hash);
  }

  /** Writes the rows of the files. @returns false if this claim is over */
  private announce(claimed: ClaimedUpload, named: readonly NamedFile[]): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await this.isHeld(tx, claimed))) return false;
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
    claimed: ClaimedUpload,
    named: readonly NamedFile[],
    placeholder: string,
    contentHash: string,
  ): Promise<CheckOutcome> {
    const widest = named.reduce((best, file) => (file.width > best.width ? file : best));
    return this.database.transaction(async (tx) => {
      if (!(await this.isHeld(tx, claimed))) return "over";
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
      await this.deleteChunks(tx, claimed);
      return "ready";
    });
  }
}

function nameOf({ bytes, width, format }: RenderedFile): string {
  return pictureFileName(createHash("sha256").update(bytes).digest("hex"), width, format);
}
