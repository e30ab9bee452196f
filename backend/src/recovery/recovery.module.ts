import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { BookingsModule } from "../bookings/bookings.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { IssuesModule } from "../issues/issues.module.js";
import { ListingsModule } from "../listings/listings.module.js";
import { OperatorModule } from "../operator/operator.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { TemporalModule } from "../platform/temporal/workflow-client.js";
import { StallsModule } from "../stalls/stalls.module.js";
import { LostBookingsService } from "./lost-bookings.service.js";
import { LostHistoryService } from "./lost-history.service.js";
import { LostListingsService } from "./lost-listings.service.js";
import { LostOfflineSalesService } from "./lost-offline-sales.service.js";
import { LostOrdersService } from "./lost-orders.service.js";
import { LostRefundsService } from "./lost-refunds.service.js";
import { LostSaleResolutionsService } from "./lost-sale-resolutions.service.js";
import { LostSalesService } from "./lost-sales.service.js";
import { OutsidePositionsService } from "./outside-positions.service.js";
import { RecoveryController } from "./recovery.controller.js";
import { RecoveryService } from "./recovery.service.js";
import { RestoredSalesService } from "./restored-sales.service.js";
import { RunsOutsideService } from "./runs-outside.service.js";
import { SaleRecoveryService } from "./sale-recovery.service.js";

/** Notices that the database is older than what is known outside, and publishes its position; in every process. */
@Module({
  imports: [IssuesModule, TemporalModule],
  providers: [AuditLogService, OutsidePositionsService, RecoveryService, RunsOutsideService],
  exports: [OutsidePositionsService, RecoveryService, RunsOutsideService],
})
export class RecoveryWatchModule {}

/** Creates lost sales again; for the command and the resolution of an issue. */
@Module({
  imports: [
    BookingsModule,
    InvoicesModule,
    IssuesModule,
    // Registers the subjects of listings' orders, which settlement needs.
    ListingsModule,
    OperatorModule,
    PaymentsModule,
    RecoveryWatchModule,
    StallsModule,
  ],
  providers: [
    LostBookingsService,
    LostHistoryService,
    LostListingsService,
    LostOfflineSalesService,
    LostOrdersService,
    LostRefundsService,
    LostSaleResolutionsService,
    LostSalesService,
    RestoredSalesService,
    SaleRecoveryService,
  ],
  exports: [LostSalesService, RecoveryWatchModule, SaleRecoveryService],
})
export class RecoveryModule {}

/** The recovery on the dashboard; in the api process only. */
@Module({ imports: [AccountsModule, RecoveryWatchModule], controllers: [RecoveryController] })
export class RecoveryApiModule {}
