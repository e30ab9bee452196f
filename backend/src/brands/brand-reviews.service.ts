import { Injectable } from "@nestjs/common";
import type { BrandPage } from "@sakhi/domain/brands/brand-page.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { PicturesService } from "../pictures/pictures.service.js";
import { Database } from "../platform/database/database.js";
import { pictureSubject } from "./brand-changes.service.js";
import { BrandPagesService } from "./brand-pages.service.js";
import { BrandChangeEntity } from "./brands.entities.js";
import type { BrandChangeDetailsResponse, BrandChangeSummaryResponse, BrandPageResponse } from "./brands.response.js";

/** Most changes of the list: the longest waiting ones. */
const MOST = 200;

/** Reads changes for operators. */
@Injectable()
export class BrandReviewsService {
  constructor(
    private readonly database: Database,
    private readonly brandPages: BrandPagesService,
    private readonly pictures: PicturesService,
  ) {}

  /** Changes that wait for a review, longest waiting first; then small corrections that nobody has seen. */
  async list(): Promise<BrandChangeSummaryResponse[]> {
    const found = await this.database.query<Omit<BrandChangeSummaryResponse, "at"> & { at: Date }>(
      `SELECT c.id, c.application_id AS "applicationId", coalesce(b.name, a.brand_name) AS "brandName", c.state,
              c.is_trusted AS trusted, coalesce(c.sent_at, c.decided_at) AS at
         FROM brand_changes c JOIN listing_applications a ON a.id = c.application_id LEFT JOIN brands b ON b.id = c.brand_id
        WHERE c.state = 'sent' OR (c.is_trusted AND c.seen_at IS NULL)
        ORDER BY c.is_trusted, at LIMIT ${MOST}`,
    );
    return found.map(({ at, ...change }) => ({ ...change, at: at.toISOString() }));
  }

  /** @throws DomainError not_found */
  async details(changeId: string): Promise<BrandChangeDetailsResponse> {
    const change = await this.database.repository(BrandChangeEntity).findOneBy({ id: changeId });
    const owner = change === null ? undefined : await this.brandPages.owner(change.applicationId);
    if (change === null || owner === undefined) throw new DomainError("not_found");
    const { id, applicationId, state, isTrusted, sentAt, decidedAt, updatedAt, version, content, base } = change;
    return {
      ...{ id, applicationId, state, version },
      brandName: owner.brandName,
      module: owner.module,
      trusted: isTrusted,
      at: (sentAt ?? decidedAt ?? updatedAt).toISOString(),
      approved: owner.brandId !== null,
      before: responseOf(base),
      after: responseOf(content),
      pictures: await this.pictures.ofSubject(pictureSubject(owner)),
    };
  }
}

/** A page as the API writes it. */
export function responseOf(page: BrandPage): BrandPageResponse {
  return {
    ...page,
    products: page.products.map((product) => ({
      ...product,
      pictures: product.pictures.map((picture) => ({ ...picture })),
    })),
  };
}
