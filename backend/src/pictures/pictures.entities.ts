import type { PictureProblem } from "@sakhi/domain/pictures/picture.problems";
import type { PictureFormat, PictureState, PictureSubjectType } from "@sakhi/domain/pictures/picture.rules";
import { Column, Entity, PrimaryColumn } from "typeorm";

/** A picture that a brand's owner uploads or has uploaded. */
@Entity("pictures")
export class PictureEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("text") subjectType!: PictureSubjectType;
  /** Id of the brand or the application. */
  @Column("uuid") subjectId!: string;
  @Column("text") state!: PictureState;
  /** Why it was refused. */
  @Column("text", { nullable: true }) problem!: PictureProblem | null;
  /** Length of the upload, in bytes. */
  @Column("int") bytes!: number;
  /** How much of it has arrived, in bytes. */
  @Column("int") received!: number;
  /** SHA-256 of the upload, in hexadecimal. */
  @Column("text", { nullable: true }) contentHash!: string | null;
  /** Of the widest file, in pixels. */
  @Column("int", { nullable: true }) width!: number | null;
  @Column("int", { nullable: true }) height!: number | null;
  /** A data: address of a tiny picture, to be blurred until the real one is there. */
  @Column("text", { nullable: true }) placeholder!: string | null;
  /** The picture in words. */
  @Column("text") alt!: string;
  /** What every frame keeps in view, in percent of the width from the left. */
  @Column("smallint") focusX!: number;
  /** The same, in percent of the height from the top. */
  @Column("smallint") focusY!: number;
  /** Claims so far; also distinguishes one claim from the next. */
  @Column("int") attempts!: number;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz") updatedAt!: Date;
  /** When it became ready, refused or deleted. */
  @Column("timestamptz", { nullable: true }) endedAt!: Date | null;
}

/** A piece of an upload; deleted once the picture is ready, refused or deleted. */
@Entity("picture_chunks")
export class PictureChunkEntity {
  @PrimaryColumn("uuid") pictureId!: string;
  /** Where its first byte is in the upload. */
  @PrimaryColumn("int") startsAt!: number;
  @Column("bytea") bytes!: Buffer;
}

/**
 * A file of a picture; several pictures with the same pixels share a stored file. Written before the file is stored, deleted
 * after it is removed: no file is unknown.
 */
@Entity("picture_files")
export class PictureFileEntity {
  @PrimaryColumn("uuid") pictureId!: string;
  /** Name in the store and in the address. */
  @PrimaryColumn("text") name!: string;
  @Column("text") format!: PictureFormat;
  @Column("int") width!: number;
  @Column("int") height!: number;
  @Column("int") bytes!: number;
}
