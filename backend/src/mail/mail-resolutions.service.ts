import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { ResolutionHandlersService, type ResolutionResult } from "../issues/resolution-handlers.service.js";
import { RESULTS } from "../issues/results.words.js";
import type { Tx } from "../platform/database/database.js";
import { MailService } from "./mail.service.js";

/** Resolution of a mail that was not sent. */
@Injectable()
export class MailResolutionsService {
  constructor(
    handlers: ResolutionHandlersService,
    private readonly mails: MailService,
  ) {
    handlers.register({ resend_mail: (tx, { issue, language }) => this.resendMail(tx, issue.subject, language) });
  }

  private async resendMail(tx: Tx, mailId: string, language: LanguageCode): Promise<ResolutionResult> {
    const sent = await this.mails.resend(tx, mailId);
    if (sent === undefined) throw new DomainError("resolution_failed");
    if (sent === "under_way") return { resolved: true, message: RESULTS[language].mailUnderWay };
    if (sent === "day_limit") throw new DomainError("mail_day_limit");
    return { resolved: true, message: RESULTS[language].mailSent, after: { mailId: sent.mailId } };
  }
}
