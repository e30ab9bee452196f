import { ApiProperty } from "@nestjs/swagger";
import { PAYMENT_STATUSES } from "@sakhi/domain/admin/admin.choices";
import {
  BOOKING_STATES,
  type BookingState,
  RELEASE_REASONS,
  type ReleaseReason,
} from "@sakhi/domain/bookings/booking.states";
import type { PaymentStatus } from "@sakhi/domain/payments/payment.states";
import type { StallType } from "@sakhi/domain/stalls/stall.types";

/** A booking with a submitted form, for another system: nothing about a person. Amounts in paise, times ISO 8601 in UTC. */
export class ListedBookingResponse {
  id!: string;
  /** Slug of the stall's event. */
  event!: string;
  stallId!: string;
  stallType!: StallType;
  /** A hold that has expired is released. */
  @ApiProperty({ enum: BOOKING_STATES, enumName: "BookingState" })
  state!: BookingState;
  /** Why it was released. */
  @ApiProperty({ enum: RELEASE_REASONS, enumName: "ReleaseReason", required: false })
  releaseReason?: ReleaseReason;
  /** Absent before a payment is started. */
  orderId?: string;
  /** Price at the time of the reservation, in paise. */
  pricePaise!: number;
  discountPaise!: number;
  /** The price less the discount and refunds, in paise. */
  netPaise!: number;
  @ApiProperty({ enum: PAYMENT_STATUSES, enumName: "PaymentStatus" })
  paymentStatus!: PaymentStatus;
  createdAt!: string;
  updatedAt!: string;
}

/** A page of bookings. */
export class BookingsPageResponse {
  bookings!: ListedBookingResponse[];
  /** Continues after this page, as `after`; absent on the last. */
  next?: string;
}
