import type {
  WhatsappConsentEnd,
  WhatsappConsentPlace,
  WhatsappConsentVersion,
} from "@sakhi/domain/whatsapp/whatsapp-consent";
import type { WhatsappState } from "@sakhi/domain/whatsapp/whatsapp.rules";
import type { WhatsappTemplate } from "@sakhi/domain/whatsapp/whatsapp.templates";
import { Column, Entity, PrimaryColumn } from "typeorm";

/** What messages are about. */
export type WhatsappSubjectType = "booking" | "application";

/** A consent to messages by WhatsApp about one booking or application, for one number. */
@Entity("whatsapp_consents")
export class WhatsappConsentEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("text") subjectType!: WhatsappSubjectType;
  @Column("uuid") subjectId!: string;
  /** Ten digits, in India; a placeholder once erased. */
  @Column("text") phone!: string;
  /** The sentence that was ticked. */
  @Column("text") wording!: string;
  @Column("text") version!: WhatsappConsentVersion;
  @Column("text") givenBy!: WhatsappConsentPlace;
  @Column("timestamptz") givenAt!: Date;
  @Column("text", { nullable: true }) withdrawnBy!: WhatsappConsentEnd | null;
  @Column("timestamptz", { nullable: true }) withdrawnAt!: Date | null;
  @Column("timestamptz", { nullable: true }) erasedAt!: Date | null;
}

/** A message by WhatsApp, sent once. Its number is the consent's; what it says is read when it is sent. */
@Entity("whatsapp_messages")
export class WhatsappMessageEntity {
  @PrimaryColumn("uuid") id!: string;
  /** Template and subject: a second message with this key is not stored. */
  @Column("text") dedupeKey!: string;
  @Column("text") template!: WhatsappTemplate;
  @Column("uuid") consentId!: string;
  @Column("uuid", { nullable: true }) bookingId!: string | null;
  @Column("uuid", { nullable: true }) applicationId!: string | null;
  /** The mail beside which it goes; null if there is none. */
  @Column("uuid", { nullable: true }) mailId!: string | null;
  @Column("text") state!: WhatsappState;
  /** Attempts so far; also distinguishes one claim of the message from the next. */
  @Column("int") attempts!: number;
  /** Why it failed, was skipped, or is tried again, in words of ours. */
  @Column("text", { nullable: true }) problem!: string | null;
  /** Meta's code of the error. */
  @Column("int", { nullable: true }) problemCode!: number | null;
  /** Meta's id, which contains the number: null once erased. */
  @Column("text", { nullable: true }) providerId!: string | null;
  /** Meta's category, which its price follows. */
  @Column("text", { nullable: true }) category!: string | null;
  /** What it costs, in hundredths of a paisa. */
  @Column("int") costHundredths!: number;
  @Column("timestamptz") createdAt!: Date;
  /** Not sent before; null for at once. */
  @Column("timestamptz", { nullable: true }) dueAt!: Date | null;
  /** Start of the current claim; an old one is abandoned. */
  @Column("timestamptz", { nullable: true }) claimedAt!: Date | null;
  /** The day in India against whose limit it counts: that of its first attempt. */
  @Column("date", { nullable: true }) countedOn!: string | null;
  /** When Meta accepted it. */
  @Column("timestamptz", { nullable: true }) sentAt!: Date | null;
  @Column("timestamptz", { nullable: true }) deliveredAt!: Date | null;
  @Column("timestamptz", { nullable: true }) readAt!: Date | null;
  /** When it failed or was skipped. */
  @Column("timestamptz", { nullable: true }) endedAt!: Date | null;
}

/** A number that asked for no more messages, as a keyed digest. */
@Entity("whatsapp_stops")
export class WhatsappStopEntity {
  @PrimaryColumn("text") numberDigest!: string;
  @Column("timestamptz") stoppedAt!: Date;
}
