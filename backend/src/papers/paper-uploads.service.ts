import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { PAPER_PROBLEMS } from "@sakhi/domain/papers/paper.problems";
import { PAPER_UPLOAD } from "@sakhi/domain/uploads/upload.rules";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import { Counters } from "../platform/metrics/counters.js";
import { Outbox } from "../platform/outbox/outbox.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { type NewUpload, UploadReceiver, type UploadStatus } from "../uploads/upload-receiver.js";
import { PAPER_UPLOADS_TABLES } from "../uploads/upload-tables.js";
import type { UploadSubject } from "../uploads/upload-tickets.js";
import { PaperUploadEntity } from "./papers.entities.js";

/** Longest name of a file that is kept until its type is known, in characters. */
const NAME_LENGTH = 300;
/** Unfinished uploads of one answer, from several devices or tries; an older one is given up. */
const UNFINISHED = 3;

/** The upload of a paper, as who sends it sees it. */
export interface PaperUploadStatus extends UploadStatus {
  /** Why it was refused. */
  readonly problem?: { readonly code: string; readonly message: string };
}

/** Receives the files that answer questions. The last one that is checked is the answer. */
@Injectable()
export class PaperUploadsService extends UploadReceiver<PaperUploadStatus> {
  constructor(
    database: Database,
    private readonly limits: RateLimits,
    secrets: Secrets,
    outbox: Outbox,
    counters: Counters,
  ) {
    super(database, outbox, secrets, counters, {
      tables: PAPER_UPLOADS_TABLES,
      tooLarge: "paper_too_large",
      isFor: ({ type }) => type === "paper",
    });
  }

  /**
   * @throws DomainError paper_empty, paper_too_large; paper_not_asked if the question is gone
   * @throws HttpError rate_limited; proof_required with the challenge
   */
  protected override async begin(subject: UploadSubject, { bytes, name, address }: NewUpload): Promise<string> {
    if (bytes === 0) throw new DomainError("paper_empty");
    if (bytes > PAPER_UPLOAD.maxBytes) throw new DomainError("paper_too_large");
    const { bookingId, questionId } = answerOf(subject);
    // A ticket starts any number of uploads until it expires: each file counts, not only the ticket.
    await this.limits.use(
      { limit: "papers_per_booking", by: bookingId },
      { limit: "picture_uploads_per_address", by: address },
    );
    const id = randomUUID();
    await this.database.transaction(async (tx) => {
      const started = await rows(
        tx,
        `INSERT INTO paper_uploads (id, booking_id, question_id, state, name, bytes)
         SELECT $1, b.id, q.id, 'uploading', $4, $5 FROM bookings b, event_questions q
          WHERE b.id = $2 AND b.state = 'sold' AND q.id = $3 RETURNING id`,
        [id, bookingId, questionId, name.slice(0, NAME_LENGTH), bytes],
      );
      if (started.length === 0) throw new DomainError("paper_not_asked");
      await tx.query(
        `DELETE FROM paper_uploads WHERE id IN (
           SELECT id FROM paper_uploads WHERE booking_id = $1 AND question_id = $2 AND state = 'uploading'
            ORDER BY created_at DESC OFFSET ${UNFINISHED})`,
        [bookingId, questionId],
      );
    });
    return id;
  }

  /** @throws DomainError not_found, also for another booking's or question's */
  protected override async one(subject: UploadSubject, id: string): Promise<PaperUploadStatus> {
    const found = await this.database.repository(PaperUploadEntity).findOneBy({ id, ...answerOf(subject) });
    if (found === null) throw new DomainError("not_found");
    const { state, bytes, received, problem } = found;
    const words = problem === null ? {} : { problem: { code: problem, message: PAPER_PROBLEMS[problem] } };
    return { id, state, bytes, received, ...words };
  }

  /** @throws DomainError not_found, also for another booking's or question's */
  protected override async remove(tx: Tx, subject: UploadSubject, id: string): Promise<void> {
    const { bookingId, questionId } = answerOf(subject);
    const removed = await rows(
      tx,
      "DELETE FROM paper_uploads WHERE id = $1 AND booking_id = $2 AND question_id = $3 RETURNING id",
      [id, bookingId, questionId],
    );
    if (removed.length === 0) throw new DomainError("not_found");
  }
}

/** @throws DomainError upload_ticket_invalid; cannot happen, the receiver has asked */
function answerOf(subject: UploadSubject): { readonly bookingId: string; readonly questionId: number } {
  if (subject.type !== "paper") throw new DomainError("upload_ticket_invalid");
  return { bookingId: subject.id, questionId: subject.questionId };
}
