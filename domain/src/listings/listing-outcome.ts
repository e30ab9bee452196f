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
import type { OrderState, PaymentStatus } from "../payments/payment.states.js";
import type { ApplicationState } from "./listing.states.js";

/** The outcome of a listing's order for its payer; see payer-outcome. Pure; amounts in paise. */

/** Inputs of {@link listingOutcome}. */
export interface ListingOutcomeInput {
  readonly application: ApplicationState;
  readonly order: OrderState;
  /** Its payment bought the listing's year, including in trial listings without a provider. */
  readonly tookItsYear: boolean;
  readonly money: OrderMoney;
}

/** The outcomes that only a listing has. */
type OwnOutcome =
  /** Paid; `status` is the listing's progress. */
  | {
      readonly kind: "paid";
      readonly paidPaise: Paise;
      readonly status: "in_review" | "live" | "expired";
      readonly second?: SecondPayment;
    }
  /** Paid, then rejected. */
  | { readonly kind: "rejected"; readonly paidPaise: Paise; readonly refund: RefundNotice | undefined }
  /** Paid, then withdrawn. */
  | { readonly kind: "withdrawn"; readonly paidPaise: Paise; readonly refund: RefundNotice | undefined };

/** See {@link listingOutcome}. */
export type ListingOutcome = PayableOutcome | OwnOutcome;

const OWN_STATUSES: Readonly<Record<OwnOutcome["kind"], PaymentStatus>> = {
  paid: "payment_successful",
  rejected: "payment_failed",
  withdrawn: "payment_failed",
};

/** All outcome kinds, as the API returns them. */
export const LISTING_OUTCOME_KINDS = [
  ...ORDER_OUTCOME_KINDS,
  "paid",
  "rejected",
  "withdrawn",
] as const satisfies readonly ListingOutcome["kind"][];
export type ListingOutcomeKind = (typeof LISTING_OUTCOME_KINDS)[number];

/** See {@link paymentStatusOf}. */
export function listingPaymentStatus(outcome: ListingOutcome): PaymentStatus {
  return paymentStatusOf<OwnOutcome>(outcome, OWN_STATUSES);
}

/** Derives the outcome of a listing's order for its payer. */
export function listingOutcome(input: ListingOutcomeInput): ListingOutcome {
  return input.tookItsYear ? taken(input) : notTaken(input);
}

function taken({ application, money }: ListingOutcomeInput): ListingOutcome {
  if (application === "rejected" || application === "withdrawn") {
    return { kind: application, paidPaise: paidOf(money), refund: refundNotice(money.refunds) };
  }
  const status = application === "live" || application === "expired" ? application : "in_review";
  return saleOutcome(money, (paid) => ({ kind: "paid", status, ...paid }));
}

function notTaken({ order, money }: ListingOutcomeInput): ListingOutcome {
  if (order === "open" || order === "closing") return payableOutcome(money);
  if (paidOf(money) > 0) return unsoldOutcome(money, false);
  switch (order) {
    case "unsent":
      return { kind: "not_started" };
    // Paid according to the provider, but not recorded yet.
    case "paid":
      return { kind: "pending" };
    case "closed":
    case "void":
      return { kind: "not_charged" };
  }
}
