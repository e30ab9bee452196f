import { Injectable } from "@nestjs/common";
import { LISTING_FEE_PAISE } from "@sakhi/domain/listings/listing.rules";
import { OrdersService } from "../../payments/orders/orders.service.js";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { ListingMails } from "../lifecycle/listing-mails.service.js";
import { ListingEventPublisher } from "../lifecycle/listing-event-publisher.service.js";
import { ListingPaymentStart } from "./listing-payment-start.service.js";
import { ListingYears } from "./listing-years.service.js";
import { PaidEventPublisher } from "./paid-event-publisher.service.js";

/**
 * Payments that nobody makes, for trying out (LISTING_PAYMENTS=mock, refused in production): paid at once, without
 * the provider, and without an invoice, whose numbers are for money that came.
 */
@Injectable()
export class MockListingPayments {
  constructor(
    private readonly orders: OrdersService,
    private readonly start: ListingPaymentStart,
    private readonly years: ListingYears,
    private readonly paidEvents: PaidEventPublisher,
    private readonly mails: ListingMails,
    private readonly publisher: ListingEventPublisher,
  ) {}

  /** Pays a year of an application that `tx` has locked. @returns the order's id */
  async pay(tx: Tx, application: ApplicationRow, year: number): Promise<string> {
    const orderId = await this.start.newOrder(tx, application.id, year);
    await this.orders.paidWithoutProvider(tx, orderId);
    const paid = await this.years.pay(tx, application, { orderId, trigger: "mock" });
    await this.mails.owner(
      tx,
      application,
      "listing-paid",
      {
        orderId,
        amountPaise: LISTING_FEE_PAISE,
        purpose: paid.purpose,
        liveUntil: paid.liveUntil?.toISOString(),
      },
      orderId,
    );
    if (paid.purpose === "first") await this.paidEvents.record(tx, application, orderId);
    await this.publisher.nudge(tx, {
      applicationId: application.id,
      stage: paid.state,
      orderId,
      evenIfCompleted: paid.purpose === "renewal",
    });
    return orderId;
  }
}
