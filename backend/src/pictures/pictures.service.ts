import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { chosenFocus, type PictureFocus } from "@sakhi/domain/pictures/picture-focus";
import { PICTURE_PROBLEMS } from "@sakhi/domain/pictures/picture.problems";
import {
  PICTURE_FORMATS,
  type PictureFile,
  type PictureSubject,
  pictureFilePath,
} from "@sakhi/domain/pictures/picture.rules";
import { In, Not } from "typeorm";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { Outbox } from "../platform/outbox/outbox.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { UPLOADS_QUEUE } from "../uploads/upload-receiver.js";
import { IS_PUBLIC, ownAddress } from "./picture-addresses.js";
import { PictureEntity, PictureFileEntity } from "./pictures.entities.js";
import type { PictureResponse, ShownPictureResponse } from "./pictures.response.js";

/** $1: ids. One row for each picture with all its files: a list of the catalogue has thousands of them. */
const SHOWN = `
  SELECT p.id, p.alt, p.focus_x AS x, p.focus_y AS y, p.width, p.height, p.placeholder,
         json_agg(json_build_object('format', f.format, 'width', f.width, 'height', f.height, 'url', f.name)
                  ORDER BY f.format, f.width) AS files
    FROM pictures p JOIN picture_files f ON f.picture_id = p.id
   WHERE p.id = ANY($1::uuid[]) AND p.state = 'ready' GROUP BY p.id`;

/** Reads, describes and removes pictures; for the features that show them. Uploads: PictureUploadsService. */
@Injectable()
export class PicturesService {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly secrets: Secrets,
  ) {}

  /** Every picture of a subject but the deleted ones, oldest first: what its owner sees. */
  async ofSubject({ type, id }: PictureSubject): Promise<PictureResponse[]> {
    const where = { subjectType: type, subjectId: id, state: Not("deleted" as const) };
    return this.responses(await this.pictures.find({ where, order: { createdAt: "ASC", id: "ASC" } }));
  }

  /** One picture of a subject. @throws DomainError picture_not_found, also for another subject's */
  async one(subject: PictureSubject, id: string): Promise<PictureResponse> {
    const found = await this.pictures.findOneBy({ id, subjectType: subject.type, subjectId: subject.id });
    const [picture] = found === null || found.state === "deleted" ? [] : await this.responses([found]);
    if (picture === undefined) throw new DomainError("picture_not_found");
    return picture;
  }

  /** Those of these pictures that are ready, by id, as the public sees them. */
  async shown(ids: readonly string[]): Promise<ReadonlyMap<string, ShownPictureResponse>> {
    if (ids.length === 0) return new Map();
    const found = await this.database.query<ShownPictureResponse & PictureFocus>(SHOWN, [ids]);
    return new Map(
      found.map(({ id, alt, x, y, width, height, placeholder, files }) => [
        id,
        { id, alt, ...chosenFocus({ x, y }), width, height, placeholder, files: files.map(fileOf) },
      ]),
    );
  }

  /** Those of these pictures that are ready, by id: what their owner sees. */
  async ready(ids: readonly string[]): Promise<ReadonlyMap<string, PictureResponse>> {
    if (ids.length === 0) return new Map();
    const found = await this.pictures.findBy({ id: In([...ids]), state: "ready" });
    return new Map((await this.responses(found)).map((picture) => [picture.id, picture]));
  }

  /** Sets a picture's description in words. @throws DomainError picture_not_found */
  async describe(subject: PictureSubject, id: string, alt: string): Promise<void> {
    const { affected } = await this.pictures.update(
      { id, subjectType: subject.type, subjectId: subject.id, state: Not("deleted" as const) },
      { alt },
    );
    if (affected !== 1) throw new DomainError("picture_not_found");
  }

  /**
   * Sets what is said of a subject's pictures, in this order: their words, and what their frames keep in view unless that is
   * absent. Pictures of another subject keep theirs; visitors see the others' at the commit.
   */
  async describeEach(
    tx: Tx,
    subject: PictureSubject,
    described: readonly { readonly id: string; readonly alt: string; readonly focus?: PictureFocus | undefined }[],
  ): Promise<void> {
    for (const { id, alt, focus } of described) {
      await rows(
        tx,
        `UPDATE pictures SET alt = :alt, focus_x = coalesce(:x, focus_x), focus_y = coalesce(:y, focus_y)
          WHERE id = :id AND subject_type = :type AND subject_id = :subjectId
            AND (alt, focus_x, focus_y) <> (:alt, coalesce(:x, focus_x), coalesce(:y, focus_y))`,
        { id, type: subject.type, subjectId: subject.id, alt, x: focus?.x ?? null, y: focus?.y ?? null },
      );
    }
  }

  /** Deletes one picture; its files are removed after the commit. @throws DomainError picture_not_found */
  async remove(tx: Tx, subject: PictureSubject, id: string): Promise<void> {
    const removed = await this.removeWhere(tx, "id = $1 AND subject_type = $2 AND subject_id = $3", [
      id,
      subject.type,
      subject.id,
    ]);
    if (removed === 0) throw new DomainError("picture_not_found");
  }

  /** Deletes every picture of these subjects, for the erasure of a person's data. @returns how many */
  removeAllOf(tx: Tx, type: PictureSubject["type"], ids: readonly string[]): Promise<number> {
    return this.removeWhere(tx, "subject_type = $1 AND subject_id = ANY($2::uuid[])", [type, ids]);
  }

  /** Gives a subject's pictures to another one: an application's to its brand, once it has one. */
  async transfer(tx: Tx, from: PictureSubject, to: PictureSubject): Promise<void> {
    await tx.query(
      "UPDATE pictures SET subject_type = $3, subject_id = $4 WHERE subject_type = $1 AND subject_id = $2",
      [from.type, from.id, to.type, to.id],
    );
  }

  private get pictures() {
    return this.database.repository(PictureEntity);
  }

  private async removeWhere(tx: Tx, condition: string, values: unknown[]): Promise<number> {
    const removed = await rows<{ id: string }>(
      tx,
      `UPDATE pictures SET state = 'deleted', problem = NULL, alt = '', content_hash = NULL, placeholder = NULL,
              ended_at = clock_timestamp(), updated_at = clock_timestamp()
        WHERE state <> 'deleted' AND ${condition} RETURNING id`,
      values,
    );
    const ids = removed.map(({ id }) => id);
    await tx.query("DELETE FROM picture_chunks WHERE picture_id = ANY($1::uuid[])", [ids]);
    for (const id of ids) {
      await this.outbox.enqueue(tx, { queue: UPLOADS_QUEUE, jobId: `picture-removed-${id}`, data: { pictureId: id } });
    }
    return ids.length;
  }

  private async responses(found: readonly PictureEntity[]): Promise<PictureResponse[]> {
    const ready = found.filter(({ state }) => state === "ready").map(({ id }) => id);
    const files = await this.database
      .repository(PictureFileEntity)
      .find({ where: { pictureId: In(ready) }, order: { width: "ASC" } });
    const shown = await this.database.query<{ id: string }>(
      `SELECT p.id FROM pictures p WHERE p.id = ANY($1::uuid[]) AND ${IS_PUBLIC}`,
      [ready],
    );
    const open = new Set(shown.map(({ id }) => id));
    const now = new Date();
    return found.map((picture) =>
      responseOf(
        picture,
        files.filter(({ pictureId }) => pictureId === picture.id),
        (name) => (open.has(picture.id) ? pictureFilePath(name) : ownAddress(this.secrets, name, now)),
      ),
    );
  }
}

function fileOf({ format, width, height, url: name }: PictureFile): PictureFile {
  return { format, width, height, url: pictureFilePath(name) };
}

function responseOf(
  picture: PictureEntity,
  files: readonly PictureFileEntity[],
  addressOf: (name: string) => string,
): PictureResponse {
  const { id, state, problem, bytes, received, alt, focusX: x, focusY: y, width, height, placeholder } = picture;
  return {
    id,
    state,
    ...(problem === null ? {} : { problem: { code: problem, message: PICTURE_PROBLEMS[problem] } }),
    bytes,
    received,
    alt,
    ...chosenFocus({ x, y }),
    ...(state !== "ready" || width === null || height === null || placeholder === null
      ? {}
      : { width, height, placeholder }),
    files: PICTURE_FORMATS.flatMap((format) =>
      files
        .filter((file) => file.format === format)
        .map((file) => ({ format, width: file.width, height: file.height, url: addressOf(file.name) })),
    ),
  };
}
