import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { ResolutionHandlersService, type ResolutionResult } from "../issues/resolution-handlers.service.js";
import type { Tx } from "../platform/database/database.js";
import { InvoicesService } from "./invoices.service.js";

/** Resolution of an invoice without its PDF. */
@Injectable()
export class InvoiceResolutionsService {
  constructor(
    handlers: ResolutionHandlersService,
    private readonly invoices: InvoicesService,
  ) {
    handlers.register({ render_invoice: (tx, { issue }) => this.renderInvoice(tx, issue.subject) });
  }

  private async renderInvoice(tx: Tx, invoiceId: string): Promise<ResolutionResult> {
    if (!(await this.invoices.renderAgain(tx, invoiceId))) throw new DomainError("resolution_failed");
    return { resolved: true, message: "The PDF is rendered again, and follows by mail." };
  }
}
