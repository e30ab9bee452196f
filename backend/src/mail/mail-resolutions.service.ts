import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { ResolutionHandlersService, type ResolutionResult } from "../issues/resolution-handlers.service.js";
import type { Tx } from "../platform/database/database.js";
import { MailService } from "./mail.service.js";

/** Resolution of a mail that was not sent. */
@Injectable()
export class MailResolutionsService {
  constructor(
    handlers: ResolutionHandlersService,
    private readonly mails: MailService,
  ) {
    handlers.register({ resend_mail: (tx, { issue }) => this.resendMail(tx, issue.subject) });
  }

  private async resendMail(tx: Tx, mailId: string): Promise<ResolutionResult> {
    const sent = await this.mails.resend(tx, mailId);
    if (sent === undefined) throw new DomainError("resolution_failed");
    if (sent === "under_way") return { resolved: true, message: "The mail is on its way already." };
    if (sent === "day_limit") throw new DomainError("mail_day_limit");
    return { resolved: true, message: "The mail is sent again.", after: { mailId: sent.mailId } };
  }
}
