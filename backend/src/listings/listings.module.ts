import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { IssuesModule } from "../issues/issues.module.js";
import { ListingOffersModule } from "../bookings/listing-offers.module.js";
import { CatalogueModule } from "../catalogue/catalogue.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { MailModule } from "../mail/mail.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.module.js";
import { ApplicationsController } from "./applications/applications.controller.js";
import { ApplicationsRepository } from "./applications/applications.repository.js";
import { FreeApplications } from "./applications/free-applications.service.js";
import { ClaimTransaction } from "./claims/claim.transaction.js";
import { ClaimsController } from "./claims/claims.controller.js";
import { ClaimsService } from "./claims/claims.service.js";
import { ListingOrdersRepository } from "./payment/listing-orders.repository.js";
import { ListingPaymentRollback } from "./payment/listing-payment-rollback.service.js";
import { ListingPaymentNotifications } from "./payment/listing-payment-notifications.service.js";
import { ListingPaymentController } from "./payment/listing-payment.controller.js";
import { ListingPaymentInitiate } from "./payment/listing-payment-initiate.service.js";
import { ListingPaymentStanding } from "./payment/listing-payment-status.service.js";
import { ListingPaymentStart } from "./payment/listing-payment-start.service.js";
import { ListingPaymentSubject } from "./payment/listing-payment-subject.service.js";
import { ListingPayments } from "./payment/listing-payments.service.js";
import { ListingSale } from "./payment/listing-sale.service.js";
import { ListingYears } from "./payment/listing-years.service.js";
import { MockListingPayments } from "./payment/mock-listing-payments.service.js";
import { PaidApplications } from "./payment/paid-applications.service.js";
import { PaidEventPublisher } from "./payment/paid-event-publisher.service.js";
import { UnpaidListingPayments } from "./payment/unpaid-listing-payments.service.js";
import { PublicationsRepository } from "./publication/publications.repository.js";
import { Publications } from "./publication/publications.service.js";
import { RenewalLinks } from "./renewal/renewal-links.service.js";
import { RenewalPayments } from "./renewal/renewal-payments.service.js";
import { Renewals } from "./renewal/renewals.service.js";
import { ApplicationApproval } from "./review/application-approval.service.js";
import { ApplicationDecisions } from "./review/application-decisions.service.js";
import { ApplicationRejection } from "./review/application-rejection.service.js";
import { ListingRefunds } from "./review/listing-refunds.service.js";
import { ListingWithdrawal } from "./review/listing-withdrawal.service.js";
import { ReviewController } from "./review/review.controller.js";
import { ReviewDetailsRepository } from "./review/review-details.repository.js";
import { ReviewListRepository } from "./review/review-list.repository.js";
import { ReviewReading } from "./review/review-reading.service.js";
import { Review } from "./review/review.service.js";
import { ListingEvents } from "./lifecycle/listing-events.service.js";
import { ListingFactsService } from "./lifecycle/listing-facts.service.js";
import { ListingMails } from "./lifecycle/listing-mails.service.js";
import { ListingEventPublisher } from "./lifecycle/listing-event-publisher.service.js";
import { ListingReminders } from "./lifecycle/listing-reminders.service.js";
import { ListingRecovery } from "./lifecycle/listings-recovery.service.js";
import { UnpaidApplications } from "./lifecycle/unpaid-applications.service.js";

/** Handing in: joining for nothing, and claiming a stall's free listing. */
const APPLYING = [ApplicationsRepository, FreeApplications, ClaimTransaction, ClaimsService];

/** Paying for a year, and the end of a payment without money. */
const PAYING = [
  ListingOrdersRepository,
  ListingPaymentStart,
  ListingPaymentInitiate,
  PaidApplications,
  MockListingPayments,
  ListingPaymentStanding,
  ListingYears,
  PaidEventPublisher,
  ListingSale,
  ListingPaymentNotifications,
  ListingPaymentRollback,
  ListingPaymentSubject,
  ListingPayments,
  UnpaidListingPayments,
  RenewalLinks,
  RenewalPayments,
  Renewals,
];

/** The administrator's decisions, and the public site. */
const REVIEWING = [
  PublicationsRepository,
  Publications,
  ApplicationApproval,
  ApplicationRejection,
  ListingRefunds,
  ListingWithdrawal,
  ApplicationDecisions,
  Review,
  ReviewListRepository,
  ReviewDetailsRepository,
  ReviewReading,
];

/** What is known of an application, and told of it. */
const RECORDING = [
  ListingEvents,
  ListingEventPublisher,
  ListingMails,
  ListingFactsService,
  ListingReminders,
  ListingRecovery,
  UnpaidApplications,
];

/** Applications to be listed, and the year a listing lives. */
@Module({
  imports: [
    AccountsModule,
    IssuesModule,
    CatalogueModule,
    InvoicesModule,
    ListingOffersModule,
    MailModule,
    PaymentsModule,
    RateLimitsModule,
  ],
  controllers: [ApplicationsController, ClaimsController, ListingPaymentController, ReviewController],
  providers: [...APPLYING, ...PAYING, ...REVIEWING, ...RECORDING],
  exports: [
    ListingFactsService,
    ListingPayments,
    ListingReminders,
    ListingRecovery,
    ListingWithdrawal,
    UnpaidApplications,
    UnpaidListingPayments,
  ],
})
export class ListingsModule {}
