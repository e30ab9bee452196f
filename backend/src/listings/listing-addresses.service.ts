import { Injectable } from "@nestjs/common";
import { fieldLabels } from "@sakhi/domain/fields/correction.rules";
import { APPLICATION_FIELDS } from "@sakhi/domain/listings/application.fields";
import { MailService } from "../mail/mail.service.js";
import type { Tx } from "../platform/database/database.js";
import { ApplicationsRepository } from "./applications.repository.js";
import { ListingHistoryService } from "./listing-history.service.js";
import { ListingMailsService } from "./listing-mails.service.js";

/** Corrects the address that mails about a listing go to, for the payer who mistyped it. Tax facts stay as they are. */
@Injectable()
export class ListingAddressesService {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly listingHistory: ListingHistoryService,
    private readonly listingMails: ListingMailsService,
    private readonly mails: MailService,
  ) {}

  /**
   * The history lists that the address was changed, never its value.
   *
   * @param tx holds the application's lock
   */
  async correct(tx: Tx, applicationId: string, email: string): Promise<void> {
    const application = await this.applications.lock(tx, applicationId);
    if (application === undefined) throw new Error(`there is no application ${applicationId}`);
    await this.applications.correct(tx, applicationId, "receipt", { email });
    await this.listingHistory.publish(
      tx,
      application,
      {
        kind: "corrected",
        actor: "visitor",
        note: fieldLabels(APPLICATION_FIELDS, ["email"]),
        detail: { fields: "email" },
      },
      { evenIfCompleted: true },
    );
    await this.listingMails.addressChanged(tx, applicationId, application.email, email);
    await this.mails.confirmListingAgain(tx, applicationId, email);
  }
}
