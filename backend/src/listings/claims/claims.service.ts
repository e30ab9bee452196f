import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import {
  APPLICATION_RESPONSES,
  PHONE_RESPONSE_MS,
  PHONE_VERIFICATION_RESPONSES,
} from "@sakhi/domain/listings/listing.rules";
import type { VerifyListingDto } from "@sakhi/domain/listings/submit-application.dto";
import { ListingOffers } from "../../bookings/listing-offers.service.js";
import { Database } from "../../platform/database/database.js";
import { RateLimits } from "../../platform/http/rate-limits.js";
import type { Visitor } from "../../platform/http/visitor-cookie.js";
import type { ApplicationResponse, PhoneVerificationResponse } from "../application.response.js";
import { ClaimTransaction } from "./claim.transaction.js";

/** The free listing of whoever paid for a stall, guarded so that phone numbers cannot be harvested by it. */
@Injectable()
export class ClaimsService {
  constructor(
    private readonly database: Database,
    private readonly offers: ListingOffers,
    private readonly transaction: ClaimTransaction,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Whether this number can claim. Every no has the same words and takes the same time; only whoever booked the stall in
   * the same browser is told that its free listing is claimed.
   *
   * @param phone ten digits
   * @throws HttpError rate_limited
   */
  verify(visitor: Visitor, phone: string): Promise<PhoneVerificationResponse> {
    return evenly(async () => {
      const booker = visitor.id;
      await this.count(visitor, phone);
      const [verified, claimed] = await Promise.all([
        this.offers.phoneHasOffer(phone),
        this.offers.claimedOfBooker(phone, booker),
      ]);
      const answer = verified ? "verified" : claimed ? "claimed" : "refused";
      return { verified, message: PHONE_VERIFICATION_RESPONSES[answer] };
    });
  }

  /**
   * Claims the free listing of a stall paid for with this number; counts as a verification.
   *
   * @throws DomainError listing_not_offered; already_claimed
   * @throws HttpError rate_limited
   */
  claim(visitor: Visitor, dto: VerifyListingDto): Promise<ApplicationResponse> {
    return evenly(async () => {
      const claimant = visitor.id;
      await this.count(visitor, dto.phoneNumber);
      const outcome = await this.database.transaction((tx) => this.transaction.claim(tx, dto, claimant));
      if (outcome !== "claimed") throw new DomainError(outcome);
      return { message: APPLICATION_RESPONSES.claimed };
    });
  }

  /**
   * Counts tightly by the visitor and by the number, loosely by the address. Whoever has no cookie gets one to be
   * known by next time; whoever throws it away is left to the other two.
   */
  private async count(visitor: Visitor, phone: string): Promise<void> {
    const id = visitor.id ?? randomUUID();
    await this.limits.use(
      { limit: "verifications_per_visitor", by: id },
      { limit: "verifications_per_phone", by: phone },
      { limit: "verifications_per_address", by: visitor.address },
    );
    visitor.remember(id);
  }
}

/** Lets an answer take its least time, whatever it is. */
async function evenly<T>(work: () => Promise<T>): Promise<T> {
  const [answer] = await Promise.allSettled([work(), pause(PHONE_RESPONSE_MS)]);
  if (answer.status === "rejected") throw answer.reason;
  return answer.value;
}
