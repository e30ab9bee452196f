import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { LateOffer, LatePlace } from "@sakhi/domain/payments/settlement.rules";
import { EventFactsService } from "../events/event-facts.service.js";
import { MailService } from "../mail/mail.service.js";
import { OfferLinksService } from "../mail/offer-links.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { Config } from "../platform/config/config.js";
import type { Tx } from "../platform/database/database.js";
import { BookingHistoryService } from "./booking-history.service.js";
import type { BookingRow } from "./bookings.entities.js";
import { LikeStallsService, type LostStall } from "./like-stalls.service.js";
import { StallOffersRepository } from "./stall-offers.repository.js";

/** Version of the link's secret; the only one so far. */
const VERSION = 1;

/**
 * Offers of another stall for late money (docs/decisions/0012), created, read and ended by settlements. Callers that pass
 * a transaction have locked visitor → stalls → booking in it.
 */
@Injectable()
export class StallOffersService {
  constructor(
    private readonly config: Config,
    private readonly offers: StallOffersRepository,
    private readonly likeStalls: LikeStallsService,
    private readonly offerLinks: OfferLinksService,
    private readonly mails: MailService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly orders: OrdersService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /** {@inheritDoc LikeStallsService.free} */
  freeStalls(lost: LostStall, tx?: Tx): Promise<string[]> {
    return this.likeStalls.free(lost, tx);
  }

  /** {@inheritDoc LikeStallsService.isLike} */
  isLike(lost: LostStall, stallId: string): Promise<boolean | undefined> {
    return this.likeStalls.isLike(lost, stallId);
  }

  /**
   * The state of a released booking's offer, as input of the settlement's decision.
   *
   * @param place the state of the booking's own stall
   * @param chosenStallId the stall that the payer has just chosen; locked like the booking's own
   */
  async statusOf(
    tx: Tx,
    booking: BookingRow,
    orderId: string,
    place: LatePlace,
    chosenStallId?: string,
  ): Promise<LateOffer | undefined> {
    const offer = await this.offers.ofOrder(tx, orderId);
    if (offer === undefined) {
      if (place !== "taken" || booking.email === null) return undefined;
      return (await this.freeStalls(booking, tx)).length > 0 ? "possible" : undefined;
    }
    switch (offer.state) {
      case "open":
        // An offer ends with the sales, as its mail says; dates that were moved to earlier end it, too.
        if (offer.overdue || (await this.eventFacts.isOver(tx, booking.eventId))) return "over";
        return chosenStallId !== undefined && (await this.likeStalls.isFreeFor(tx, booking, chosenStallId))
          ? "chosen"
          : "open";
      case "declined":
        return "declined";
      case "accepted":
      case "expired":
      case "withdrawn":
        return "over";
    }
  }

  /** Creates an offer, which stands until the sales end at the latest: the row, the history, the email with the link, and the workflow that waits for its end. */
  async make(tx: Tx, booking: BookingRow, orderId: string): Promise<void> {
    const { id: bookingId, stallKey, stallId, stallType, pricePaise, email: to } = booking;
    if (to === null) throw new Error(`booking ${bookingId} has no email address`);
    const key = { id: randomUUID(), version: VERSION };
    const msToSell = await this.eventFacts.msToSell(tx, booking.eventId);
    const expiresAt = await this.offers.insert(tx, {
      id: key.id,
      tokenVersion: key.version,
      orderId,
      bookingId,
      lostStallKey: stallKey,
      stallType,
      pricePaise,
      tokenDigest: this.offerLinks.digest(key),
      seconds: Math.max(0, Math.min(this.config.lateOfferSeconds, msToSell / 1000)),
    });
    await this.bookingHistory.record(tx, bookingId, { kind: "late_money", actor: "provider", note: orderId });
    await this.bookingHistory.record(tx, bookingId, {
      kind: "stall_offered",
      actor: "system",
      note: orderId,
      detail: { stallId, type: stallType, until: expiresAt.toISOString() },
    });
    await this.mails.queue(tx, {
      template: "late-payment-offer",
      to,
      bookingId,
      data: {
        name: booking.fullName ?? "",
        orderId,
        stallId,
        stallType,
        amountPaise: booking.finalPaise ?? pricePaise,
        expiresAt: expiresAt.toISOString(),
        offer: key,
      },
      dedupeKey: `late-payment-offer/${orderId}`,
    });
    // The late-payment workflow may have completed; start it again.
    await this.orders.watchForLatePayment(tx, { orderId, stallId, again: true });
  }

  /** Ends an open offer because it has expired or the money is refunded; no-op if none is open. */
  async end(tx: Tx, bookingId: string, orderId: string): Promise<void> {
    const ended = await this.offers.close(tx, orderId);
    if (ended === undefined) return;
    await this.bookingHistory.record(tx, bookingId, {
      kind: ended === "expired" ? "offer_expired" : "offer_withdrawn",
      actor: "system",
      note: orderId,
    });
    await this.orders.watchForLatePayment(tx, { orderId });
  }

  /** Milliseconds until the order's open offer ends, by the database's clock; 0 if none is open. */
  async msLeft(tx: Tx, orderId: string): Promise<number> {
    const offer = await this.offers.ofOrder(tx, orderId);
    if (offer?.state !== "open" || offer.overdue) return 0;
    // A Date holds milliseconds but the database compares microseconds: before the end, return at least 1.
    return Math.max(1, offer.expiresAt.getTime() - offer.readAt.getTime());
  }

  /**
   * Records the payer's chosen stall; the sale follows in the same transaction.
   *
   * @throws Error if the offer is not open, which the settlement has ruled out under the same locks
   */
  async accept(
    tx: Tx,
    booking: BookingRow,
    orderId: string,
    { stallKey, stallId }: Pick<BookingRow, "stallKey" | "stallId">,
  ): Promise<void> {
    if (!(await this.offers.accept(tx, orderId, stallKey))) {
      throw new Error(`the offer for order ${orderId} is not open`);
    }
    await this.bookingHistory.record(tx, booking.id, {
      kind: "offer_accepted",
      actor: "visitor",
      note: orderId,
      detail: { from: booking.stallId, to: stallId },
    });
    await this.orders.watchForLatePayment(tx, { orderId, stallId });
  }

  /** Records that the payer declined the offer; no-op if it is no longer open. */
  async decline(tx: Tx, bookingId: string, orderId: string): Promise<void> {
    if (!(await this.offers.decline(tx, orderId))) return;
    await this.bookingHistory.record(tx, bookingId, { kind: "offer_declined", actor: "visitor", note: orderId });
    await this.orders.watchForLatePayment(tx, { orderId });
  }
}
