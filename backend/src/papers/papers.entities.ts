import type { PaperProblem } from "@sakhi/domain/papers/paper.problems";
import type { PaperType, QuestionAudience, QuestionKind, QuestionTime } from "@sakhi/domain/papers/question.rules";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import type { UploadState } from "@sakhi/domain/uploads/upload.rules";
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";

/** A question of an event, asked of those who book a stall. */
@Entity("event_questions")
export class EventQuestionEntity {
  @PrimaryGeneratedColumn("identity", { type: "integer", generatedIdentity: "ALWAYS" }) id!: number;
  @Column("int") eventId!: number;
  /** In calls, unique in its event; it never changes. */
  @Column("text") key!: string;
  @Column("text") label!: string;
  /** Empty for none. */
  @Column("text") help!: string;
  @Column("text") kind!: QuestionKind;
  @Column("text", { array: true }) choices!: string[];
  @Column("boolean") required!: boolean;
  @Column("text") asked!: QuestionTime;
  @Column("text") audience!: QuestionAudience;
  /** With the audience `stall_types`. */
  @Column("text", { array: true }) stallTypes!: StallType[];
  /** From 1. */
  @Column("int") position!: number;
}

/** A booking's answer to a question; personal data. */
@Entity("paper_answers")
export class PaperAnswerEntity {
  @PrimaryColumn("uuid") bookingId!: string;
  @PrimaryColumn("integer") questionId!: number;
  /** Of a file: its name. */
  @Column("text") value!: string;
  @Column("timestamptz") answeredAt!: Date;
}

/** The file that answers a question; personal data. */
@Entity("paper_files")
export class PaperFileEntity {
  @PrimaryColumn("uuid") bookingId!: string;
  @PrimaryColumn("integer") questionId!: number;
  /** Found by its content. */
  @Column("text") type!: PaperType;
  @Column("int") bytes!: number;
  @Column("bytea") content!: Buffer;
}

/** An upload of a file that answers a question; personal data. A day after its last change it is forgotten. */
@Entity("paper_uploads")
export class PaperUploadEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("uuid") bookingId!: string;
  @Column("integer") questionId!: number;
  @Column("text") state!: UploadState;
  /** Why it was refused. */
  @Column("text", { nullable: true }) problem!: PaperProblem | null;
  /** What the sender calls the file. */
  @Column("text") name!: string;
  /** Length of the whole file. */
  @Column("int") bytes!: number;
  /** How much of it has arrived, in bytes. */
  @Column("int") received!: number;
  /** Claims so far; also distinguishes one claim from the next. */
  @Column("int") attempts!: number;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz") updatedAt!: Date;
  /** When it became ready, refused or deleted. */
  @Column("timestamptz", { nullable: true }) endedAt!: Date | null;
}

/** A piece of such an upload; deleted once it is checked. */
@Entity("paper_chunks")
export class PaperChunkEntity {
  @PrimaryColumn("uuid") uploadId!: string;
  /** Where its first byte is in the upload. */
  @PrimaryColumn("int") startsAt!: number;
  @Column("bytea") bytes!: Buffer;
}
