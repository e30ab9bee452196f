import { Injectable } from "@nestjs/common";
import { InvoicesService } from "../invoices/invoices.service.js";
import { MailService } from "../mail/mail.service.js";
import { Database } from "../platform/database/database.js";

/** An outbox row should have been relayed within this, in seconds. */
const RELAY_SECONDS = 60;

/** The sweep's look at errands: the outbox, mails and invoices. */
@Injectable()
export class SweepErrands {
  constructor(
    private readonly database: Database,
    private readonly mailing: MailService,
    private readonly invoicing: InvoicesService,
  ) {}

  /** Rows that the relay should have passed on: it still does, so they are only told of. @returns how many */
  async unrelayed(): Promise<number> {
    const [found] = await this.database.query<{ count: string }>(
      `SELECT count(*) AS count FROM outbox
        WHERE relayed_at IS NULL AND created_at < clock_timestamp() - make_interval(secs => $1)`,
      [RELAY_SECONDS],
    );
    return Number(found?.count ?? 0);
  }

  mails(): Promise<number> {
    return this.mailing.requeueStuck();
  }

  invoices(): Promise<number> {
    return this.invoicing.requeueUnrendered();
  }
}
