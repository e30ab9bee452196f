import { Module } from "@nestjs/common";
import { MailAttachments } from "../mail/mail-attachments.service.js";
import { InvoicesRepository } from "./invoices.repository.js";
import { InvoicesService } from "./invoices.service.js";

/** Tax invoices and credit notes; they are what mails have attached. */
@Module({
  providers: [
    InvoicesRepository,
    InvoicesService,
    { provide: MailAttachments, useExisting: InvoicesService },
  ],
  exports: [InvoicesService, MailAttachments],
})
export class InvoicesModule {}
