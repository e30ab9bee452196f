import type { PaperType, QuestionAudience, QuestionKind, QuestionTime } from "@sakhi/domain/papers/question.rules";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
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

/** What has arrived of a file; personal data. */
@Entity("paper_uploads")
export class PaperUploadEntity {
  @PrimaryColumn("uuid") bookingId!: string;
  @PrimaryColumn("integer") questionId!: number;
  /** Length of the whole file. */
  @Column("int") bytes!: number;
  @Column("bytea") content!: Buffer;
  @Column("timestamptz") updatedAt!: Date;
}
