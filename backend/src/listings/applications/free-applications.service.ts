import { Injectable } from "@nestjs/common";
import { APPLICATION_RESPONSES } from "@sakhi/domain/listings/listing.rules";
import type { CompanyType } from "@sakhi/domain/listings/listing-application.choices";
import type { FreeLeadDto } from "@sakhi/domain/listings/submit-application.dto";
import { Database } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";
import { HttpError } from "../../platform/http/error-response.js";
import { RateLimits } from "../../platform/http/rate-limits.js";
import type { ApplicationResponse } from "../application.response.js";
import { ListingMails } from "../lifecycle/listing-mails.service.js";
import { ListingEventPublisher } from "../lifecycle/listing-event-publisher.service.js";
import { digestOf } from "./application-digest.js";
import { ApplicationsRepository } from "./applications.repository.js";

/** Joining the community for nothing. */
@Injectable()
export class FreeApplications {
  constructor(
    private readonly database: Database,
    private readonly applications: ApplicationsRepository,
    private readonly publisher: ListingEventPublisher,
    private readonly mails: ListingMails,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Takes a free lead; the same words within a day are the same one.
   *
   * @param companyType the one this call is for
   * @param address where it came from
   * @throws HttpError invalid_request for another company type; rate_limited
   */
  async join(companyType: CompanyType, form: FreeLeadDto, address: string): Promise<ApplicationResponse> {
    if (form.companyType !== companyType) throw wrongCompanyType(companyType);
    const digest = digestOf("free", form);
    const keep = (): Promise<boolean> => this.database.transaction((tx) => this.keep(tx, form, digest));
    // What was sent before is answered again whatever the limits say: it costs nobody a mail.
    if (await this.applications.wasSent(digest)) {
      await keep();
    } else {
      const undo = await this.limits.use(
        { limit: "applications_per_email", by: form.email.toLowerCase() },
        { limit: "applications_per_address", by: address },
      );
      if (!(await keep())) await undo();
    }
    return { message: APPLICATION_RESPONSES.joined };
  }

  /** @returns whether it is news */
  private async keep(tx: Tx, form: FreeLeadDto, digest: string): Promise<boolean> {
    const before = await this.applications.sentBefore(tx, digest);
    if (before !== undefined) {
      await this.applications.countAgain(tx, before.id);
      return false;
    }
    const application = await this.applications.insert(tx, {
      kind: "free",
      beginning: "joined",
      form,
      digest,
    });
    await this.mails.owner(tx, application, "listing-joined", {});
    await this.mails.mailOperator(tx, application);
    await this.publisher.record(
      tx,
      { applicationId: application.id, stage: application.state },
      { kind: "joined", actor: "visitor" },
    );
    return true;
  }
}

function wrongCompanyType(companyType: CompanyType): HttpError {
  const sentence = `This call is for the company type ${companyType}`;
  return new HttpError("invalid_request", { fields: { companyType: [sentence] } }, {}, sentence);
}
