import { Injectable } from "@nestjs/common";
import { resolveCategory } from "@sakhi/domain/catalogue/categories";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toRupees } from "@sakhi/domain/money/money";
import { brandPath, PATHS } from "@sakhi/domain/site/routes";
import { UPLOAD_TICKET_SECONDS } from "@sakhi/domain/uploads/upload.rules";
import { BrandChangesService, pictureSubject } from "../brands/brand-changes.service.js";
import { BrandPagesService, type PageOwner } from "../brands/brand-pages.service.js";
import { BrandViewsService } from "../brands/brand-views.service.js";
import { isOwn } from "../catalogue/own-products.sql.js";
import { EnquiriesService } from "../enquiries/enquiries.service.js";
import { RenewalsService } from "../listings/renewals.service.js";
import type { LinkSession } from "../mail/link-sessions.service.js";
import { PictureUploadsService } from "../pictures/picture-uploads.service.js";
import { PicturesService } from "../pictures/pictures.service.js";
import { Database } from "../platform/database/database.js";
import type { MyBrandDocumentResponse, MyBrandResponse, MyBrandWeekResponse } from "./my-brand.response.js";

interface BrandDetails {
  readonly isVerified: boolean;
  /** Whether visitors find it. */
  readonly isLive: boolean;
  /** Whether its time runs, also while everything of it is hidden. */
  readonly isPaid: boolean;
}

/** What an owner sees of her brand's page: what is public, what she is changing, her pictures and her invoices. */
@Injectable()
export class MyBrandViewService {
  constructor(
    private readonly database: Database,
    private readonly brandPages: BrandPagesService,
    private readonly brandChanges: BrandChangesService,
    private readonly brandViews: BrandViewsService,
    private readonly enquiries: EnquiriesService,
    private readonly pictures: PicturesService,
    private readonly pictureUploads: PictureUploadsService,
    private readonly renewals: RenewalsService,
  ) {}

  /** @throws DomainError brand_link_invalid if the application no longer has a page */
  async of({ subjectId, ownBrowser, expiresAt }: LinkSession): Promise<Omit<MyBrandResponse, "links" | "stalls">> {
    const owner = await this.brandPages.owner(subjectId);
    if (owner === undefined) throw new DomainError("brand_link_invalid");
    const subject = pictureSubject(owner);
    const [page, change, pictures, documents, facts, weeks, withdrawn, notShown, receiptOrderId] = await Promise.all([
      this.brandPages.current(owner),
      this.brandChanges.open(owner),
      this.pictures.ofSubject(subject),
      this.documents(subjectId),
      this.detailsOf(owner),
      this.weeksOf(owner),
      this.brandChanges.withdrawnContacts(owner),
      this.brandPages.notShown(owner.brandId),
      ownBrowser ? this.receiptOrder(subjectId) : undefined,
    ]);
    const { brandName, module, category, email, state, liveUntil, applicationId: id, year } = owner;
    return {
      ...{ brandName, module, email, documents, pictures, weeks, notShown, language: owner.language },
      // The application names it as its form does.
      category: resolveCategory(module, category)?.name ?? "",
      // The sweep has not ended it yet, but the site shows it no more.
      status: state === "under_review" ? "in_review" : facts.isPaid ? "live" : "expired",
      ...(liveUntil === null
        ? {}
        : {
            liveUntil: liveUntil.toISOString(),
            renewPath: `${PATHS.join}?renew=${this.renewals.token({ id, year, liveUntil })}`,
          }),
      ...(facts.isLive ? { publicPath: brandPath(module, brandName) } : {}),
      verified: facts.isVerified,
      ...(withdrawn === undefined ? {} : { withdrawn }),
      ...(receiptOrderId === undefined ? {} : { receiptOrderId }),
      page: JSON.parse(JSON.stringify(page)) as MyBrandResponse["page"],
      ...(change === undefined
        ? {}
        : {
            change: {
              state: change.state,
              version: change.version,
              content: JSON.parse(JSON.stringify(change.content)) as MyBrandResponse["page"],
              ...(change.reason === null ? {} : { reason: change.reason }),
              ...(change.sentAt === null ? {} : { sentAt: change.sentAt.toISOString() }),
              savedAt: change.updatedAt.toISOString(),
            },
          }),
      uploadTicket: this.pictureUploads.issueTicket(subject, UPLOAD_TICKET_SECONDS),
      linkExpiresAt: expiresAt.toISOString(),
    };
  }

  private async detailsOf({ brandId }: PageOwner): Promise<BrandDetails> {
    const [found] = await this.database.query<BrandDetails>(
      `SELECT b.verified_at IS NOT NULL AS "isVerified", EXISTS (SELECT FROM live_brands v WHERE v.id = b.id) AS "isLive",
              EXISTS (SELECT FROM listings l WHERE l.brand_id = b.id AND ${isOwn("l")}
                         AND (l.expires_at IS NULL OR l.expires_at > now())) AS "isPaid"
         FROM brands b WHERE b.id = $1`,
      [brandId],
    );
    return found ?? { isVerified: false, isLive: false, isPaid: false };
  }

  /** The order of the first year, whose receipt corrects the address. */
  private async receiptOrder(applicationId: string): Promise<string | undefined> {
    const [found] = await this.database.query<{ orderId: string }>(
      `SELECT order_id AS "orderId" FROM listing_orders
        WHERE application_id = $1 AND purpose = 'first' AND paid_at IS NOT NULL`,
      [applicationId],
    );
    return found?.orderId;
  }

  private async weeksOf({ brandId }: PageOwner): Promise<MyBrandWeekResponse[]> {
    if (brandId === null) return [];
    const weeks = await this.brandViews.ofBrand(brandId);
    const enquiries = await this.enquiries.ofBrandByWeek(brandId, weeks[0]?.week ?? "");
    return weeks.map(({ week, views }) => ({ week, views, enquiries: enquiries.get(week) ?? 0 }));
  }

  /** Invoices and credit notes of all years, oldest first. */
  async documents(applicationId: string): Promise<MyBrandDocumentResponse[]> {
    const found = await this.database.query<{ id: string; number: string; paise: string; at: Date }>(
      `SELECT id, number, content->'tax'->>'totalPaise' AS paise, issued_at AS at FROM invoices
        WHERE order_id IN (SELECT order_id FROM orders WHERE subject_type = 'application' AND subject_id = $1)
        ORDER BY issued_at, number`,
      [applicationId],
    );
    return found.map(({ id, number, paise, at }) => ({
      ...{ id, number, amount: toRupees(Number(paise)), issuedAt: at.toISOString() },
    }));
  }
}
