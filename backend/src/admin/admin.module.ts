import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { BookingsModule } from "../bookings/bookings.module.js";
import { BrandsModule } from "../brands/brands.module.js";
import { EnquiriesModule } from "../enquiries/enquiries.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { GateModule } from "../gate/gate.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { MailModule } from "../mail/mail.module.js";
import { PapersModule } from "../papers/papers.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { PlansModule, StallsModule } from "../stalls/stalls.module.js";
import { WhatsappModule } from "../whatsapp/whatsapp.module.js";
import { AccountsExportController } from "./accounts-export.controller.js";
import { AccountsExportService } from "./accounts-export.service.js";
import { AdminBookingsController } from "./admin-bookings.controller.js";
import { AdminEnquiriesController } from "./admin-enquiries.controller.js";
import { AdminStallsController } from "./admin-stalls.controller.js";
import { AuditExportService } from "./audit-export.service.js";
import { AuditController } from "./audit.controller.js";
import { BookingPostService } from "./booking-post.service.js";
import { BookingsListController } from "./bookings-list.controller.js";
import { BookingsListService } from "./bookings-list.service.js";
import { MoneyController } from "./money.controller.js";
import { MoneyService } from "./money.service.js";
import { OverviewController } from "./overview.controller.js";
import { PapersListService } from "./papers-list.service.js";
import { PapersAdminController } from "./papers.controller.js";
import { PresenceController } from "./presence.controller.js";
import { PresenceService } from "./presence.service.js";
import { PrinterService } from "./prints/printer.service.js";
import { PrintsController } from "./prints/prints.controller.js";
import { PrintsService } from "./prints/prints.service.js";
import { RegistrationsController } from "./registrations.controller.js";
import { RegistrationsService } from "./registrations.service.js";
import { WhatsappAdminController } from "./whatsapp-admin.controller.js";

/** The dashboard's reads, and operators' actions on enquiries. */
@Module({
  imports: [
    AccountsModule,
    BookingsModule,
    BrandsModule,
    EnquiriesModule,
    EventFactsModule,
    GateModule,
    InvoicesModule,
    MailModule,
    PapersModule,
    PaymentsModule,
    PlansModule,
    StallsModule,
    WhatsappModule,
  ],
  controllers: [
    AccountsExportController,
    AdminBookingsController,
    AdminEnquiriesController,
    AdminStallsController,
    AuditController,
    MoneyController,
    BookingsListController,
    OverviewController,
    PapersAdminController,
    PresenceController,
    PrintsController,
    RegistrationsController,
    WhatsappAdminController,
  ],
  providers: [
    AccountsExportService,
    AuditExportService,
    BookingPostService,
    MoneyService,
    BookingsListService,
    PapersListService,
    PresenceService,
    PrinterService,
    PrintsService,
    RegistrationsService,
  ],
})
export class AdminModule {}
