import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { AttentionModule } from "../issues/attention.module.js";
import { BookingsModule } from "../bookings/bookings.module.js";
import { OrganiserModule } from "../operator/organiser.module.js";
import { EnquiriesModule } from "../enquiries/enquiries.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { ListingsModule } from "../listings/listings.module.js";
import { MailModule } from "../mail/mail.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { OutboxRepository } from "../platform/outbox/outbox.repository.js";
import { QueueHealth } from "../platform/queue/queue-health.js";
import { TemporalModule } from "../platform/temporal/temporal.module.js";
import { StallsModule } from "../stalls/stalls.module.js";
import { AttentionController } from "../ops/attention.controller.js";
import { RemedyEffects } from "../ops/remedy-effects.service.js";
import { AttentionInbox } from "../ops/attention-inbox.service.js";
import { ProviderQuestions } from "../ops/provider-questions.service.js";
import { Remedies } from "../ops/remedies.service.js";
import { RemedyDeeds } from "../ops/remedy-deeds.service.js";
import { WorkflowRestarts } from "../ops/workflow-restarts.service.js";
import { AuditController } from "./audit.controller.js";
import { AdminBookingsController } from "./admin-bookings.controller.js";
import { BookingDetails } from "./booking-details.service.js";
import { BookingPapers } from "./booking-papers.repository.js";
import { AdminEnquiriesController } from "./admin-enquiries.controller.js";
import { EnquiriesDesk } from "./enquiries-desk.service.js";
import { ErrandsController } from "../operator/document-actions.controller.js";
import { Errands } from "../operator/document-actions.service.js";
import { FiguresController } from "./figures.controller.js";
import { Figures } from "./figures.service.js";
import { OperationsController } from "../ops/operations.controller.js";
import { Operations } from "../ops/operations.service.js";
import { RegistrationsController } from "./registrations.controller.js";
import { RegistrationsExport } from "./registrations-export.service.js";
import { RegistrationsList } from "./registrations-list.service.js";
import { RegistrationsRepository } from "./registrations.repository.js";
import { AdminStallsController } from "./admin-stalls.controller.js";
import { Plan } from "./plan.service.js";
import { StallStories } from "./stall-stories.service.js";
import { PaymentLabels } from "./payment-labels.service.js";
import { TemporalLinks } from "./temporal-links.service.js";

/** The inbox of what needs a person, and what can be done about it. */
const ATTENTION = [
  AttentionInbox,
  RemedyEffects,
  ProviderQuestions,
  Remedies,
  RemedyDeeds,
  WorkflowRestarts,
  OutboxRepository,
];

/** What administrators read. */
const READING = [
  BookingDetails,
  BookingPapers,
  Figures,
  Operations,
  PaymentLabels,
  Plan,
  QueueHealth,
  RegistrationsExport,
  RegistrationsList,
  RegistrationsRepository,
  StallStories,
  TemporalLinks,
];

/** What administrators read, and what they do about matters, mails and enquiries. */
@Module({
  imports: [
    AccountsModule,
    AttentionModule,
    BookingsModule,
    EnquiriesModule,
    InvoicesModule,
    ListingsModule,
    MailModule,
    OrganiserModule,
    PaymentsModule,
    StallsModule,
    TemporalModule,
  ],
  controllers: [
    AdminBookingsController,
    AdminEnquiriesController,
    AdminStallsController,
    AttentionController,
    AuditController,
    ErrandsController,
    FiguresController,
    OperationsController,
    RegistrationsController,
  ],
  providers: [...ATTENTION, ...READING, EnquiriesDesk, Errands],
})
export class AdminModule {}
