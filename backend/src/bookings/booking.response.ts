import { STALL_STATUSES, STALL_TYPES } from "@sakhi/domain/stalls/stall.types";
import type { StallStatus, StallType } from "@sakhi/domain/stalls/stall.types";
import { ApiProperty } from "@nestjs/swagger";

/** One stall of the floor plan, as the public sees it. */
export class LayoutStallResponse {
  /** The stall's number, e.g. B12. */
  stallId!: string;
  @ApiProperty({ enum: STALL_TYPES, enumName: "StallType" })
  type!: StallType;
  /** Rupees, GST included. */
  price!: number;
  @ApiProperty({ enum: STALL_STATUSES, enumName: "StallStatus" })
  status!: StallStatus;
  /** Feet from the left wall. */
  x!: number;
  /** Feet from the entrance wall. */
  y!: number;
  /** Grows when the organiser changes the plan. */
  layoutVersion!: number;
}

/** A stall that is reserved for the visitor. */
export class ReservationResponse {
  stallId!: string;
  @ApiProperty({ enum: STALL_TYPES, enumName: "StallType" })
  type!: StallType;
  /** Rupees, frozen at reserve. */
  price!: number;
  /** When the hold ends (ISO 8601, UTC). */
  expiresAt!: string;
  /** The server's clock when it answered (ISO 8601, UTC): count down with it, not with the browser's. */
  serverTime!: string;
}

/** Whether something was released; false when there was nothing to release. */
export class ReleaseResponse {
  released!: boolean;
}

/** The visitor's stall, also while paying. */
export class MyHoldResponse {
  stallId!: string;
  @ApiProperty({ enum: STALL_TYPES, enumName: "StallType" })
  type!: StallType;
  /** Rupees. */
  price!: number;
  @ApiProperty({ enum: ["held", "registered", "paying"], enumName: "HoldState" })
  state!: "held" | "registered" | "paying";
  /** The payment order, from the registration on. */
  orderId?: string;
  /** When the hold ends (ISO 8601, UTC); while paying it stands still and payUntil counts. */
  expiresAt!: string;
  /** Until when the payment can be finished (ISO 8601, UTC); while paying only. */
  payUntil?: string;
  /** The server's clock when it answered (ISO 8601, UTC). */
  serverTime!: string;
}

/** What a registration costs. All amounts in rupees. */
export class ProvisionalRegistrationResponse {
  orderId!: string;
  stallId!: string;
  stallPrice!: number;
  discountPercentage!: number;
  discountAmount!: number;
  finalAmount!: number;
  /** When the hold ends (ISO 8601, UTC): registering does not extend it. */
  expiresAt!: string;
}

/** Where a Mela payment stands; no personal data. */
export class MelaPaymentStatusResponse {
  orderId!: string;
  stallId!: string;
  @ApiProperty({ enum: STALL_TYPES, enumName: "StallType" })
  stallType!: StallType;
  @ApiProperty({
    enum: ["payment_pending", "payment_successful", "payment_failed"],
    enumName: "PaymentStatus",
  })
  paymentStatus!: "payment_pending" | "payment_successful" | "payment_failed";
}
