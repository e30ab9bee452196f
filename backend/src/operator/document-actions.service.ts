import { Injectable, StreamableFile } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { DoneResponse } from "../accounts/account.response.js";
import type { Administrator } from "../accounts/administrator.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import { IssuesService } from "../issues/issues.service.js";
import { MailService } from "../mail/mail.service.js";
import { OperatorTransaction } from "./operator-transaction.service.js";

/** Sends mails again, and hands out invoices and credit notes. */
@Injectable()
export class DocumentActionsService {
  constructor(
    private readonly transaction: OperatorTransaction,
    private readonly mails: MailService,
    private readonly invoices: InvoicesService,
    private readonly issues: IssuesService,
  ) {}

  /**
   * Sends a mail again, which also closes the issue that it had failed.
   *
   * @param to another address; the audit log only records that it was another one
   * @throws DomainError not_found, mail_under_way
   */
  resendMail(administrator: Administrator, id: string, to: string | undefined): Promise<DoneResponse> {
    return this.transaction.run(administrator, async (tx) => {
      const sent = await this.mails.resend(tx, id, to);
      if (sent === undefined) throw new DomainError("not_found");
      if (sent === "under_way") throw new DomainError("mail_under_way");
      await this.issues.settled(tx, "mail_failed", id, {
        resolution: "resend_mail",
        by: administrator.username,
      });
      return {
        response: { message: "The mail is sent again." },
        audit: {
          action: "mail_resent",
          subjectType: "mail",
          subjectId: id,
          after: { ...sent, otherAddress: to !== undefined },
        },
      };
    });
  }

  /** @throws DomainError not_found */
  async invoicePdf(administrator: Administrator, id: string): Promise<StreamableFile> {
    if ((await this.invoices.content(id)) === undefined) throw new DomainError("not_found");
    const { filename, bytes } = await this.invoices.pdf(id);
    const file = new StreamableFile(bytes, {
      type: "application/pdf",
      disposition: `attachment; filename="${filename}"`,
      length: bytes.length,
    });
    return this.transaction.run(administrator, () =>
      Promise.resolve({
        response: file,
        audit: {
          action: "invoice_downloaded",
          subjectType: "invoice",
          subjectId: id,
          after: { file: filename },
        },
      }),
    );
  }
}
