import { Injectable } from "@nestjs/common";
import { OperatorRefunds } from "../../payments/refunds/operator-refunds.service.js";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { ApplicationsRepository } from "../applications/applications.repository.js";
import { ListingOrdersRepository } from "../payment/listing-orders.repository.js";
import { ListingMails } from "../story/listing-mails.service.js";
import { ListingNews } from "../story/listing-news.service.js";

/** The administrator's no: what was paid goes back in full, with a credit note. */
@Injectable()
export class ApplicationRejection {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly listingOrders: ListingOrdersRepository,
    private readonly refunds: OperatorRefunds,
    private readonly mails: ListingMails,
    private readonly news: ListingNews,
  ) {}

  /** @param application locked by `tx`, under review */
  async reject(tx: Tx, application: ApplicationRow, reason: string): Promise<void> {
    const { id: applicationId, state } = application;
    if (!(await this.applications.step(tx, applicationId, "rejected", "decision_reason = $3", [reason]))) {
      throw new Error(`application ${applicationId} is ${state}, not under review`);
    }
    await this.news.tell(tx, { applicationId, stage: "rejected" }, { kind: "rejected", actor: "operator" });
    const paid = await this.listingOrders.paidFor(tx, applicationId, 1);
    if (paid === undefined) {
      await this.mails.owner(tx, application, "listing-rejected", { reason });
      return;
    }
    await this.giveBack(tx, application, paid.orderId, reason);
  }

  private async giveBack(
    tx: Tx,
    application: ApplicationRow,
    orderId: string,
    reason: string,
  ): Promise<void> {
    const applicationId = application.id;
    // Nothing is left where nobody paid (LISTING_PAYMENTS=mock), or where an operator has given it back before.
    const { leftPaise: amountPaise } = await this.refunds.left(tx, orderId);
    if (amountPaise === 0) {
      await this.mails.owner(tx, application, "listing-rejected", { reason });
      return;
    }
    const { refundId } = await this.refunds.refund(tx, orderId, amountPaise);
    await this.news.tell(
      tx,
      { applicationId, stage: "rejected" },
      { kind: "refund_requested", actor: "operator", note: orderId, detail: { refundId, amountPaise } },
    );
    // Last: its lock is the one all documents share.
    const note = await this.refunds.endSale(tx, orderId, "The application was not approved");
    if (note !== undefined) {
      await this.news.tell(
        tx,
        { applicationId, stage: "rejected" },
        { kind: "credit_note_issued", actor: "system", note: note.number },
      );
    }
    await this.mails.owner(
      tx,
      application,
      "listing-rejected",
      { reason, refund: { orderId, amountPaise, creditNoteNumber: note?.number } },
      "",
      note?.invoiceId,
    );
  }
}
