import { ApiProperty } from "@nestjs/swagger";
import { STALL_TYPES, type StallType } from "@sakhi/domain/stalls/stall.types";

/** How many stalls can be booked now. */
export class StallAvailabilityResponse {
  premiumAvailable!: number;
  totalPremium!: number;
  generalAvailable!: number;
  totalGeneral!: number;
}

/** What was sold on one day. */
export class DayFiguresResponse {
  /** The Indian day of the sale, e.g. 2026-11-21. */
  day!: string;
  /** Bookings sold that day that stand today. */
  bookings!: number;
  /** Rupees, net of refunds. */
  revenue!: number;
}

/** What was sold of one type. */
export class TypeFiguresResponse {
  @ApiProperty({ enum: STALL_TYPES, enumName: "StallType" })
  stallType!: StallType;
  sold!: number;
  /** Rupees, net of refunds. */
  revenue!: number;
}

/** The figures above the table of registrations, and what the charts show; they are sums over the same rows. */
export class SummaryResponse {
  totalRegistrations!: number;
  /** Registrations whose payment was successful. */
  paidBookings!: number;
  /** Rupees of the paid bookings, net of refunds. */
  totalRevenue!: number;
  freeListingsClaimed!: number;
  /** Rupees that were kept of bookings that no longer stand (cancelled without a full refund); in no other figure. */
  keptFromCancelled!: number;
  /** Days with a sale, oldest first. */
  byDay!: DayFiguresResponse[];
  byType!: TypeFiguresResponse[];
}
