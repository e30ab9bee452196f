import { Injectable } from "@nestjs/common";
import type { ApproveApplicationDto } from "@sakhi/domain/listings/review.dto";
import { ApplicationPagesService } from "../brands/application-pages.service.js";
import { BrandPagesService } from "../brands/brand-pages.service.js";
import { Config } from "../platform/config/config.js";
import { rows, type Tx } from "../platform/database/database.js";
import { type ApplicationRow, ApplicationsRepository, listingYearInterval } from "./applications.repository.js";
import { ListingHistoryService } from "./listing-history.service.js";
import { ListingMailsService } from "./listing-mails.service.js";
import { type Publication, PublicationsService } from "./publications.service.js";

/** Lists an approved application on the public site, in the decision's transaction. */
@Injectable()
export class ListingApprovalsService {
  constructor(
    private readonly config: Config,
    private readonly applications: ApplicationsRepository,
    private readonly publications: PublicationsService,
    private readonly brandPages: BrandPagesService,
    private readonly applicationPages: ApplicationPagesService,
    private readonly listingHistory: ListingHistoryService,
    private readonly listingMails: ListingMailsService,
  ) {}

  /**
   * Publishes the brand for a year, moves the application to live and mails its owner. The page needs a logo or a
   * picture, or its owner's word that she has none (decision 66).
   *
   * @param application locked by `tx`, under review
   * @throws DomainError brand_page_unreviewed; brand_page_missing; brand_name_taken; brand_looks_alike; brand_not_found
   */
  async approve(
    tx: Tx,
    application: ApplicationRow,
    dto: ApproveApplicationDto,
  ): Promise<Publication & { readonly publicUrl: string }> {
    await this.applicationPages.requireReady(tx, application.id, dto);
    const liveUntil = await this.yearFromNow(tx);
    const published = await this.publications.publish(tx, application, dto, liveUntil);
    const publicUrl = await this.publications.publicUrl(published.brandId, tx);
    await this.toLive(tx, application, { ...published, publicUrl }, liveUntil, dto);
    await this.brandPages.publishAccepted(tx, application.id, published.brandId);
    return { ...published, publicUrl };
  }

  private async toLive(
    tx: Tx,
    application: ApplicationRow,
    { brandId, listingId, publicUrl }: Publication & { readonly publicUrl: string },
    liveUntil: Date,
    { publishAs, reason }: ApproveApplicationDto,
  ): Promise<void> {
    const { id: applicationId, state, brandName } = application;
    const approved = await this.applications.transition(
      tx,
      applicationId,
      "approved",
      "live_from = clock_timestamp(), live_until = $3, brand_id = $4, listing_id = $5, decision_reason = $6",
      [liveUntil, brandId, listingId, reason ?? null],
    );
    if (!approved) throw new Error(`application ${applicationId} is ${state}, not under review`);
    await this.listingMails.toOwner(tx, { ...application, brandName: publishAs ?? brandName }, "listing-live", {
      url: publicUrl,
      liveUntil: liveUntil.toISOString(),
    });
    await this.listingHistory.publish(
      tx,
      { id: applicationId, state: "live" },
      { kind: "approved", actor: "operator", detail: { brandId, listingId } },
    );
  }

  /** Truncated to milliseconds, a Date's precision, so that the application's and the listing's end stay equal. */
  private async yearFromNow(tx: Tx): Promise<Date> {
    const [found] = await rows<{ until: Date }>(
      tx,
      `SELECT date_trunc('milliseconds', clock_timestamp()) + ${listingYearInterval("$1")} AS until`,
      [this.config.listings.yearSeconds],
    );
    if (found === undefined) throw new Error("the database returned no time");
    return found.until;
  }
}
