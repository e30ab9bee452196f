import { Injectable } from "@nestjs/common";
import { IssuesService } from "../../issues/issues.service.js";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { ApplicationsRepository } from "../applications/applications.repository.js";
import { ListingEvents } from "../lifecycle/listing-events.service.js";
import { ListingMails } from "../lifecycle/listing-mails.service.js";

/** What the organisation learns when an application is paid for the first time. */
@Injectable()
export class PaidEventPublisher {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly issues: IssuesService,
    private readonly events: ListingEvents,
    private readonly mails: ListingMails,
  ) {}

  /** Brings the application to the organisation; and to the operator, where its owner may have paid twice. */
  async record(tx: Tx, application: ApplicationRow, orderId: string): Promise<void> {
    await this.mails.mailOperator(tx, application);
    const [other] = await this.applications.others(tx, application);
    if (other === undefined) return;
    const isNew = await this.issues.raise(tx, {
      kind: "listing_paid_twice",
      subject: application.id,
      applicationId: application.id,
      facts: { orderId, otherApplicationId: other },
    });
    if (!isNew) return;
    await this.events.record(tx, application.id, {
      kind: "issue_raised",
      actor: "system",
      note: "listing_paid_twice",
    });
  }
}
