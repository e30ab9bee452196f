import { Module } from "@nestjs/common";
import { InvoicesRepository } from "./invoices.repository.js";
import { InvoicesService } from "./invoices.service.js";

/** Tax invoices and credit notes. */
@Module({
  providers: [InvoicesRepository, InvoicesService],
  exports: [InvoicesService],
})
export class InvoicesModule {}
