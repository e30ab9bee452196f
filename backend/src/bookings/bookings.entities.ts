import type { ListingOffer } from "@sakhi/domain/admin/registrations";
import type {
  BookingActor,
  BookingEventKind,
  BookingState,
  ReleaseReason,
} from "@sakhi/domain/bookings/booking.states";
import type { PoliciesVersion } from "@sakhi/domain/bookings/policies";
import type { StallOfferState } from "@sakhi/domain/bookings/stall-offer.rules";
import type { Paise } from "@sakhi/domain/money/money";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";
import { asNumber, GENERATED } from "../platform/database/columns.js";

/** A hold on a stall and what became of it. Money in paise. */
@Entity("bookings")
export class BookingEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("text") stallId!: string;
  @Column("uuid", { nullable: true }) visitorId!: string | null;
  @Column("text") state!: BookingState;
  @Column("text", { nullable: true }) releaseReason!: ReleaseReason | null;
  /** Price of the stall when it was reserved. */
  @Column("bigint", { transformer: asNumber }) pricePaise!: Paise;
  @Column("timestamptz") heldAt!: Date;
  /** End of the ten minutes; held and registered bookings past it count as released. */
  @Column("timestamptz", { nullable: true }) holdExpiresAt!: Date | null;
  /** End of the time to pay that opening the payment page began. */
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
  /** What is to be paid, after the coupon. */
  @Column("bigint", { nullable: true, transformer: asNumber }) finalPaise!: Paise | null;
  /** The newest order; each registration makes one. */
  @Column("text", { nullable: true }) orderId!: string | null;
  @Column("text") listingOffer!: ListingOffer;
  @Column("text", { nullable: true }) linkedApplicationId!: string | null;
  @Column("timestamptz") updatedAt!: Date;
  /** What the dashboard searches, generated. */
  @Column({ type: "text", ...GENERATED }) searchText?: string | null;
  @Column("text", { nullable: true }) blockReason!: string | null;
  @Column("int") holdExtendedSeconds!: number;
  /** Keyed digest of the network it was reserved from. */
  @Column("text", { nullable: true }) network!: string | null;
  @Column("timestamptz", { nullable: true }) erasedAt!: Date | null;
  /** The version of the event policies that was accepted before paying. */
  @Column("text", { nullable: true }) policiesVersion!: PoliciesVersion | null;
  @Column("timestamptz", { nullable: true }) policiesAcceptedAt!: Date | null;
}

/** A booking as it was when it was read, with its stall's type. */
export type BookingRow = Readonly<BookingEntity> & {
  readonly stallType: StallType;
  /** Held or registered, and past its deadline by the database's clock: it counts as released. */
  readonly expired: boolean;
  /** The database's clock at this reading. */
  readonly readAt: Date;
};

/** One line of a booking's history. */
@Entity("booking_events")
export class BookingEventEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "ALWAYS" }) id!: string;
  @Column("uuid") bookingId!: string;
  /** The stall that the booking stood on, after the event; where it is not given, a trigger reads it. */
  @Column("text") stallId!: string;
  @Column("text") kind!: BookingEventKind;
  @Column("text") actor!: BookingActor;
  @Column("jsonb") detail!: Readonly<Record<string, unknown>>;
  @Column("timestamptz") at!: Date;
  /** The writing transaction: lines of one action are found by it. */
  @Column({ type: "text", ...GENERATED }) transactionId?: string | null;
}

/** The offer of another stall to somebody who paid after theirs was taken. */
@Entity("stall_offers")
export class StallOfferEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("text") orderId!: string;
  @Column("uuid") bookingId!: string;
  @Column("text") lostStallId!: string;
  @Column("text") stallType!: StallType;
  @Column("bigint", { transformer: asNumber }) pricePaise!: Paise;
  @Column("bytea") tokenDigest!: Buffer;
  @Column("int") tokenVersion!: number;
  @Column("text") state!: StallOfferState;
  @Column("text", { nullable: true }) chosenStallId!: string | null;
  @Column("timestamptz") offeredAt!: Date;
  @Column("timestamptz") expiresAt!: Date;
  @Column("timestamptz", { nullable: true }) endedAt!: Date | null;
}

/** A network that may not reserve for a while. The network is a keyed digest. */
@Entity("network_blocks")
export class NetworkBlockEntity {
  @PrimaryColumn("text") network!: string;
  @Column("timestamptz") blockedAt!: Date;
  @Column("timestamptz") expiresAt!: Date;
}

/** A proof of work that was used, so that it is not used twice. */
@Entity("used_proofs")
export class UsedProofEntity {
  @PrimaryColumn("text") id!: string;
  @Column("timestamptz") expiresAt!: Date;
}

/** A browser that visited the booking pages. */
@Entity("visitors")
export class VisitorEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz") seenAt!: Date;
}
