import { Injectable } from "@nestjs/common";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { ApplicationsRepository } from "../applications/applications.repository.js";
import { ListingMails } from "../lifecycle/listing-mails.service.js";
import { ListingEventPublisher } from "../lifecycle/listing-event-publisher.service.js";
import { ListingRefunds } from "./listing-refunds.service.js";

/** The administrator's no: what was paid goes back in full, with a credit note. */
@Injectable()
export class ApplicationRejection {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly refunds: ListingRefunds,
    private readonly mails: ListingMails,
    private readonly publisher: ListingEventPublisher,
  ) {}

  /** @param application locked by `tx`, under review */
  async reject(tx: Tx, application: ApplicationRow, reason: string): Promise<void> {
    const { id: applicationId, state } = application;
    if (!(await this.applications.step(tx, applicationId, "rejected", "decision_reason = $3", [reason]))) {
      throw new Error(`application ${applicationId} is ${state}, not under review`);
    }
    await this.publisher.record(
      tx,
      { applicationId, stage: "rejected" },
      { kind: "rejected", actor: "operator" },
    );
    const left = await this.refunds.left(tx, application);
    // Nothing is left where nobody paid (LISTING_PAYMENTS=mock), or where it has gone back before.
    if (left === undefined || left.amountPaise === 0) {
      if (left !== undefined) await this.refunds.credit(tx, applicationId, "rejected", left.orderId, CREDIT);
      await this.mails.owner(tx, application, "listing-rejected", { reason });
      return;
    }
    const { orderId, amountPaise } = await this.refunds.decide(tx, applicationId, "rejected", left);
    // Last: its lock is the one all documents share.
    const note = await this.refunds.credit(tx, applicationId, "rejected", orderId, CREDIT);
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

/** Printed on the credit note. */
const CREDIT = "The application was not approved";
