import type { Paise } from "../money/money.js";
import {
  ORDER_OUTCOME_KINDS,
  paidOf,
  payableOutcome,
  paymentStatusOf,
  refundNotice,
  saleOutcome,
  unsoldOutcome,
} from "../payments/payer-outcome.js";
import type { OrderMoney, PayableOutcome, RefundNotice, SecondPayment } from "../payments/payer-outcome.js";
import type { PaymentStatus } from "../payments/payment.states.js";
import type { StallType } from "../stalls/stall.types.js";
import type { BookingState, ReleaseReason } from "./booking.states.js";

/** The outcome of a stall's order for its payer; see payer-outcome. Pure; amounts in paise. */

/** Inputs of {@link bookingOutcome}. */
export interface BookingOutcomeInput {
  readonly state: BookingState;
  readonly releaseReason?: ReleaseReason | null | undefined;
  /** Whether this is the booking's newest order; an older one was replaced and can no longer buy the stall. */
  readonly current: boolean;
  /** Held or registered, and past its deadline: counts as released. */
  readonly expired: boolean;
  /** The booking's current stall. */
  readonly stallId: string;
  readonly stallType: StallType;
  /** The stall the payer paid for. */
  readonly bookedStallId: string;
  readonly money: OrderMoney;
  /** Late money whose stall was taken: another stall of the same type is offered until `expiresAt` (ISO 8601, UTC). */
  readonly offer?: { readonly expiresAt: string } | undefined;
}

/** The outcomes that only a booking has. */
type OwnOutcome =
  | { readonly kind: "sold"; readonly paidPaise: Paise; readonly second?: SecondPayment }
  /** Sold, then moved to another stall than the one paid for. */
  | { readonly kind: "moved"; readonly paidPaise: Paise; readonly fromStallId: string; readonly second?: SecondPayment }
  /** Sold, then cancelled by an operator with a refund. */
  | { readonly kind: "cancelled"; readonly paidPaise: Paise; readonly refund: RefundNotice }
  | { readonly kind: "cancelled_without_refund"; readonly paidPaise: Paise }
  /** The money arrived after the stall was taken by another visitor: another stall of the same type is offered. */
  | {
      readonly kind: "late_offer";
      readonly paidPaise: Paise;
      readonly expiresAt: string;
      readonly stallType: StallType;
    };

/** See {@link bookingOutcome}. */
export type BookingOutcome =
  | Exclude<PayableOutcome, { kind: "pending" }>
  /** `untried`: still reserved and no attempt is known, so the payer may start one. */
  | { readonly kind: "pending"; readonly untried?: true }
  | OwnOutcome;

const OWN_STATUSES: Readonly<Record<OwnOutcome["kind"], PaymentStatus>> = {
  sold: "payment_successful",
  moved: "payment_successful",
  cancelled: "payment_failed",
  cancelled_without_refund: "payment_failed",
  late_offer: "payment_failed",
};

/** All outcome kinds, as the API returns them. */
export const BOOKING_OUTCOME_KINDS = [
  ...ORDER_OUTCOME_KINDS,
  "sold",
  "moved",
  "cancelled",
  "cancelled_without_refund",
  "late_offer",
] as const satisfies readonly BookingOutcome["kind"][];
export type BookingOutcomeKind = (typeof BOOKING_OUTCOME_KINDS)[number];

/** See {@link paymentStatusOf}. */
export function bookingPaymentStatus(outcome: BookingOutcome): PaymentStatus {
  return paymentStatusOf<OwnOutcome>(outcome, OWN_STATUSES);
}

/** Derives the outcome of an order for its payer. */
export function bookingOutcome(input: BookingOutcomeInput): BookingOutcome {
  const { state, releaseReason, money } = input;
  if (!input.current) return unsoldOutcome(money, false);
  switch (state) {
    case "sold":
      return saleOutcome(money, (paid) =>
        input.stallId === input.bookedStallId
          ? { kind: "sold", ...paid }
          : { kind: "moved", fromStallId: input.bookedStallId, ...paid },
      );
    case "paying":
      return payingOutcome(money);
    case "held":
    case "registered":
      if (input.expired) return released(input);
      return paidOf(money) > 0 ? unsoldOutcome(money, true) : { kind: "not_started" };
    case "released":
      return releaseReason === "cancelled" ? cancelledOutcome(money) : released(input);
    case "blocked":
      return unsoldOutcome(money, false);
  }
}

function payingOutcome(money: OrderMoney): BookingOutcome {
  const outcome = payableOutcome(money);
  const untried = outcome.kind === "pending" && money.open && money.attempts.newest === undefined;
  return untried && money.attempts.pending === 0 ? { kind: "pending", untried } : outcome;
}

function cancelledOutcome(money: OrderMoney): BookingOutcome {
  const paidPaise = paidOf(money);
  const refund = refundNotice(money.refunds);
  return refund === undefined
    ? { kind: "cancelled_without_refund", paidPaise }
    : { kind: "cancelled", paidPaise, refund };
}

function released({ money, offer, stallType }: BookingOutcomeInput): BookingOutcome {
  const outcome = unsoldOutcome(money, false);
  return outcome.kind === "money_under_review" && offer !== undefined
    ? { kind: "late_offer", paidPaise: outcome.paidPaise, expiresAt: offer.expiresAt, stallType }
    : outcome;
}
