import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { Column, Entity, PrimaryColumn } from "typeorm";

/** A coupon and its limits. */
@Entity("coupons")
export class CouponEntity {
  @PrimaryColumn("text") code!: string;
  @Column("int") percentage!: number;
  @Column("boolean") active!: boolean;
  @Column("timestamptz", { nullable: true }) startsAt!: Date | null;
  @Column("timestamptz", { nullable: true }) endsAt!: Date | null;
  @Column("int", { nullable: true }) maxUses!: number | null;
  @Column("text", { nullable: true }) stallType!: StallType | null;
  @Column("timestamptz") createdAt!: Date;
  /** Counts its changes. */
  @Column("int") version!: number;
  @Column("text") origin!: "demonstration" | "organiser";
}

/** A coupon's use by a booking: claimed at registration, used when the stall is sold. */
@Entity("coupon_claims")
export class CouponClaimEntity {
  @PrimaryColumn("uuid") bookingId!: string;
  @Column("text") code!: string;
  @Column("timestamptz") claimedAt!: Date;
  @Column("timestamptz", { nullable: true }) usedAt!: Date | null;
}
