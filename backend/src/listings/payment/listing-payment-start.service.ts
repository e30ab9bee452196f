import { randomBytes } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { LISTING_FEE_PAISE } from "@sakhi/domain/listings/listing.rules";
import { OrderOpening } from "../../payments/orders/order-opening.service.js";
import { OrderRequests, payUntilOf } from "../../payments/orders/order-requests.service.js";
import { OrdersService } from "../../payments/orders/orders.service.js";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { ApplicationsRepository } from "../applications/applications.repository.js";
import { ListingEventPublisher } from "../lifecycle/listing-event-publisher.service.js";
import { ListingOrdersRepository } from "./listing-orders.repository.js";

/** An order whose payment is begun; the attempt is for whoever began it, to ask the provider with. */
export interface StartedPayment {
  readonly applicationId: string;
  readonly orderId: string;
  readonly attemptId?: string | undefined;
}

/** An order id that cannot be guessed: `LIST`, the time, 24 random letters and digits; 42 characters. */
export function listingOrderId(): string {
  return `LIST${Date.now()}_${randomBytes(12).toString("hex")}`;
}

/** Begins the payment of a year: the order and the right to ask the provider for it, in one transaction. */
@Injectable()
export class ListingPaymentStart {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly listingOrders: ListingOrdersRepository,
    private readonly orders: OrdersService,
    private readonly requests: OrderRequests,
    private readonly openings: OrderOpening,
    private readonly publisher: ListingEventPublisher,
  ) {}

  /**
   * Finds the application's open order, or makes one and claims the attempt to open it.
   *
   * @param application locked by `tx`; it waits for the money of `year`
   */
  async begin(tx: Tx, application: ApplicationRow, year: number): Promise<StartedPayment> {
    const applicationId = application.id;
    const open = await this.listingOrders.openOf(applicationId, tx);
    if (open !== undefined) return { applicationId, orderId: open.orderId };
    const orderId = await this.newOrder(tx, applicationId, year);
    const request = await this.requests.write(tx, {
      orderId,
      amountPaise: LISTING_FEE_PAISE,
      payer: {
        id: applicationId,
        phone: application.phone,
        email: application.email,
        name: application.full_name,
      },
      returnPath: "/payment-success",
    });
    const attemptId = await this.openings.claim(tx, request);
    await this.listingOrders.setPayUntil(tx, orderId, payUntilOf(request));
    await this.record(tx, application, orderId, year);
    return { applicationId, orderId, attemptId };
  }

  /** Notes an order that nobody has been asked about. */
  async newOrder(tx: Tx, applicationId: string, year: number): Promise<string> {
    const orderId = listingOrderId();
    await this.orders.createUnsent(tx, {
      orderId,
      subjectType: "application",
      subjectId: applicationId,
      amountPaise: LISTING_FEE_PAISE,
    });
    const purpose = year === 1 ? "first" : "renewal";
    await this.listingOrders.insert(tx, { orderId, applicationId, purpose, year });
    return orderId;
  }

  private async record(tx: Tx, application: ApplicationRow, orderId: string, year: number): Promise<void> {
    const { id: applicationId, state } = application;
    if (year === 1) {
      if (!(await this.applications.step(tx, applicationId, "payment_started"))) {
        throw new Error(`application ${applicationId} is ${state} and cannot be paid for`);
      }
      await this.publisher.record(
        tx,
        { applicationId, stage: "paying", orderId },
        { kind: "payment_started", actor: "visitor", note: orderId },
      );
      return;
    }
    await this.publisher.record(
      tx,
      { applicationId, stage: state, orderId, evenIfCompleted: true },
      { kind: "renewal_started", actor: "visitor", note: orderId, detail: { year } },
    );
  }
}
