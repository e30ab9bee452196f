import type { Paise } from "@sakhi/domain/money/money";
import type { PaymentEventKind } from "@sakhi/domain/payments/lifecycle.states";
import type { RefundWhy, SubjectStatus } from "@sakhi/domain/payments/settlement.rules";
import type { Tx } from "../platform/database/database.js";
import type { SubjectType } from "./payments.entities.js";
import type { HistoryEvent, SubjectHistoryService } from "./subject-history.service.js";

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
 * The locked subject of an order: read once and used for the rest of the transaction. Its methods take no further lock on
 * the subject.
 */
export interface LockedSubject {
  /** Its status with regard to the order when it was locked. */
  readonly status: SubjectStatus;
  /** Absent when nothing else can be offered: late money buys the original subject or is refunded. */
  readonly offers: LateOffers | undefined;
  /** Records that the provider has the order; it can be paid until `payUntil` (grace included). */
  opened(payUntil: Date | undefined): Promise<void>;
  /** Records that the provider does not have the order: back to unpaid, or released if its hold has expired. */
  notOpened(note: string): Promise<void>;
  /** Ends an unpaid subject that is no longer sold, because its money is refunded. */
  endUnpaid(): Promise<void>;
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

/**
 * What a product that is paid for gives: bookings of stalls, and applications to be listed. A product registers its
 * subject with OrdersService; opening, settling, closing and refunding an order work through it.
 *
 * @typeParam Row the subject's row, as it is locked
 */
export abstract class OrderSubject<Row extends { readonly id: string }> {
  abstract readonly type: SubjectType;
  protected abstract readonly history: Pick<SubjectHistoryService<Row, PaymentEventKind>, "record" | "signal">;

  /** Locks everything that a settlement may change, in the order of locks, and reads the subject. */
  protected abstract lockRow(tx: Tx, subjectId: string, chosenStallId: string | undefined): Promise<Row>;
  /** The subject's status for one of its orders, as input of the settlement's decision. */
  protected abstract statusOf(
    tx: Tx,
    row: Row,
    orderId: string,
    chosenStallId: string | undefined,
  ): Promise<SubjectStatus>;
  /** The provider has an order: it can be paid until `payUntil` (grace included). */
  protected abstract setPayUntil(tx: Tx, row: Row, payUntil: Date): Promise<void>;
  /** The provider does not have the order. @returns the subject, back to unpaid or released */
  protected abstract notOpened(tx: Tx, row: Row, note: string): Promise<Row>;
  /** Sells it with all effects: state, history, invoice, signal. @returns the subject after the sale */
  protected abstract sell(tx: Tx, row: Row, sale: OrderSale, chosenStallId: string | undefined): Promise<Row>;
  protected abstract mailRefund(tx: Tx, row: Row, refund: OrderRefund): Promise<void>;
  protected abstract mailRefundEnded(tx: Tx, row: Row, refund: EndedRefund): Promise<void>;

  /** Ends the payment window now, without {@link lock}: the caller holds the locks that come before the subject's row. */
  abstract endWindow(tx: Tx, subjectId: string, orderId: string): Promise<void>;
  /** Milliseconds until the payment window ends, by the database's clock; 0 when it has, or when there is none. */
  abstract msUntilWindowEnds(subjectId: string): Promise<number>;

  /** Ends an unpaid subject whose money is refunded; absent if none ever is. @returns the subject, released */
  protected endUnpaid?(tx: Tx, row: Row): Promise<Row>;

  /** What can be offered for late money; absent when nothing else can. */
  protected offersOf?(tx: Tx, row: Row, orderId: string): LateOffers;

  protected signal(tx: Tx, row: Row): Promise<void> {
    return this.history.signal(tx, row);
  }

  /** Records an event in the history of a subject that is not locked. */
  record(tx: Tx, subjectId: string, event: PaymentEvent): Promise<void> {
    return this.history.record(tx, subjectId, event);
  }

  /**
   * Locks the subject for one of its orders, and reads it once for the rest of `tx`; the caller then locks the order.
   *
   * @param chosenStallId the stall that the payer of late money has just chosen
   */
  async lock(tx: Tx, subjectId: string, orderId: string, chosenStallId?: string): Promise<LockedSubject> {
    let row = await this.lockRow(tx, subjectId, chosenStallId);
    const status = await this.statusOf(tx, row, orderId, chosenStallId);
    const chosen = status.kind === "released" && status.offer === "chosen" ? chosenStallId : undefined;
    return {
      status,
      offers: this.offersOf?.(tx, row, orderId),
      opened: async (payUntil) => {
        if (payUntil !== undefined) await this.setPayUntil(tx, row, payUntil);
      },
      notOpened: async (note) => {
        row = await this.notOpened(tx, row, note);
      },
      endUnpaid: async () => {
        row = (await this.endUnpaid?.(tx, row)) ?? row;
      },
      sell: async (sale) => {
        row = await this.sell(tx, row, sale, chosen);
      },
      refundDecided: (refund) => this.mailRefund(tx, row, refund),
      refundEnded: (refund) => this.mailRefundEnded(tx, row, refund),
      record: (event) => this.record(tx, subjectId, event),
      signal: () => this.signal(tx, row),
    };
  }
}

/** A registered subject, whatever its row. */
export type AnyOrderSubject = Pick<
  OrderSubject<{ readonly id: string }>,
  "type" | "lock" | "record" | "endWindow" | "msUntilWindowEnds"
>;
