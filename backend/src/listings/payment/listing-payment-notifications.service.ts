import { Injectable } from "@nestjs/common";
import type { RefundWhy } from "@sakhi/domain/payments/settlement.rules";
import type { ListingMailData } from "../../mail/listing-mails.types.js";
import type { EndedRefund, OrderRefund } from "../../payments/orders/order-subject.types.js";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { RenewalLinks } from "../renewal/renewal-links.service.js";
import { ListingMails } from "../lifecycle/listing-mails.service.js";
import { ListingEventPublisher } from "../lifecycle/listing-event-publisher.service.js";

/** Why money goes back, in the words of the owner's mail. */
const WHY: Readonly<Record<RefundWhy, ListingMailData["listing-payment-refunded"]["why"]>> = {
  stall_taken: "application_ended",
  // Nothing else is offered instead of a listing.
  offer_declined: "application_ended",
  offer_expired: "application_ended",
  own_other_stall: "application_ended",
  second_payment: "second_payment",
  operator: "operator",
  paid_twice: "paid_twice",
  provider: "provider",
};

/** What the owner is told of a payment that came to nothing. */
@Injectable()
export class ListingPaymentNotifications {
  constructor(
    readonly publisher: ListingEventPublisher,
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
    { orderId, refundId, amountPaise, why, creditNote }: OrderRefund,
  ): Promise<void> {
    await this.mails.owner(
      tx,
      application,
      "listing-payment-refunded",
      {
        orderId,
        amountPaise,
        why: WHY[why],
        creditNoteNumber: creditNote?.number,
      },
      refundId,
      creditNote?.invoiceId,
    );
  }

  async refundEnded(
    tx: Tx,
    application: ApplicationRow,
    { refundId, orderId, amountPaise, state }: EndedRefund,
  ): Promise<void> {
    const said = { orderId, amountPaise, state };
    await this.mails.owner(tx, application, "listing-refund-ended", said, refundId);
  }
}
