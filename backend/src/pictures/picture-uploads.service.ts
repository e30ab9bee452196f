import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { MAX_PICTURE_BYTES, MAX_PICTURES, type PictureSubject } from "@sakhi/domain/pictures/picture.rules";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import { Counters, PICTURE_UPLOADS } from "../platform/metrics/counters.js";
import { Outbox } from "../platform/outbox/outbox.js";
import { Secrets } from "../platform/secrets/secrets.js";
import type { PictureResponse } from "./pictures.response.js";
import { PICTURES_QUEUE, PicturesService } from "./pictures.service.js";
import { subjectOfTicket, uploadTicket } from "./upload-tickets.js";

/** Bytes that are stored at a time: what a broken connection can lose, and what an upload holds in memory. */
const PIECE_BYTES = 256 * 1024;

/** An upload's progress. */
export interface UploadOffset {
  /** Bytes that have arrived and are stored. */
  readonly received: number;
  /** Length of the upload, in bytes. */
  readonly bytes: number;
}

/**
 * Receives uploads in pieces, each stored as soon as it has arrived: an upload continues where it stopped, at any api
 * process, after any failure. The pieces are rows, so that the offset and the bytes are one fact.
 */
@Injectable()
export class PictureUploadsService {
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly secrets: Secrets,
    private readonly outbox: Outbox,
    private readonly pictures: PicturesService,
    private readonly counters: Counters,
  ) {}

  /** A ticket to upload pictures of this subject for some time. The caller has checked that the visitor may. */
  issueTicket(subject: PictureSubject, seconds: number): string {
    return uploadTicket(this.secrets, subject, new Date(Date.now() + seconds * 1000));
  }

  /**
   * Starts an upload.
   *
   * @param bytes its length
   * @param address of the visitor, for the rate limits
   * @returns the picture's id
   * @throws DomainError picture_ticket_invalid, picture_empty, picture_too_large, pictures_full
   * @throws HttpError rate_limited
   */
  async start(ticket: string, bytes: number, address: string): Promise<string> {
    const subject = this.subjectOf(ticket);
    if (bytes === 0) throw new DomainError("picture_empty");
    if (bytes > MAX_PICTURE_BYTES) throw new DomainError("picture_too_large");
    await this.limits.use(
      { limit: "picture_uploads_per_subject", by: subject.id },
      { limit: "picture_uploads_per_address", by: address },
    );
    const id = randomUUID();
    await this.database.transaction(async (tx) => {
      // One at a time for each subject: concurrent uploads must not pass the limit together.
      await tx.query("SELECT pg_advisory_xact_lock($1, hashtext($2))", [SUBJECT_LOCKS, subject.id]);
      const [{ count } = { count: 0 }] = await rows<{ count: number }>(
        tx,
        `SELECT count(*)::int AS count FROM pictures
          WHERE subject_type = $1 AND subject_id = $2 AND state IN ('uploading', 'checking', 'ready')`,
        [subject.type, subject.id],
      );
      if (count >= MAX_PICTURES) throw new DomainError("pictures_full");
      await tx.query(
        "INSERT INTO pictures (id, subject_type, subject_id, state, bytes) VALUES ($1, $2, $3, 'uploading', $4)",
        [id, subject.type, subject.id, bytes],
      );
    });
    this.counters.count(PICTURE_UPLOADS, { outcome: "started" });
    return id;
  }

  /** Where an upload continues. @throws DomainError picture_ticket_invalid, picture_not_found */
  async offset(ticket: string, id: string): Promise<UploadOffset> {
    const subject = this.subjectOf(ticket);
    const { received, bytes } = await this.pictures.one(subject, id);
    // The process may have ended between the last byte and the commit below.
    if (received === bytes) await this.finish(id);
    return { received, bytes };
  }

  /**
   * Appends a request's body, and keeps what has arrived if the connection breaks.
   *
   * @param offset where the sender believes the upload is
   * @returns the new offset
   * @throws DomainError picture_ticket_invalid, picture_not_found, upload_offset_differs, upload_over, picture_too_large
   */
  async append(ticket: string, id: string, offset: number, body: Readable): Promise<number> {
    const subject = this.subjectOf(ticket);
    const { state, received, bytes } = await this.pictures.one(subject, id);
    if (state !== "uploading") throw new DomainError("upload_over");
    if (offset !== received) throw new DomainError("upload_offset_differs");
    let at = offset;
    const store = async (piece: Buffer): Promise<void> => {
      if (piece.length === 0) return;
      if (at + piece.length > bytes) throw new DomainError("picture_too_large");
      if (!(await this.storePiece(id, at, piece))) throw new DomainError("upload_offset_differs");
      at += piece.length;
    };
    await inPieces(body, store);
    if (at === bytes) await this.finish(id);
    return at;
  }

  /** The picture's state: whether it is checked, and why it was refused. @throws DomainError as {@link offset} */
  status(ticket: string, id: string): Promise<PictureResponse> {
    return this.pictures.one(this.subjectOf(ticket), id);
  }

  /** Ends an upload, or deletes the picture. @throws DomainError as {@link offset} */
  async cancel(ticket: string, id: string): Promise<void> {
    const subject = this.subjectOf(ticket);
    await this.database.transaction((tx) => this.pictures.remove(tx, subject, id));
  }

  /** Passes uploads on whose last byte has arrived, but whose process ended before it said so. @returns how many */
  async finishComplete(): Promise<number> {
    const found = await this.database.query<{ id: string }>(
      `SELECT id FROM pictures WHERE state = 'uploading' AND received = bytes
         AND updated_at < clock_timestamp() - interval '1 minute' LIMIT 100`,
    );
    for (const { id } of found) await this.finish(id);
    return found.length;
  }

  private subjectOf(ticket: string): PictureSubject {
    const subject = subjectOfTicket(this.secrets, ticket, new Date());
    if (subject === undefined) throw new DomainError("picture_ticket_invalid");
    return subject;
  }

  /** @returns false if the upload is elsewhere by now: another request appends to it, or it was deleted */
  private async storePiece(id: string, at: number, piece: Buffer): Promise<boolean> {
    const stored = await this.database.queryAutocommit(
      `WITH moved AS (
         UPDATE pictures SET received = received + $3, updated_at = clock_timestamp()
          WHERE id = $1 AND state = 'uploading' AND received = $2 AND received + $3 <= bytes RETURNING id)
       INSERT INTO picture_chunks (picture_id, starts_at, bytes) SELECT id, $2, $4 FROM moved RETURNING starts_at`,
      [id, at, piece.length, piece],
    );
    return stored.length === 1;
  }

  /** Passes a whole upload on to the decoder. */
  private async finish(id: string): Promise<void> {
    const finishedNow = await this.database.transaction(async (tx) => {
      const finished = await rows<{ id: string }>(
        tx,
        `UPDATE pictures SET state = 'checking', updated_at = clock_timestamp()
          WHERE id = $1 AND state = 'uploading' AND received = bytes RETURNING id`,
        [id],
      );
      if (finished.length === 1) await enqueueCheck(this.outbox, tx, id, `picture-${id}`);
      return finished.length === 1;
    });
    if (finishedNow) this.counters.count(PICTURE_UPLOADS, { outcome: "complete" });
  }
}

/** First key of the advisory locks on a subject's number of pictures; must be unique. */
const SUBJECT_LOCKS = 7_305_003;

/** Queues the check of a picture once `tx` has committed. */
export async function enqueueCheck(outbox: Outbox, tx: Tx, pictureId: string, jobId: string): Promise<void> {
  await outbox.enqueue(tx, { queue: PICTURES_QUEUE, jobId, data: { pictureId } });
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
