import { Column, Entity, PrimaryColumn } from "typeorm";
import type { MailTemplate } from "./mail.types.js";

/** How far a mail is. */
export type MailState = "queued" | "sending" | "sent" | "failed";

/** A mail to one address, sent once. */
@Entity("mails")
export class MailEntity {
  @PrimaryColumn("uuid") id!: string;
  /** What the mail is about; a second mail with this key is not written. */
  @Column("text") dedupeKey!: string;
  @Column("text") template!: MailTemplate;
  @Column("text") toAddress!: string;
  @Column("jsonb") data!: unknown;
  @Column("uuid", { nullable: true }) invoiceId!: string | null;
  /** A credit note that is attached as well. */
  @Column("uuid", { nullable: true }) creditNoteId!: string | null;
  @Column("uuid", { nullable: true }) bookingId!: string | null;
  @Column("text") state!: MailState;
  /** Attempts so far; also distinguishes one claim of the mail from the next. */
  @Column("int") attempts!: number;
  @Column("text", { nullable: true }) lastError!: string | null;
  /** When a sender took it; one silent for long counts as dead. */
  @Column("timestamptz", { nullable: true }) claimedAt!: Date | null;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz", { nullable: true }) sentAt!: Date | null;
  @Column("uuid", { nullable: true }) applicationId!: string | null;
  /** The mail that this one repeats, sent again by an operator. */
  @Column("uuid", { nullable: true }) copyOf!: string | null;
  @Column("timestamptz", { nullable: true }) erasedAt!: Date | null;
}

/** A link that leads a payer back to her booking; it stands in the mail of its id. */
@Entity("booking_links")
export class BookingLinkEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("uuid") bookingId!: string;
  /** SHA-256 of the secret. */
  @Column("bytea") tokenDigest!: Buffer;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz") expiresAt!: Date;
  @Column("timestamptz", { nullable: true }) revokedAt!: Date | null;
}
