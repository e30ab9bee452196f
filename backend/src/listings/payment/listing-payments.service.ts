import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { listingOutcome, listingPaymentStatusOf } from "@sakhi/domain/listings/listing-outcome";
import type { ListingOutcome } from "@sakhi/domain/listings/listing-outcome";
import type { InitiateListingPaymentDto } from "@sakhi/domain/listings/submit-application.dto";
import { OrdersService } from "../../payments/orders/orders.service.js";
import type { OrderRow } from "../../payments/orders/orders.service.js";
import type { InitiateResponse } from "../../payments/payment.response.js";
import { ReturnPage } from "../../payments/settlement/return-page.service.js";
import { listingOutcomeOnTheWire } from "../application.response.js";
import type { ListingPaymentStatusResponse } from "../application.response.js";
import { ApplicationsRepository } from "../applications/applications.repository.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { ListingOrdersRepository } from "./listing-orders.repository.js";
import type { ListingOrderRow } from "./listing-orders.repository.js";
import { ListingPaymentInitiate } from "./listing-payment-initiate.service.js";
import { PaidApplications } from "./paid-applications.service.js";

/** Paying for a listing: beginning, and where it stands. */
@Injectable()
export class ListingPayments {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly listingOrders: ListingOrdersRepository,
    private readonly orders: OrdersService,
    private readonly returnPage: ReturnPage,
    private readonly beginning: ListingPaymentInitiate,
    private readonly paid: PaidApplications,
  ) {}

  /**
   * Hands in an application to be listed and opens its payment; see {@link ListingPaymentInitiate.initiate}.
   *
   * @param address where it came from
   */
  initiate(form: InitiateListingPaymentDto, address: string): Promise<InitiateResponse> {
    return this.beginning.initiate((tx) => this.paid.begin(tx, form), {
      phone: form.phoneNumber,
      address,
      hasStarted: () => this.paid.hasStarted(form),
    });
  }

  /**
   * Where an order's payment stands, also a renewal's. Has the provider asked, but seldom, and never waits long for
   * it.
   *
   * @throws DomainError order_not_found
   */
  async status(orderId: string): Promise<ListingPaymentStatusResponse> {
    if ((await this.listingOrders.find(orderId)) === undefined) throw new DomainError("order_not_found");
    return this.returnPage.status(
      orderId,
      () => this.known(orderId),
      ({ status }) => status === "payment_failed",
      ({ brandName, fullName, submissionType }) => ({
        status: "payment_pending",
        orderId,
        brandName,
        fullName,
        submissionType,
        outcome: { kind: "pending" },
      }),
    );
  }

  private async known(orderId: string): Promise<ListingPaymentStatusResponse> {
    const order = await this.orders.find(orderId);
    const listingOrder = await this.listingOrders.find(orderId);
    if (order === undefined || listingOrder === undefined) throw new DomainError("order_not_found");
    const application = await this.applications.find(listingOrder.applicationId);
    if (application === undefined) throw new DomainError("order_not_found");
    const outcome = await this.outcomeOf(order, listingOrder, application);
    return {
      status: listingPaymentStatusOf(outcome),
      orderId,
      brandName: application.brand_name,
      fullName: application.full_name,
      submissionType: "paid_listing",
      outcome: listingOutcomeOnTheWire(outcome),
    };
  }

  private async outcomeOf(
    { orderId, state: order }: OrderRow,
    { paidAt }: ListingOrderRow,
    { state: application }: ApplicationRow,
  ): Promise<ListingOutcome> {
    const money = (await this.orders.money([orderId])).get(orderId);
    if (money === undefined) throw new DomainError("order_not_found");
    return listingOutcome({ application, order, tookItsYear: paidAt !== undefined, money });
  }
}
