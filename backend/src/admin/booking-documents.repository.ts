import { Injectable } from "@nestjs/common";
import { toRupees } from "@sakhi/domain/money/money";
import type { RefundReason, RefundState } from "@sakhi/domain/payments/payment.states";
import { Database } from "../platform/database/database.js";
import { OPERATOR_OF_EVENT } from "./stall-histories.service.js";
import type { RawStallEvent } from "./stall-histories.service.js";
import type {
  AdminInvoiceResponse,
  AdminMailResponse,
  AdminPaymentResponse,
  AdminRefundResponse,
} from "./admin-booking.response.js";

/** All orders a booking ever had: a registration that was changed got a new one. */
const ORDERS = "SELECT order_id FROM orders WHERE subject_type = 'booking' AND subject_id = $1";

interface RawInvoice {
  readonly id: string;
  readonly number: string;
  readonly kind: "invoice" | "credit_note";
  readonly issued_at: Date;
  readonly paise: string;
  readonly rendered: boolean;
}

interface RawMail {
  readonly id: string;
  readonly template: string;
  readonly to_address: string;
  readonly state: AdminMailResponse["state"];
  readonly attempts: number;
  readonly last_error: string | null;
  readonly created_at: Date;
  readonly sent_at: Date | null;
  readonly copy: boolean;
}

interface RawRefund {
  readonly refund_id: string;
  readonly order_id: string;
  readonly amount_paise: string;
  readonly reason: RefundReason;
  readonly state: RefundState;
  readonly provider_status: string | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

interface RawPayment {
  readonly provider_payment_id: string;
  readonly order_id: string;
  readonly outcome: AdminPaymentResponse["outcome"];
  readonly provider_status: string;
  readonly amount_paise: string;
  readonly payment_mode: string | null;
  readonly at: Date;
}

/** What belongs to a booking: its story, payments, papers and mails; each oldest first. */
@Injectable()
export class BookingDocuments {
  constructor(private readonly database: Database) {}

  events(bookingId: string): Promise<RawStallEvent[]> {
    return this.database.query<RawStallEvent>(
      `SELECT e.id, e.at, e.booking_id, e.kind, e.actor, e.detail, deed.administrator, deed.reason
         FROM booking_events e JOIN bookings b ON b.id = e.booking_id ${OPERATOR_OF_EVENT}
        WHERE e.booking_id = $1 ORDER BY e.id`,
      [bookingId],
    );
  }

  /** Ids of the matters that needed a person. */
  async issues(bookingId: string): Promise<string[]> {
    const found = await this.database.query<{ id: string }>("SELECT id FROM issues WHERE booking_id = $1", [
      bookingId,
    ]);
    return found.map(({ id }) => id);
  }

  /** The provider tells whole seconds: a payment is never shown before its order was opened. */
  async payments(bookingId: string): Promise<AdminPaymentResponse[]> {
    const found = await this.database.query<RawPayment>(
      `SELECT provider_payment_id, order_id, outcome, provider_status, amount_paise, payment_mode,
              greatest(coalesce(completed_at, started_at, seen_at),
                (SELECT max(e.at) FROM booking_events e
                  WHERE e.booking_id = $1 AND e.kind = 'payment_opened' AND e.detail->>'note' = payments.order_id
                    AND e.at <= payments.seen_at)) AS at
         FROM payments WHERE order_id IN (${ORDERS}) ORDER BY 7, 1`,
      [bookingId],
    );
    return found.map((raw) => ({
      id: raw.provider_payment_id,
      orderId: raw.order_id,
      outcome: raw.outcome,
      providerStatus: raw.provider_status,
      amount: toRupees(Number(raw.amount_paise)),
      ...(raw.payment_mode === null ? {} : { mode: raw.payment_mode }),
      at: raw.at.toISOString(),
    }));
  }

  async invoices(bookingId: string): Promise<AdminInvoiceResponse[]> {
    const found = await this.database.query<RawInvoice>(
      `SELECT id, number, kind, issued_at, content->'tax'->>'totalPaise' AS paise, pdf IS NOT NULL AS rendered
         FROM invoices WHERE order_id IN (${ORDERS}) ORDER BY issued_at, number`,
      [bookingId],
    );
    return found.map((raw) => ({
      id: raw.id,
      number: raw.number,
      kind: raw.kind,
      issuedAt: raw.issued_at.toISOString(),
      amount: toRupees(Number(raw.paise)),
      rendered: raw.rendered,
    }));
  }

  async mails(bookingId: string): Promise<AdminMailResponse[]> {
    const found = await this.database.query<RawMail>(
      `SELECT id, template, to_address, state, attempts, last_error, created_at, sent_at, copy_of IS NOT NULL AS copy
         FROM mails WHERE booking_id = $1 ORDER BY created_at, id`,
      [bookingId],
    );
    return found.map((raw) => ({
      id: raw.id,
      template: raw.template,
      to: raw.to_address,
      state: raw.state,
      attempts: raw.attempts,
      ...(raw.last_error === null ? {} : { lastError: raw.last_error }),
      createdAt: raw.created_at.toISOString(),
      ...(raw.sent_at === null ? {} : { sentAt: raw.sent_at.toISOString() }),
      copy: raw.copy,
    }));
  }

  async refunds(bookingId: string): Promise<AdminRefundResponse[]> {
    const found = await this.database.query<RawRefund>(
      `SELECT refund_id, order_id, amount_paise, reason, state, provider_status, created_at, ended_at
         FROM refunds WHERE order_id IN (${ORDERS}) ORDER BY created_at, refund_id`,
      [bookingId],
    );
    return found.map((raw) => ({
      id: raw.refund_id,
      orderId: raw.order_id,
      amount: toRupees(Number(raw.amount_paise)),
      reason: raw.reason,
      state: raw.state,
      ...(raw.provider_status === null ? {} : { providerStatus: raw.provider_status }),
      createdAt: raw.created_at.toISOString(),
      ...(raw.ended_at === null ? {} : { endedAt: raw.ended_at.toISOString() }),
    }));
  }
}
