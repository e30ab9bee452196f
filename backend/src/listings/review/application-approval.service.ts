import { Injectable } from "@nestjs/common";
import type { ApproveApplicationDto } from "@sakhi/domain/listings/review.dto";
import { Config } from "../../platform/config/config.js";
import { rows } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { ApplicationsRepository } from "../applications/applications.repository.js";
import { Publications } from "../publication/publications.service.js";
import type { Publication } from "../publication/publications.service.js";
import { ListingMails } from "../lifecycle/listing-mails.service.js";
import { ListingEventPublisher } from "../lifecycle/listing-event-publisher.service.js";

/** The administrator's yes: on the public site at once, for a year. */
@Injectable()
export class ApplicationApproval {
  constructor(
    private readonly config: Config,
    private readonly applications: ApplicationsRepository,
    private readonly publications: Publications,
    private readonly mails: ListingMails,
    private readonly publisher: ListingEventPublisher,
  ) {}

  /**
   * @param application locked by `tx`, under review
   * @throws DomainError brand_name_taken; brand_not_found
   */
  async approve(
    tx: Tx,
    application: ApplicationRow,
    params: ApproveApplicationDto,
  ): Promise<Publication & { readonly publicUrl: string }> {
    const { id: applicationId } = application;
    const liveUntil = await this.yearFromNow(tx);
    const published = await this.publications.publish(tx, application, params, liveUntil);
    const approved = await this.applications.step(
      tx,
      applicationId,
      "approved",
      `live_from = clock_timestamp(), live_until = $3, brand_id = $4, listing_id = $5, decision_reason = $6`,
      [liveUntil, published.brandId, published.listingId, params.reason ?? null],
    );
    if (!approved) throw new Error(`application ${applicationId} is ${application.state}, not under review`);
    const publicUrl = (await this.publications.publicUrl(published.brandId, tx)) ?? this.config.publicUrl;
    await this.mails.owner(
      tx,
      { ...application, brand_name: params.publishAs ?? application.brand_name },
      "listing-live",
      { url: publicUrl, liveUntil: liveUntil.toISOString() },
    );
    await this.publisher.record(
      tx,
      { applicationId, stage: "live" },
      {
        kind: "approved",
        actor: "operator",
        detail: { brandId: published.brandId, listingId: published.listingId },
      },
    );
    return { ...published, publicUrl };
  }

  /** Whole milliseconds, so that the application's end and the listing's are the same wherever they are read. */
  private async yearFromNow(tx: Tx): Promise<Date> {
    const [found] = await rows<{ until: Date }>(
      tx,
      "SELECT date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $1) AS until",
      [this.config.listings.yearSeconds],
    );
    if (found === undefined) throw new Error("The database told no time.");
    return found.until;
  }
}
