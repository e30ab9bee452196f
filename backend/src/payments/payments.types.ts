import type { BookingActor } from "@sakhi/domain/bookings/booking.states";
import type { Paise } from "@sakhi/domain/money/money";
import type { RefundWhy, SubjectStatus } from "@sakhi/domain/payments/settlement.rules";
import type { Tx } from "../platform/database/database.js";
import type { OrderEntity, SubjectType } from "./payments.entities.js";

/** A payment order. Times in UTC. */
export type OrderRow = Readonly<OrderEntity> & {
  /** True once the provider's expiry has passed, by the database's clock; false before it is known. */
  readonly lapsed: boolean;
};

/** Events that payments record in the history of any subject. */
export type PaymentEventKind =
  | "payment_opened"
  | "attempt_failed"
  | "termination_requested"
  | "order_closed"
  | "late_money"
  /** A second payment on an order; it is refunded automatically. */
  | "paid_twice"
  | "credit_note_issued"
  | "refund_requested"
  | "refund_succeeded"
  | "refund_failed"
  | "issue_raised";

/** An event in the history of a booking or an application. */
export interface HistoryEvent<Kind extends string> {
  readonly kind: Kind;
  readonly actor: BookingActor;
  /** Short text, e.g. a release reason or an order id; never personal data. */
  readonly note?: string;
  /** Further facts; never a name, email, phone or GST number. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

/** An event of a subject's payment. */
export type PaymentEvent = HistoryEvent<PaymentEventKind>;

/** A row of `booking_events` or `listing_events`. */
interface StoredEvent<Kind> {
  readonly id: string;
  readonly kind: Kind;
  readonly actor: BookingActor;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/** Maps events to the form that the subject's workflow stores. @param afterEvent `lastEvent` when there are none */
export function historyOf<Kind>(events: readonly StoredEvent<Kind>[], afterEvent: string) {
  return {
    happened: events.map(({ kind, actor, detail: { note }, at }) => ({
      what: kind,
      at: at.toISOString(),
      by: actor,
      ...(typeof note === "string" ? { note } : {}),
    })),
    lastEvent: events.at(-1)?.id ?? afterEvent,
  };
}

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
 * The locked subject of an order: read once and used for the rest of the transaction. Its methods take no further lock on
 * the subject.
 */
export interface LockedSubject {
  /** Its status with regard to the order when it was locked. */
  readonly status: SubjectStatus;
  /** Absent when nothing else can be offered: late money buys the original subject or is refunded. */
  readonly offers?: LateOffers;
  /** Records that the provider has the order; it can be paid until `payUntil` (grace included). */
  opened(payUntil: Date | undefined): Promise<void>;
  /** Records that the provider does not have the order: back to unpaid, or released if its hold has expired. */
  notOpened(note: string): Promise<void>;
  /** Commits the sale with all its effects in this transaction. */
  sell(sale: OrderSale): Promise<void>;
  /** Notifies the payer that money is being refunded. */
  refundDecided(refund: OrderRefund): Promise<void>;
  /** Notifies the payer that a refund was paid out, or that it failed and the money is still owed. */
  refundEnded(refund: EndedRefund): Promise<void>;
  /** Records an event in the subject's history. */
  record(event: PaymentEvent): Promise<void>;
  /** Signals the subject's workflow to check again. */
  signal(): Promise<void>;
}

/** Implemented by each feature that sells: bookings of stalls, and applications to be listed. */
export interface OrderSubject {
  readonly type: SubjectType;
  /**
   * Locks everything that a settlement may change, in the order of locks; the caller then locks the order.
   *
   * @param chosenStallId the stall that the payer of late money has just chosen
   */
  lock(tx: Tx, subjectId: string, orderId: string, chosenStallId?: string): Promise<LockedSubject>;
  /** Ends the payment window now, without {@link lock}: the caller holds the locks that come before the subject's row. */
  endWindow(tx: Tx, subjectId: string, orderId: string): Promise<void>;
  /** Records an event in the history of a subject that is not locked. */
  record(tx: Tx, subjectId: string, event: PaymentEvent): Promise<void>;
  /** Milliseconds until the payment window ends, by the database's clock; 0 when it has, or when there is none. */
  msUntilWindowEnds(subjectId: string): Promise<number>;
}

/** A locked order and its locked subject. */
export interface LockedOrder {
  readonly order: OrderRow;
  readonly subject: LockedSubject;
}

/** The reason why an order is settled. */
export type SettlementTrigger =
  | "workflow"
  | "webhook"
  | "return_page"
  | "sweep"
  | "reserve"
  | "initiate"
  | "operator"
  | "recovery"
  | "offer";

/** The id of an order's subject, as a field of an issue. */
export function subjectIds({ subjectType, subjectId }: Pick<OrderRow, "subjectType" | "subjectId">): {
  readonly bookingId?: string;
  readonly applicationId?: string;
} {
  return subjectType === "booking" ? { bookingId: subjectId } : { applicationId: subjectId };
}
