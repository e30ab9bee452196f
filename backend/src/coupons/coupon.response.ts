import { ApiProperty } from "@nestjs/swagger";
import { COUPON_STATUSES, type CouponStatus } from "@sakhi/domain/operator/operator.types";
import type { StallType } from "@sakhi/domain/stalls/stall.types";

/** Result of a coupon check. */
export class CouponResponse {
  valid!: boolean;
  /** 0 when not valid. */
  discountPercentage!: number;
  /** Message for the visitor. */
  message!: string;
  /** The only type of stalls that it discounts; absent: all of hers. */
  stallType?: StallType;
}

/** A coupon with its uses. */
export class ManagedCouponResponse {
  code!: string;
  /** Discount in percent. */
  percentage!: number;
  active!: boolean;
  /** ISO 8601, UTC; absent: valid at once. */
  startsAt?: string;
  /** ISO 8601, UTC; absent: no end. */
  endsAt?: string;
  /** Maximum number of uses; absent: unlimited. */
  maxUses?: number;
  /** Slug of the only event that it is valid for; absent: all events. */
  event?: string;
  /** Limits it to stalls of this type; absent: all types. */
  stallType?: StallType;
  /** Paid uses. */
  used!: number;
  /** Uses claimed by bookings that are being registered or paid. */
  claimed!: number;
  /** Whether it can be used now, or why not. */
  @ApiProperty({ enum: COUPON_STATUSES, enumName: "CouponStatus" })
  status!: CouponStatus;
  /** Version for optimistic locking; sent with a change. */
  version!: number;
  /** ISO 8601, UTC. */
  createdAt!: string;
}
