import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { WaitingSettingsDto, WaitingStepDto } from "@sakhi/domain/waiting/waiting.dto";
import { OFFER_HOURS } from "@sakhi/domain/waiting/waiting.rules";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { toResponse } from "../platform/http/list-response.js";
import { type WaitingPlace, WaitingPlacesService } from "../waiting/waiting-places.service.js";
import type { WaitingListResponse, WaitingPersonResponse } from "./waiting-list.response.js";
import { WaitingOffersService } from "./waiting-offers.service.js";

/** Most places that a list shows. */
const MOST = 500;

/** The waiting list of an event, in the dashboard. */
@Injectable()
export class WaitingManagementService {
  constructor(
    private readonly eventFacts: EventFactsService,
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly places: WaitingPlacesService,
    private readonly offers: WaitingOffersService,
  ) {}

  /** @throws DomainError event_not_found */
  async list(slug: string): Promise<WaitingListResponse> {
    const { id } = await this.eventFacts.resolve(slug, "administrator");
    const [offerHours, places] = await Promise.all([
      this.places.offerHours(id, OFFER_HOURS.usual),
      this.places.ofEvent(id, MOST),
    ]);
    return { offerHours, places: places.map(personResponse) };
  }

  /** Sets how long an event's next offers stand. @throws DomainError event_not_found */
  async setSettings(
    administrator: Administrator,
    slug: string,
    { offerHours }: WaitingSettingsDto,
  ): Promise<WaitingListResponse> {
    const { id } = await this.eventFacts.resolve(slug, "administrator");
    await this.operatorTransaction.run(administrator, async (tx) => {
      const before = await this.places.offerHours(id, OFFER_HOURS.usual, tx);
      await this.places.setOfferHours(tx, id, offerHours);
      return {
        response: {},
        audit: {
          ...{ action: "waiting_settings_changed", subjectType: "event" as const, subjectId: String(id) },
          ...{ before: { offerHours: before }, after: { offerHours, event: slug } },
        },
      };
    });
    return this.list(slug);
  }

  /**
   * Takes an offered stall back, or removes a place.
   *
   * @throws DomainError waiting_not_found; waiting_changed if the place is over, or has no offer to reclaim
   */
  async step(
    administrator: Administrator,
    id: string,
    { step, reason }: WaitingStepDto,
  ): Promise<WaitingPersonResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      if ((await this.places.find(id, tx)) === undefined) throw new DomainError("waiting_not_found");
      const locked = await this.offers.lockPlace(tx, id);
      if (locked === undefined || locked.place.endedAt !== null) throw new DomainError("waiting_changed");
      const { place } = locked;
      if (step === "remove") await this.offers.leave(tx, place, "removed");
      else if (!(await this.offers.reclaim(tx, place, reason))) throw new DomainError("waiting_changed");
      const after = await this.places.find(id, tx);
      if (after === undefined) throw new DomainError("waiting_not_found");
      const { event, stallType, stallId } = place;
      return {
        response: personResponse(after),
        audit: {
          ...{ action: `waiting_${step}`, subjectType: "event" as const, subjectId: String(place.eventId), reason },
          ...{ before: { place: id, state: place.state, stallId }, after: { state: after.state, event, stallType } },
        },
      };
    });
  }
}

function personResponse(place: WaitingPlace): WaitingPersonResponse {
  const { id, stallType, state, fullName, email, phone, ahead, confirmedAt, joinedAt, stallId, offerUntil } = place;
  const isOffered = state === "offered" || state === "taken";
  return toResponse({
    ...{ id, stallType, state, fullName, email, phoneNumber: phone, confirmed: confirmedAt !== null, joinedAt },
    ...{ endedAt: place.endedAt, stallId: stallId ?? undefined },
    ...(state === "waiting" ? { place: ahead + 1 } : {}),
    ...(isOffered ? { offerUntil, bookingId: place.bookingId } : {}),
  });
}
