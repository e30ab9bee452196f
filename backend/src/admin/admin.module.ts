import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { StallsModule } from "../stalls/stalls.module.js";
import { AttentionController } from "./attention/attention.controller.js";
import { AttentionInbox } from "./attention/attention-inbox.service.js";
import { Remedies } from "./attention/remedies.service.js";
import { AuditController } from "./audit/audit.controller.js";
import { AdminBookingsController } from "./bookings/admin-bookings.controller.js";
import { BookingPapers } from "./bookings/booking-papers.repository.js";
import { BookingDetails } from "./bookings/booking-details.service.js";
import { AdminEnquiriesController } from "./enquiries/admin-enquiries.controller.js";
import { EnquiriesDesk } from "./enquiries/enquiries-desk.service.js";
import { ErrandsController } from "./errands/errands.controller.js";
import { Errands } from "./errands/errands.service.js";
import { FiguresController } from "./figures/figures.controller.js";
import { Figures } from "./figures/figures.service.js";
import { OperationsController } from "./operations/operations.controller.js";
import { Operations } from "./operations/operations.service.js";
import { RegistrationsController } from "./registrations/registrations.controller.js";
import { RegistrationsExport } from "./registrations/registrations-export.service.js";
import { RegistrationsRepository } from "./registrations/registrations.repository.js";
import { RegistrationsList } from "./registrations/registrations-list.service.js";
import { AdminStallsController } from "./stalls/admin-stalls.controller.js";
import { Plan } from "./stalls/plan.service.js";
import { TemporalLinks } from "./temporal-links.service.js";
import { StallStories } from "./stalls/stall-stories.service.js";

/** What administrators read, and what they do about matters, mails and enquiries. */
@Module({
  imports: [AccountsModule, StallsModule],
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
  providers: [
    AttentionInbox,
    BookingDetails,
    BookingPapers,
    EnquiriesDesk,
    Errands,
    Figures,
    Operations,
    Plan,
    RegistrationsExport,
    RegistrationsList,
    RegistrationsRepository,
    Remedies,
    StallStories,
    TemporalLinks,
  ],
})
export class AdminModule {}
