import { Injectable } from "@nestjs/common";
import { placeOfSupply } from "@sakhi/domain/invoices/place-of-supply";
import { LISTING_FEE_PAISE } from "@sakhi/domain/listings/listing.rules";
import { isEnded } from "@sakhi/domain/listings/listing.states";
import { InvoicesService } from "../../invoices/invoices.service.js";
import { Config } from "../../platform/config/config.js";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { ListingEvents } from "../lifecycle/listing-events.service.js";
import { ListingEventPublisher } from "../lifecycle/listing-event-publisher.service.js";
import { ListingYears } from "./listing-years.service.js";
import type { YearSale } from "./listing-years.service.js";
import { PaidEventPublisher } from "./paid-event-publisher.service.js";

/** The sale of a listing's year: application, listing, invoice, story and nudge, in one transaction. */
@Injectable()
export class ListingSale {
  constructor(
    private readonly config: Config,
    private readonly years: ListingYears,
    private readonly invoices: InvoicesService,
    private readonly paidEvents: PaidEventPublisher,
    private readonly events: ListingEvents,
    private readonly publisher: ListingEventPublisher,
  ) {}

  /**
   * Sells inside a settlement's transaction, the application locked.
   *
   * @throws Error when the application cannot be paid for: the settlement judged otherwise under the same locks
   */
  async sell(tx: Tx, application: ApplicationRow, sale: YearSale): Promise<void> {
    const paid = await this.years.pay(tx, application, sale);
    if (paid.purpose === "first") await this.paidEvents.record(tx, application, sale.orderId);
    // Last: its lock is the one all sales share.
    const { id: applicationId, brand_name: brandName } = application;
    const place = placeOfSupply("listing", application.gst_number ?? undefined, {
      eventStateCode: this.config.event.stateCode,
      sellerStateCode: this.config.seller.stateCode,
    });
    const { number } = await this.invoices.issue(tx, {
      orderId: sale.orderId,
      product: "listing",
      description: `Listing of ${brandName} on ${this.config.siteName} for one year`,
      totalPaise: LISTING_FEE_PAISE,
      pricePaise: LISTING_FEE_PAISE,
      discountPaise: 0,
      recipient: {
        name: application.full_name,
        businessName: brandName,
        email: application.email,
        phone: application.phone,
        gstNumber: application.gst_number ?? undefined,
        address: application.business_address,
      },
      placeOfSupplyState: place.stateCode,
      application: {
        applicationId,
        brandName,
        purpose: paid.purpose,
        liveUntil: paid.liveUntil?.toISOString(),
      },
    });
    await this.events.record(tx, applicationId, { kind: "invoice_issued", actor: "system", note: number });
    await this.publisher.nudge(tx, {
      applicationId,
      stage: paid.state,
      evenIfCompleted: paid.purpose === "renewal" || isEnded(application.state),
    });
  }
}
