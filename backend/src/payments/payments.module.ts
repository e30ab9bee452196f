import { Module } from "@nestjs/common";
import { IssuesModule } from "../issues/issues.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { IssueRefunds } from "./refunds/issue-refunds.service.js";
import { AttemptsRepository } from "./orders/attempts.repository.js";
import { CheckoutResponse } from "./orders/checkout-response.service.js";
import { CashfreeProvider } from "./provider/cashfree.provider.js";
import { LatePayments } from "./settlement/late-payments.service.js";
import { OrderClosing } from "./orders/order-closing.service.js";
import { OrderMoneyRepository } from "./orders/order-money.repository.js";
import { OrderLedgers } from "./refunds/order-ledgers.repository.js";
import { OrderOpening } from "./orders/order-opening.service.js";
import { OrderReader } from "./orders/order-reading.service.js";
import { OrderRecords } from "./orders/order-records.service.js";
import { OrderRequests } from "./orders/order-requests.service.js";
import { OrderSession } from "./orders/order-session.service.js";
import { OrderSubjects } from "./orders/order-subjects.service.js";
import { OrdersRepository } from "./orders/orders.repository.js";
import { OrdersService } from "./orders/orders.service.js";
import { PaymentAttempts } from "./orders/payment-attempts.service.js";
import { PaymentProvider } from "./provider/payment-provider.js";
import { PaymentsRepository } from "./settlement/payments.repository.js";
import { OfflinePayments } from "./settlement/offline-payments.service.js";
import { OperatorRefunds } from "./refunds/operator-refunds.service.js";
import { ProviderRefunds } from "./refunds/provider-refunds.service.js";
import { RefundDecisions } from "./refunds/refund-decisions.service.js";
import { RefundEnds } from "./refunds/refund-ends.service.js";
import { RefundNudges } from "./refunds/refund-nudges.service.js";
import { RefundRecovery } from "./refunds/refunds-recovery.service.js";
import { RefundsRepository } from "./refunds/refunds.repository.js";
import { RefundsService } from "./refunds/refunds.service.js";
import { SaleCredits } from "./refunds/sale-credits.service.js";
import { SettlementEffects } from "./settlement/settlement.effects.js";
import { ReturnPage } from "./settlement/return-page.service.js";
import { Settlement } from "./settlement/settlement.service.js";
import { WebhookHandler, WebhookRefunds } from "./webhooks/webhook-handler.service.js";
import { WebhookInbox } from "./webhooks/webhook-inbox.service.js";
import { WebhookController } from "./webhooks/webhook.controller.js";

/**
 * Payment orders, settling, closing, refunds and the provider's webhooks. What is paid for is known only through
 * {@link OrderSubjects}, where the features that sell register.
 */
@Module({
  imports: [IssuesModule, InvoicesModule],
  controllers: [WebhookController],
  providers: [
    { provide: PaymentProvider, useClass: CashfreeProvider },
    AttemptsRepository,
    IssueRefunds,
    CheckoutResponse,
    LatePayments,
    OperatorRefunds,
    OfflinePayments,
    OrderClosing,
    OrderMoneyRepository,
    OrderLedgers,
    OrderOpening,
    OrderReader,
    OrderRecords,
    OrderRequests,
    OrderSession,
    OrderSubjects,
    OrdersRepository,
    OrdersService,
    PaymentAttempts,
    PaymentsRepository,
    ProviderRefunds,
    RefundDecisions,
    RefundEnds,
    RefundNudges,
    RefundRecovery,
    RefundsRepository,
    RefundsService,
    ReturnPage,
    SaleCredits,
    Settlement,
    SettlementEffects,
    WebhookHandler,
    WebhookInbox,
    WebhookRefunds,
  ],
  exports: [
    IssueRefunds,
    CheckoutResponse,
    LatePayments,
    OperatorRefunds,
    OfflinePayments,
    RefundRecovery,
    OrderClosing,
    OrderOpening,
    OrderRequests,
    OrderSession,
    OrderSubjects,
    OrdersService,
    PaymentAttempts,
    RefundsService,
    ReturnPage,
    Settlement,
    WebhookHandler,
    WebhookInbox,
  ],
})
export class PaymentsModule {}
