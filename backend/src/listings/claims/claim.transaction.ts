import { Injectable } from "@nestjs/common";
import type { VerifyListingDto } from "@sakhi/domain/listings/submit-application.dto";
import { ListingOffers } from "../../bookings/listing-offers.service.js";
import type { Tx } from "../../platform/database/database.js";
import { digestOf } from "../applications/application-digest.js";
import { ApplicationsRepository } from "../applications/applications.repository.js";
import { ListingMails } from "../lifecycle/listing-mails.service.js";
import { ListingEventPublisher } from "../lifecycle/listing-event-publisher.service.js";

/** Claiming a stall's free listing: the offer, the application, its story and three mails, in one transaction. */
@Injectable()
export class ClaimTransaction {
  constructor(
    private readonly offers: ListingOffers,
    private readonly applications: ApplicationsRepository,
    private readonly publisher: ListingEventPublisher,
    private readonly mails: ListingMails,
  ) {}

  /**
   * @param claimant the visitor's id. The same words again from the same visitor are the same claim (a double
   * click); from anybody else they are a second one.
   */
  async claim(
    tx: Tx,
    dto: VerifyListingDto,
    claimant: string | undefined,
  ): Promise<"claimed" | "already_claimed" | "listing_not_offered"> {
    const form = dto.listingData;
    const digest = digestOf("mela_free", form, [dto.phoneNumber, claimant ?? ""]);
    const before = await this.applications.sentBefore(tx, digest);
    if (claimant !== undefined && before !== undefined && isOpen(before.state)) {
      await this.applications.countAgain(tx, before.id);
      return "claimed";
    }
    const stall = await this.offers.claim(tx, dto.phoneNumber);
    if (stall === undefined) {
      return (await this.offers.phoneHasClaim(tx, dto.phoneNumber))
        ? "already_claimed"
        : "listing_not_offered";
    }
    const { bookingId, stallId } = stall;
    const application = await this.applications.insert(tx, {
      kind: "mela_free",
      beginning: "claimed",
      form,
      digest,
      bookingId,
    });
    await this.offers.link(tx, bookingId, application.id);
    await this.mails.owner(tx, application, "listing-received", {});
    await this.mails.mailBooker(tx, application, stall);
    await this.mails.mailOperator(tx, application, stallId);
    await this.publisher.record(
      tx,
      { applicationId: application.id, stage: application.state },
      { kind: "claimed", actor: "visitor", note: stallId, detail: { bookingId } },
    );
    return "claimed";
  }
}

/** Whether a claim still stands: one that was rejected or withdrawn can be made anew with the same words. */
function isOpen(state: string): boolean {
  return state !== "rejected" && state !== "withdrawn";
}
