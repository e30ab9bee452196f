import type {
  MessageAudience,
  MessageState,
  MessageTiming,
  RecipientState,
} from "@sakhi/domain/messages/message.rules";
import type { MessageTemplate } from "@sakhi/domain/messages/message.templates";
import type { PaperProblem } from "@sakhi/domain/papers/paper.problems";
import type { PaperType } from "@sakhi/domain/papers/question.rules";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import type { UploadState } from "@sakhi/domain/uploads/upload.rules";
import { Column, Entity, PrimaryColumn } from "typeorm";

/** A message to holders of an event's sold stalls. */
@Entity("messages")
export class MessageEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("int") eventId!: number;
  /** What the text began with; null if it was written from nothing. */
  @Column("text", { nullable: true }) template!: MessageTemplate | null;
  /** With placeholders. */
  @Column("text") subject!: string;
  @Column("text") text!: string;
  @Column("text") audience!: MessageAudience;
  /** With the audience `stall_types`. */
  @Column("text", { array: true }) stallTypes!: StallType[];
  /** With the audience `chosen`. */
  @Column("uuid", { array: true }) bookingIds!: string[];
  /** The event's files that it brings. */
  @Column("uuid", { array: true }) fileIds!: string[];
  @Column("text") timing!: MessageTiming;
  /** Before or after the event, with the timings that count them. */
  @Column("int", { nullable: true }) days!: number | null;
  /** With the timing `at`. */
  @Column("timestamptz", { nullable: true }) sendAt!: Date | null;
  @Column("text") state!: MessageState;
  /** A reminder of missing papers that the product made for the event. */
  @Column("boolean") automatic!: boolean;
  /** Number of changes made in the dashboard, from 1. */
  @Column("int") version!: number;
  @Column("timestamptz") createdAt!: Date;
  /** When it was last scheduled: what was due before is not sent. */
  @Column("timestamptz") scheduledAt!: Date;
  /** When its recipients were written down. */
  @Column("timestamptz", { nullable: true }) startedAt!: Date | null;
  @Column("timestamptz", { nullable: true }) endedAt!: Date | null;
  /** It was for one person, who was erased: her words are gone. */
  @Column("timestamptz", { nullable: true }) erasedAt!: Date | null;
}

/** A message for one holder, written before its mail is queued: she gets it at most once. */
@Entity("message_recipients")
export class MessageRecipientEntity {
  @PrimaryColumn("uuid") messageId!: string;
  @PrimaryColumn("uuid") bookingId!: string;
  @Column("text") state!: RecipientState;
  /** When her turn came. */
  @Column("timestamptz", { nullable: true }) decidedAt!: Date | null;
}

/** A file of an event that its messages can bring, e.g. the map of its site; as the decoder wrote it. */
@Entity("event_files")
export class EventFileEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("int") eventId!: number;
  /** As mails name it. */
  @Column("text") name!: string;
  /** Found by its content. */
  @Column("text") type!: PaperType;
  @Column("int") bytes!: number;
  @Column("bytea") content!: Buffer;
  @Column("timestamptz") createdAt!: Date;
}

/** An upload of such a file. A day after its last change it is forgotten. */
@Entity("event_file_uploads")
export class EventFileUploadEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("int") eventId!: number;
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
@Entity("event_file_chunks")
export class EventFileChunkEntity {
  @PrimaryColumn("uuid") uploadId!: string;
  /** Where its first byte is in the upload. */
  @PrimaryColumn("int") startsAt!: number;
  @Column("bytea") bytes!: Buffer;
}
