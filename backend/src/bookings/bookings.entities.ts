import type { ListingOffer } from "@sakhi/domain/admin/admin.choices";
import type { BookingEventKind, BookingState, ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import type { PoliciesVersion } from "@sakhi/domain/bookings/policies";
import type { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import type { StallOfferState } from "@sakhi/domain/bookings/stall-offer.rules";
import type { RowOf } from "@sakhi/domain/fields/declared-fields";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { Paise } from "@sakhi/domain/money/money";
import type { Actor } from "@sakhi/domain/payments/lifecycle.states";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";
import { asNumber, GENERATED } from "../platform/database/columns.js";

/** A booking of a stall, from the hold to its end. Money in paise. */
@Entity("bookings")
export class BookingEntity implements RowOf<typeof REGISTRATION_FIELDS> {
  @PrimaryColumn("uuid") id!: string;
  @Column("int") stallKey!: number;
  @Column("uuid", { nullable: true }) visitorId!: string | null;
  @Column("text") state!: BookingState;
  @Column("text", { nullable: true }) releaseReason!: ReleaseReason | null;
  /** Price of the stall when it was reserved. */
  @Column("bigint", { transformer: asNumber }) pricePaise!: Paise;
  @Column("timestamptz") heldAt!: Date;
  /** The hold's deadline; held and registered bookings past it count as released. */
  @Column("timestamptz", { nullable: true }) holdExpiresAt!: Date | null;
  /** End of the payment window, which opening the order starts. */
  @Column("timestamptz", { nullable: true }) payUntil!: Date | null;
  @Column("timestamptz", { nullable: true }) registeredAt!: Date | null;
  @Column("timestamptz", { nullable: true }) endedAt!: Date | null;
  @Column("text", { nullable: true }) fullName!: string | null;
  @Column("text", { nullable: true }) email!: string | null;
  @Column("text", { nullable: true }) phone!: string | null;
  @Column("text", { nullable: true }) businessName!: string | null;
  @Column("text", { nullable: true }) gstNumber!: string | null;
  @Column("text", { nullable: true }) gstAddress!: string | null;
  @Column("text", { nullable: true }) pincode!: string | null;
  @Column("text", { nullable: true }) couponCode!: string | null;
  @Column("int") discountPercentage!: number;
  @Column("bigint", { transformer: asNumber }) discountPaise!: Paise;
  /** Amount to pay, after the coupon. */
  @Column("bigint", { nullable: true, transformer: asNumber }) finalPaise!: Paise | null;
  /** The newest order; each registration creates one. */
  @Column("text", { nullable: true }) orderId!: string | null;
  @Column("text") listingOffer!: ListingOffer;
  @Column("text", { nullable: true }) linkedApplicationId!: string | null;
  @Column("timestamptz") updatedAt!: Date;
  /** Generated column that the dashboard searches. */
  @Column({ type: "text", ...GENERATED }) searchText?: string | null;
  @Column("text", { nullable: true }) blockReason!: string | null;
  /** Total extension by operators; the original deadline is `holdExpiresAt` minus this. */
  @Column("int") holdExtendedSeconds!: number;
  /** The networks it was reserved from, narrowest first: prefix and keyed digest. */
  @Column("text", { array: true }) networks!: string[];
  @Column("timestamptz", { nullable: true }) erasedAt!: Date | null;
  /** The version of the event policies that was accepted before paying. */
  @Column("text", { nullable: true }) policiesVersion!: PoliciesVersion | null;
  @Column("timestamptz", { nullable: true }) policiesAcceptedAt!: Date | null;
  /** Of the page on which she reserved or last registered, or as she chose since: her mails and papers are in it. */
  @Column("text") language!: LanguageCode;
  /** The first booking of its order, which it follows until both are sold; null of the first one. */
  @Column("uuid", { nullable: true }) firstBookingId!: string | null;
}

/** How many stalls one order of an event may have; without a row, the usual number. */
@Entity("stalls_per_order")
export class StallsPerOrderEntity {
  @PrimaryColumn("integer") eventId!: number;
  @Column("int") most!: number;
}

/** A booking as read, with its stall's number, event and type. */
export type BookingRow = Readonly<BookingEntity> & {
  /** The stall's number, e.g. B12. */
  readonly stallId: string;
  readonly eventId: number;
  readonly stallType: StallType;
  /** Held or registered and past its deadline by the database's clock; it counts as released. */
  readonly expired: boolean;
  /** The database's clock at this read. */
  readonly readAt: Date;
};

/** The part of a hold that its visitor sees, and its id. */
export type HeldStall = Pick<BookingRow, "id" | "stallId" | "stallType" | "pricePaise" | "holdExpiresAt" | "readAt">;

/** An entry of a booking's history, which is append-only. */
@Entity("booking_events")
export class BookingEventEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "ALWAYS" }) id!: string;
  @Column("uuid") bookingId!: string;
  /** The booking's stall after the event; a trigger fills it in if it is not given. */
  @Column("int") stallKey!: number;
  @Column("text") kind!: BookingEventKind;
  @Column("text") actor!: Actor;
  /** Never contains a name, e-mail, phone or GST number. */
  @Column("jsonb") detail!: Readonly<Record<string, unknown>>;
  @Column("timestamptz") at!: Date;
  /** Id of the writing transaction, which links all entries of one action. */
  @Column({ type: "text", ...GENERATED }) transactionId?: string | null;
}

/** The offer of another stall to a payer whose money arrived after the stall was taken. */
@Entity("stall_offers")
export class StallOfferEntity {
  @PrimaryColumn("uuid") id!: string;
  /** At most one offer per order, ever. */
  @Column("text") orderId!: string;
  @Column("uuid") bookingId!: string;
  @Column("int") lostStallKey!: number;
  @Column("text") stallType!: StallType;
  /** The price at the time of the reservation. */
  @Column("bigint", { transformer: asNumber }) pricePaise!: Paise;
  /** SHA-256 of the secret in the mail's link; the secret is not stored. */
  @Column("bytea") tokenDigest!: Buffer;
  @Column("int") tokenVersion!: number;
  @Column("text") state!: StallOfferState;
  @Column("int", { nullable: true }) chosenStallKey!: number | null;
  @Column("timestamptz") offeredAt!: Date;
  @Column("timestamptz") expiresAt!: Date;
  @Column("timestamptz", { nullable: true }) endedAt!: Date | null;
}

/** A temporarily blocked network, stored as a keyed digest. */
@Entity("network_blocks")
export class NetworkBlockEntity {
  @PrimaryColumn("text") network!: string;
  @Column("timestamptz") blockedAt!: Date;
  @Column("timestamptz") expiresAt!: Date;
}

/** A browser that visited the booking pages. */
@Entity("visitors")
export class VisitorEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz") seenAt!: Date;
}
