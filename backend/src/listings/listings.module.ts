import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { BookingsModule } from "../bookings/bookings.module.js";
import { BrandsModule } from "../brands/brands.module.js";
import { CatalogueRecordsModule } from "../catalogue/catalogue-records.module.js";
import { OurNamesModule } from "../catalogue/our-names.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { OutgoingEventsModule } from "../integrations/integrations.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { IssuesModule } from "../issues/issues.module.js";
import { MailModule } from "../mail/mail.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { WhatsappModule } from "../whatsapp/whatsapp.module.js";
import { ApplicationsController, ClaimsController } from "./applications.controller.js";
import { ApplicationsRepository } from "./applications.repository.js";
import { ApplicationsService } from "./applications.service.js";
import { EndedLinksService } from "./ended-links.service.js";
import { ListingAddressesService } from "./listing-addresses.service.js";
import { ListingApprovalsService } from "./listing-approvals.service.js";
import { ListingClaimsService } from "./listing-claims.service.js";
import { ListingCorrectionsService } from "./listing-corrections.service.js";
import { ListingHistoryService } from "./listing-history.service.js";
import { ListingLanguagesService } from "./listing-languages.service.js";
import { ListingLifecycleService } from "./listing-lifecycle.service.js";
import { ListingMailsService } from "./listing-mails.service.js";
import { ListingOrderSubject } from "./listing-order-subject.js";
import { ListingPaymentStatusService } from "./listing-payment-status.service.js";
import { ListingPaymentsController } from "./listing-payments.controller.js";
import { ListingPaymentsService } from "./listing-payments.service.js";
import { ListingResolutionsService } from "./listing-resolutions.service.js";
import { ListingSalesService } from "./listing-sales.service.js";
import { ListingSweepService } from "./listing-sweep.service.js";
import { ListingWithdrawalsService } from "./listing-withdrawals.service.js";
import { ListingYearsService } from "./listing-years.service.js";
import { PublicationsService } from "./publications.service.js";
import { RenewalsService } from "./renewals.service.js";
import { ReviewReadsService } from "./review-reads.service.js";
import { ReviewController } from "./review.controller.js";
import { ReviewService } from "./review.service.js";

/** Applications to be listed, and the year a listing is live. */
@Module({
  imports: [
    OurNamesModule,
    CatalogueRecordsModule,
    AccountsModule,
    EventFactsModule,
    IssuesModule,
    InvoicesModule,
    BookingsModule,
    BrandsModule,
    MailModule,
    OutgoingEventsModule,
    PaymentsModule,
    RateLimitsModule,
    WhatsappModule,
  ],
  controllers: [ApplicationsController, ClaimsController, ListingPaymentsController, ReviewController],
  providers: [
    ApplicationsRepository,
    ApplicationsService,
    EndedLinksService,
    ListingAddressesService,
    ListingApprovalsService,
    ListingClaimsService,
    ListingCorrectionsService,
    ListingHistoryService,
    ListingLanguagesService,
    ListingLifecycleService,
    ListingMailsService,
    ListingOrderSubject,
    ListingPaymentsService,
    ListingPaymentStatusService,
    ListingResolutionsService,
    ListingSalesService,
    ListingSweepService,
    ListingWithdrawalsService,
    ListingYearsService,
    PublicationsService,
    RenewalsService,
    ReviewReadsService,
    ReviewService,
  ],
  exports: [
    ApplicationsService,
    EndedLinksService,
    ListingAddressesService,
    ListingClaimsService,
    ListingLanguagesService,
    ListingLifecycleService,
    ListingPaymentsService,
    ListingSweepService,
    ListingWithdrawalsService,
    PublicationsService,
    RenewalsService,
  ],
})
export class ListingsModule {}
