import { ApiProperty } from "@nestjs/swagger";
import type { StallType } from "@sakhi/domain/stalls/stall.types";

/** Number of free stalls of one type. */
export class TypeAvailabilityResponse {
  stallType!: StallType;
  available!: number;
  total!: number;
}

/** Number of free stalls. */
export class StallAvailabilityResponse {
  premiumAvailable!: number;
  totalPremium!: number;
  generalAvailable!: number;
  totalGeneral!: number;
  /** Of the event's other types. */
  @ApiProperty({ type: [TypeAvailabilityResponse] })
  others!: readonly TypeAvailabilityResponse[];
}

/** Sales of one day. */
export class DayFiguresResponse {
  /** The Indian day of the sale, e.g. 2026-11-21. */
  day!: string;
  /** Bookings sold that day and not cancelled since. */
  bookings!: number;
  /** Rupees, net of refunds. */
  revenue!: number;
}

/** Sales of one stall type. */
export class TypeFiguresResponse {
  stallType!: StallType;
  sold!: number;
  /** Rupees, net of refunds. */
  revenue!: number;
}

/** Figures of the dashboard, computed over the same rows as the table of registrations. */
export class SummaryResponse {
  totalRegistrations!: number;
  /** Registrations whose payment was successful. */
  paidBookings!: number;
  /** Rupees of the paid bookings, net of refunds. */
  totalRevenue!: number;
  freeListingsClaimed!: number;
  /** Rupees kept from sales cancelled without a full refund; not included in any other figure. */
  keptFromCancelled!: number;
  /** Days with a sale, oldest first. */
  byDay!: DayFiguresResponse[];
  byType!: TypeFiguresResponse[];
}
