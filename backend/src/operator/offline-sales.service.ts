import { randomBytes, randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { formatPaise, toPaise } from "@sakhi/domain/money/money";
import type { Paise } from "@sakhi/domain/money/money";
import type { SellOfflineDto } from "@sakhi/domain/operator/stall-actions.dto";
import type { Administrator } from "../accounts/administrator.js";
import { OfflinePayments } from "../payments/settlement/offline-payments.service.js";
import type { Tx } from "../platform/database/database.js";
import { BookingsRepository } from "../bookings/bookings.repository.js";
import { OfflineSaleStory } from "./offline-sale-story.service.js";
import type { OfflineSaleResponse } from "./organiser.response.js";
import { OrganiserLocks } from "./organiser-locks.service.js";
import { OrganiserRepository } from "./organiser.repository.js";
import { OrganiserTransaction } from "./organiser-transaction.service.js";
import type { Deed } from "./organiser-transaction.service.js";

/**
 * Stalls sold to walk-ins who have paid the organiser directly: a sold booking without a visitor, an order that is paid
 * and that the payment provider never knew, a tax invoice by the same rules. The confirmation mail follows the invoice,
 * as with every sale.
 */
@Injectable()
export class OfflineSales {
  constructor(
    private readonly transaction: OrganiserTransaction,
    private readonly locks: OrganiserLocks,
    private readonly organiser: OrganiserRepository,
    private readonly bookings: BookingsRepository,
    private readonly payments: OfflinePayments,
    private readonly story: OfflineSaleStory,
  ) {}

  /**
   * Sells a free stall at today's price, or for less where the organiser agreed so. A hold past its deadline gives way.
   *
   * @throws DomainError stall_not_found, stall_sold, stall_reserved, stall_blocked; invalid_request
   */
  sell(administrator: Administrator, stallId: string, dto: SellOfflineDto): Promise<OfflineSaleResponse> {
    return this.transaction.run(administrator, (tx) => this.sellInTx(tx, stallId, dto));
  }

  private async sellInTx(tx: Tx, stallId: string, dto: SellOfflineDto): Promise<Deed<OfflineSaleResponse>> {
    const { pricePaise } = await this.locks.stall(tx, stallId);
    await this.locks.clear(tx, stallId);
    const finalPaise = amountOf(dto, pricePaise);
    const { method, reference, reason } = dto;
    const bookingId = randomUUID();
    const orderId = offlineOrderId();
    const discountPaise = pricePaise - finalPaise;
    await this.organiser.insertSold(tx, {
      id: bookingId,
      stallId,
      orderId,
      form: dto,
      pricePaise,
      discountPaise,
      finalPaise,
    });
    const paymentId = await this.payments.record(tx, {
      orderId,
      subjectType: "booking",
      subjectId: bookingId,
      amountPaise: finalPaise,
      method,
      reference,
    });
    const booking = await this.bookings.lock(tx, bookingId);
    if (booking === undefined) throw new Error(`Booking ${bookingId} vanished inside its own transaction`);
    const invoiceNumber = await this.story.tell(tx, booking, { orderId, paymentId, method });
    return {
      answer: { bookingId, orderId, invoiceNumber },
      audit: {
        action: "stall_sold_offline",
        subjectType: "booking",
        subjectId: bookingId,
        reason,
        before: { stallId, state: "free", pricePaise },
        after: { stallId, state: "sold", orderId, method, paidPaise: finalPaise, invoiceNumber },
      },
    };
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

/** Of the form all Mela orders have (specification 2, section 7), and told from the browsers' at a glance. */
function offlineOrderId(): string {
  return `MELA${Date.now()}_OFF${randomBytes(8).toString("hex").toUpperCase()}`;
}
