import { randomBytes, randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { BOOKING_LIFECYCLE } from "@sakhi/domain/bookings/booking.states";
import { splitPaid, stallNames } from "@sakhi/domain/bookings/several-stalls.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { formatPaise, toPaise, toRupees, type Paise } from "@sakhi/domain/money/money";
import { storedPrice } from "@sakhi/domain/operator/dated-prices";
import type { ChangeStallPriceDto, SellOfflineDto } from "@sakhi/domain/operator/stall-actions.dto";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { AssignedBookingsService } from "../bookings/assigned-bookings.service.js";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import { BookingSalesService } from "../bookings/booking-sales.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { assertChangeable } from "../events/event-facts-management.service.js";
import { EventFactsService, type RequestedEvent } from "../events/event-facts.service.js";
import { assertNotPaused } from "../events/sales-pause.sql.js";
import { OrdersService } from "../payments/orders.service.js";
import type { Tx } from "../platform/database/database.js";
import { StallsService, type PricedStallRow } from "../stalls/stalls.service.js";
import type { OfflineSaleResponse, StallBlockResponse, StallPriceResponse } from "./operator.response.js";

const INVALID_PRICE = "The price is an amount in rupees, at most 2 decimals";

/** A stall as an operator names it. */
export interface ChosenStall {
  readonly event: RequestedEvent;
  readonly stallId: string;
}

/** Blocks stalls, sets their prices and sells them offline. A block is stored as a booking. */
@Injectable()
export class StallActionsService {
  constructor(
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly bookingLocks: BookingLocksService,
    private readonly assigned: AssignedBookingsService,
    private readonly stalls: StallsService,
    private readonly eventFacts: EventFactsService,
    private readonly orders: OrdersService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly bookingSales: BookingSalesService,
  ) {}

  /**
   * Blocks a free stall, after releasing an expired hold on it.
   *
   * @throws DomainError stall_not_found, stall_sold, stall_reserved, stall_blocked
   */
  block(administrator: Administrator, stall: ChosenStall, reason: string): Promise<StallBlockResponse> {
    const { stallId } = stall;
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { stallKey, pricePaise } = await this.lockStall(tx, stall);
      await this.bookingLocks.clearStall(tx, stallKey);
      const bookingId = randomUUID();
      await this.assigned.insertBlocked(tx, { id: bookingId, stallKey, pricePaise, reason });
      await this.bookingHistory.publish(
        tx,
        { id: bookingId, stallId, orderId: null, state: BOOKING_LIFECYCLE.initial.blocked },
        { kind: "blocked", actor: "operator", note: stallId },
      );
      return {
        response: { stallId, bookingId, blocked: true },
        audit: {
          action: "stall_blocked",
          subjectType: "stall",
          subjectId: stallId,
          reason,
          before: { state: "free" },
          after: { state: "blocked", bookingId, event: stall.event.slug },
        },
      };
    });
  }

  /** @throws DomainError stall_not_found, stall_not_blocked; stall_offered, stall_kept for one that is kept for somebody */
  unblock(administrator: Administrator, stall: ChosenStall, reason: string): Promise<StallBlockResponse> {
    const { stallId } = stall;
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { stallKey } = await this.lockStall(tx, stall);
      const blocked = await this.bookingLocks.lockOnStall(tx, stallKey);
      await this.bookingLocks.assertNotOffered(tx, stallKey);
      if (blocked?.state !== "blocked" || !(await this.assigned.unblock(tx, blocked.id))) {
        throw new DomainError("stall_not_blocked");
      }
      const bookingId = blocked.id;
      await this.bookingHistory.publish(
        tx,
        { ...blocked, state: "released" },
        { kind: "unblocked", actor: "operator", note: "operator" },
        { evenIfCompleted: true },
      );
      return {
        response: { stallId, bookingId, blocked: false },
        audit: {
          action: "stall_unblocked",
          subjectType: "stall",
          subjectId: stallId,
          reason,
          before: { state: "blocked", bookingId },
          after: { state: "free", event: stall.event.slug },
        },
      };
    });
  }

  /**
   * Sets the price for new reservations. Existing bookings keep the price at which they were reserved. With the price that its
   * type has today, the stall follows its type's dates; with any other, it has a price of its own, which no date changes.
   *
   * @throws DomainError stall_not_found; invalid_request
   */
  changePrice(
    administrator: Administrator,
    stall: ChosenStall,
    { price, reason }: ChangeStallPriceDto,
  ): Promise<StallPriceResponse> {
    const pricePaise = toPaise(price);
    if (pricePaise === undefined) {
      throw new DomainError("invalid_request", { fields: { price: [INVALID_PRICE] } });
    }
    const { stallId } = stall;
    return this.operatorTransaction.run(administrator, async (tx) => {
      const before = await this.lockStall(tx, stall);
      const stored = storedPrice(pricePaise, before.typePrices, before.readAt);
      if (stored === undefined) {
        throw new DomainError("invalid_request", { fields: { price: [FIRST_PRICE] } }, FIRST_PRICE);
      }
      await this.stalls.storePrice(tx, before.stallKey, stored);
      return {
        response: { stallId, price: toRupees(pricePaise), priceBefore: toRupees(before.pricePaise) },
        audit: {
          action: "stall_price_changed",
          subjectType: "stall",
          subjectId: stallId,
          reason,
          before: { pricePaise: before.pricePaise },
          after: { pricePaise, event: stall.event.slug },
        },
      };
    });
  }

  /**
   * Sells a free stall, or several in one order, to a walk-in who paid directly, at the current price or less. Creates a sold booking without a
   * visitor, a paid order unknown to the payment provider, and a tax invoice by the usual rules. Releases an expired hold
   * on the stall first. The confirmation mail follows the invoice, as for every sale. Closed sales are no obstacle, since a stall
   * is also sold at the gate, but once the event is over there is nothing to sell.
   *
   * @throws DomainError stall_not_found, stall_sold, stall_reserved, stall_blocked; event_not_published, event_over;
   *   invalid_request
   */
  sellOffline(administrator: Administrator, stall: ChosenStall, dto: SellOfflineDto): Promise<OfflineSaleResponse> {
    const { stallId } = stall;
    return this.operatorTransaction.run(administrator, async (tx) => {
      const sold = await this.lockStalls(tx, stall, dto.further);
      await assertNotPaused(tx);
      for (const { stallKey } of sold) await this.bookingLocks.clearStall(tx, stallKey);
      const prices = sold.map(({ pricePaise }) => pricePaise);
      const shares = sharesOf(dto, prices);
      const { method, reference, reason } = dto;
      const orderId = offlineOrderId();
      const ids = sold.map(() => randomUUID());
      const [bookingId = ""] = ids;
      for (const [index, { stallKey, pricePaise }] of sold.entries()) {
        const finalPaise = shares[index] ?? pricePaise;
        await this.assigned.insertSold(tx, {
          ...{ id: ids[index] ?? "", stallKey, orderId, form: dto },
          ...{ pricePaise, discountPaise: pricePaise - finalPaise, finalPaise },
          ...(index === 0 ? {} : { firstBookingId: bookingId }),
        });
      }
      const amountPaise = shares.reduce((sum, share) => sum + share, 0);
      const paymentId = await this.orders.recordOfflinePayment(tx, {
        ...{ orderId, subjectType: "booking", subjectId: bookingId, amountPaise, method, reference },
      });
      const bookings: BookingRow[] = [];
      for (const [index, id] of ids.entries()) {
        bookings.push(await this.bookingLocks.lockRow(tx, id));
        await this.bookingHistory.record(tx, id, {
          kind: "sold_offline",
          actor: "operator",
          note: orderId,
          detail: { paymentId, method, finalPaise: shares[index] ?? 0 },
        });
      }
      const [booking, ...further] = bookings;
      if (booking === undefined) throw new Error("nothing was sold");
      // Last, because all sales contend for the counter's lock.
      const { number: invoiceNumber } = await this.bookingSales.issueInvoice(tx, booking, orderId, further);
      for (const each of bookings) {
        const event = { kind: "invoice_issued", actor: "system", note: invoiceNumber } as const;
        await this.bookingHistory.publish(tx, each, event);
      }
      return {
        response: { bookingId, orderId, invoiceNumber },
        audit: {
          action: "stall_sold_offline",
          subjectType: "booking",
          subjectId: bookingId,
          reason,
          before: { stallId, state: "free", pricePaise: prices.reduce((sum, price) => sum + price, 0) },
          after: {
            stallId: stallNames(bookings.map((each) => each.stallId)),
            event: stall.event.slug,
            state: "sold",
            orderId,
            method,
            paidPaise: amountPaise,
            invoiceNumber,
          },
        },
      };
    });
  }

  /** The stall of a sale and further ones, locked in the order of their keys. @throws DomainError see {@link lockStall} */
  private async lockStalls(tx: Tx, stall: ChosenStall, typed = ""): Promise<readonly PricedStallRow[]> {
    const further = typed
      .toUpperCase()
      .split(/[ ,]+/)
      .filter((stallId) => stallId !== "");
    const names = [...new Set([stall.stallId, ...further])];
    if (names.length > 1) {
      const keys: number[] = [];
      for (const stallId of names) {
        const found = await this.stalls.find({ eventId: stall.event.id, stallId }, tx);
        if (found === undefined) throw new DomainError("stall_not_found");
        keys.push(found.stallKey);
      }
      await this.stalls.lock(tx, keys);
    }
    const locked: PricedStallRow[] = [];
    for (const stallId of names) locked.push(await this.lockStall(tx, { ...stall, stallId }, true));
    return locked;
  }

  /**
   * @param sells whether a draft and an event that is over are refused
   * @throws DomainError stall_not_found, event_archived, event_cancelled; event_not_published, event_over
   */
  private async lockStall(tx: Tx, { event, stallId }: ChosenStall, sells = false): Promise<PricedStallRow> {
    const stall = await this.stalls.lockNamed(tx, { eventId: event.id, stallId });
    if (stall === undefined) throw new DomainError("stall_not_found");
    // After the lock, which archiving waits for: an archived event keeps its stalls as they are.
    const status = await this.eventFacts.statusIn(tx, event.id);
    assertChangeable(status);
    if (sells && status !== "published") throw new DomainError("event_not_published");
    if (sells && (await this.eventFacts.isOver(tx, event.id))) throw new DomainError("event_over");
    return stall;
  }
}

const FIRST_PRICE =
  "This is what its type cost before a date changed it: a stall with it costs what the type costs. Please choose another price";

/** What was paid for each stall. @throws DomainError invalid_request if it is no amount, or more than the stalls' price */
function sharesOf({ amount }: SellOfflineDto, prices: readonly Paise[]): readonly Paise[] {
  if (amount === undefined) return prices;
  const paise = toPaise(amount);
  const shares = paise === undefined ? undefined : splitPaid(prices, paise);
  if (shares !== undefined) return shares;
  const total = formatPaise(prices.reduce((sum, price) => sum + price, 0));
  const sentence =
    prices.length === 1
      ? `The amount is at most the stall's price, ${total} rupees`
      : `The amount is at least a rupee for each stall, and at most their price, ${total} rupees`;
  throw new DomainError("invalid_request", { fields: { amount: [sentence] } }, sentence);
}

/** An id in the format of all Mela orders (specification 2, section 7), distinguishable from the browsers' orders. */
function offlineOrderId(): string {
  return `MELA${Date.now()}_OFF${randomBytes(8).toString("hex").toUpperCase()}`;
}
