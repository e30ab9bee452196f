import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { LateOffer, LatePlace } from "@sakhi/domain/payments/settlement.rules";
import { MailService } from "../../mail/mail.service.js";
import { OfferLinks } from "../../mail/offer-links.service.js";
import { OrdersService } from "../../payments/orders.service.js";
import { Config } from "../../platform/config/config.js";
import type { Tx } from "../../platform/database/database.js";
import type { BookingRow } from "../booking.row.js";
import { BookingsRepository } from "../bookings.repository.js";
import { BookingEvents } from "../history/booking-events.service.js";
import { FreeStalls } from "./free-stalls.service.js";
import { StallOffersRepository } from "./stall-offers.repository.js";

/** The first version of a link's secret; there has been no other. */
const VERSION = 1;

/**
 * Offers of another stall for money that came late (docs/decisions/0012), as settlements make, read and end them.
 * Everything here runs inside a transaction that has locked visitor → stalls → booking.
 */
@Injectable()
export class StallOffers {
  constructor(
    private readonly config: Config,
    private readonly offers: StallOffersRepository,
    private readonly free: FreeStalls,
    private readonly bookings: BookingsRepository,
    private readonly links: OfferLinks,
    private readonly mails: MailService,
    private readonly events: BookingEvents,
    private readonly late: OrdersService,
  ) {}

  /**
   * How a released booking stands towards an offer, for the settlement's judgement.
   *
   * @param place what the money finds on the booking's own stall
   * @param chosenStallId the stall that the payer has chosen now; locked like the booking's own
   */
  async status(
    tx: Tx,
    booking: BookingRow,
    orderId: string,
    place: LatePlace,
    chosenStallId?: string,
  ): Promise<LateOffer | undefined> {
    const offer = await this.offers.ofOrder(orderId, tx);
    if (offer === undefined) {
      if (place !== "taken" || booking.email === undefined) return undefined;
      return (await this.free.like(booking, tx)).length > 0 ? "possible" : undefined;
    }
    switch (offer.state) {
      case "open":
        if (offer.overdue) return "over";
        return chosenStallId !== undefined && (await this.isFree(tx, booking, chosenStallId))
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

  /** Offers another stall: the row, the history, the mail with the link, and the workflow that waits for the end. */
  async make(tx: Tx, booking: BookingRow, orderId: string): Promise<void> {
    const { id: bookingId, stallId, stallType, pricePaise, email: to } = booking;
    if (to === undefined) throw new Error(`booking ${bookingId} has nobody to write to`);
    const key = { id: randomUUID(), version: VERSION };
    const expiresAt = await this.offers.insert(tx, {
      ...key,
      orderId,
      bookingId,
      lostStallId: stallId,
      stallType,
      pricePaise,
      tokenDigest: this.links.digest(key),
      seconds: this.config.lateOfferSeconds,
    });
    await this.events.record(tx, { bookingId, kind: "late_money", actor: "provider", note: orderId });
    await this.events.record(tx, {
      bookingId,
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
    // Its run may have looked for the money for as long as it should and be over.
    await this.late.watchForLatePayment(tx, { orderId, stallId, again: true });
  }

  /** Ends an open offer because its time is over or the money goes back; nothing where none is open. */
  async end(tx: Tx, bookingId: string, orderId: string): Promise<void> {
    const ended = await this.offers.close(tx, orderId);
    if (ended === undefined) return;
    await this.events.record(tx, {
      bookingId,
      kind: ended === "expired" ? "offer_expired" : "offer_withdrawn",
      actor: "system",
      note: orderId,
    });
    await this.late.watchForLatePayment(tx, { orderId });
  }

  /** Milliseconds until the order's open offer ends, by the database's clock; 0 when it has. */
  async msLeft(tx: Tx, orderId: string): Promise<number> {
    const offer = await this.offers.ofOrder(orderId, tx);
    if (offer?.state !== "open" || offer.overdue) return 0;
    // The database judges finer than a date: what is not over has at least one left.
    return Math.max(1, offer.expiresAt.getTime() - offer.readAt.getTime());
  }

  /**
   * Notes that the payer has chosen a stall; the sale follows in the same transaction.
   *
   * @throws Error when the offer is not open: the settlement judged otherwise under the same locks
   */
  async accept(tx: Tx, booking: BookingRow, orderId: string, stallId: string): Promise<void> {
    if (!(await this.offers.accept(tx, orderId, stallId))) {
      throw new Error(`the offer for order ${orderId} is not open`);
    }
    await this.events.record(tx, {
      bookingId: booking.id,
      kind: "offer_accepted",
      actor: "visitor",
      note: orderId,
      detail: { from: booking.stallId, to: stallId },
    });
    await this.late.watchForLatePayment(tx, { orderId, stallId });
  }

  /** Notes that the payer wants the money back. @returns false when the offer is not open any more */
  async decline(tx: Tx, bookingId: string, orderId: string): Promise<boolean> {
    if (!(await this.offers.decline(tx, orderId))) return false;
    await this.events.record(tx, { bookingId, kind: "offer_declined", actor: "visitor", note: orderId });
    await this.late.watchForLatePayment(tx, { orderId });
    return true;
  }

  /** Free, or held by the payer's own browser only: that hold gives way. */
  private async isFree(tx: Tx, booking: BookingRow, stallId: string): Promise<boolean> {
    if ((await this.free.isLike(booking, stallId, tx)) !== true) return false;
    const live = await this.bookings.onStall(tx, stallId);
    if (live === undefined || live.expired) return true;
    const isHold = live.state === "held" || live.state === "registered";
    return isHold && booking.visitorId !== undefined && live.visitorId === booking.visitorId;
  }
}
