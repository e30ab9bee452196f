import { Injectable } from "@nestjs/common";
import type { ApplicationState } from "@sakhi/domain/listings/listing.states";
import type { OrderSale } from "../../payments/orders/order-subject.types.js";
import { OrdersService } from "../../payments/orders/orders.service.js";
import { Config } from "../../platform/config/config.js";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { ApplicationsRepository } from "../applications/applications.repository.js";
import { Publications } from "../publication/publications.service.js";
import { ListingEvents } from "../lifecycle/listing-events.service.js";
import { ListingOrdersRepository } from "./listing-orders.repository.js";

/** A year that is paid for: at the provider, with its payment, or without. */
export type YearSale = Pick<OrderSale, "orderId" | "trigger"> & { readonly paymentId?: string };

/** What a paid year came to. */
export interface PaidYear {
  readonly purpose: "first" | "renewal";
  readonly state: ApplicationState;
  /** Of a renewal: the new end. */
  readonly liveUntil?: Date;
}

/** The years of a listing: paid for the first time, it waits for review; paid again, it lives on. */
@Injectable()
export class ListingYears {
  constructor(
    private readonly config: Config,
    private readonly applications: ApplicationsRepository,
    private readonly listingOrders: ListingOrdersRepository,
    private readonly orders: OrdersService,
    private readonly publications: Publications,
    private readonly events: ListingEvents,
  ) {}

  /** @throws Error when the application is not one that waits for this money */
  async pay(tx: Tx, application: ApplicationRow, sale: YearSale): Promise<PaidYear> {
    const { orderId } = sale;
    const order = await this.listingOrders.find(orderId, tx);
    if (order === undefined) throw new Error(`order ${orderId} is no listing's`);
    await this.listingOrders.paid(tx, orderId);
    const paid =
      order.purpose === "first"
        ? await this.firstYear(tx, application)
        : await this.anotherYear(tx, application, order.year);
    await this.events.record(tx, application.id, {
      kind: order.purpose === "first" ? "paid" : "renewed",
      actor: "provider",
      note: orderId,
      detail: {
        trigger: sale.trigger,
        year: order.year,
        ...(sale.paymentId === undefined ? {} : { paymentId: sale.paymentId }),
      },
    });
    await this.closeOthers(tx, application.id, orderId);
    return paid;
  }

  private async firstYear(tx: Tx, { id, state }: ApplicationRow): Promise<PaidYear> {
    if (!(await this.applications.step(tx, id, "paid", "review_since = clock_timestamp()"))) {
      throw new Error(`application ${id} is ${state} and cannot be paid for`);
    }
    return { purpose: "first", state: "under_review" };
  }

  private async anotherYear(tx: Tx, application: ApplicationRow, year: number): Promise<PaidYear> {
    const { id, state, listing_id: listingId } = application;
    const renewed = await this.applications.step(
      tx,
      id,
      "renewed",
      `year = $3, live_until = greatest(live_until, clock_timestamp()) + make_interval(secs => $4)`,
      [year, this.config.listings.yearSeconds],
    );
    const after = renewed ? await this.applications.lock(tx, id) : undefined;
    if (after === undefined || after.live_until === null || listingId === null) {
      throw new Error(`application ${id} is ${state} and cannot be renewed`);
    }
    await this.publications.extend(tx, listingId, after.live_until);
    return { purpose: "renewal", state: after.state, liveUntil: after.live_until };
  }

  /** Late money may have paid while another order stands open: nobody shall pay that one, too. */
  private async closeOthers(tx: Tx, applicationId: string, orderId: string): Promise<void> {
    const open = await this.listingOrders.openOf(applicationId, tx);
    if (open !== undefined && open.orderId !== orderId) await this.orders.askToClose(tx, open.orderId);
  }
}
