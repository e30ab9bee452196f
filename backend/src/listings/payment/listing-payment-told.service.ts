import { Injectable } from "@nestjs/common";
import type { OrderRefund } from "../../payments/orders/order-subject.types.js";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { RenewalLinks } from "../renewal/renewal-links.service.js";
import { ListingMails } from "../story/listing-mails.service.js";
import { ListingNews } from "../story/listing-news.service.js";

/** What the owner is told of a payment that came to nothing. */
@Injectable()
export class ListingPaymentTold {
  constructor(
    readonly news: ListingNews,
    private readonly mails: ListingMails,
    private readonly links: RenewalLinks,
  ) {}

  async unpaid(
    tx: Tx,
    application: ApplicationRow,
    { orderId, purpose }: { readonly orderId: string; readonly purpose: "first" | "renewal" },
  ): Promise<void> {
    const renewUrl = purpose === "renewal" ? this.links.url(application) : undefined;
    await this.mails.owner(tx, application, "listing-payment-failed", { orderId, renewUrl }, orderId);
  }

  async refunded(
    tx: Tx,
    application: ApplicationRow,
    { refundId, orderId, amountPaise, why }: OrderRefund,
  ): Promise<void> {
    await this.mails.owner(
      tx,
      application,
      "listing-payment-refunded",
      {
        orderId,
        amountPaise,
        why: why === "second_payment" || why === "operator" ? why : "application_ended",
      },
      refundId,
    );
  }
}
