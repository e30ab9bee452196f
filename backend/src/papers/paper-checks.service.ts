import { Injectable } from "@nestjs/common";
import type { PaperType } from "@sakhi/domain/papers/question.rules";
import { Database, rows } from "../platform/database/database.js";
import { Counters } from "../platform/metrics/counters.js";
import { type CheckOutcome, type ClaimedUpload, UploadChecks } from "../uploads/upload-checks.js";
import { PAPER_UPLOADS_TABLES } from "../uploads/upload-tables.js";
import { paperName } from "./paper-content.js";
import { PaperDecoderService } from "./paper-decoder.service.js";

/** A paper as the decoder wrote it. */
interface MadePaper {
  readonly type: PaperType;
  readonly bytes: Buffer;
}

/** Checks papers: what the decoder wrote is the answer, in place of an earlier one; what was sent is not kept. */
@Injectable()
export class PaperChecksService extends UploadChecks<MadePaper> {
  constructor(
    database: Database,
    private readonly decoder: PaperDecoderService,
    counters: Counters,
  ) {
    super(database, counters, PAPER_UPLOADS_TABLES);
  }

  protected override decode(bytes: Buffer) {
    return this.decoder.decode(bytes);
  }

  protected override keep(claimed: ClaimedUpload, { type, bytes }: MadePaper): Promise<CheckOutcome> {
    return this.database.transaction(async (tx) => {
      if (!(await this.isHeld(tx, claimed))) return "over";
      await this.deleteChunks(tx, claimed);
      const [upload] = await rows<{ state: string; bookingId: string; questionId: number; name: string }>(
        tx,
        `UPDATE paper_uploads u SET state = CASE b.state WHEN 'sold' THEN 'ready' ELSE 'deleted' END,
                ended_at = clock_timestamp(), updated_at = clock_timestamp()
           FROM bookings b WHERE u.id = $1 AND b.id = u.booking_id
         RETURNING u.state, booking_id AS "bookingId", question_id AS "questionId", name`,
        [claimed.id],
      );
      // Cancelled meanwhile: nobody asks for it now.
      if (upload?.state !== "ready") return "over";
      const answer = [upload.bookingId, upload.questionId];
      await tx.query(
        `INSERT INTO paper_answers (booking_id, question_id, value) VALUES ($1, $2, $3)
         ON CONFLICT (booking_id, question_id) DO UPDATE SET value = excluded.value, answered_at = clock_timestamp()`,
        [...answer, paperName(upload.name, type)],
      );
      await tx.query(
        `INSERT INTO paper_files (booking_id, question_id, type, bytes, content) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (booking_id, question_id)
           DO UPDATE SET type = excluded.type, bytes = excluded.bytes, content = excluded.content`,
        [...answer, type, bytes.length, bytes],
      );
      return "ready";
    });
  }
}
