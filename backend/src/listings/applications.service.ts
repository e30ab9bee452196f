import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { answersIn } from "@sakhi/domain/languages/answers";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { CompanyType } from "@sakhi/domain/listings/listing-application.choices";
import type { ListingApplicationDto } from "@sakhi/domain/listings/listing-application.dto";
import { PHONE_RESPONSE_MS } from "@sakhi/domain/listings/listing.rules";
import type { ApplicationKind, ApplicationState } from "@sakhi/domain/listings/listing.states";
import type {
  FreeLeadDto,
  InitiateListingPaymentDto,
  VerifyListingDto,
} from "@sakhi/domain/listings/submit-application.dto";
import { type OfferedStall, ListingOffersService, type OffersOfPhone } from "../bookings/listing-offers.service.js";
import { OurNamesService } from "../catalogue/our-names.service.js";
import { Database, type Tx } from "../platform/database/database.js";
import { HttpError } from "../platform/http/error-response.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import { newVisitorId, type Visitor } from "../platform/http/visitor-cookie.js";
import {
  ApplicationsRepository,
  formValues,
  type ApplicationRow,
  type NewApplication,
} from "./applications.repository.js";
import { ListingClaimsService } from "./listing-claims.service.js";
import { ListingHistoryService } from "./listing-history.service.js";
import { ListingMailsService } from "./listing-mails.service.js";
import type { ApplicationResponse, PhoneVerificationResponse } from "./listings.response.js";

/** States in which submitting the same form again creates a new application. */
const CLOSED_STATES: ReadonlySet<ApplicationState> = new Set(["lapsed", "rejected", "withdrawn"]);

/** Accepts applications: free, with a payment, or as the claim of a paid stall's free listing. */
@Injectable()
export class ApplicationsService {
  constructor(
    private readonly database: Database,
    private readonly applications: ApplicationsRepository,
    private readonly listingOffers: ListingOffersService,
    private readonly listingClaims: ListingClaimsService,
    private readonly listingHistory: ListingHistoryService,
    private readonly listingMails: ListingMailsService,
    private readonly limits: RateLimits,
    private readonly ourNames: OurNamesService,
  ) {}

  /**
   * Accepts a free application to join the community. The same form within a day is the same application.
   *
   * @param companyType the endpoint's
   * @throws HttpError invalid_request for another company type; rate_limited
   */
  async join(
    companyType: CompanyType,
    form: FreeLeadDto,
    { address, language }: Pick<Visitor, "address" | "language">,
  ): Promise<ApplicationResponse> {
    if (form.companyType !== companyType) {
      const sentence = `This call is for the company type ${companyType}`;
      throw new HttpError("invalid_request", { fields: { companyType: [sentence] } }, {}, sentence);
    }
    const digest = digestOf("free", form);
    const submit = (): Promise<boolean> =>
      this.database.transaction((tx) => this.submitFree(tx, { form, digest, language }));
    // A duplicate sends no mail, so no rate limit applies.
    if ((await this.applications.findDuplicate(digest)) !== undefined) {
      await submit();
    } else {
      const undoCount = await this.limits.use(
        { limit: "applications_per_email", by: form.email.toLowerCase(), address },
        { limit: "applications_per_address", by: address },
      );
      if (!(await submit())) await undoCount();
    }
    return { message: answersIn(language).applications.joined };
  }

  /** @returns false for a duplicate */
  private async submitFree(
    tx: Tx,
    {
      form,
      digest,
      language,
    }: { readonly form: FreeLeadDto; readonly digest: string; readonly language: LanguageCode },
  ): Promise<boolean> {
    await this.assertOwnNames(form);
    const duplicate = await this.applications.lockDuplicate(tx, digest);
    if (duplicate !== undefined) {
      await this.applications.countResubmission(tx, duplicate.id);
      return false;
    }
    const application = await this.applications.insert(tx, {
      kind: "free",
      beginning: "joined",
      form,
      digest,
      language,
    });
    await this.listingMails.chooseWhatsapp(tx, application.id, form);
    await this.listingMails.toOwner(tx, application, "listing-joined", {});
    await this.listingMails.newApplication(tx, application);
    await this.listingHistory.publish(tx, application, { kind: "joined", actor: "visitor" });
    return true;
  }

  /**
   * Finds or inserts the application of a form submitted with its payment, and locks it. The same form within a day (a
   * double click, a retry after a failed payment) is the same application, unless that one is closed.
   */
  async submitPaid(
    tx: Tx,
    form: InitiateListingPaymentDto,
    { visitorId, language }: { readonly visitorId: string; readonly language: LanguageCode },
  ): Promise<ApplicationRow> {
    await this.assertOwnNames(form);
    const digest = digestOf("paid", form);
    const duplicate = await this.applications.lockDuplicate(tx, digest);
    if (duplicate !== undefined && !CLOSED_STATES.has(duplicate.state)) {
      await this.applications.countResubmission(tx, duplicate.id);
      if (duplicate.state === "submitted") await this.listingMails.chooseWhatsapp(tx, duplicate.id, form);
      return duplicate;
    }
    const application = await this.applications.insert(tx, {
      ...{ kind: "paid", beginning: "submitted", form, digest, visitorId, language },
    });
    await this.listingMails.chooseWhatsapp(tx, application.id, form);
    await this.listingHistory.record(tx, application.id, { kind: "submitted", actor: "visitor" });
    return application;
  }

  /** @throws DomainError invalid_request for names that can be taken for ours */
  private assertOwnNames({
    fullName,
    brandName,
  }: Pick<ListingApplicationDto, "fullName" | "brandName">): Promise<void> {
    return this.ourNames.assertNotBorrowed({ fullName: ["person", fullName], brandName: ["business", brandName] });
  }

  /** True if this form's application is being paid or is paid. Reads without a lock. */
  async isPaymentStarted(form: InitiateListingPaymentDto): Promise<boolean> {
    const duplicate = await this.applications.findDuplicate(digestOf("paid", form));
    return duplicate !== undefined && duplicate.state !== "submitted" && !CLOSED_STATES.has(duplicate.state);
  }

  /**
   * Checks whether this number can claim a free listing (decision 47). Every negative response has the same text and takes
   * the same time, and browsers that do not hold the booking pay for positive ones, beyond a few a day, with much work, so
   * that numbers cannot be harvested; only a browser that holds the booking learns that its listing is claimed.
   *
   * @param phone ten digits
   * @throws HttpError rate_limited, proof_required
   */
  verifyPhone(visitor: Visitor, phone: string): Promise<PhoneVerificationResponse> {
    return withMinimumTime(async () => {
      const booker = visitor.id;
      await this.countVerification(visitor, phone);
      const { ownOffered, ownClaimed, offered } = await this.listingOffers.ofPhone(phone, booker);
      const verified =
        ownOffered || (!ownClaimed && (await this.answered(visitor, () => Promise.resolve(offered), Boolean)));
      const outcome = verified ? "verified" : ownClaimed ? "claimed" : "refused";
      return { verified, message: answersIn(visitor.language).phoneVerification[outcome] };
    });
  }

  /**
   * Counts a positive response to a browser that does not hold the booking. A proof of work is asked for before the
   * response is known, and returned for a negative one: otherwise asking would be a positive response itself.
   */
  private async answered<T>(visitor: Visitor, ask: () => Promise<T>, isPositive: (answer: T) => boolean): Promise<T> {
    const undo = await this.limits.use({ limit: "strangers_verified_per_address", by: visitor.address });
    let positive = false;
    try {
      const answer = await ask();
      positive = isPositive(answer);
      return answer;
    } finally {
      if (!positive) await undo();
    }
  }

  /**
   * Claims the free listing of a stall paid for with this number. From a browser that does not hold the booking the claim
   * waits until the booked address confirms it. Counts against the limits of verifications.
   *
   * @throws DomainError listing_not_offered; already_claimed, only in a browser that holds the booking
   * @throws HttpError rate_limited
   */
  claim(visitor: Visitor, dto: VerifyListingDto): Promise<ApplicationResponse> {
    return withMinimumTime(async () => {
      const claimant = visitor.id;
      await this.countVerification(visitor, dto.phoneNumber);
      const offers = await this.listingOffers.ofPhone(dto.phoneNumber, claimant);
      const submit = () => this.database.transaction((tx) => this.submitClaim(tx, dto, visitor, offers));
      const isOwn = offers.ownOffered || offers.ownClaimed;
      const outcome = isOwn ? await submit() : await this.answered(visitor, submit, (given) => given === "waiting");
      if (outcome === "waiting") return { message: answersIn(visitor.language).applications.waiting, waits: true };
      if (outcome !== "claimed") throw new DomainError(outcome);
      return { message: answersIn(visitor.language).applications.claimed };
    });
  }

  /**
   * @param visitor the claimant. The same form from the same visitor is a duplicate (a double click); from anyone
   *   else it is a second claim.
   */
  private async submitClaim(
    tx: Tx,
    dto: VerifyListingDto,
    { id: claimant, language }: Pick<Visitor, "id" | "language">,
    { ownOffered, ownClaimed }: OffersOfPhone,
  ): Promise<"claimed" | "waiting" | "already_claimed" | "listing_not_offered"> {
    const form = dto.listingData;
    await this.assertOwnNames(form);
    const digest = digestOf("mela_free", form, [dto.phoneNumber, claimant ?? ""]);
    const duplicate = await this.applications.lockDuplicate(tx, digest);
    const isOpen = duplicate?.state !== "rejected" && duplicate?.state !== "withdrawn";
    if (claimant !== undefined && duplicate !== undefined && isOpen) {
      await this.applications.countResubmission(tx, duplicate.id);
      return "claimed";
    }
    if (claimant !== undefined && (ownOffered || ownClaimed)) {
      const stall = await this.listingOffers.claim(tx, dto.phoneNumber, claimant);
      if (stall === undefined) return "already_claimed";
      const applicationId = await this.submitFor(tx, stall, { form, digest, language }, claimant);
      // A claim from another browser waits, and brings no consent: its owner gives it in My brand.
      await this.listingMails.chooseWhatsapp(tx, applicationId, form);
      return "claimed";
    }
    const stall = await this.listingOffers.oldest(tx, dto.phoneNumber);
    if (stall === undefined) return "listing_not_offered";
    await this.listingClaims.submit(tx, stall, form, digest);
    return "waiting";
  }

  /**
   * Confirms a waiting claim of a booking's free listing.
   *
   * @throws DomainError not_found if it no longer waits; already_claimed; listing_not_offered
   */
  async confirmClaim(bookingId: string, claimId: string, language: LanguageCode): Promise<void> {
    await this.database.transaction(async (tx) => {
      // Lock order: the booking before its application.
      await this.listingOffers.lock(tx, bookingId);
      const claim = await this.listingClaims.take(tx, bookingId, claimId);
      if (claim === undefined) throw new DomainError("not_found");
      const stall = await this.listingOffers.claimOf(tx, bookingId);
      if (stall === undefined) {
        const taken = (await this.applications.claimOf(tx, bookingId)) !== undefined;
        throw new DomainError(taken ? "already_claimed" : "listing_not_offered");
      }
      await this.submitFor(tx, stall, { form: claim.form, digest: claim.digest, language });
    });
  }

  /** Removes a waiting claim. @throws DomainError not_found if it no longer waits */
  async declineClaim(bookingId: string, claimId: string): Promise<void> {
    const claim = await this.database.transaction((tx) => this.listingClaims.take(tx, bookingId, claimId));
    if (claim === undefined) throw new DomainError("not_found");
  }

  /** Submits the application for a claimed offer. @param visitorId the booker's browser, if it claims itself @returns its id */
  private async submitFor(
    tx: Tx,
    stall: OfferedStall,
    claim: Pick<NewApplication, "form" | "digest" | "language">,
    visitorId?: string,
  ): Promise<string> {
    const { bookingId, stallId } = stall;
    const application = await this.applications.insert(tx, {
      kind: "mela_free",
      beginning: "claimed",
      ...claim,
      bookingId,
      visitorId,
    });
    await this.listingOffers.link(tx, bookingId, application.id);
    await this.listingMails.toOwner(tx, application, "listing-received", {});
    await this.listingMails.claimed(tx, application, stall);
    await this.listingMails.newApplication(tx, application, stallId);
    await this.listingHistory.publish(tx, application, {
      kind: "claimed",
      actor: "visitor",
      note: stallId,
      detail: { bookingId },
    });
    return application.id;
  }

  /**
   * Rate-limits verifications: tightly per visitor, and per number and network, so that a stranger who tries a number
   * cannot lock its owner out; loosely per address. A visitor without a cookie gets one; deleting it leaves the other
   * two limits.
   */
  private async countVerification(visitor: Visitor, phone: string): Promise<void> {
    const id = visitor.id ?? newVisitorId();
    await this.limits.use(
      { limit: "verifications_per_visitor", by: id },
      { limit: "verifications_per_phone", by: phone, address: visitor.address },
      { limit: "verifications_per_address", by: visitor.address },
    );
    visitor.remember(id);
  }
}

/**
 * Deduplication key of a form and how it was submitted. Ignores the case of the email address.
 *
 * @param more further distinguishing values, e.g. the claimant
 */
function digestOf(kind: ApplicationKind, form: ListingApplicationDto, more: readonly string[] = []): string {
  const fields = Object.entries({ ...formValues(form), email: form.email.toLowerCase() });
  return createHash("sha256")
    .update(JSON.stringify([kind, fields, more]))
    .digest("base64url");
}

/** Delays every result and error to a minimum response time, against timing attacks. */
async function withMinimumTime<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), pause(PHONE_RESPONSE_MS)]);
  if (result.status === "rejected") throw result.reason;
  return result.value;
}
