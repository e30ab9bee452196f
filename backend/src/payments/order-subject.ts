import type { Paise } from "@sakhi/domain/money/money";
import type { PaymentEventKind } from "@sakhi/domain/payments/lifecycle.states";
import type { RefundWhy, SubjectStatus } from "@sakhi/domain/payments/settlement.rules";
import type { Tx } from "../platform/database/database.js";
import type { SubjectType } from "./payments.entities.js";
import type { HistoryEvent } from "./subject-history.service.js";

/** An event of a subject's payment. */
export type PaymentEvent = HistoryEvent<PaymentEventKind>;

/** A sale to commit. */
export interface OrderSale {
  readonly orderId: string;
  readonly paymentId: string;
  readonly late: boolean;
  readonly trigger: string;
}

/** A decided refund, for the notification of the payer. */
export interface OrderRefund {
  readonly orderId: string;
  /** Deduplicates the email: one per refund. */
  readonly refundId: string;
  readonly amountPaise: Paise;
  readonly why: RefundWhy;
  /** The credit note, if the sale's money is refunded. */
  readonly creditNote?: { readonly invoiceId: string; readonly number: string } | undefined;
}

/** The end of a refund that the payer was notified of. */
export interface EndedRefund {
  /** Deduplicates the email: one per end, because a failed refund can still succeed. */
  readonly mailKey: string;
  readonly orderId: string;
  readonly amountPaise: Paise;
  /** `failed`: the provider rejected it, and the money is still owed. */
  readonly state: "succeeded" | "failed";
  /** Reference for the payer's bank. */
  readonly bankReference?: string | undefined;
}

/** Offers of another stall for late money. */
export interface LateOffers {
  /** Makes the offer; the status must allow it. */
  make(): Promise<void>;
  /** Ends an open offer because it expired or the money is refunded. Does nothing when none is open. */
  end(): Promise<void>;
  /** Milliseconds until an open offer expires, by the database's clock; 0 when it has. */
  msLeft(): Promise<number>;
}

/**
 * What a product that is paid for gives: bookings of stalls, and applications to be listed. A product registers its
 * subject with OrdersService; opening, settling, closing and refunding an order work through it.
 */
export interface OrderSubject {
  /** `move`: of orders that pay for a move of their booking. */
  readonly type: SubjectType | "move";
  /**
   * Locks everything that a settlement may change, in the order of locks, and reads the subject once for the rest of `tx`;
   * the caller then locks the order.
   *
   * @param chosenStallId the stall that the payer of late money has just chosen
   */
  lock(tx: Tx, subjectId: string, orderId: string, chosenStallId?: string): Promise<LockedSubject>;
  /** Records an event in the history of a subject that is not locked. */
  record(tx: Tx, subjectId: string, event: PaymentEvent): Promise<void>;
  /** Ends the payment window now, without {@link lock}: the caller holds the locks that come before the subject's row. */
  endWindow(tx: Tx, subjectId: string, orderId: string): Promise<void>;
  /** Milliseconds until the payment window ends, by the database's clock; 0 when it has, or when there is none. */
  msUntilWindowEnds(subjectId: string): Promise<number>;
}

/**
 * The locked subject of an order: read once and used for the rest of the transaction. Its methods take no further lock on
 * the subject.
 */
export interface LockedSubject {
  /** Its status with regard to the order when it was locked: input of the settlement's decision. */
  readonly status: SubjectStatus;
  /** Absent when nothing else can be offered: late money buys the original subject or is refunded. */
  readonly offers?: LateOffers;
  /** The provider has the order: it can be paid until `payUntil` (grace included). */
  setPayUntil(payUntil: Date): Promise<void>;
  /** The provider does not have the order: back to unpaid, or released if its hold has expired. */
  notOpened(note: string): Promise<void>;
  /** Ends an unpaid subject that is no longer sold, because its money is refunded. Absent if none ever is. */
  endUnpaid?(): Promise<void>;
  /** Sells it with all effects: state, history, invoice, signal. */
  sell(sale: OrderSale): Promise<void>;
  /** Notifies the payer that money is being refunded. */
  mailRefund(refund: OrderRefund): Promise<void>;
  /** Notifies the payer that a refund was paid out, or that it failed and the money is still owed. */
  mailRefundEnded(refund: EndedRefund): Promise<void>;
  /** The further stall of its order whose share is refunded, to record and to mail; undefined if it has none of this id. */
  share?(bookingId: string): RefundedSubject | undefined;
  /** Records an event in the subject's history. */
  record(event: PaymentEvent): Promise<void>;
  /** Signals the subject's workflow to check again. */
  signal(): Promise<void>;
  /** {@link record} and {@link signal}. */
  publish(event: PaymentEvent): Promise<void>;
}

/** What a refund is recorded in and mailed about. */
export type RefundedSubject = Pick<LockedSubject, "mailRefund" | "mailRefundEnded" | "record" | "signal" | "publish">;

/** Whose refund it is: a further stall's share has its own history and mails; without one, what the order pays for. */
export function refundedOf(subject: LockedSubject, bookingId: string | null | undefined): RefundedSubject {
  return (typeof bookingId === "string" ? subject.share?.(bookingId) : undefined) ?? subject;
}
