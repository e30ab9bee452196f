import { Injectable } from "@nestjs/common";
import type { Paise } from "@sakhi/domain/money/money";
import { OrdersService } from "../../payments/orders/orders.service.js";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { ApplicationsRepository } from "../applications/applications.repository.js";
import { ListingOrdersRepository } from "../payment/listing-orders.repository.js";
import { Publications } from "../publication/publications.service.js";
import { ListingMails } from "../lifecycle/listing-mails.service.js";
import { ListingEventPublisher } from "../lifecycle/listing-event-publisher.service.js";
import { ListingRefunds } from "./listing-refunds.service.js";
import type { ListingRefund } from "./listing-refunds.service.js";

/** What a withdrawal came to. */
export interface Withdrawn {
  readonly refundPaise: Paise;
  readonly refundId: string | undefined;
  readonly creditNoteNumber: string | undefined;
}

/** Taking an application back, or its listing down. */
@Injectable()
export class ListingWithdrawal {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly listingOrders: ListingOrdersRepository,
    private readonly orders: OrdersService,
    private readonly publications: Publications,
    private readonly refunds: ListingRefunds,
    private readonly mails: ListingMails,
    private readonly publisher: ListingEventPublisher,
  ) {}

  /**
   * The free listing of a stall whose booking was cancelled comes down at once. The caller holds the booking's lock,
   * which comes before the application's, and has changed the booking. Locks the catalogue: late in a transaction,
   * but before a credit note.
   *
   * @param why told to the owner
   * @returns the application's id, or undefined when nobody has claimed it
   */
  async withdrawForBooking(tx: Tx, bookingId: string, why: string): Promise<string | undefined> {
    const applicationId = await this.applications.claimantOf(tx, bookingId);
    if (applicationId === undefined) return undefined;
    const application = await this.applications.lock(tx, applicationId);
    if (application === undefined) return undefined;
    return (await this.withdraw(tx, application, why)) === undefined ? undefined : applicationId;
  }

  /**
   * Withdraws an application that `tx` has locked, and gives back what was chosen of its fee.
   *
   * @param refund of the order that paid for its year; undefined where nobody paid
   * @returns undefined when it is in no state to be withdrawn from
   */
  async withdraw(
    tx: Tx,
    application: ApplicationRow,
    why: string,
    refund?: ListingRefund,
  ): Promise<Withdrawn | undefined> {
    const { id: applicationId, listing_id: listingId } = application;
    if (!(await this.applications.step(tx, applicationId, "withdrawn", "decision_reason = $3", [why]))) {
      return undefined;
    }
    const open = await this.listingOrders.openOf(applicationId, tx);
    if (open !== undefined) await this.orders.askToClose(tx, open.orderId);
    await this.publisher.record(
      tx,
      { applicationId, stage: "withdrawn", orderId: open?.orderId, evenIfCompleted: open !== undefined },
      { kind: "withdrawn", actor: "operator" },
    );
    const decided =
      refund === undefined ? undefined : await this.refunds.decide(tx, applicationId, "withdrawn", refund);
    if (listingId !== null) await this.publications.takeDown(tx, listingId);
    // Last: its lock is the one all documents share.
    const note =
      refund === undefined
        ? undefined
        : await this.refunds.credit(tx, applicationId, "withdrawn", refund.orderId, CREDIT);
    await this.mails.owner(
      tx,
      application,
      "listing-withdrawn",
      {
        reason: why,
        refund:
          decided === undefined || decided.amountPaise === 0
            ? undefined
            : {
                orderId: decided.orderId,
                amountPaise: decided.amountPaise,
                creditNoteNumber: note?.number,
              },
      },
      "",
      note?.invoiceId,
    );
    return {
      refundPaise: decided?.amountPaise ?? 0,
      refundId: decided?.refundId,
      creditNoteNumber: note?.number,
    };
  }

  /**
   * Takes back a listing that was paid for a second time, with all its money.
   *
   * @returns what goes back, in paise; undefined when the application has ended or is none
   */
  async undoSecondPayment(tx: Tx, applicationId: string, why: string): Promise<Paise | undefined> {
    const application = await this.applications.lock(tx, applicationId);
    if (application === undefined) return undefined;
    const left = await this.refunds.left(tx, application);
    return (await this.withdraw(tx, application, why, left))?.refundPaise;
  }
}

/** Printed on the credit note. */
const CREDIT = "The listing was withdrawn";
