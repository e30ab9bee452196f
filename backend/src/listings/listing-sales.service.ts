import { Injectable } from "@nestjs/common";
import { LISTING_FEE_PAISE } from "@sakhi/domain/listings/listing.rules";
import { APPLICATION_LIFECYCLE } from "@sakhi/domain/listings/listing.states";
import { isEnded } from "@sakhi/domain/payments/lifecycle.states";
import { EventFactsService } from "../events/event-facts.service.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import { OrdersService } from "../payments/orders.service.js";
import type { Tx } from "../platform/database/database.js";
import type { ApplicationRow } from "./applications.repository.js";
import { ListingHistoryService } from "./listing-history.service.js";
import { ListingMailsService } from "./listing-mails.service.js";
import { ListingYearsService, type YearSale } from "./listing-years.service.js";

/** Sells a year of a listing: what it pays for (ListingYearsService), its invoice or mail, and the workflow's signal. */
@Injectable()
export class ListingSalesService {
  constructor(
    private readonly eventFacts: EventFactsService,
    private readonly listingYears: ListingYearsService,
    private readonly orders: OrdersService,
    private readonly invoices: InvoicesService,
    private readonly listingHistory: ListingHistoryService,
    private readonly listingMails: ListingMailsService,
  ) {}

  /**
   * Records a sale in a settlement's transaction: application, listing, invoice, history and signal.
   *
   * @param application locked by `tx`
   * @returns the changed application
   * @throws Error if the application cannot be paid for; the settlement ruled this out under the same locks
   */
  async sell(tx: Tx, application: ApplicationRow, sale: YearSale): Promise<ApplicationRow> {
    const { id: applicationId, brandName } = application;
    const paid = await this.listingYears.pay(tx, application, sale);
    const { organisation } = await this.eventFacts.current(tx);
    // Last: all sales share the lock of the invoice counter.
    const { number } = await this.invoices.issue(tx, {
      orderId: sale.orderId,
      product: "listing",
      description: `Listing of ${brandName} on ${organisation.name} for one year`,
      totalPaise: LISTING_FEE_PAISE,
      pricePaise: LISTING_FEE_PAISE,
      discountPaise: 0,
      recipient: {
        name: application.fullName,
        businessName: brandName,
        email: application.email,
        phone: application.phone,
        gstNumber: application.gstNumber ?? undefined,
        address: application.businessAddress,
      },
      application: { applicationId, brandName, purpose: paid.purpose, liveUntil: paid.liveUntil?.toISOString() },
      language: application.language,
    });
    await this.listingHistory.record(tx, applicationId, { kind: "invoice_issued", actor: "system", note: number });
    await this.listingHistory.signal(
      tx,
      { id: applicationId, state: paid.state },
      { evenIfCompleted: paid.purpose === "renewal" || isEnded(APPLICATION_LIFECYCLE, application.state) },
    );
    return { ...application, state: paid.state };
  }

  /**
   * Sells without the provider (LISTING_PAYMENTS=mock, rejected in production). Issues no invoice: invoice numbers are
   * for received money.
   *
   * @param application locked by `tx`
   */
  async sellWithoutPayment(tx: Tx, application: ApplicationRow, orderId: string): Promise<void> {
    await this.orders.markPaidWithoutProvider(tx, orderId);
    const { purpose, state, liveUntil } = await this.listingYears.pay(tx, application, { orderId, trigger: "mock" });
    await this.listingMails.toOwner(
      tx,
      application,
      "listing-paid",
      { orderId, amountPaise: LISTING_FEE_PAISE, purpose, liveUntil: liveUntil?.toISOString() },
      orderId,
    );
    await this.listingHistory.signal(
      tx,
      { id: application.id, state, orderId },
      { evenIfCompleted: purpose === "renewal" },
    );
  }
}
