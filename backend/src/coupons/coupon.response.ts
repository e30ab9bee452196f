/** How a coupon was judged. */
export class CouponResponse {
  valid!: boolean;
  /** 0 when not valid. */
  discountPercentage!: number;
  /** A sentence for the visitor. */
  message!: string;
}
