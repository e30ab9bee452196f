import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { AttentionModule } from "../ops/issues/attention.module.js";
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
import { AttentionController } from "../ops/issues/attention.controller.js";
import { RemedyEffects } from "../ops/issues/remedy-effects.service.js";
import { AttentionInbox } from "../ops/issues/attention-inbox.service.js";
import { ProviderQuestions } from "../ops/issues/provider-questions.service.js";
import { Remedies } from "../ops/issues/remedies.service.js";
import { RemedyDeeds } from "../ops/issues/remedy-deeds.service.js";
import { WorkflowRestarts } from "../ops/issues/workflow-restarts.service.js";
import { AuditController } from "./audit/audit.controller.js";
import { AdminBookingsController } from "./bookings/admin-bookings.controller.js";
import { BookingDetails } from "./bookings/booking-details.service.js";
import { BookingPapers } from "./bookings/booking-papers.repository.js";
import { AdminEnquiriesController } from "./enquiries/admin-enquiries.controller.js";
import { EnquiriesDesk } from "./enquiries/enquiries-desk.service.js";
import { ErrandsController } from "../listings/tasks/errands.controller.js";
import { Errands } from "../listings/tasks/errands.service.js";
import { FiguresController } from "./figures/figures.controller.js";
import { Figures } from "./figures/figures.service.js";
import { OperationsController } from "../ops/status/operations.controller.js";
import { Operations } from "../ops/status/operations.service.js";
import { RegistrationsController } from "./registrations/registrations.controller.js";
import { RegistrationsExport } from "./registrations/registrations-export.service.js";
import { RegistrationsList } from "./registrations/registrations-list.service.js";
import { RegistrationsRepository } from "./registrations/registrations.repository.js";
import { AdminStallsController } from "./stalls/admin-stalls.controller.js";
import { Plan } from "./stalls/plan.service.js";
import { StallStories } from "./stalls/stall-stories.service.js";
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
