import { Injectable } from "@nestjs/common";
import type { ApplicationState } from "@sakhi/domain/listings/listing.states";
import { CatalogueProductsService } from "../catalogue/catalogue-products.service.js";
import { IssuesService } from "../issues/issues.service.js";
import type { OrderSale } from "../payments/order-subject.js";
import { OrdersService } from "../payments/orders.service.js";
import { Config } from "../platform/config/config.js";
import type { Tx } from "../platform/database/database.js";
import { ApplicationsRepository, type ApplicationRow, listingYearInterval } from "./applications.repository.js";
import { ListingHistoryService } from "./listing-history.service.js";
import { ListingMailsService } from "./listing-mails.service.js";

/** A paid year. No payment id if no provider was involved. */
export type YearSale = Pick<OrderSale, "orderId" | "trigger"> & { readonly paymentId?: string };

/** Result of paying for a year. */
export interface PaidYear {
  readonly purpose: "first" | "renewal";
  readonly state: ApplicationState;
  /** The new end. Renewals only. */
  readonly liveUntil?: Date;
}

/** The years of a listing that are paid for: the first, and each renewal. */
@Injectable()
export class ListingYearsService {
  constructor(
    private readonly config: Config,
    private readonly applications: ApplicationsRepository,
    private readonly catalogueProducts: CatalogueProductsService,
    private readonly orders: OrdersService,
    private readonly issues: IssuesService,
    private readonly listingHistory: ListingHistoryService,
    private readonly listingMails: ListingMailsService,
  ) {}

  /**
   * Marks the order's year as paid in a settlement's transaction: the first submits the application for review, a renewal
   * extends the listing.
   *
   * @param application locked by `tx`
   * @throws Error if the application cannot be paid for; the settlement ruled this out under the same locks
   */
  async pay(tx: Tx, application: ApplicationRow, sale: YearSale): Promise<PaidYear> {
    const { id } = application;
    const { orderId } = sale;
    const order = await this.applications.findOrder(orderId, tx);
    if (order === undefined) throw new Error(`order ${orderId} does not belong to a listing`);
    const { purpose, year } = order;
    await this.applications.markOrderPaid(tx, orderId);
    const paid =
      purpose === "first" ? await this.firstYear(tx, application) : await this.nextYear(tx, application, year);
    await this.listingHistory.record(tx, id, {
      kind: purpose === "first" ? "paid" : "renewed",
      actor: "provider",
      note: orderId,
      detail: { trigger: sale.trigger, year, ...(sale.paymentId === undefined ? {} : { paymentId: sale.paymentId }) },
    });
    // Late money may have paid while another order is open: close that one before it is paid too.
    const open = await this.applications.openOrder(id, tx);
    if (open !== undefined && open.orderId !== orderId) await this.orders.requestClose(tx, open.orderId);
    if (purpose === "first") await this.reportNewApplication(tx, application, orderId);
    return paid;
  }

  private async firstYear(tx: Tx, { id, state }: ApplicationRow): Promise<PaidYear> {
    if (!(await this.applications.transition(tx, id, "paid", "review_since = clock_timestamp()"))) {
      throw new Error(`application ${id} is ${state} and cannot be paid for`);
    }
    return { purpose: "first", state: "under_review" };
  }

  private async nextYear(tx: Tx, application: ApplicationRow, year: number): Promise<PaidYear> {
    const { id, state, listingId } = application;
    const renewed = await this.applications.transition(
      tx,
      id,
      "renewed",
      // Truncated to milliseconds, the precision of the listing's own end.
      `year = $3, live_until =
         date_trunc('milliseconds', greatest(live_until, clock_timestamp()) + ${listingYearInterval("$4")})`,
      [year, this.config.listings.yearSeconds],
    );
    const after = renewed ? await this.applications.find(id, tx) : undefined;
    if (after === undefined || after.liveUntil === null || listingId === null) {
      throw new Error(`application ${id} is ${state} and cannot be renewed`);
    }
    await this.catalogueProducts.extend(tx, listingId, after.liveUntil);
    return { purpose: "renewal", state: after.state, liveUntil: after.liveUntil };
  }

  /** Mails the organisation, and raises an issue if the owner may have paid twice. */
  private async reportNewApplication(tx: Tx, application: ApplicationRow, orderId: string): Promise<void> {
    const { id } = application;
    await this.listingMails.newApplication(tx, application);
    const otherApplicationId = await this.applications.otherActive(tx, application);
    if (otherApplicationId === undefined) return;
    const isNew = await this.issues.raise(tx, {
      kind: "listing_paid_twice",
      subject: id,
      applicationId: id,
      facts: { orderId, otherApplicationId },
    });
    if (!isNew) return;
    await this.listingHistory.record(tx, id, { kind: "issue_raised", actor: "system", note: "listing_paid_twice" });
  }
}
