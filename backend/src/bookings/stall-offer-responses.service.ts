import { Injectable, Logger } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toRupees } from "@sakhi/domain/money/money";
import type { SettlementSummary } from "@sakhi/workflows/payments/settlement.types";
import { assertNotPaused } from "../events/sales-pause.sql.js";
import { OfferLinksService } from "../mail/offer-links.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { SettlementService } from "../payments/settlement.service.js";
import { Database, isUniqueViolation } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import { describeError } from "../platform/log/log.js";
import { withinMs } from "../platform/loops/background-loop.js";
import { BookingLocksService } from "./booking-locks.service.js";
import type { StallOfferResponse } from "./bookings.response.js";
import type { LostStall } from "./like-stalls.service.js";
import { StallOffersRepository, type StallOfferRow } from "./stall-offers.repository.js";
import { StallOffersService } from "./stall-offers.service.js";

/** How long a request waits for the refund decision, in ms; the workflow decides it otherwise. */
const SETTLE_WAIT_MS = 2_500;

/**
 * Shows, accepts and declines a payer's offer of another stall. The link's secret is the only credential. The settlement
 * decides the result and queries the provider first, because refunded money must not buy a stall.
 */
@Injectable()
export class StallOfferResponsesService {
  private readonly logger = new Logger("StallOffers");

  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly offerLinks: OfferLinksService,
    private readonly repository: StallOffersRepository,
    private readonly stallOffers: StallOffersService,
    private readonly orders: OrdersService,
    private readonly bookingLocks: BookingLocksService,
    private readonly settlement: SettlementService,
  ) {}

  /**
   * The offer, with the stalls that are currently free.
   *
   * @param address the client's, for the limit
   * @throws DomainError offer_not_found
   * @throws HttpError rate_limited
   */
  async find(token: string, address: string): Promise<StallOfferResponse> {
    return this.response(await this.genuine(token, address));
  }

  /**
   * Sells the chosen stall for the late money. Idempotent for the same stall.
   *
   * @throws DomainError offer_not_found, offer_expired, offer_withdrawn, offer_used, stall_not_found, stall_differs;
   * offer_stall_taken with the stalls still free (the offer stays open); offer_unconfirmed if the provider is unreachable
   * @throws HttpError rate_limited
   */
  async accept(token: string, stallId: string, address: string): Promise<StallOfferResponse> {
    const offer = await this.genuine(token, address);
    if (offer.state !== "open" || offer.overdue) return this.endedResponse(offer, stallId);
    const isLike = await this.stallOffers.isLike(lostOf(offer), stallId);
    if (isLike === undefined) throw new DomainError("stall_not_found");
    if (!isLike) throw new DomainError("stall_differs");
    await this.database.transaction(assertNotPaused);
    const outcome = await this.sell(offer, stallId);
    const after = await this.reread(offer);
    if (after.state !== "open" || after.overdue) return this.endedResponse(after, stallId);
    if (outcome === "unreachable") throw new DomainError("offer_unconfirmed");
    const freeStalls = await this.stallOffers.freeStalls(lostOf(offer));
    throw new DomainError("offer_stall_taken", { freeStalls });
  }

  /**
   * Refunds the money now instead of at the offer's end. Idempotent.
   *
   * @throws DomainError offer_not_found, offer_expired, offer_withdrawn, offer_used
   * @throws HttpError rate_limited
   */
  async decline(token: string, address: string): Promise<StallOfferResponse> {
    const offer = await this.genuine(token, address);
    await this.database.transaction(async (tx) => {
      await this.bookingLocks.lock(tx, offer.bookingId);
      await this.stallOffers.decline(tx, offer.bookingId, offer.orderId);
    });
    const after = await this.reread(offer);
    if (after.state !== "declined") return this.endedResponse(after);
    await this.settle(after);
    return this.response(after);
  }

  /** Verifies the token and returns its offer, settling it first if it is overdue. */
  private async genuine(token: string, address: string): Promise<StallOfferRow> {
    await this.limits.use({ limit: "late_offers_per_address", by: address });
    const id = this.offerLinks.offerId(token);
    const offer = id === undefined ? undefined : await this.repository.find(id);
    const key = offer && { id: offer.id, version: offer.tokenVersion };
    if (offer === undefined || key === undefined || !this.offerLinks.isGenuine(token, key, offer.tokenDigest)) {
      throw new DomainError("offer_not_found");
    }
    if (!offer.overdue) return offer;
    await this.settle(offer);
    return this.reread(offer);
  }

  /** Has the settlement sell the stall. A concurrent reserve is detected by the unique index at the latest. */
  private async sell({ orderId }: StallOfferRow, stallId: string): Promise<SettlementSummary["outcome"]> {
    try {
      const { facts } = await this.settlement.reconcile(orderId, { trigger: "offer", chosenStallId: stallId });
      return facts.outcome;
    } catch (error) {
      if (isUniqueViolation(error, "bookings_one_live_per_stall")) return "offered";
      throw error;
    }
  }

  /** Decides the refund now if the provider responds in time; otherwise the workflow does. */
  private async settle({ orderId }: StallOfferRow): Promise<void> {
    try {
      await withinMs(SETTLE_WAIT_MS, this.settlement.settleOrder(orderId, "offer"));
    } catch (error) {
      this.logger.warn(`offer for ${orderId}: ${describeError(error)}`);
    }
  }

  private async reread({ id }: StallOfferRow): Promise<StallOfferRow> {
    const offer = await this.repository.find(id);
    if (offer === undefined) throw new DomainError("offer_not_found");
    return offer;
  }

  /** The response for an ended offer: the original response for the same choice, otherwise an error. */
  private endedResponse(offer: StallOfferRow, stallId?: string): Promise<StallOfferResponse> {
    switch (offer.state) {
      case "accepted":
        if (offer.chosenStallId === stallId) return this.response(offer);
        throw new DomainError("offer_used", { state: offer.state });
      case "declined":
        throw new DomainError("offer_used", { state: offer.state });
      case "withdrawn":
        throw new DomainError("offer_withdrawn");
      case "open":
      case "expired":
        throw new DomainError("offer_expired");
    }
  }

  private async response(offer: StallOfferRow): Promise<StallOfferResponse> {
    const order = await this.orders.find(offer.orderId);
    const state = offer.overdue ? "expired" : offer.state;
    return {
      state,
      orderId: offer.orderId,
      event: offer.event,
      lostStallId: offer.lostStallId,
      stallType: offer.stallType,
      amount: toRupees(order?.amountPaise ?? offer.pricePaise),
      expiresAt: offer.expiresAt.toISOString(),
      serverTime: offer.readAt.toISOString(),
      freeStalls: state === "open" ? await this.stallOffers.freeStalls(lostOf(offer)) : [],
      ...(offer.chosenStallId === null ? {} : { chosenStallId: offer.chosenStallId }),
    };
  }
}

function lostOf({ lostStallKey: stallKey, eventId, pricePaise }: StallOfferRow): LostStall {
  return { stallKey, eventId, pricePaise };
}
