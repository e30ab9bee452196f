import { Module } from "@nestjs/common";
import { AttentionModule } from "../issues/attention.module.js";
import { BookingsModule } from "../bookings/bookings.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { ListingsModule } from "../listings/listings.module.js";
import { MailModule } from "../mail/mail.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { TemporalModule } from "../platform/temporal/temporal.module.js";
import { SweepErrands } from "./sweep.errands.js";
import { SweepLock } from "./sweep.lock.js";
import { SweepMoney } from "./sweep.money.js";
import { SweepOverdue } from "./sweep.overdue.js";
import { Sweep } from "./sweep.service.js";
import { SweepWebhooks } from "./sweep.webhooks.js";
import { SweepWorkflowTroubles } from "./sweep.workflow-troubles.js";
import { SweepWorkflows } from "./sweep.workflows.js";

/** The net under everything; its minute timer runs in the jobs process. */
@Module({
  imports: [
    AttentionModule,
    BookingsModule,
    ListingsModule,
    PaymentsModule,
    InvoicesModule,
    MailModule,
    TemporalModule,
  ],
  providers: [
    Sweep,
    SweepErrands,
    SweepLock,
    SweepMoney,
    SweepOverdue,
    SweepWebhooks,
    SweepWorkflows,
    SweepWorkflowTroubles,
  ],
  exports: [Sweep],
})
export class SweepModule {}
