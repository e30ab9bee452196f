import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { ResolutionHandlersService, type ResolutionResult } from "../issues/resolution-handlers.service.js";
import { RESULTS } from "../issues/results.words.js";
import type { Tx } from "../platform/database/database.js";
import { InvoicesService } from "./invoices.service.js";

/** Resolution of an invoice without its PDF. */
@Injectable()
export class InvoiceResolutionsService {
  constructor(
    handlers: ResolutionHandlersService,
    private readonly invoices: InvoicesService,
  ) {
    handlers.register({ render_invoice: (tx, { issue, language }) => this.renderInvoice(tx, issue.subject, language) });
  }

  private async renderInvoice(tx: Tx, invoiceId: string, language: LanguageCode): Promise<ResolutionResult> {
    if (!(await this.invoices.renderAgain(tx, invoiceId))) throw new DomainError("resolution_failed");
    return { resolved: true, message: RESULTS[language].invoiceRendered };
  }
}
