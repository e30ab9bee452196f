import type { BookingState, ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import type { Paise } from "@sakhi/domain/money/money";
import type { StallType } from "@sakhi/domain/stalls/stall.types";

/** A booking as it stood when it was read. Money in paise, times UTC. */
export interface BookingRow {
  readonly id: string;
  readonly stallId: string;
  readonly stallType: StallType;
  readonly visitorId: string | undefined;
  readonly state: BookingState;
  readonly releaseReason: ReleaseReason | undefined;
  readonly pricePaise: Paise;
  readonly holdExpiresAt: Date | undefined;
  /** Held or registered, and past its deadline by the database's clock: it counts as released. */
  readonly expired: boolean;
  readonly payUntil: Date | undefined;
  readonly endedAt: Date | undefined;
  readonly fullName: string | undefined;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly businessName: string | undefined;
  readonly gstNumber: string | undefined;
  readonly gstAddress: string | undefined;
  readonly pincode: string | undefined;
  readonly couponCode: string | undefined;
  readonly discountPercentage: number;
  readonly discountPaise: Paise;
  readonly finalPaise: Paise | undefined;
  readonly orderId: string | undefined;
  /** The database's clock at this reading. */
  readonly readAt: Date;
}

/** What pg answers for {@link BOOKING_COLUMNS}. */
export interface RawBooking {
  readonly id: string;
  readonly stall_id: string;
  readonly stall_type: StallType;
  readonly visitor_id: string | null;
  readonly state: BookingState;
  readonly release_reason: ReleaseReason | null;
  readonly price_paise: string;
  readonly hold_expires_at: Date | null;
  readonly expired: boolean;
  readonly pay_until: Date | null;
  readonly ended_at: Date | null;
  readonly full_name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly business_name: string | null;
  readonly gst_number: string | null;
  readonly gst_address: string | null;
  readonly pincode: string | null;
  readonly coupon_code: string | null;
  readonly discount_percentage: number;
  readonly discount_paise: string;
  readonly final_paise: string | null;
  readonly order_id: string | null;
  readonly read_at: Date;
}

/** Columns of a booking `b` joined with its stall `s`. */
export const BOOKING_COLUMNS = `
  b.id, b.stall_id, s.type AS stall_type, b.visitor_id, b.state, b.release_reason, b.price_paise,
  b.hold_expires_at,
  (b.state IN ('held', 'registered') AND b.hold_expires_at <= clock_timestamp()) AS expired,
  b.pay_until, b.ended_at, b.full_name, b.email, b.phone, b.business_name, b.gst_number, b.gst_address, b.pincode,
  b.coupon_code, b.discount_percentage, b.discount_paise, b.final_paise, b.order_id,
  clock_timestamp() AS read_at`;

export function bookingOf(raw: RawBooking): BookingRow {
  return {
    id: raw.id,
    stallId: raw.stall_id,
    stallType: raw.stall_type,
    visitorId: raw.visitor_id ?? undefined,
    state: raw.state,
    releaseReason: raw.release_reason ?? undefined,
    pricePaise: Number(raw.price_paise),
    holdExpiresAt: raw.hold_expires_at ?? undefined,
    expired: raw.expired,
    payUntil: raw.pay_until ?? undefined,
    endedAt: raw.ended_at ?? undefined,
    fullName: raw.full_name ?? undefined,
    email: raw.email ?? undefined,
    phone: raw.phone ?? undefined,
    businessName: raw.business_name ?? undefined,
    gstNumber: raw.gst_number ?? undefined,
    gstAddress: raw.gst_address ?? undefined,
    pincode: raw.pincode ?? undefined,
    couponCode: raw.coupon_code ?? undefined,
    discountPercentage: raw.discount_percentage,
    discountPaise: Number(raw.discount_paise),
    finalPaise: raw.final_paise === null ? undefined : Number(raw.final_paise),
    orderId: raw.order_id ?? undefined,
    readAt: raw.read_at,
  };
}
