import { type DynamicModule, Module } from "@nestjs/common";
import type { StallBookingActivities } from "@sakhi/workflows/bookings/stall-booking.activities";
import type { EventCancellationActivities } from "@sakhi/workflows/events/event-cancellation.activities";
import type { ListingActivities } from "@sakhi/workflows/listings/listing.activities";
import type { StallMoveActivities } from "@sakhi/workflows/moves/stall-move.activities";
import type { LatePaymentActivities } from "@sakhi/workflows/payments/late-payment.activities";
import type { RefundActivities } from "@sakhi/workflows/payments/refund.activities";
import type { WaitingListActivities } from "@sakhi/workflows/waiting/waiting-list.activities";
import type { DataSource } from "typeorm";
import { BookingActivities } from "./bookings/booking.activities.js";
import { BookingsModule } from "./bookings/bookings.module.js";
import { CancellationsModule } from "./cancellations/cancellations.module.js";
import { EventRefundsService } from "./cancellations/event-refunds.service.js";
import { ENTITIES } from "./entities.js";
import { ListingLifecycleService } from "./listings/listing-lifecycle.service.js";
import { ListingsModule } from "./listings/listings.module.js";
import { MovesModule } from "./moves/moves.module.js";
import type { StallMoveLifecycleService } from "./moves/stall-move-lifecycle.service.js";
import { PaymentActivities } from "./payments/payment.activities.js";
import { PaymentsModule } from "./payments/payments.module.js";
import type { Config } from "./platform/config/config.js";
import { ProcessReportsModule } from "./platform/metrics/process-reports.js";
import { PlatformModule } from "./platform/platform.module.js";
import { WaitingOffersModule } from "./waiting-list/waiting-list.module.js";
import type { WaitingOffersService } from "./waiting-list/waiting-offers.service.js";

/** The activities of all workflows. */
type Activities = StallBookingActivities &
  ListingActivities &
  LatePaymentActivities &
  RefundActivities &
  EventCancellationActivities &
  WaitingListActivities &
  StallMoveActivities;

/** The orchestrator process: runs workflows and their activities. */
@Module({})
export class OrchestratorModule {
  static with(config: Config, source?: DataSource): DynamicModule {
    return {
      module: OrchestratorModule,
      imports: [
        PlatformModule.with(config, source ?? ENTITIES),
        ProcessReportsModule.as("orchestrator"),
        BookingsModule,
        CancellationsModule,
        ListingsModule,
        MovesModule,
        PaymentsModule,
        WaitingOffersModule,
      ],
      providers: [PaymentActivities],
    };
  }
}

/** The activities as plain functions, as a Temporal worker requires; the type keeps the list complete. */
export function activitiesOf(
  bookings: BookingActivities,
  listings: ListingLifecycleService,
  payments: PaymentActivities,
  eventRefunds: EventRefundsService,
  waitingOffers: WaitingOffersService,
  stallMoves: StallMoveLifecycleService,
): Activities {
  return {
    lookUpBooking: (...args) => bookings.lookUpBooking(...args),
    releaseExpiredHold: (...args) => bookings.releaseExpiredHold(...args),
    settlePayment: (...args) => bookings.settlePayment(...args),
    closePaymentOrder: (...args) => bookings.closePaymentOrder(...args),
    releaseUnpaidStall: (...args) => bookings.releaseUnpaidStall(...args),
    lookUpApplication: (...args) => listings.lookUpApplication(...args),
    settleListingPayment: (...args) => listings.settleListingPayment(...args),
    closeListingPayment: (...args) => listings.closeListingPayment(...args),
    endUnpaidListingPayment: (...args) => listings.endUnpaidListingPayment(...args),
    lapseApplication: (...args) => listings.lapseApplication(...args),
    remindReviewer: (...args) => listings.remindReviewer(...args),
    remindOwner: (...args) => listings.remindOwner(...args),
    expireListing: (...args) => listings.expireListing(...args),
    checkForLateMoney: (...args) => payments.checkForLateMoney(...args),
    requestRefund: (...args) => payments.requestRefund(...args),
    checkRefund: (...args) => payments.checkRefund(...args),
    reportStuckRefund: (...args) => payments.reportStuckRefund(...args),
    refundEventBookings: (...args) => eventRefunds.refundEventBookings(...args),
    completeEventCancellation: (...args) => eventRefunds.completeEventCancellation(...args),
    offerFreedStalls: (...args) => waitingOffers.offerFreedStalls(...args),
    checkStallMove: (...args) => stallMoves.checkStallMove(...args),
  };
}
