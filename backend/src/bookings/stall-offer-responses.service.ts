import { Injectable, Logger } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toRupees } from "@sakhi/domain/money/money";
import type { SettlementFacts } from "@sakhi/workflows/payments/settlement.types";
import { OfferLinks } from "../mail/offer-links.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { SettlementService } from "../payments/settlement.service.js";
import { Database, isUniqueViolation } from "../platform/database/database.js";
import { clientNetwork, RateLimits } from "../platform/http/rate-limits.js";
import { describeError } from "../platform/log/log.js";
import { withinMs } from "../platform/loops/background-loop.js";
import { BookingRecords } from "./booking-records.service.js";
import type { StallOfferResponse } from "./bookings.response.js";
import { StallOffersRepository, type StallOfferRow } from "./stall-offers.repository.js";
import { StallOffers, type LostStall } from "./stall-offers.service.js";

/** How long a page waits for the refund to be decided before it gets its response, in ms: others decide it too. */
const SETTLE_WAIT_MS = 2_500;

/**
 * A payer's response to the offer of another stall: reading, accepting and declining it. The link's secret is all that
 * proves whose it is. What follows is decided by the settlement, which asks the provider first: money that was returned
 * meanwhile buys nothing.
 */
@Injectable()
export class StallOfferResponses {
  private readonly logger = new Logger("StallOffers");

  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly links: OfferLinks,
    private readonly repository: StallOffersRepository,
    private readonly offers: StallOffers,
    private readonly orders: OrdersService,
    private readonly records: BookingRecords,
    private readonly settlement: SettlementService,
  ) {}

  /**
   * The offer, with the stalls that are free now.
   *
   * @param address the client's, for the limit
   * @throws DomainError offer_not_found
   * @throws HttpError rate_limited
   */
  async find(token: string, address: string): Promise<StallOfferResponse> {
    return this.response(await this.genuine(token, address));
  }

  /**
   * Sells the chosen stall for the money that came late. Asked again for the same stall, it returns the same.
   *
   * @throws DomainError offer_not_found, offer_expired, offer_withdrawn, offer_used, stall_not_found, stall_differs;
   * offer_stall_taken with the stalls still free: the offer stays open; offer_unconfirmed where the provider is silent
   * @throws HttpError rate_limited
   */
  async accept(token: string, stallId: string, address: string): Promise<StallOfferResponse> {
    const offer = await this.genuine(token, address);
    if (offer.state !== "open" || offer.overdue) return this.endedResponse(offer, stallId);
    const isLike = await this.offers.isLike(lostOf(offer), stallId);
    if (isLike === undefined) throw new DomainError("stall_not_found");
    if (!isLike) throw new DomainError("stall_differs");
    const outcome = await this.sell(offer, stallId);
    const after = await this.reread(offer);
    if (after.state !== "open" || after.overdue) return this.endedResponse(after, stallId);
    if (outcome === "unreachable") throw new DomainError("offer_unconfirmed");
    const freeStalls = await this.offers.freeStalls(lostOf(offer));
    throw new DomainError("offer_stall_taken", { freeStalls });
  }

  /**
   * Returns the money now instead of at the offer's end. Asked again, it returns the same.
   *
   * @throws DomainError offer_not_found, offer_expired, offer_withdrawn, offer_used
   * @throws HttpError rate_limited
   */
  async decline(token: string, address: string): Promise<StallOfferResponse> {
    const offer = await this.genuine(token, address);
    await this.database.transaction(async (tx) => {
      await this.records.lock(tx, offer.bookingId);
      await this.offers.decline(tx, offer.bookingId, offer.orderId);
    });
    const after = await this.reread(offer);
    if (after.state !== "declined") return this.endedResponse(after);
    await this.settle(after);
    return this.response(after);
  }

  /** The offer of a genuine token; one that is overdue is settled first. */
  private async genuine(token: string, address: string): Promise<StallOfferRow> {
    await this.limits.use({ limit: "late_offers_per_network", by: clientNetwork(address) });
    const id = this.links.offerId(token);
    const offer = id === undefined ? undefined : await this.repository.find(id);
    const key = offer && { id: offer.id, version: offer.tokenVersion };
    if (offer === undefined || key === undefined || !this.links.isGenuine(token, key, offer.tokenDigest)) {
      throw new DomainError("offer_not_found");
    }
    if (!offer.overdue) return offer;
    await this.settle(offer);
    return this.reread(offer);
  }

  /** Has the settlement sell the stall. A visitor who was faster shows in the unique index at the latest. */
  private async sell({ orderId }: StallOfferRow, stallId: string): Promise<SettlementFacts["outcome"]> {
    try {
      const { facts } = await this.settlement.reconcile(orderId, { trigger: "offer", chosenStallId: stallId });
      return facts.outcome;
    } catch (error) {
      if (isUniqueViolation(error, "bookings_one_live_per_stall")) return "offered";
      throw error;
    }
  }

  /** Has the refund decided now if the provider responds soon; otherwise the workflow sees to it. */
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

  /** The response to an offer that has ended: the same again for the same choice, otherwise why not. */
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
      lostStallId: offer.lostStallId,
      stallType: offer.stallType,
      amount: toRupees(order?.amountPaise ?? offer.pricePaise),
      expiresAt: offer.expiresAt.toISOString(),
      serverTime: offer.readAt.toISOString(),
      freeStalls: state === "open" ? await this.offers.freeStalls(lostOf(offer)) : [],
      ...(offer.chosenStallId === null ? {} : { chosenStallId: offer.chosenStallId }),
    };
  }
}

function lostOf({ lostStallId: stallId, pricePaise }: StallOfferRow): LostStall {
  return { stallId, pricePaise };
}
