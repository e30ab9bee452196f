import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { MAX_PICTURES } from "@sakhi/domain/pictures/picture.rules";
import { PICTURE_UPLOAD } from "@sakhi/domain/uploads/upload.rules";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import { Counters } from "../platform/metrics/counters.js";
import { Outbox } from "../platform/outbox/outbox.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { type NewUpload, UploadReceiver } from "../uploads/upload-receiver.js";
import { PICTURE_UPLOADS_TABLES } from "../uploads/upload-tables.js";
import type { UploadSubject } from "../uploads/upload-tickets.js";
import type { PictureResponse } from "./pictures.response.js";
import { PicturesService } from "./pictures.service.js";

/** Receives the pictures of brands and applications. */
@Injectable()
export class PictureUploadsService extends UploadReceiver<PictureResponse> {
  constructor(
    database: Database,
    private readonly limits: RateLimits,
    secrets: Secrets,
    outbox: Outbox,
    private readonly pictures: PicturesService,
    counters: Counters,
  ) {
    super(database, outbox, secrets, counters, {
      tables: PICTURE_UPLOADS_TABLES,
      tooLarge: "picture_too_large",
      isFor: ({ type }) => type === "brand" || type === "application",
    });
  }

  /**
   * @throws DomainError picture_empty, picture_too_large, pictures_full
   * @throws HttpError rate_limited; proof_required with the challenge
   */
  protected override async begin(subject: UploadSubject, { bytes, address }: NewUpload): Promise<string> {
    if (bytes === 0) throw new DomainError("picture_empty");
    if (bytes > PICTURE_UPLOAD.maxBytes) throw new DomainError("picture_too_large");
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
    return id;
  }

  /** @throws DomainError picture_not_found, also for another subject's */
  protected override one(subject: UploadSubject, id: string): Promise<PictureResponse> {
    return this.pictures.one(ofBrand(subject), id);
  }

  protected override remove(tx: Tx, subject: UploadSubject, id: string): Promise<void> {
    return this.pictures.remove(tx, ofBrand(subject), id);
  }
}

/** First key of the advisory locks on a subject's number of pictures; must be unique. */
const SUBJECT_LOCKS = 7_305_003;

/** @throws DomainError upload_ticket_invalid; cannot happen, the receiver has asked */
function ofBrand(subject: UploadSubject) {
  if (subject.type !== "brand" && subject.type !== "application") throw new DomainError("upload_ticket_invalid");
  return subject;
}
