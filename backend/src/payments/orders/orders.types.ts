import type { BookingActor } from "@sakhi/domain/bookings/booking.states";
import type { Paise } from "@sakhi/domain/money/money";
import type { OrderState, PaymentEnvironment } from "@sakhi/domain/payments/payment.states";

/** What an order is for. */
export type SubjectType = "booking" | "application";

/** Who can ask for the end of the time to pay: the visitor who turned away, the clock, or an operator. */
export type ClosingActor = Extract<BookingActor, "visitor" | "system" | "operator">;

/** A payment order of ours. Times UTC. */
export interface OrderRow {
  readonly orderId: string;
  readonly subjectType: SubjectType;
  readonly subjectId: string;
  readonly amountPaise: Paise;
  readonly currency: string;
  readonly state: OrderState;
  readonly environment: PaymentEnvironment | null;
  readonly paymentSessionId: string | null;
  readonly providerExpiresAt: Date | null;
  readonly closingSince: Date | null;
  /** Who asked for the end of the time to pay. */
  readonly closingActor: ClosingActor | null;
  /** Paid to the organiser directly: the payment provider knows nothing of it and is never asked. */
  readonly offline: boolean;
  /** The payment that bought the sale; null where nothing was sold, or where nobody was paid. */
  readonly soldPaymentId: string | null;
  /** Whether the provider's time to pay is over, by the database's clock; false before it is known. */
  readonly lapsed: boolean;
}

/** Whose order it is, as entries for the operator name it. */
export function paidFor(order: Pick<OrderRow, "subjectType" | "subjectId">): {
  readonly bookingId?: string;
  readonly applicationId?: string;
} {
  switch (order.subjectType) {
    case "booking":
      return { bookingId: order.subjectId };
    case "application":
      return { applicationId: order.subjectId };
  }
}
