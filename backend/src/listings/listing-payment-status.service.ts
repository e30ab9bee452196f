import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { listingOutcome, listingPaymentStatus } from "@sakhi/domain/listings/listing-outcome";
import { abbreviatedName } from "@sakhi/domain/listings/payer-name";
import { OrdersService } from "../payments/orders.service.js";
import { PaymentReturnService } from "../payments/payment-return.service.js";
import { UnknownOrdersService } from "../payments/unknown-orders.service.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import { ApplicationsRepository } from "./applications.repository.js";
import { listingOutcomeResponse, type ListingPaymentStatusResponse } from "./listings.response.js";

/** The status of a payment for a year of a listing, for its payer. */
@Injectable()
export class ListingPaymentStatusService {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly orders: OrdersService,
    private readonly paymentReturn: PaymentReturnService,
    private readonly unknownOrders: UnknownOrdersService,
  ) {}

  /**
   * Status of an order's payment, first or renewal; see {@link PaymentReturnService.status}. The number alone shows a
   * shortened name: it stands in mails that are passed on.
   *
   * @throws DomainError like {@link UnknownOrdersService.explaining} for an order that is not in our records
   */
  status(orderId: string, visitor: Visitor): Promise<ListingPaymentStatusResponse> {
    return this.unknownOrders.explaining(orderId, () => this.statusOf(orderId, visitor));
  }

  private async statusOf(orderId: string, visitor: Visitor): Promise<ListingPaymentStatusResponse> {
    if ((await this.applications.findOrder(orderId)) === undefined) throw new DomainError("order_not_found");
    const known = await this.paymentReturn.status(orderId, () => this.read(orderId));
    const { application, status, outcome } = known;
    const { brandName } = application;
    const isHers = await this.isHers(orderId, visitor);
    const fullName = isHers ? application.fullName : abbreviatedName(application.fullName);
    return {
      status,
      orderId,
      brandName,
      fullName,
      submissionType: "paid_listing",
      outcome: listingOutcomeResponse(outcome),
    };
  }

  /** What the database knows. @throws DomainError order_not_found */
  private async read(orderId: string) {
    const order = await this.orders.find(orderId);
    const listingOrder = await this.applications.findOrder(orderId);
    const application = listingOrder && (await this.applications.find(listingOrder.applicationId));
    const money = (await this.orders.money([orderId])).get(orderId);
    if (order === undefined || application === undefined || money === undefined) {
      throw new DomainError("order_not_found");
    }
    const outcome = listingOutcome({
      application: application.state,
      order: order.state,
      tookItsYear: listingOrder?.paidAt !== null,
      money,
    });
    return { application, status: listingPaymentStatus(outcome), outcome };
  }

  /** Whether this browser started the order, or has its owner's link open. */
  private async isHers(orderId: string, { id }: Visitor): Promise<boolean> {
    return id !== undefined && (await this.applications.isOrderOf(orderId, id));
  }
}
