import { Injectable } from "@nestjs/common";
import type { BookingState } from "@sakhi/domain/bookings/booking.states";
import { toRupees } from "@sakhi/domain/money/money";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { Database } from "../platform/database/database.js";
import type { PlanStallResponse } from "./stall-history.response.js";

interface RawPlanStall {
  readonly stall_id: string;
  readonly type: StallType;
  readonly price_paise: string;
  readonly x: number;
  readonly y: number;
  readonly booking_id: string | null;
  readonly state: Exclude<BookingState, "released"> | null;
  readonly full_name: string | null;
  readonly business_name: string | null;
  readonly deadline: Date | null;
  readonly block_reason: string | null;
  readonly since: Date | null;
}

/** Stalls with their live booking; a hold past its deadline is none, as everywhere (architecture section 3). */
const PLAN = `
  SELECT s.stall_id, s.type, s.price_paise, s.x, s.y, b.id AS booking_id, b.state, b.full_name, b.business_name,
         CASE WHEN b.state = 'paying' THEN b.pay_until
              WHEN b.state IN ('held', 'registered') THEN b.hold_expires_at END AS deadline,
         b.block_reason,
         CASE b.state WHEN 'registered' THEN b.registered_at WHEN 'sold' THEN b.ended_at ELSE b.held_at END AS since
    FROM stalls s
    LEFT JOIN bookings b ON b.stall_id = s.stall_id
     AND (b.state IN ('paying', 'sold', 'blocked')
          OR (b.state IN ('held', 'registered') AND b.hold_expires_at > clock_timestamp()))
   ORDER BY left(s.stall_id, 1), substr(s.stall_id, 2)::int`;

/** The floor plan as the organiser sees it. */
@Injectable()
export class Plan {
  constructor(private readonly database: Database) {}

  async now(): Promise<PlanStallResponse[]> {
    return (await this.database.query<RawPlanStall>(PLAN)).map(responseOf);
  }
}

function responseOf(raw: RawPlanStall): PlanStallResponse {
  return {
    stallId: raw.stall_id,
    type: raw.type,
    price: toRupees(Number(raw.price_paise)),
    x: raw.x,
    y: raw.y,
    state: raw.state ?? "available",
    ...(raw.booking_id === null ? {} : { bookingId: raw.booking_id }),
    ...(raw.full_name === null ? {} : { holderName: raw.full_name }),
    ...(raw.business_name === null ? {} : { businessName: raw.business_name }),
    ...(raw.deadline === null ? {} : { deadline: raw.deadline.toISOString() }),
    ...(raw.block_reason === null ? {} : { blockReason: raw.block_reason }),
    ...(raw.since === null ? {} : { since: raw.since.toISOString() }),
  };
}
