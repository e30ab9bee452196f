import { Module } from "@nestjs/common";
import { AttentionModule } from "../attention/attention.module.js";
import { AttemptsRepository } from "./attempts.repository.js";
import { CashfreeProvider } from "./cashfree.provider.js";
import { LatePayments } from "./late-payments.service.js";
import { OrderClosing } from "./order-closing.service.js";
import { OrderOpening } from "./order-opening.service.js";
import { OrderReader } from "./order-reading.service.js";
import { OrderRecords } from "./order-records.service.js";
import { OrderSession } from "./order-session.service.js";
import { OrderSubjects } from "./order-subjects.service.js";
import { OrdersRepository } from "./orders.repository.js";
import { OrdersService } from "./orders.service.js";
import { PaymentAttempts } from "./payment-attempts.service.js";
import { PaymentProvider } from "./payment-provider.js";
import { PaymentsRepository } from "./payments.repository.js";
import { RefundDecisions } from "./refund-decisions.service.js";
import { RefundNudges } from "./refund-nudges.service.js";
import { RefundsUnattended } from "./refunds-unattended.service.js";
import { RefundsRepository } from "./refunds.repository.js";
import { RefundsService } from "./refunds.service.js";
import { SettlementEffects } from "./settlement.effects.js";
import { Settlement } from "./settlement.service.js";
import { WebhookHandler, WebhookRefunds } from "./webhook-handler.service.js";
import { WebhookInbox } from "./webhook-inbox.service.js";
import { WebhookController } from "./webhook.controller.js";

/**
 * Payment orders, settling, closing, refunds and the provider's webhooks. What is paid for is known only through
 * {@link OrderSubjects}, where the features that sell register.
 */
@Module({
  imports: [AttentionModule],
  controllers: [WebhookController],
  providers: [
    { provide: PaymentProvider, useClass: CashfreeProvider },
    AttemptsRepository,
    LatePayments,
    OrderClosing,
    OrderOpening,
    OrderReader,
    OrderRecords,
    OrderSession,
    OrderSubjects,
    OrdersRepository,
    OrdersService,
    PaymentAttempts,
    PaymentsRepository,
    RefundDecisions,
    RefundNudges,
    RefundsUnattended,
    RefundsRepository,
    RefundsService,
    Settlement,
    SettlementEffects,
    WebhookHandler,
    WebhookInbox,
    WebhookRefunds,
  ],
  exports: [
    LatePayments,
    RefundsUnattended,
    OrderClosing,
    OrderOpening,
    OrderSession,
    OrderSubjects,
    OrdersService,
    PaymentAttempts,
    RefundsService,
    Settlement,
    WebhookHandler,
    WebhookInbox,
  ],
})
export class PaymentsModule {}
