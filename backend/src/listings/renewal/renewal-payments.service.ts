import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { Config } from "../../platform/config/config.js";
import type { Tx } from "../../platform/database/database.js";
import { ApplicationsRepository } from "../applications/applications.repository.js";
import { ListingOrdersRepository } from "../payment/listing-orders.repository.js";
import type { PaymentStart } from "../payment/listing-payment-initiate.service.js";
import { ListingPaymentStart } from "../payment/listing-payment-start.service.js";
import { MockListingPayments } from "../payment/mock-listing-payments.service.js";

/** The payment of another year. */
@Injectable()
export class RenewalPayments {
  constructor(
    private readonly config: Config,
    private readonly applications: ApplicationsRepository,
    private readonly listingOrders: ListingOrdersRepository,
    private readonly start: ListingPaymentStart,
    private readonly mock: MockListingPayments,
  ) {}

  async state(applicationId: string): Promise<"open" | "paying"> {
    return (await this.listingOrders.openOf(applicationId)) === undefined ? "open" : "paying";
  }

  /** @throws DomainError renewal_link_invalid; listing_already_paid */
  async begin(tx: Tx, applicationId: string, year: number): Promise<PaymentStart> {
    const application = await this.applications.lock(tx, applicationId);
    if (application === undefined || (application.state !== "live" && application.state !== "expired")) {
      throw new DomainError("renewal_link_invalid");
    }
    if (application.year >= year) {
      const paid = await this.listingOrders.paidFor(tx, applicationId, year);
      throw new DomainError("listing_already_paid", paid === undefined ? {} : { orderId: paid.orderId });
    }
    if (this.config.listings.payments === "mock") {
      return { mockOrderId: await this.mock.pay(tx, application, year) };
    }
    return this.start.begin(tx, application, year);
  }
}
