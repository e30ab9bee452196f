import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { BookingsModule } from "../bookings/bookings.module.js";
import { EnquiriesModule } from "../enquiries/enquiries.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { ListingsModule } from "../listings/listings.module.js";
import { MailModule } from "../mail/mail.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { TemporalModule } from "../platform/temporal/workflow-client.js";
import { StallsModule } from "../stalls/stalls.module.js";
import { AuditController } from "./audit.controller.js";
import { AdminBookingsController } from "./admin-bookings.controller.js";
import { BookingDetails } from "./booking-details.service.js";
import { BookingDocuments } from "./booking-documents.repository.js";
import { AdminEnquiriesController } from "./admin-enquiries.controller.js";
import { AdminEnquiriesService } from "./admin-enquiries.service.js";
import { FiguresController } from "./figures.controller.js";
import { FiguresService } from "./figures.service.js";
import { RegistrationsController } from "./registrations.controller.js";
import { RegistrationsExport } from "./registrations-export.service.js";
import { RegistrationsList } from "./registrations-list.service.js";
import { RegistrationsRepository } from "./registrations.repository.js";
import { AdminStallsController } from "./admin-stalls.controller.js";
import { Plan } from "./plan.service.js";
import { StallHistoriesService } from "./stall-histories.service.js";
import { PaymentLabels } from "./payment-labels.service.js";
import { TemporalLinks } from "./temporal-links.service.js";

/** What administrators read. */
const READING = [
  BookingDetails,
  BookingDocuments,
  FiguresService,
  PaymentLabels,
  Plan,
  RegistrationsExport,
  RegistrationsList,
  RegistrationsRepository,
  StallHistoriesService,
  TemporalLinks,
];

/** What administrators read, and what they do about matters, mails and enquiries. */
@Module({
  imports: [
    AccountsModule,
    BookingsModule,
    EnquiriesModule,
    InvoicesModule,
    ListingsModule,
    MailModule,
    PaymentsModule,
    StallsModule,
    TemporalModule,
  ],
  controllers: [
    AdminBookingsController,
    AdminEnquiriesController,
    AdminStallsController,
    AuditController,
    FiguresController,
    RegistrationsController,
  ],
  providers: [...READING, AdminEnquiriesService],
})
export class AdminModule {}
