import { Injectable } from "@nestjs/common";
import { indianMoment } from "@sakhi/domain/events/indian-time";
import { DISPUTE_SOON_HOURS, disputeUrgency } from "@sakhi/domain/payments/dispute.stages";
import { EventFactsService } from "../events/event-facts.service.js";
import { IssuesService } from "../issues/issues.service.js";
import { MailService } from "../mail/mail.service.js";
import { Config } from "../platform/config/config.js";
import { Database } from "../platform/database/database.js";
import { type DisputeRow, WAITING } from "./disputes.sql.js";

const WORDS = { soon: "in less than three days", urgent: "in less than a day", over: "over" } as const;

/** Reminds of disputes that wait for evidence: a mail three days and a day before the deadline, and once it is over. */
@Injectable()
export class DisputeDeadlinesService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly issues: IssuesService,
    private readonly mails: MailService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /** Repeating it changes nothing. @returns false: there is no more to do */
  async remind(): Promise<boolean> {
    const waiting = await this.database.query<DisputeRow>(WAITING, { hours: DISPUTE_SOON_HOURS });
    for (const { disputeId, stage, respondBy, amount, orderId } of waiting) {
      const urgency = disputeUrgency(stage, respondBy ?? undefined, new Date());
      if (urgency === "none" || respondBy === null) continue;
      await this.database.transaction(async (tx) => {
        await this.issues.addDetails(tx, "payment_disputed", disputeId, { deadline: WORDS[urgency] });
        await this.mails.queue(tx, {
          template: "dispute-due",
          to: this.config.operatorEmail,
          // A bank that asks again has another deadline.
          dedupeKey: `dispute-due/${disputeId}/${respondBy.toISOString()}/${urgency}`,
          data: {
            name: (await this.eventFacts.current(tx)).organisation.name,
            ...{ disputeId, orderId: orderId ?? "", amountPaise: Number(amount), isOver: urgency === "over" },
            answerBy: indianMoment(respondBy, "minute"),
          },
        });
      });
    }
    return false;
  }
}
