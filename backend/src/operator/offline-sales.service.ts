import { randomBytes, randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { formatPaise, toPaise, type Paise } from "@sakhi/domain/money/money";
import type { SellOfflineDto } from "@sakhi/domain/operator/stall-actions.dto";
import type { Administrator } from "../accounts/administrator.js";
import { BookingRecords } from "../bookings/booking-records.service.js";
import { BookingEvents } from "../bookings/booking-events.service.js";
import { BookingInvoices } from "../bookings/booking-invoices.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { OperatorLocks } from "./operator-locks.service.js";
import { OperatorRepository } from "./operator.repository.js";
import type { OfflineSaleResponse } from "./operator.response.js";
import { OperatorTransaction } from "./operator-transaction.service.js";

/**
 * Sells stalls to walk-ins who have paid the organiser directly: a sold booking without a visitor, a paid order that
 * the payment provider never knew, a tax invoice by the same rules. The confirmation mail follows the invoice, as with
 * every sale.
 */
@Injectable()
export class OfflineSalesService {
  constructor(
    private readonly transaction: OperatorTransaction,
    private readonly locks: OperatorLocks,
    private readonly operator: OperatorRepository,
    private readonly bookings: BookingRecords,
    private readonly payments: OrdersService,
    private readonly events: BookingEvents,
    private readonly invoices: BookingInvoices,
  ) {}

  /**
   * Sells a free stall at today's price, or for less where agreed. A hold past its deadline is released first.
   *
   * @throws DomainError stall_not_found, stall_sold, stall_reserved, stall_blocked; invalid_request
   */
  sell(administrator: Administrator, stallId: string, dto: SellOfflineDto): Promise<OfflineSaleResponse> {
    return this.transaction.run(administrator, async (tx) => {
      const { pricePaise } = await this.locks.stall(tx, stallId);
      await this.locks.clear(tx, stallId);
      const finalPaise = amountOf(dto, pricePaise);
      const { method, reference, reason } = dto;
      const bookingId = randomUUID();
      const orderId = offlineOrderId();
      const discountPaise = pricePaise - finalPaise;
      await this.operator.insertSold(tx, {
        id: bookingId,
        stallId,
        orderId,
        form: dto,
        pricePaise,
        discountPaise,
        finalPaise,
      });
      const paymentId = await this.payments.recordOfflinePayment(tx, {
        orderId,
        subjectType: "booking",
        subjectId: bookingId,
        amountPaise: finalPaise,
        method,
        reference,
      });
      const booking = await this.bookings.lockRow(tx, bookingId);
      await this.events.record(tx, {
        bookingId,
        kind: "sold_offline",
        actor: "operator",
        note: orderId,
        detail: { paymentId, method, finalPaise },
      });
      // Last, because all sales share the counter's lock.
      const { number: invoiceNumber } = await this.invoices.issue(tx, booking, orderId);
      await this.events.publish(tx, booking, {
        kind: "invoice_issued",
        actor: "system",
        note: invoiceNumber,
      });
      return {
        response: { bookingId, orderId, invoiceNumber },
        audit: {
          action: "stall_sold_offline",
          subjectType: "booking",
          subjectId: bookingId,
          reason,
          before: { stallId, state: "free", pricePaise },
          after: { stallId, state: "sold", orderId, method, paidPaise: finalPaise, invoiceNumber },
        },
      };
    });
  }
}

/** @throws DomainError invalid_request when it is no amount, or more than the stall costs */
function amountOf({ amount }: SellOfflineDto, pricePaise: Paise): Paise {
  if (amount === undefined) return pricePaise;
  const paise = toPaise(amount);
  if (paise !== undefined && paise <= pricePaise) return paise;
  const sentence = `The amount is at most the stall's price, ${formatPaise(pricePaise)} rupees`;
  throw new DomainError("invalid_request", { fields: { amount: [sentence] } }, sentence);
}

/** Of the form all Mela orders have (specification 2, section 7), and easy to tell from the browsers' orders. */
function offlineOrderId(): string {
  return `MELA${Date.now()}_OFF${randomBytes(8).toString("hex").toUpperCase()}`;
}
