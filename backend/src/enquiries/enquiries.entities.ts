import type { EnquiryKind, EnquiryState, Suspicion } from "@sakhi/domain/enquiries/enquiry.rules";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { Column, Entity, PrimaryColumn } from "typeorm";

/**
 * A message sent with one of the contact forms, or to a brand from its page. Suspected spam waits for a review, and is never
 * discarded.
 */
@Entity("enquiries")
export class EnquiryEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("text") kind!: EnquiryKind;
  @Column("text") state!: EnquiryState;
  /** The reason for the quarantine; kept after approval. */
  @Column("text", { nullable: true }) suspicion!: Suspicion | null;
  @Column("text") firstName!: string;
  @Column("text") lastName!: string;
  @Column("text") email!: string;
  @Column("text", { nullable: true }) phone!: string | null;
  @Column("text", { nullable: true }) company!: string | null;
  @Column("boolean", { nullable: true }) isMember!: boolean | null;
  @Column("text", { nullable: true }) subject!: string | null;
  /** Requirements of a gifting request, or the message to support or to a brand. */
  @Column("text") message!: string;
  /** Deduplication key of the submitted form. */
  @Column("text") digest!: string;
  /** How many times it was sent, including the first. */
  @Column("int") timesSent!: number;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz", { nullable: true }) letThroughAt!: Date | null;
  @Column("timestamptz", { nullable: true }) answeredAt!: Date | null;
  @Column("text", { nullable: true }) answeredBy!: string | null;
  @Column("text", { nullable: true }) answerNote!: string | null;
  /** The brand that it goes to. */
  @Column("uuid", { nullable: true }) brandId!: string | null;
  /** Keyed digest of the network that it came from, with enquiries to brands; forgotten after a day. */
  @Column("text", { nullable: true }) network!: string | null;
  /** When the sender agreed that her details go to the brand. */
  @Column("timestamptz", { nullable: true }) consentedAt!: Date | null;
  /** When an operator stopped it, and who. */
  @Column("timestamptz", { nullable: true }) stoppedAt!: Date | null;
  @Column("text", { nullable: true }) stoppedBy!: string | null;
  /** Of the page with the form: the sender's confirmation is in it. */
  @Column("text") language!: LanguageCode;
}
