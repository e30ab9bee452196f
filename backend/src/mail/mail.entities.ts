import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { MailProof } from "@sakhi/domain/mails/mail-gate.rules";
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
  /** Not sent before; null for at once. */
  @Column("timestamptz", { nullable: true }) dueAt!: Date | null;
  @Column("uuid", { nullable: true }) applicationId!: string | null;
  /** The mail that an operator resent as this copy. */
  @Column("uuid", { nullable: true }) copyOf!: string | null;
  @Column("timestamptz", { nullable: true }) erasedAt!: Date | null;
  /** Keyed digest of the recipient's mailbox key (domain/src/fields/mailbox-key.ts); null once erased. */
  @Column("text", { nullable: true }) mailbox!: string | null;
  /** Null: possibly a stranger, so `data` has no words that anyone typed. */
  @Column("text", { nullable: true }) proof!: MailProof | null;
  /** A copy to an address that is not the booker's or applicant's: no link, no attachment. */
  @Column("boolean") otherAddress!: boolean;
  /** As its recipient's booking, application or form had it when it was queued; a copy has its mail's. */
  @Column("text") language!: LanguageCode;
}

/** What a link opens; add a purpose here, and its page in MailedLinksService. */
export type LinkPurpose = "booking" | "brand";

/** A link in a mail that leads a person back to what is theirs. */
@Entity("mailed_links")
export class MailedLinkEntity {
  /** The dedupe key of the mail with the link. */
  @PrimaryColumn("uuid") id!: string;
  @Column("text") purpose!: LinkPurpose;
  /** The booking, or the application. */
  @Column("uuid") subjectId!: string;
  /** The mail with the link. */
  @Column("uuid", { nullable: true }) mailId!: string | null;
  /** SHA-256 of the secret. */
  @Column("bytea") tokenDigest!: Buffer;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz") expiresAt!: Date;
  @Column("timestamptz", { nullable: true }) revokedAt!: Date | null;
  /** First opened from the mail; null for links of a payer's own browser. */
  @Column("timestamptz", { nullable: true }) openedAt!: Date | null;
  /** Last exchanged for a browser's session. */
  @Column("timestamptz", { nullable: true }) lastUsedAt!: Date | null;
}

/** A browser that opened a link, or that did the thing itself and needs none. */
@Entity("link_sessions")
export class LinkSessionEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("text") purpose!: LinkPurpose;
  @Column("uuid") subjectId!: string;
  /** NULL for the browser that did the thing itself. */
  @Column("uuid", { nullable: true }) linkId!: string | null;
  /** SHA-256 of the cookie's secret. */
  @Column("bytea") tokenDigest!: Buffer;
  /** The browser's visitor, who holds the subject while the session lasts. NULL without a link. */
  @Column("uuid", { nullable: true }) visitorId!: string | null;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz") expiresAt!: Date;
  @Column("timestamptz", { nullable: true }) endedAt!: Date | null;
}
