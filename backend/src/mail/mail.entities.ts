import { Column, Entity, PrimaryColumn } from "typeorm";
import type { MailTemplate } from "./mail.types.js";

/** Delivery state of a mail. */
export type MailState = "queued" | "sending" | "sent" | "failed";

/** A mail to one address, sent once. */
@Entity("mails")
export class MailEntity {
  @PrimaryColumn("uuid") id!: string;
  /** A second mail with this key is not stored. */
  @Column("text") dedupeKey!: string;
  @Column("text") template!: MailTemplate;
  @Column("text") toAddress!: string;
  @Column("jsonb") data!: unknown;
  @Column("uuid", { nullable: true }) invoiceId!: string | null;
  /** Attached in addition to the invoice. */
  @Column("uuid", { nullable: true }) creditNoteId!: string | null;
  @Column("uuid", { nullable: true }) bookingId!: string | null;
  @Column("text") state!: MailState;
  /** Attempts so far; also distinguishes one claim of the mail from the next. */
  @Column("int") attempts!: number;
  @Column("text", { nullable: true }) lastError!: string | null;
  /** Start of the current claim; an old one is abandoned. */
  @Column("timestamptz", { nullable: true }) claimedAt!: Date | null;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz", { nullable: true }) sentAt!: Date | null;
  @Column("uuid", { nullable: true }) applicationId!: string | null;
  /** The mail that an operator resent as this copy. */
  @Column("uuid", { nullable: true }) copyOf!: string | null;
  @Column("timestamptz", { nullable: true }) erasedAt!: Date | null;
}

/** A link that leads a payer back to her booking, in the mail with its id. */
@Entity("booking_links")
export class BookingLinkEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("uuid") bookingId!: string;
  /** SHA-256 of the secret. */
  @Column("bytea") tokenDigest!: Buffer;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz") expiresAt!: Date;
  @Column("timestamptz", { nullable: true }) revokedAt!: Date | null;
  /** First opened from the mail; null for links of a payer's own browser. */
  @Column("timestamptz", { nullable: true }) openedAt!: Date | null;
}
