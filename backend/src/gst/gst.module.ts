import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { GstFilesService } from "./gst-files.service.js";
import { GstController } from "./gst.controller.js";
import { GstService } from "./gst.service.js";

/** Returns of GST by month. */
@Module({
  imports: [AccountsModule, EventFactsModule, InvoicesModule],
  controllers: [GstController],
  providers: [GstFilesService, GstService],
})
export class GstModule {}
