import { Injectable } from "@nestjs/common";
import { attachmentName, MAX_ATTACHED_BYTES } from "@sakhi/domain/messages/message.rules";
import type { PaperType } from "@sakhi/domain/papers/question.rules";
import { PaperDecoderService } from "../papers/paper-decoder.service.js";
import { Database, rows } from "../platform/database/database.js";
import { Counters } from "../platform/metrics/counters.js";
import { type CheckOutcome, type ClaimedUpload, UploadChecks } from "../uploads/upload-checks.js";
import { EVENT_FILE_UPLOADS_TABLES } from "../uploads/upload-tables.js";

/** A file as the decoder wrote it. */
interface MadeFile {
  readonly type: PaperType;
  readonly bytes: Buffer;
}

/** Checks files of events as papers are: what the decoder wrote is kept and mailed, what was sent is not. */
@Injectable()
export class EventFileChecksService extends UploadChecks<MadeFile> {
  constructor(
    database: Database,
    private readonly decoder: PaperDecoderService,
    counters: Counters,
  ) {
    super(database, counters, EVENT_FILE_UPLOADS_TABLES);
  }

  protected override async decode(bytes: Buffer) {
    const decoded = await this.decoder.decode(bytes);
    const { made } = decoded;
    const isTooLarge = !("problem" in made) && made.bytes.length > MAX_ATTACHED_BYTES;
    return isTooLarge ? { ...decoded, made: { problem: "too_large" } } : decoded;
  }

  protected override keep(claimed: ClaimedUpload, { type, bytes }: MadeFile): Promise<CheckOutcome> {
    return this.database.transaction(async (tx) => {
      if (!(await this.isHeld(tx, claimed))) return "over";
      await this.deleteChunks(tx, claimed);
      const [upload] = await rows<{ eventId: number; name: string }>(
        tx,
        `UPDATE event_file_uploads SET state = 'ready', ended_at = clock_timestamp(), updated_at = clock_timestamp()
          WHERE id = :id RETURNING event_id AS "eventId", name`,
        { id: claimed.id },
      );
      if (upload === undefined) return "over";
      await rows(
        tx,
        `INSERT INTO event_files (id, event_id, name, type, bytes, content)
         VALUES (:id, :eventId, :name, :type, :length, :bytes)`,
        {
          ...{ id: claimed.id, eventId: upload.eventId, name: attachmentName(upload.name, type) },
          ...{ type, length: bytes.length, bytes },
        },
      );
      return "ready";
    });
  }
}
