import { Injectable } from "@nestjs/common";
import type { ClosingFacts } from "@sakhi/workflows/bookings/stall-booking.activities";
import type { ListingStepFacts } from "@sakhi/workflows/listings/listing.activities";
import { OrderClosing } from "../../payments/orders/order-closing.service.js";
import { Database, rows } from "../../platform/database/database.js";
import { ListingPaymentRollback } from "./listing-payment-rollback.service.js";

/** The end of a listing's payment without money, as the workflow and the sweep ask for it. */
@Injectable()
export class UnpaidListingPayments {
  constructor(
    private readonly database: Database,
    private readonly closing: OrderClosing,
    private readonly back: ListingPaymentRollback,
  ) {}

  /** Lets an order go once it is closed: final at the provider, without money. */
  end(applicationId: string, orderId: string): Promise<ListingStepFacts> {
    return this.database.transaction(async (tx) => {
      const done = await this.back.ended(tx, applicationId, orderId);
      const [clock] = await rows<{ at: Date }>(tx, "SELECT clock_timestamp() AS at");
      return { done, at: (clock?.at ?? new Date()).toISOString() };
    });
  }

  /**
   * One step towards the end of a payment whose window is over: closes the order, then lets it go.
   *
   * @returns the step, and whether the payment has come to its end with it
   */
  async close({
    applicationId,
    orderId,
  }: {
    readonly applicationId: string;
    readonly orderId: string;
  }): Promise<{ readonly closing: ClosingFacts; readonly ended: boolean }> {
    const closing = await this.closing.closePaymentOrder(orderId, "sweep");
    if (closing.step === "closed") await this.end(applicationId, orderId);
    const paid = closing.step === "paid" && closing.recheckInMs === undefined;
    return { closing, ended: closing.step === "closed" || paid };
  }
}
