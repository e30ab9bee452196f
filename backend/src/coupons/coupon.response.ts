import { ApiProperty } from "@nestjs/swagger";
import { COUPON_STATUSES, type CouponStatus } from "@sakhi/domain/operator/operator.types";
import { STALL_TYPES, type StallType } from "@sakhi/domain/stalls/stall.types";

/** Whether a coupon can be used. */
export class CouponResponse {
  valid!: boolean;
  /** 0 when not valid. */
  discountPercentage!: number;
  /** A sentence for the visitor. */
  message!: string;
}

/** A coupon with its use. */
export class ManagedCouponResponse {
  code!: string;
  /** Discount in percent. */
  percentage!: number;
  active!: boolean;
  /** ISO 8601, UTC; absent: at once. */
  startsAt?: string;
  /** ISO 8601, UTC; absent: never. */
  endsAt?: string;
  /** How often it can be used in all; absent: without limit. */
  maxUses?: number;
  /** Only for stalls of this type; absent: for all. */
  @ApiProperty({ enum: STALL_TYPES, enumName: "StallType", required: false })
  stallType?: StallType;
  /** Uses that were paid for. */
  used!: number;
  /** Uses that somebody who registers or pays at present has claimed. */
  claimed!: number;
  /** Whether it can be used now, and if not, why. */
  @ApiProperty({ enum: COUPON_STATUSES, enumName: "CouponStatus" })
  status!: CouponStatus;
  /** Counts its changes; sent back with one. */
  version!: number;
  /** ISO 8601, UTC. */
  createdAt!: string;
}
