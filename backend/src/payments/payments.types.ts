import type { BookingActor } from "@sakhi/domain/bookings/booking.states";
import type { Paise } from "@sakhi/domain/money/money";
import type { RefundWhy, SubjectStatus } from "@sakhi/domain/payments/settlement.rules";
import type { Tx } from "../platform/database/database.js";
import type { WorkflowNudge } from "../platform/outbox/outbox.js";
import type { OrderEntity, SubjectType } from "./payments.entities.js";

/** A payment order of ours. Times UTC. */
export type OrderRow = Readonly<OrderEntity> & {
  /** Whether the provider's time to pay is over, by the database's clock; false before it is known. */
  readonly lapsed: boolean;
};

/** What payments record in the history of a subject, whatever it is. */
export type PaymentEventKind =
  | "payment_opened"
  | "attempt_failed"
  | "termination_requested"
  | "order_closed"
  | "late_money"
  /** A second payment on one order: it is refunded automatically. */
  | "paid_twice"
  | "credit_note_issued"
  | "refund_requested"
  | "refund_succeeded"
  | "refund_failed"
  | "issue_raised";

/** A line of the history of a booking or an application. */
export interface HistoryEvent<Kind extends string> {
  readonly kind: Kind;
  readonly actor: BookingActor;
  /** A few plain words, e.g. a release reason or an order id; never personal data. */
  readonly note?: string;
  /** Further facts; never a name, email, phone or GST number. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

/** Something that happened to a subject's payment. */
export type PaymentEvent = HistoryEvent<PaymentEventKind>;

/** What `booking_events` and `listing_events` hold of an event. */
interface StoredEvent<Kind> {
  readonly id: string;
  readonly kind: Kind;
  readonly actor: BookingActor;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/** Events as the workflow of their subject keeps them. @param afterEvent what the last event is where there are none */
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

/** A refund that was decided, with the reason a person reads. */
export interface OrderRefund {
  readonly orderId: string;
  /** Each refund has an email of its own. */
  readonly refundId: string;
  readonly amountPaise: Paise;
  readonly why: RefundWhy;
  /** The credit note of the invoice, where the sale's money is refunded. */
  readonly creditNote?: { readonly invoiceId: string; readonly number: string } | undefined;
}

/** The end of a refund that the payer had been notified of. */
export interface EndedRefund {
  /** Each end has an email of its own: a refund that has failed can still succeed. */
  readonly mailKey: string;
  readonly orderId: string;
  readonly amountPaise: Paise;
  /** `failed`: the provider rejected it, and the money is still owed. */
  readonly state: "succeeded" | "failed";
  /** What the payer's bank can find it by. */
  readonly bankReference?: string | undefined;
}

/** Offering something else for late money. */
export interface LateOffers {
  /** Makes the offer, where the status said that it is possible. */
  make(): Promise<void>;
  /** Ends an open offer: its time is over, or the money is refunded. Does nothing where none is open. */
  end(): Promise<void>;
  /** Milliseconds until an open offer ends, by the database's clock; 0 when it has. */
  msLeft(): Promise<number>;
}

/**
 * What an order pays for, under its locks: read once, used for everything that follows in the same transaction. None
 * of its methods locks the subject again.
 */
export interface LockedSubject {
  /** How it stood towards the order when it was locked. */
  readonly status: SubjectStatus;
  /** Absent where nothing else can be offered: late money buys what it was for or is refunded. */
  readonly offers?: LateOffers;
  /** The provider has the order; it can be paid until `payUntil` (the grace included). */
  opened(payUntil: Date | undefined): Promise<void>;
  /** The provider does not have the order: back to unpaid, or released where its time is over. */
  notOpened(note: string): Promise<void>;
  /** Sold: everything that follows from the money, in this one transaction. */
  sell(sale: OrderSale): Promise<void>;
  /** Notifies the payer that money is being refunded. */
  refundDecided(refund: OrderRefund): Promise<void>;
  /** Notifies the payer that the money was paid out, or that it could not be and is still owed. */
  refundEnded(refund: EndedRefund): Promise<void>;
  /** Records an event in the subject's history. */
  record(event: PaymentEvent): Promise<void>;
  /** Signals the subject's workflow to check again. */
  signal(): Promise<void>;
}

/** What payments needs of a feature that sells: stalls' bookings, and applications to be listed. */
export interface OrderSubject {
  readonly type: SubjectType;
  /**
   * Locks everything a settlement may change, in the one order of locks and before the order's own row.
   *
   * @param chosenStallId the stall that the payer of late money has chosen now
   */
  lock(tx: Tx, subjectId: string, orderId: string, chosenStallId?: string): Promise<LockedSubject>;
  /** Ends the time to pay now, without {@link lock}: the caller holds what comes before the subject's own row. */
  endWindow(tx: Tx, subjectId: string, orderId: string): Promise<void>;
  /** Records an event in the history of a subject that is not locked. */
  record(tx: Tx, subjectId: string, event: PaymentEvent): Promise<void>;
  /** Milliseconds until the time to pay is over, by the database's clock; 0 when it is, or has no meaning. */
  msUntilWindowEnds(subjectId: string): Promise<number>;
}

/**
 * A booking as it was read without locks, for what one statement does to its payment: where it is not so any more, the
 * statement does nothing and a transaction decides.
 */
export interface SeenBooking {
  readonly id: string;
  /** Columns of its row, its order's id among them, and what they held. */
  readonly seen: Readonly<Record<string, string | number | null>>;
  /** Signals its workflow that it is being paid. */
  readonly nudge: WorkflowNudge;
}

/** An order and what it pays for, both locked. */
export interface LockedOrder {
  readonly order: OrderRow;
  readonly subject: LockedSubject;
}

/** Who or what made us settle an order. */
export type SettlementTrigger =
  | "workflow"
  | "webhook"
  | "return_page"
  | "sweep"
  | "reserve"
  | "initiate"
  | "operator"
  | "offer";

/** The ids of an order's subject, as issues for the operator name them. */
export function subjectIds({ subjectType, subjectId }: Pick<OrderRow, "subjectType" | "subjectId">): {
  readonly bookingId?: string;
  readonly applicationId?: string;
} {
  return subjectType === "booking" ? { bookingId: subjectId } : { applicationId: subjectId };
}
