import { Injectable } from "@nestjs/common";
import { paymentLabel } from "@sakhi/domain/admin/payment-labels";
import type { PaymentLabel } from "@sakhi/domain/admin/payment-labels";
import type { BookingState, ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { BookingOutcomes } from "../bookings/outcome/booking-outcomes.service.js";

/** A booking as the dashboard's statements read it. */
interface RawBooking {
  readonly id: string;
  readonly state: BookingState;
  readonly release_reason: ReleaseReason | null;
  readonly expired: boolean;
  readonly stall_id: string;
  readonly stall_type: StallType;
  readonly order_id: string | null;
}

/** A row, with what the dashboard calls its payment. */
export type Labelled<T> = T & { readonly payment_label: PaymentLabel };

/** What the dashboard and the export call a payment, by the same rules as the payer's own pages. */
@Injectable()
export class PaymentLabels {
  constructor(private readonly outcomes: BookingOutcomes) {}

  /** Two statements, however many rows there are. */
  async of<T extends RawBooking>(rows: readonly T[]): Promise<Labelled<T>[]> {
    const outcomes = await this.outcomes.ofBookings(
      rows.map((row) => ({
        id: row.id,
        state: row.state,
        releaseReason: row.release_reason ?? undefined,
        expired: row.expired,
        stallId: row.stall_id,
        stallType: row.stall_type,
        orderId: row.order_id ?? undefined,
      })),
    );
    return rows.flatMap((row, index) => {
      const outcome = outcomes[index];
      return outcome === undefined ? [] : [{ ...row, payment_label: paymentLabel(outcome) }];
    });
  }
}
