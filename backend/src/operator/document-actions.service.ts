import { Injectable, StreamableFile } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { DoneResponse } from "../accounts/account.response.js";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLog } from "../accounts/audit-log.service.js";
import { AttentionService } from "../issues/attention.service.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import { MailService } from "../mail/mail.service.js";
import { Database } from "../platform/database/database.js";

/** Mails once more, and papers to download. */
@Injectable()
export class Errands {
  constructor(
    private readonly database: Database,
    private readonly mails: MailService,
    private readonly invoices: InvoicesService,
    private readonly attention: AttentionService,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Sends a mail again; the matter that it had failed is settled with that.
   *
   * @param to another address; the audit log only knows that it was another one
   * @throws DomainError not_found, mail_under_way
   */
  resendMail(administrator: Administrator, id: string, to: string | undefined): Promise<DoneResponse> {
    return this.database.transaction(async (tx) => {
      const sent = await this.mails.resend(tx, id, to);
      if (sent === undefined) throw new DomainError("not_found");
      if (sent === "under_way") throw new DomainError("mail_under_way");
      await this.attention.settled(tx, "mail_failed", id, {
        resolution: "resend_mail",
        by: administrator.username,
      });
      await this.audit.record(tx, {
        administrator,
        action: "mail_resent",
        subjectType: "mail",
        subjectId: id,
        after: { ...sent, otherAddress: to !== undefined },
      });
      return { message: "The mail is sent again." };
    });
  }

  /** @throws DomainError not_found */
  async invoicePdf(administrator: Administrator, id: string): Promise<StreamableFile> {
    if ((await this.invoices.content(id)) === undefined) throw new DomainError("not_found");
    const { filename, bytes } = await this.invoices.pdf(id);
    await this.database.transaction((tx) =>
      this.audit.record(tx, {
        administrator,
        action: "invoice_downloaded",
        subjectType: "invoice",
        subjectId: id,
        after: { file: filename },
      }),
    );
    return new StreamableFile(bytes, {
      type: "application/pdf",
      disposition: `attachment; filename="${filename}"`,
      length: bytes.length,
    });
  }
}
