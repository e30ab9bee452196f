import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { LISTING_FEE_PAISE } from "@sakhi/domain/listings/listing.rules";
import { toRupees } from "@sakhi/domain/money/money";
import type { InitiateResponse } from "../../payments/payment.response.js";
import type { RenewalResponse } from "../application.response.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { ApplicationsRepository } from "../applications/applications.repository.js";
import { ListingPaymentInitiate } from "../payment/listing-payment-initiate.service.js";
import { RenewalLinks } from "./renewal-links.service.js";
import { RenewalPayments } from "./renewal-payments.service.js";

/** Renewing a listing by the signed link of a reminder. */
@Injectable()
export class Renewals {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly links: RenewalLinks,
    private readonly beginning: ListingPaymentInitiate,
    private readonly payments: RenewalPayments,
  ) {}

  /**
   * What a link is for.
   *
   * @throws DomainError renewal_link_invalid
   */
  async check(token: string): Promise<RenewalResponse> {
    const { application, year } = await this.require(token);
    return {
      brandName: application.brand_name,
      fullName: application.full_name,
      liveUntil: (application.live_until ?? application.read_at).toISOString(),
      amount: toRupees(LISTING_FEE_PAISE),
      state: application.year >= year ? "renewed" : await this.payments.state(application.id),
    };
  }

  /**
   * Opens the payment of the link's year; asked again, the same session.
   *
   * @param address where it came from
   * @throws DomainError renewal_link_invalid; otherwise see {@link ListingPaymentInitiate.initiate}
   */
  async initiate(token: string, address: string): Promise<InitiateResponse> {
    const { application, year } = await this.require(token);
    return this.beginning.initiate((tx) => this.payments.begin(tx, application.id, year), {
      phone: application.phone,
      address,
      hasStarted: async () => (await this.payments.state(application.id)) === "paying",
    });
  }

  /** The application of a genuine link whose year is the next one, or the one paid by it. */
  private async require(token: string): Promise<{ application: ApplicationRow; year: number }> {
    const link = this.links.read(token);
    const application = link === undefined ? undefined : await this.applications.find(link.applicationId);
    if (link === undefined || application === undefined) throw new DomainError("renewal_link_invalid");
    const { year, until } = link;
    const { state, year: current, read_at: now } = application;
    const listed = state === "live" || state === "expired";
    if (!listed || until < now || (year !== current + 1 && year !== current)) {
      throw new DomainError("renewal_link_invalid");
    }
    return { application, year };
  }
}
