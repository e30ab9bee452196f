import { Module } from "@nestjs/common";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { IssuesModule } from "../issues/issues.module.js";
import { MailModule } from "../mail/mail.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { DisputesService } from "./disputes.service.js";
import { OperatorRefundsService } from "./operator-refunds.service.js";
import { OrderClosingService } from "./order-closing.service.js";
import { OrderOpeningService } from "./order-opening.service.js";
import { OrderPaymentService } from "./order-payment.service.js";
import { OrdersRepository } from "./orders.repository.js";
import { OrdersService } from "./orders.service.js";
import { PaymentResolutionsService } from "./payment-resolutions.service.js";
import { PaymentReturnService } from "./payment-return.service.js";
import { PaymentsSweepService } from "./payments-sweep.service.js";
import { PaymentsRepository } from "./payments.repository.js";
import { CashfreeProvider } from "./provider/cashfree.provider.js";
import { PaymentProvider } from "./provider/payment-provider.js";
import { RefundRecordsService } from "./refund-records.service.js";
import { RefundsRepository } from "./refunds.repository.js";
import { RefundsService } from "./refunds.service.js";
import { SettlementService } from "./settlement.service.js";
import { UnknownOrdersService } from "./unknown-orders.service.js";
import { WebhookController } from "./webhooks.controller.js";
import { WebhooksService } from "./webhooks.service.js";

/** Services exported to other features. */
const SERVICES = [
  DisputesService,
  OperatorRefundsService,
  OrderClosingService,
  OrderOpeningService,
  OrderPaymentService,
  OrdersService,
  PaymentReturnService,
  PaymentsSweepService,
  RefundsService,
  SettlementService,
  UnknownOrdersService,
  WebhooksService,
];

/**
 * Payment orders, settlement, refunds and the provider's webhooks. Dependencies: orders ← opening and refund records ←
 * settlement ← refunds, closing, payment, its return and webhooks; disputes ← webhooks. Features that sell register an `OrderSubject`
 * with OrdersService.
 */
@Module({
  imports: [IssuesModule, InvoicesModule, MailModule, RateLimitsModule],
  controllers: [WebhookController],
  providers: [
    { provide: PaymentProvider, useClass: CashfreeProvider },
    OrdersRepository,
    PaymentsRepository,
    RefundsRepository,
    RefundRecordsService,
    PaymentResolutionsService,
    ...SERVICES,
  ],
  exports: [...SERVICES, PaymentProvider],
})
export class PaymentsModule {}
