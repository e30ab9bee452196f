import { Injectable } from "@nestjs/common";
import type { ApplicationActor } from "@sakhi/domain/listings/listing.states";
import { OrdersService } from "../../payments/orders/orders.service.js";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { ApplicationsRepository } from "../applications/applications.repository.js";
import { ListingOrdersRepository } from "../payment/listing-orders.repository.js";
import { Publications } from "../publication/publications.service.js";
import { ListingMails } from "../story/listing-mails.service.js";
import { ListingNews } from "../story/listing-news.service.js";

/** Taking an application back, or its listing down. */
@Injectable()
export class ListingWithdrawal {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly listingOrders: ListingOrdersRepository,
    private readonly orders: OrdersService,
    private readonly publications: Publications,
    private readonly mails: ListingMails,
    private readonly news: ListingNews,
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
    return (await this.withdraw(tx, application, "operator", why)) ? applicationId : undefined;
  }

  /**
   * Withdraws an application that `tx` has locked.
   *
   * @returns false when it is in no state to be withdrawn from
   */
  async withdraw(tx: Tx, application: ApplicationRow, by: ApplicationActor, why: string): Promise<boolean> {
    const { id: applicationId, listing_id: listingId } = application;
    if (!(await this.applications.step(tx, applicationId, "withdrawn", "decision_reason = $3", [why]))) {
      return false;
    }
    const open = await this.listingOrders.openOf(applicationId, tx);
    if (open !== undefined) await this.orders.askToClose(tx, open.orderId);
    await this.mails.owner(tx, application, "listing-withdrawn", { reason: why });
    await this.news.tell(
      tx,
      { applicationId, stage: "withdrawn", orderId: open?.orderId, evenIfCompleted: open !== undefined },
      { kind: "withdrawn", actor: by },
    );
    if (listingId !== null) await this.publications.takeDown(tx, listingId);
    return true;
  }
}
