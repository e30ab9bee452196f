import type { BookingActor } from "@sakhi/domain/bookings/booking.states";
import type { RefundWhy, SubjectStatus } from "@sakhi/domain/payments/settlement.rules";
import type { Tx } from "../../platform/database/database.js";
import type { SubjectType } from "./orders.types.js";

/** What payments tell of a subject, whatever it is. */
export type PaymentEventKind =
  | "payment_opened"
  | "attempt_failed"
  | "termination_requested"
  | "order_closed"
  | "late_money"
  /** A second payment on one order: it goes back by itself. */
  | "paid_twice"
  | "credit_note_issued"
  | "refund_requested"
  | "refund_succeeded"
  | "refund_failed"
  | "issue_raised";

/** Something that happened to a subject's payment, for its story; no personal data. */
export interface PaymentEvent {
  readonly kind: PaymentEventKind;
  readonly actor: BookingActor;
  readonly note?: string;
  readonly detail?: Record<string, string | number | boolean>;
}

/** A sale to commit. */
export interface OrderSale {
  readonly orderId: string;
  readonly paymentId: string;
  readonly late: boolean;
  readonly trigger: string;
  /** The stall that a payer has chosen instead of the one that was taken meanwhile. */
  readonly chosenStallId?: string | undefined;
}

/** Money that goes back, with the reason a person reads. */
export interface OrderRefund {
  readonly orderId: string;
  /** Each refund has a mail of its own. */
  readonly refundId: string;
  readonly amountPaise: number;
  readonly why: RefundWhy;
  /** The credit note of the invoice, where the sale's money goes back. */
  readonly creditNote?: { readonly invoiceId: string; readonly number: string } | undefined;
}

/** How a refund ended that the payer had been told of. */
export interface EndedRefund {
  readonly refundId: string;
  readonly orderId: string;
  readonly amountPaise: number;
  /** `failed`: the provider refused it, and the money is still owed. */
  readonly state: "succeeded" | "failed";
}

/** Offering something else for late money. Runs inside the caller's transaction, after {@link OrderSubject.lock}. */
export interface LateOffers {
  /** Makes the offer, where the standing said that it is possible. */
  make(tx: Tx, subjectId: string, orderId: string): Promise<void>;
  /** Ends an open offer: its time is over, or the money goes back. Nothing where none is open. */
  end(tx: Tx, subjectId: string, orderId: string): Promise<void>;
  /** Milliseconds until an open offer ends, by the database's clock; 0 when it has. */
  msLeft(tx: Tx, orderId: string): Promise<number>;
}

/**
 * What payments needs of the thing an order pays for: a stall's booking, or an application to be listed. All but
 * {@link msUntilWindowEnds} run inside the caller's transaction, and after {@link lock}.
 */
export interface OrderSubject {
  readonly type: SubjectType;
  /** Absent where nothing else can be offered: late money is sold for or goes back. */
  readonly offers?: LateOffers;
  /**
   * Locks everything a settlement may change, in the one order of locks and before the order's own row, and says
   * how the subject stands towards this order.
   *
   * @param chosenStallId the stall that the payer of late money has chosen now
   */
  lock(tx: Tx, subjectId: string, orderId: string, chosenStallId?: string): Promise<SubjectStatus>;
  /** The provider has the order; it can be paid until `payUntil` (the grace included). */
  opened(tx: Tx, subjectId: string, payUntil: Date | undefined): Promise<void>;
  /** The provider does not have the order: back to unpaid, or released where its time is over. */
  notOpened(tx: Tx, subjectId: string, note: string): Promise<void>;
  /** The visitor asked for the window to end now. */
  endWindow(tx: Tx, subjectId: string, orderId: string): Promise<void>;
  /** Milliseconds until the time to pay is over, by the database's clock; 0 when it is, or has no meaning. */
  msUntilWindowEnds(subjectId: string): Promise<number>;
  /** Sold: everything that follows from the money, in this one transaction. */
  sell(tx: Tx, subjectId: string, sale: OrderSale): Promise<void>;
  /** Tells the payer that the money goes back. */
  refundDecided(tx: Tx, subjectId: string, refund: OrderRefund): Promise<void>;
  /** Tells the payer that the money was paid out, or that it could not be and is still owed. */
  refundEnded(tx: Tx, subjectId: string, refund: EndedRefund): Promise<void>;
  /** Writes into the subject's story. */
  record(tx: Tx, subjectId: string, event: PaymentEvent): Promise<void>;
  /** Has the subject's workflow look again. */
  nudge(tx: Tx, subjectId: string): Promise<void>;
}
