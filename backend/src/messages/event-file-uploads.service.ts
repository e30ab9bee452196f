import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { EVENT_FILE_PROBLEMS } from "@sakhi/domain/messages/event-file.problems";
import { FILE_NAME_LENGTH, MAX_EVENT_FILES } from "@sakhi/domain/messages/message.rules";
import { PAPER_UPLOAD } from "@sakhi/domain/uploads/upload.rules";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import { Counters } from "../platform/metrics/counters.js";
import { Outbox } from "../platform/outbox/outbox.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { type NewUpload, UploadReceiver, type UploadStatus } from "../uploads/upload-receiver.js";
import { EVENT_FILE_UPLOADS_TABLES } from "../uploads/upload-tables.js";
import type { UploadSubject } from "../uploads/upload-tickets.js";
import { EventFileUploadEntity } from "./messages.entities.js";

/** The upload of a file of an event, as who sends it sees it. */
export interface EventFileUploadStatus extends UploadStatus {
  /** Why it was refused. */
  readonly problem?: { readonly code: string; readonly message: string };
}

const INSERT = `
  INSERT INTO event_file_uploads (id, event_id, state, name, bytes)
  SELECT :id, e.id, 'uploading', :name, :bytes FROM events e
   WHERE e.id = :eventId AND e.status NOT IN ('cancelled', 'archived')
  RETURNING id`;
/** Files, and uploads that may still become some. */
const COUNT = `
  SELECT (SELECT count(*) FROM event_files WHERE event_id = :eventId)::int
       + (SELECT count(*) FROM event_file_uploads WHERE event_id = :eventId AND state IN ('uploading', 'checking'))::int AS files`;

/** Receives files of events from operators. */
@Injectable()
export class EventFileUploadsService extends UploadReceiver<EventFileUploadStatus> {
  constructor(
    database: Database,
    private readonly limits: RateLimits,
    private readonly auditLog: AuditLogService,
    secrets: Secrets,
    outbox: Outbox,
    counters: Counters,
  ) {
    super(database, outbox, secrets, counters, {
      tables: EVENT_FILE_UPLOADS_TABLES,
      tooLarge: "paper_too_large",
      isFor: ({ type }) => type === "eventfile",
    });
  }

  /**
   * @throws DomainError paper_empty, paper_too_large, event_files_full; event_not_found if it is cancelled or archived
   * @throws HttpError rate_limited
   */
  protected override async begin(subject: UploadSubject, { bytes, name }: NewUpload): Promise<string> {
    if (bytes === 0) throw new DomainError("paper_empty");
    if (bytes > PAPER_UPLOAD.maxBytes) throw new DomainError("paper_too_large");
    const { eventId, operatorId } = fileOf(subject);
    await this.limits.use({ limit: "event_files_per_administrator", by: operatorId });
    const id = randomUUID();
    await this.database.transaction(async (tx) => {
      // Two uploads that begin at once count each other.
      await tx.query("SELECT FROM events WHERE id = $1 FOR NO KEY UPDATE", [eventId]);
      await tx.query(
        "DELETE FROM event_file_uploads WHERE event_id = $1 AND updated_at < clock_timestamp() - interval '1 day'",
        [eventId],
      );
      const [counted] = await rows<{ files: number }>(tx, COUNT, { eventId });
      if ((counted?.files ?? 0) >= MAX_EVENT_FILES) throw new DomainError("event_files_full");
      const shortName = name.slice(0, 3 * FILE_NAME_LENGTH);
      const started = await rows(tx, INSERT, { id, eventId, name: shortName, bytes });
      if (started.length === 0) throw new DomainError("event_not_found");
      const [operator] = await rows<{ username: string }>(
        tx,
        "SELECT username FROM administrators WHERE id = :operatorId AND role = 'operator' AND disabled_at IS NULL",
        { operatorId },
      );
      if (operator === undefined) throw new DomainError("upload_ticket_invalid");
      await this.auditLog.record(tx, {
        ...{ administrator: { id: operatorId, username: operator.username }, action: "event_file_uploaded" },
        ...{ subjectType: "event", subjectId: String(eventId), after: { file: id, name: shortName } },
      });
    });
    return id;
  }

  /** @throws DomainError not_found, also for another event's */
  protected override async one(subject: UploadSubject, id: string): Promise<EventFileUploadStatus> {
    const { eventId } = fileOf(subject);
    const found = await this.database.repository(EventFileUploadEntity).findOneBy({ id, eventId });
    if (found === null) throw new DomainError("not_found");
    const { state, bytes, received, problem } = found;
    const words = problem === null ? {} : { problem: { code: problem, message: EVENT_FILE_PROBLEMS[problem] } };
    return { id, state, bytes, received, ...words };
  }

  /** Ends an upload; a file that was made of it is removed by its own call. @throws DomainError not_found */
  protected override async remove(tx: Tx, subject: UploadSubject, id: string): Promise<void> {
    const { eventId } = fileOf(subject);
    const removed = await rows(tx, "DELETE FROM event_file_uploads WHERE id = $1 AND event_id = $2 RETURNING id", [
      ...[id, eventId],
    ]);
    if (removed.length === 0) throw new DomainError("not_found");
  }
}

/** @throws DomainError upload_ticket_invalid; cannot happen, the receiver has asked */
function fileOf(subject: UploadSubject): { readonly eventId: number; readonly operatorId: string } {
  if (subject.type !== "eventfile") throw new DomainError("upload_ticket_invalid");
  return { eventId: subject.eventId, operatorId: subject.id };
}
