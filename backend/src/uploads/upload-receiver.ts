import type { Readable } from "node:stream";
import { DomainError, type ErrorCode } from "@sakhi/domain/errors/error-codes";
import type { UploadState } from "@sakhi/domain/uploads/upload.rules";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { Counters, PICTURE_UPLOADS } from "../platform/metrics/counters.js";
import { Outbox } from "../platform/outbox/outbox.js";
import { Secrets } from "../platform/secrets/secrets.js";
import type { UploadTables } from "./upload-tables.js";
import { subjectOfTicket, uploadTicket, type UploadSubject } from "./upload-tickets.js";

/** Bytes that are stored at a time: what a broken connection can lose, and what an upload holds in memory. */
const PIECE_BYTES = 256 * 1024;

/** Queue of everything that jobs does with uploads; its jobs have an upload's id. */
export const UPLOADS_QUEUE = "pictures";

/** An upload's progress. */
export interface UploadOffset {
  /** Bytes that have arrived and are stored. */
  readonly received: number;
  /** Length of the upload, in bytes. */
  readonly bytes: number;
}

/** An upload that begins. */
export interface NewUpload {
  readonly ticket: string;
  /** Its length. */
  readonly bytes: number;
  /** What the sender calls the file; empty if it says nothing. */
  readonly name: string;
  /** Of the visitor, for the rate limits. */
  readonly address: string;
}

/** An upload as its sender may see it. */
export interface UploadStatus extends UploadOffset {
  readonly id: string;
  readonly state: UploadState;
}

/**
 * Receives uploads of one kind in pieces, each stored as soon as it has arrived: an upload continues where it stopped, at any api
 * process, after any failure. The pieces are rows, so that the offset and the bytes are one fact, and each upload has an id: two
 * devices that upload to one place never write into each other's file.
 */
export abstract class UploadReceiver<Status extends UploadStatus = UploadStatus> {
  constructor(
    protected readonly database: Database,
    protected readonly outbox: Outbox,
    private readonly secrets: Secrets,
    private readonly counters: Counters,
    private readonly kind: {
      readonly tables: UploadTables;
      readonly tooLarge: Extract<ErrorCode, "picture_too_large" | "paper_too_large">;
      readonly isFor: (subject: UploadSubject) => boolean;
    },
  ) {}

  /** A ticket to upload for this subject for some time. The caller has checked that the visitor may. */
  issueTicket(subject: UploadSubject, seconds: number): string {
    return uploadTicket(this.secrets, subject, new Date(Date.now() + seconds * 1000));
  }

  /** Whether this kind of uploads is what the ticket is for. */
  takes(ticket: string): boolean {
    const subject = subjectOfTicket(this.secrets, ticket, new Date());
    return subject !== undefined && this.kind.isFor(subject);
  }

  /** Starts an upload. @returns its id @throws DomainError upload_ticket_invalid, and why it is refused; HttpError rate_limited, proof_required */
  async start(upload: NewUpload): Promise<string> {
    const id = await this.begin(this.subjectOf(upload.ticket), upload);
    this.counters.count(PICTURE_UPLOADS, { outcome: "started" });
    return id;
  }

  /** Where an upload continues. @throws DomainError upload_ticket_invalid, and what {@link one} throws */
  async offset(ticket: string, id: string): Promise<UploadOffset> {
    const { received, bytes } = await this.one(this.subjectOf(ticket), id);
    // The process may have ended between the last byte and the commit below.
    if (received === bytes) await this.finish(id);
    return { received, bytes };
  }

  /**
   * Appends a request's body, and keeps what has arrived if the connection breaks.
   *
   * @param offset where the sender believes the upload is
   * @returns the new offset
   * @throws DomainError upload_ticket_invalid, upload_offset_differs, upload_over, what {@link one} throws, and too large
   */
  async append(ticket: string, id: string, offset: number, body: Readable): Promise<number> {
    const { state, received, bytes } = await this.one(this.subjectOf(ticket), id);
    if (state !== "uploading") throw new DomainError("upload_over");
    if (offset !== received) throw new DomainError("upload_offset_differs");
    let at = offset;
    const store = async (piece: Buffer): Promise<void> => {
      if (piece.length === 0) return;
      if (at + piece.length > bytes) throw new DomainError(this.kind.tooLarge);
      if (!(await this.storePiece(id, at, piece))) throw new DomainError("upload_offset_differs");
      at += piece.length;
    };
    await inPieces(body, store);
    if (at === bytes) await this.finish(id);
    return at;
  }

  /** The upload's state: whether it is checked, and why it was refused. @throws DomainError as {@link offset} */
  status(ticket: string, id: string): Promise<Status> {
    return this.one(this.subjectOf(ticket), id);
  }

  /** Ends an upload, or deletes what was made of it. @throws DomainError as {@link offset} */
  async cancel(ticket: string, id: string): Promise<void> {
    const subject = this.subjectOf(ticket);
    await this.database.transaction((tx) => this.remove(tx, subject, id));
  }

  /** Stores that an upload begins. @throws DomainError if it is refused */
  protected abstract begin(subject: UploadSubject, upload: NewUpload): Promise<string>;
  /** An upload of the subject. @throws DomainError, also for another subject's */
  protected abstract one(subject: UploadSubject, id: string): Promise<Status>;
  protected abstract remove(tx: Tx, subject: UploadSubject, id: string): Promise<void>;

  private subjectOf(ticket: string): UploadSubject {
    const subject = subjectOfTicket(this.secrets, ticket, new Date());
    if (subject === undefined || !this.kind.isFor(subject)) throw new DomainError("upload_ticket_invalid");
    return subject;
  }

  /** @returns false if the upload is elsewhere by now: another request appends to it, or it was deleted */
  private async storePiece(id: string, at: number, piece: Buffer): Promise<boolean> {
    const { uploads, chunks, chunkOf } = this.kind.tables;
    const stored = await this.database.queryAutocommit(
      {
        name: `store_piece_${chunks}`,
        text: `WITH moved AS (
         UPDATE ${uploads} SET received = received + $3, updated_at = clock_timestamp()
          WHERE id = $1 AND state = 'uploading' AND received = $2 AND received + $3 <= bytes RETURNING id)
       INSERT INTO ${chunks} (${chunkOf}, starts_at, bytes) SELECT id, $2, $4 FROM moved RETURNING starts_at`,
      },
      [id, at, piece.length, piece],
    );
    return stored.length === 1;
  }

  private finish(id: string): Promise<void> {
    return finishUpload(this.database, this.outbox, this.counters, this.kind.tables, id);
  }
}

/** Passes a whole upload on to the decoder; no-op if that was done. */
export async function finishUpload(
  database: Database,
  outbox: Outbox,
  counters: Counters,
  tables: UploadTables,
  id: string,
): Promise<void> {
  const finishedNow = await database.transaction(async (tx) => {
    const finished = await rows<{ id: string }>(
      tx,
      `UPDATE ${tables.uploads} SET state = 'checking', updated_at = clock_timestamp()
        WHERE id = $1 AND state = 'uploading' AND received = bytes RETURNING id`,
      [id],
    );
    if (finished.length === 1) await enqueueCheck(outbox, tx, tables, id);
    return finished.length === 1;
  });
  if (finishedNow) counters.count(PICTURE_UPLOADS, { outcome: "complete" });
}

/**
 * Queues the check of an upload once `tx` has committed. Owners take turns: an upload's place follows from how many of its owner
 * wait already, so the first of one owner is never behind the sixtieth of another.
 *
 * @param again distinguishes a repeated job from the first, which would swallow it
 */
export async function enqueueCheck(
  outbox: Outbox,
  tx: Tx,
  { uploads, owner, job }: UploadTables,
  id: string,
  again?: string,
): Promise<void> {
  const [found] = await rows<{ waiting: number }>(
    tx,
    `SELECT count(*)::int AS waiting FROM ${uploads} u JOIN ${uploads} o ON o.${owner} = u.${owner}
      WHERE u.id = $1 AND o.state = 'checking'`,
    [id],
  );
  await outbox.enqueue(tx, {
    queue: UPLOADS_QUEUE,
    jobId: again === undefined ? `${job}-${id}` : `${job}-again-${again}`,
    data: { [job]: id },
    priority: Math.max(1, found?.waiting ?? 1),
  });
}

/** Passes a stream on in pieces of at most {@link PIECE_BYTES}; the last one also if the stream breaks. */
async function inPieces(body: Readable, store: (piece: Buffer) => Promise<void>): Promise<void> {
  let parts: Buffer[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    const piece = Buffer.concat(parts, length);
    [parts, length] = [[], 0];
    await store(piece);
  };
  const arriving = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  for (;;) {
    // A broken connection: nobody reads our response, but what has arrived need not be sent again. Not `for await`, which
    // would close the connection when we refuse a piece.
    const next = await arriving.next().catch(() => undefined);
    if (next === undefined || next.done === true) break;
    parts.push(next.value);
    length += next.value.length;
    if (length >= PIECE_BYTES) await flush();
  }
  await flush();
}
