import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { attachmentsProblem } from "@sakhi/domain/messages/message.rules";
import { UPLOAD_TICKET_SECONDS } from "@sakhi/domain/uploads/upload.rules";
import type { DoneResponse } from "../accounts/account.response.js";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { toResponse } from "../platform/http/list-response.js";
import { EventFileUploadsService } from "./event-file-uploads.service.js";
import { EventFileEntity } from "./messages.entities.js";
import type { EventFileResponse, EventFileTicketResponse } from "./messages.response.js";

const LIST = `
  SELECT id, name, type, bytes, created_at AS "createdAt",
         EXISTS (SELECT FROM messages m WHERE m.ended_at IS NULL AND f.id = ANY(m.file_ids)) AS used
    FROM event_files f WHERE event_id = :eventId ORDER BY created_at, id`;
/** Messages that are still to come, and mails that are on their way. */
const USED = `
  SELECT m.id FROM messages m WHERE m.ended_at IS NULL AND :id::uuid = ANY(m.file_ids)
  UNION ALL
  SELECT m.id FROM mails m WHERE m.template = 'holder-message' AND m.state IN ('queued', 'sending')
     AND m.data->'fileIds' @> to_jsonb(:id::uuid::text)`;
const COPY = `
  INSERT INTO event_files (id, event_id, name, type, bytes, content)
  SELECT c.id, :eventId, f.name, f.type, f.bytes, f.content
    FROM unnest(:ids::uuid[], :copies::uuid[]) AS c (former, id) JOIN event_files f ON f.id = c.former`;

/** The files of an event that its messages bring. */
@Injectable()
export class EventFilesService {
  constructor(
    private readonly database: Database,
    private readonly eventFacts: EventFactsService,
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly uploads: EventFileUploadsService,
  ) {}

  /** @throws DomainError event_not_found */
  async all(slug: string): Promise<EventFileResponse[]> {
    const { id: eventId } = await this.eventFacts.stated(slug);
    const found = await this.database.query<Omit<EventFileEntity, "content" | "eventId"> & { used: boolean }>(LIST, {
      eventId,
    });
    return found.map(toResponse);
  }

  /** Permission to upload files of an event, for an hour. @throws DomainError event_not_found */
  async ticket({ id }: Administrator, slug: string): Promise<EventFileTicketResponse> {
    const { id: eventId } = await this.eventFacts.stated(slug);
    return { ticket: this.uploads.issueTicket({ type: "eventfile", id, eventId }, UPLOAD_TICKET_SECONDS) };
  }

  /** A file as it is mailed. @throws DomainError not_found */
  async content(id: string): Promise<EventFileEntity> {
    const found = await this.database.repository(EventFileEntity).findOneBy({ id });
    if (found === null) throw new DomainError("not_found");
    return found;
  }

  /** @throws DomainError not_found; event_file_used while a message or a mail still brings it */
  async remove(administrator: Administrator, id: string): Promise<DoneResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      // Waits for a message that is being written with it.
      const [file] = await rows<{ name: string; eventId: number }>(
        tx,
        'SELECT name, event_id AS "eventId" FROM event_files WHERE id = :id FOR UPDATE',
        { id },
      );
      if (file === undefined) throw new DomainError("not_found");
      if ((await rows(tx, USED, { id })).length > 0) throw new DomainError("event_file_used");
      await tx.query("DELETE FROM event_files WHERE id = $1", [id]);
      return {
        response: { message: "Removed" },
        audit: {
          ...{ subjectType: "event", subjectId: String(file.eventId), action: "event_file_removed" },
          before: { file: id, name: file.name },
        },
      };
    });
  }

  /**
   * The files that a message is to bring, which stay until `tx` ends.
   *
   * @throws DomainError invalid_request for one that is gone, or if they are too large together
   */
  async take(tx: Tx, eventId: number, ids: readonly string[]): Promise<string[]> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return [];
    const found = await rows<{ id: string; bytes: number }>(
      tx,
      "SELECT id, bytes FROM event_files WHERE event_id = :eventId AND id = ANY(:wanted::uuid[]) ORDER BY id FOR SHARE",
      { eventId, wanted },
    );
    const problem =
      found.length < wanted.length
        ? "One of these files was removed. Please load the page again"
        : attachmentsProblem(found.map(({ bytes }) => bytes));
    if (problem !== undefined) throw new DomainError("invalid_request", { fields: { fileIds: [problem] } }, problem);
    return wanted;
  }

  /** Gives a new event the files of another. @returns the copies by the files that they are of */
  async copy(tx: Tx, eventId: number, from: number): Promise<ReadonlyMap<string, string>> {
    const files = await rows<{ id: string }>(tx, "SELECT id FROM event_files WHERE event_id = :from ORDER BY id", {
      from,
    });
    const copies = new Map(files.map(({ id }) => [id, randomUUID() as string]));
    await rows(tx, COPY, { eventId, ids: [...copies.keys()], copies: [...copies.values()] });
    return copies;
  }
}
