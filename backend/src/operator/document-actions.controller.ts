import { Body, Controller, Get, Param, StreamableFile } from "@nestjs/common";
import { ApiOkResponse, ApiProduces, ApiTags } from "@nestjs/swagger";
import { hasRight } from "@sakhi/domain/access/rights";
import { ResendMailDto } from "@sakhi/domain/admin/resend-mail.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { DoneResponse } from "../accounts/account.response.js";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { withoutAnyContacts } from "../accounts/contacts.interceptor.js";
import { Needs } from "../accounts/needs.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import { IssuesService } from "../issues/issues.service.js";
import { MailService } from "../mail/mail.service.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { attachment } from "../platform/http/attachment.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { PostAction } from "../platform/http/post-action.js";

const COPY_SENT = "A copy without link and attachment is sent, and the booked address is notified.";

/** Operator actions on mails and invoices. */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
@ForAdministrators()
export class DocumentActionsController {
  constructor(
    private readonly issues: IssuesService,
    private readonly mails: MailService,
    private readonly invoices: InvoicesService,
    private readonly operatorTransaction: OperatorTransactionService,
  ) {}

  /**
   * Resends a mail to its address, the same one if it failed, a copy if it was delivered, and resolves the issue about its
   * failure. Another address gets a copy without link and attachment, and the booked one is notified.
   */
  @Needs("messages.change", { mail: "id" })
  @PostAction("mails/:id/resend", DoneResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "not_found", "mail_under_way", "mail_day_limit"])
  resendMail(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
    @Body() dto: ResendMailDto,
  ): Promise<DoneResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const sent = await this.mails.resend(tx, id, dto.to);
      if (sent === undefined) throw new DomainError("not_found");
      if (sent === "under_way") throw new DomainError("mail_under_way");
      if (sent === "day_limit") throw new DomainError("mail_day_limit");
      // A copy to another address leaves the failed mail unsent.
      if (sent.otherAddress === undefined) {
        await this.issues.resolveBySubject(tx, "mail_failed", id, {
          resolution: "resend_mail",
          by: administrator.username,
        });
      }
      // Addresses are personal data: the audit log has another one's keyed digest, which proves a suspicion.
      return {
        response: { message: sent.otherAddress === undefined ? "The mail is sent again." : COPY_SENT },
        audit: {
          action: "mail_resent",
          subjectType: "mail",
          subjectId: id,
          ...(dto.reason === undefined ? {} : { reason: dto.reason }),
          after: { mailId: sent.mailId, otherAddress: sent.otherAddress ?? null },
        },
      };
    });
  }

  /** The PDF of an invoice or a credit note; without phone number and e-mail address for those who may not see them. */
  @Needs("money.read", { invoice: "id" })
  @Get("invoices/:id/pdf")
  @ApiProduces("application/pdf")
  @ApiOkResponse({ schema: { type: "string", format: "binary" } })
  @ApiErrors(["not_found"])
  async getInvoicePdf(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
  ): Promise<StreamableFile> {
    if ((await this.invoices.content(id)) === undefined) throw new DomainError("not_found");
    const { filename, bytes } = await this.invoices.pdf(id, hasRight(administrator, "contacts.read"));
    const made = new StreamableFile(bytes, {
      type: "application/pdf",
      disposition: attachment(filename),
      length: bytes.length,
    });
    const file = withoutAnyContacts(made);
    return this.operatorTransaction.run(administrator, () =>
      Promise.resolve({
        response: file,
        audit: { action: "invoice_downloaded", subjectType: "invoice", subjectId: id, after: { file: filename } },
      }),
    );
  }
}
