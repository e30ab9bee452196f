import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { listingOutcome, listingPaymentStatus } from "@sakhi/domain/listings/listing-outcome";
import { OrderPaymentService } from "../payments/order-payment.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { UnknownOrdersService } from "../payments/unknown-orders.service.js";
import { ApplicationsRepository } from "./applications.repository.js";
import { listingOutcomeResponse, type ListingPaymentStatusResponse } from "./listings.response.js";

/** The status of a payment for a year of a listing, for its payer. */
@Injectable()
export class ListingPaymentStatusService {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly orders: OrdersService,
    private readonly orderPayment: OrderPaymentService,
    private readonly unknownOrders: UnknownOrdersService,
  ) {}

  /**
   * Status of an order's payment, first or renewal; see {@link OrderPaymentService.status}.
   *
   * @throws DomainError like {@link UnknownOrdersService.explaining} for an order that is not in our records
   */
  status(orderId: string): Promise<ListingPaymentStatusResponse> {
    return this.unknownOrders.explaining(orderId, () => this.statusOf(orderId));
  }

  private async statusOf(orderId: string): Promise<ListingPaymentStatusResponse> {
    if ((await this.applications.findOrder(orderId)) === undefined) throw new DomainError("order_not_found");
    return this.orderPayment.status(orderId, async () => {
      const order = await this.orders.find(orderId);
      const listingOrder = await this.applications.findOrder(orderId);
      const application = listingOrder && (await this.applications.find(listingOrder.applicationId));
      const money = (await this.orders.money([orderId])).get(orderId);
      if (order === undefined || application === undefined || money === undefined) {
        throw new DomainError("order_not_found");
      }
      const known = listingOutcome({
        application: application.state,
        order: order.state,
        tookItsYear: listingOrder?.paidAt !== null,
        money,
      });
      const { brandName, fullName } = application;
      return {
        status: listingPaymentStatus(known),
        outcome: known,
        respond: (status, outcome) => ({
          status,
          orderId,
          brandName,
          fullName,
          submissionType: "paid_listing",
          outcome: listingOutcomeResponse(outcome),
        }),
      };
    });
  }
}
