import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { ApplicationState } from "@sakhi/domain/listings/listing.states";
import type { InitiateListingPaymentDto } from "@sakhi/domain/listings/submit-application.dto";
import { Config } from "../../platform/config/config.js";
import type { Tx } from "../../platform/database/database.js";
import { digestOf } from "../applications/application-digest.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { ApplicationsRepository } from "../applications/applications.repository.js";
import { ListingEvents } from "../lifecycle/listing-events.service.js";
import { ListingOrdersRepository } from "./listing-orders.repository.js";
import type { PaymentStart } from "./listing-payment-initiate.service.js";
import { ListingPaymentStart } from "./listing-payment-start.service.js";
import { MockListingPayments } from "./mock-listing-payments.service.js";

/** Where an application stands that the same words do not go on with. */
const OVER: ReadonlySet<ApplicationState> = new Set(["lapsed", "rejected", "withdrawn"]);

/** Applications that come with their payment. */
@Injectable()
export class PaidApplications {
  constructor(
    private readonly config: Config,
    private readonly applications: ApplicationsRepository,
    private readonly listingOrders: ListingOrdersRepository,
    private readonly start: ListingPaymentStart,
    private readonly mock: MockListingPayments,
    private readonly events: ListingEvents,
  ) {}

  /**
   * Writes an application down and begins its payment. The same words within a day, while they are unpaid, are the
   * same application: a double click, or another try after a failed payment.
   *
   * @throws DomainError listing_already_paid
   */
  async begin(tx: Tx, form: InitiateListingPaymentDto): Promise<PaymentStart> {
    const application = await this.take(tx, form);
    const mocked = this.config.listings.payments === "mock";
    switch (application.state) {
      case "submitted":
        if (mocked) return { mockOrderId: await this.mock.pay(tx, application, 1) };
        return this.start.begin(tx, application, 1);
      case "paying":
        return this.start.begin(tx, application, 1);
      case "lapsed":
      case "under_review":
      case "live":
      case "expired":
      case "rejected":
      case "withdrawn":
      case "joined": {
        const paid = await this.listingOrders.paidFor(tx, application.id, 1);
        if (mocked && paid !== undefined) return { mockOrderId: paid.orderId };
        throw new DomainError("listing_already_paid", paid === undefined ? {} : { orderId: paid.orderId });
      }
    }
  }

  /** Whether these words have an application whose payment is under way or done, at a glance. */
  hasStarted(form: InitiateListingPaymentDto): Promise<boolean> {
    return this.applications.isBeyondSubmitted(digestOf("paid", form));
  }

  private async take(tx: Tx, form: InitiateListingPaymentDto): Promise<ApplicationRow> {
    const digest = digestOf("paid", form);
    const before = await this.applications.sentBefore(tx, digest);
    // One that lapsed, was turned down or taken back is over: whoever tries again begins anew.
    if (before !== undefined && !OVER.has(before.state)) {
      await this.applications.countAgain(tx, before.id);
      return before;
    }
    const application = await this.applications.insert(tx, {
      kind: "paid",
      beginning: "submitted",
      form,
      digest,
    });
    await this.events.record(tx, application.id, { kind: "submitted", actor: "visitor" });
    return application;
  }
}
