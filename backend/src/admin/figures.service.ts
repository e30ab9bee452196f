import { Injectable } from "@nestjs/common";
import { toRupees, type Paise } from "@sakhi/domain/money/money";
import { stallStatus } from "@sakhi/domain/stalls/stall.rules";
import { STALL_TYPES } from "@sakhi/domain/stalls/stall.types";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { Database } from "../platform/database/database.js";
import { StallsService } from "../stalls/stalls.service.js";
import { NET_PAISE, PAYMENT_STATUS } from "./registrations.sql.js";
import type { StallAvailabilityResponse, SummaryResponse } from "./figures.response.js";

/** One line of the sums: paid bookings have a day and a type, the others are only counted. */
interface Sums {
  readonly paid: boolean;
  /** The Indian day of the sale; null where nothing was sold. */
  readonly day: string | null;
  readonly type: StallType;
  readonly count: number;
  readonly claimed: number;
  readonly net: Paise;
  readonly kept: Paise;
}

/**
 * One statement for all figures, so that they agree with one another, over the same expressions as the table of
 * registrations, so that they agree with it.
 */
const SUMS = `
  SELECT paid, CASE WHEN paid THEN to_char(sold_at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD') END AS day, type,
         count(*)::int AS count, (count(*) FILTER (WHERE listing_offer = 'accepted_free'))::int AS claimed,
         coalesce(sum(net_paise) FILTER (WHERE paid), 0)::float8 AS net,
         coalesce(sum(net_paise) FILTER (WHERE cancelled), 0)::float8 AS kept
    FROM (SELECT ${PAYMENT_STATUS} = 'payment_successful' AS paid, b.release_reason = 'cancelled' AS cancelled,
                 coalesce(b.ended_at, b.registered_at, b.held_at) AS sold_at, s.type, b.listing_offer,
                 ${NET_PAISE} AS net_paise
            FROM bookings b JOIN stalls s ON s.stall_id = b.stall_id
           WHERE b.final_paise IS NOT NULL) registrations
   GROUP BY 1, 2, 3 ORDER BY 2 NULLS LAST, 3`;

/** The dashboard's figures. */
@Injectable()
export class FiguresService {
  constructor(
    private readonly database: Database,
    private readonly stalls: StallsService,
  ) {}

  /** Counted as the public floor plan shows it: an expired hold is free. */
  async availability(): Promise<StallAvailabilityResponse> {
    const stalls = await this.stalls.layout();
    const count = (type: StallType, onlyFree: boolean): number =>
      stalls.filter((stall) => stall.type === type && (!onlyFree || stall.status === FREE)).length;
    return {
      premiumAvailable: count("Premium", true),
      totalPremium: count("Premium", false),
      generalAvailable: count("General", true),
      totalGeneral: count("General", false),
    };
  }

  async summary(): Promise<SummaryResponse> {
    const sums = await this.database.query<Sums>(SUMS);
    const paid = sums.filter((sum) => sum.paid);
    const days = [...new Set(paid.map((sum) => sum.day ?? ""))];
    const of = (some: readonly Sums[]) => ({
      bookings: total(some, "count"),
      revenue: toRupees(total(some, "net")),
    });
    return {
      totalRegistrations: total(sums, "count"),
      paidBookings: total(paid, "count"),
      totalRevenue: toRupees(total(paid, "net")),
      freeListingsClaimed: total(sums, "claimed"),
      keptFromCancelled: toRupees(total(sums, "kept")),
      byDay: days.map((day) => ({ day, ...of(paid.filter((sum) => sum.day === day)) })),
      byType: STALL_TYPES.map((stallType) => {
        const { bookings: sold, revenue } = of(paid.filter((sum) => sum.type === stallType));
        return { stallType, sold, revenue };
      }),
    };
  }
}

const FREE = stallStatus(undefined);

function total(sums: readonly Sums[], column: "count" | "claimed" | "net" | "kept"): number {
  return sums.reduce((sum, row) => sum + row[column], 0);
}
