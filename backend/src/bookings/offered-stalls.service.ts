import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { isOfferOpen } from "@sakhi/domain/waiting/waiting.rules";
import { WaitingLinksService } from "../mail/waiting-links.service.js";
import type { Tx } from "../platform/database/database.js";
import { WaitingPlacesService } from "../waiting/waiting-places.service.js";
import { AssignedBookingsService } from "./assigned-bookings.service.js";
import { BookingHistoryService } from "./booking-history.service.js";

/** Stalls that are offered to the waiting list, when somebody reserves hers (docs/decisions/0117). */
@Injectable()
export class OfferedStallsService {
  constructor(
    private readonly assigned: AssignedBookingsService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly places: WaitingPlacesService,
    private readonly links: WaitingLinksService,
  ) {}

  /** The place that the secret of an offer's link leads to. @throws DomainError waiting_not_found */
  placeOf(offer: string): string {
    const link = this.links.read(offer);
    if (link === undefined) throw new DomainError("waiting_not_found");
    return link.id;
  }

  /** Locks a place, and says whether it has the open offer of the locked stall, by the database's clock. */
  async isOffered(tx: Tx, placeId: string, stallKey: number): Promise<boolean> {
    const place = await this.places.lock(tx, placeId);
    return place !== undefined && place.stallKey === stallKey && isOfferOpen(place);
  }

  /** Releases the block of an offered stall, for the hold of who takes it. */
  async free(tx: Tx, bookingId: string): Promise<void> {
    await this.assigned.unblock(tx, bookingId);
    await this.bookingHistory.record(tx, bookingId, { kind: "unblocked", actor: "visitor", note: "operator" });
  }

  /** Notes the hold with which she took her stall. @throws DomainError waiting_offer_over if the offer's time has just ended */
  async take(tx: Tx, placeId: string, bookingId: string): Promise<void> {
    if (!(await this.places.take(tx, placeId, bookingId))) throw new DomainError("waiting_offer_over");
  }
}
