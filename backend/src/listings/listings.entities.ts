import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type {
  BusinessStage,
  BusinessType,
  CompanyType,
  HeardAboutUs,
  PreviousParticipation,
} from "@sakhi/domain/listings/listing-application.choices";
import type { ListingApplicationDto } from "@sakhi/domain/listings/listing-application.dto";
import type { ApplicationEventKind, ApplicationKind, ApplicationState } from "@sakhi/domain/listings/listing.states";
import type { Actor } from "@sakhi/domain/payments/lifecycle.states";
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";

/** An application to be listed, from the form to the end of its listing. Each year has a paid order. */
@Entity("listing_applications")
export class ApplicationEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("text") kind!: ApplicationKind;
  @Column("text") state!: ApplicationState;
  @Column("text") fullName!: string;
  @Column("text") email!: string;
  @Column("text") phone!: string;
  @Column("text") whatsappNumber!: string;
  @Column("text") brandName!: string;
  @Column("text") companyType!: CompanyType;
  /** The wizard's category, which maps to the catalogue's. */
  @Column("text") businessCategory!: string;
  @Column("text") businessStage!: BusinessStage;
  @Column("text") businessType!: BusinessType;
  @Column("text") story!: string;
  /** Either this or `govtDocument`. */
  @Column("text", { nullable: true }) gstNumber!: string | null;
  @Column("text", { nullable: true }) govtDocument!: string | null;
  @Column("text") businessAddress!: string;
  @Column("text", { nullable: true }) panNumber!: string | null;
  @Column("text") whatsappBusinessContact!: string;
  @Column("text", { nullable: true }) whatsappGroupLink!: string | null;
  @Column("text", { nullable: true }) websiteUrl!: string | null;
  @Column("text", { nullable: true }) linkedinUrl!: string | null;
  @Column("text", { nullable: true }) facebookUrl!: string | null;
  @Column("text", { nullable: true }) instagramUrl!: string | null;
  @Column("boolean") isStartup!: boolean;
  @Column("boolean") interestedInPopups!: boolean;
  @Column("text", { array: true }) previousParticipation!: PreviousParticipation[];
  @Column("text") hearAboutUs!: HeardAboutUs;
  /** Deduplication key of the submitted form. */
  @Column("text") digest!: string;
  /** How many times it was sent, including the first. */
  @Column("int") timesSent!: number;
  /** The stall that includes this free listing. */
  @Column("uuid", { nullable: true }) bookingId!: string | null;
  /** Current year, from 1; each renewal adds one. */
  @Column("int") year!: number;
  @Column("timestamptz", { nullable: true }) reviewSince!: Date | null;
  @Column("timestamptz", { nullable: true }) reviewerRemindedAt!: Date | null;
  @Column("timestamptz", { nullable: true }) liveFrom!: Date | null;
  @Column("timestamptz", { nullable: true }) liveUntil!: Date | null;
  /** The end that the owner was reminded of; changes with a renewal. */
  @Column("timestamptz", { nullable: true }) firstRemindedFor!: Date | null;
  @Column("timestamptz", { nullable: true }) lastRemindedFor!: Date | null;
  @Column("uuid", { nullable: true }) brandId!: string | null;
  @Column("uuid", { nullable: true }) listingId!: string | null;
  /** The administrator's reason for the last decision. */
  @Column("text", { nullable: true }) decisionReason!: string | null;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz") updatedAt!: Date;
  /** Of the page with the form, or as its owner chose since: her mails and papers are in it. */
  @Column("text") language!: LanguageCode;
  /** Time of the applicant's consent, to the text of `consentVersion`. */
  @Column("timestamptz", { nullable: true }) consentedAt!: Date | null;
  @Column("text", { nullable: true }) consentVersion!: string | null;
  @Column("timestamptz", { nullable: true }) erasedAt!: Date | null;
  /** The browser that submitted it; it opens the owner's page for a day without a mailed link. */
  @Column("uuid", { nullable: true }) visitorId!: string | null;
  /** When its owner was last asked for her page. */
  @Column("timestamptz", { nullable: true }) pageAskedAt!: Date | null;
}

/** One line of an application's history, which is append-only. */
@Entity("listing_events")
export class ListingEventEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "ALWAYS" }) id!: string;
  @Column("uuid") applicationId!: string;
  @Column("text") kind!: ApplicationEventKind;
  @Column("text") actor!: Actor;
  /** Never contains a name, e-mail, phone or GST number. */
  @Column("jsonb") detail!: Readonly<Record<string, unknown>>;
  @Column("timestamptz") at!: Date;
}

/** The year an order pays for: a listing's first, or a renewal. */
@Entity("listing_orders")
export class ListingOrderEntity {
  @PrimaryColumn("text") orderId!: string;
  @Column("uuid") applicationId!: string;
  @Column("text") purpose!: "first" | "renewal";
  @Column("int") year!: number;
  /** The browser that started it; null for orders of earlier releases. */
  @Column("uuid", { nullable: true }) visitorId!: string | null;
  /** The provider's expiry plus a grace period; null before it was sent. */
  @Column("timestamptz", { nullable: true }) payUntil!: Date | null;
  /** When its payment was used for that year; a second payment of the year is refunded. */
  @Column("timestamptz", { nullable: true }) paidAt!: Date | null;
  @Column("timestamptz") createdAt!: Date;
}

/** A claim of a stall's free listing that waits for the booked address. */
@Entity("listing_claims")
export class ListingClaimEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("uuid") bookingId!: string;
  /** The application as sent; personal data. */
  @Column("jsonb") form!: ListingApplicationDto;
  /** Deduplication key of the form. */
  @Column("text") digest!: string;
  @Column("timestamptz") createdAt!: Date;
}
