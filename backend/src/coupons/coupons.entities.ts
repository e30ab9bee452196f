import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { Column, Entity, PrimaryColumn } from "typeorm";

/** A coupon and its terms. */
@Entity("coupons")
export class CouponEntity {
  @PrimaryColumn("text") code!: string;
  @Column("int") percentage!: number;
  @Column("boolean") active!: boolean;
  @Column("timestamptz", { nullable: true }) startsAt!: Date | null;
  @Column("timestamptz", { nullable: true }) endsAt!: Date | null;
  @Column("int", { nullable: true }) maxUses!: number | null;
  @Column("text", { nullable: true }) stallType!: StallType | null;
  /** The only event that it is valid for; null for all. */
  @Column("int", { nullable: true }) eventId!: number | null;
  @Column("timestamptz") createdAt!: Date;
  /** Number of changes, for optimistic locking. */
  @Column("int") version!: number;
  @Column("text") origin!: "demonstration" | "organiser";
}

/** A booking's use of a coupon: claimed at registration, used when the stall is sold. */
@Entity("coupon_claims")
export class CouponClaimEntity {
  @PrimaryColumn("uuid") bookingId!: string;
  @Column("text") code!: string;
  @Column("timestamptz") claimedAt!: Date;
  @Column("timestamptz", { nullable: true }) usedAt!: Date | null;
}
