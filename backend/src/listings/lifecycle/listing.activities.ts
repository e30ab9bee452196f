import { Injectable } from "@nestjs/common";
import type { ClosingFacts, SettlementFacts } from "@sakhi/workflows/bookings/stall-booking.activities";
import type {
  ListingActivities,
  ListingDurations,
  ListingFacts,
  ListingStepFacts,
} from "@sakhi/workflows/listings/listing.activities";
import { OrderClosing } from "../../payments/orders/order-closing.service.js";
import { Settlement } from "../../payments/settlement/settlement.service.js";
import { UnpaidListingPayments } from "../payment/unpaid-listing-payments.service.js";
import { ListingFactsService } from "./listing-facts.service.js";
import { ListingReminders } from "./listing-reminders.service.js";
import { UnpaidApplications } from "./unpaid-applications.service.js";

/** What an application's workflow has done for it: the same services that everybody else uses. */
@Injectable()
export class ListingWorkflowActivities implements ListingActivities {
  constructor(
    private readonly facts: ListingFactsService,
    private readonly settlement: Settlement,
    private readonly closing: OrderClosing,
    private readonly unpaid: UnpaidListingPayments,
    private readonly reminders: ListingReminders,
    private readonly lapsing: UnpaidApplications,
  ) {}

  lookUpApplication(
    applicationId: string,
    afterEvent: string,
    durations: ListingDurations,
  ): Promise<ListingFacts> {
    return this.facts.lookUp(applicationId, afterEvent, durations);
  }

  settleListingPayment(orderId: string): Promise<SettlementFacts> {
    return this.settlement.settleOrder(orderId, "workflow");
  }

  closeListingPayment(orderId: string): Promise<ClosingFacts> {
    return this.closing.closePaymentOrder(orderId, "workflow");
  }

  endUnpaidListingPayment(applicationId: string, orderId: string): Promise<ListingStepFacts> {
    return this.unpaid.end(applicationId, orderId);
  }

  lapseApplication(applicationId: string, durations: ListingDurations): Promise<ListingStepFacts> {
    return this.lapsing.lapse(applicationId, durations);
  }

  remindReviewer(applicationId: string, durations: ListingDurations): Promise<ListingStepFacts> {
    return this.reminders.remindReviewer(applicationId, durations);
  }

  remindOwner(
    applicationId: string,
    which: "first" | "last",
    durations: ListingDurations,
  ): Promise<ListingStepFacts> {
    return this.reminders.remindOwner(applicationId, which, durations);
  }

  expireListing(applicationId: string): Promise<ListingStepFacts> {
    return this.reminders.expire(applicationId);
  }
}
