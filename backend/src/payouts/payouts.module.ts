import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { IssuesModule } from "../issues/issues.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { PayoutComparisonService } from "./payout-comparison.service.js";
import { PayoutReadingsService } from "./payout-readings.service.js";
import { PayoutsController } from "./payouts.controller.js";
import { PayoutsService } from "./payouts.service.js";

/** Reading what the provider paid out, and comparing it. */
@Module({
  imports: [IssuesModule, PaymentsModule],
  providers: [PayoutComparisonService, PayoutReadingsService],
  exports: [PayoutComparisonService, PayoutReadingsService],
})
export class PayoutReadingsModule {}

/** The same with what administrators see of it. */
@Module({
  imports: [AccountsModule, EventFactsModule, PayoutReadingsModule],
  controllers: [PayoutsController],
  providers: [PayoutsService],
})
export class PayoutsModule {}
