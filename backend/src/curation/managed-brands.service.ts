import { Injectable } from "@nestjs/common";
import { BRAND_FIELDS } from "@sakhi/domain/brands/brand-page.fields";
import type { ProductState } from "@sakhi/domain/brands/curation.rules";
import type { BrandsQueryDto } from "@sakhi/domain/brands/managed-brands.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { fieldsOf } from "@sakhi/domain/fields/declared-fields";
import { toRupees } from "@sakhi/domain/money/money";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { type BrandTexts, brandTexts } from "../catalogue/catalogue-brands.service.js";
import { productColumns, type ProductRow } from "../catalogue/catalogue-products.service.js";
import { BrandEntity, ListingEntity } from "../catalogue/catalogue.entities.js";
import { PicturesService } from "../pictures/pictures.service.js";
import { Database } from "../platform/database/database.js";
import { type Page, toResponse } from "../platform/http/list-response.js";
import type {
  BrandApplicationResponse,
  BrandRowResponse,
  ManagedBrandResponse,
  ManagedProductResponse,
} from "./curation.response.js";

/** Page size if the query has no limit. */
const DEFAULT_LIMIT = 50;
/** Entries of the audit log on a brand's screen. */
const SHOWN_AUDIT = 30;

/** The state of a product `l`. */
export const PRODUCT_STATE = `CASE
  WHEN l.status = 'hidden' THEN 'hidden'
  WHEN l.status = 'live' AND (l.expires_at IS NULL OR l.expires_at > now()) THEN 'shown'
  WHEN l.status = 'live' THEN 'expired'
  ELSE 'off' END`;

/** The state of a brand `b`. */
export const BRAND_STATE = `CASE
  WHEN b.hidden_at IS NOT NULL THEN 'hidden'
  WHEN EXISTS (SELECT FROM live_listings l WHERE l.brand_id = b.id) THEN 'shown'
  WHEN EXISTS (SELECT FROM listings l WHERE l.brand_id = b.id AND l.status = 'live') THEN 'expired'
  ELSE 'off' END`;

const HAS_PICTURE = `(b.logo_picture_id IS NOT NULL OR b.cover_picture_id IS NOT NULL OR EXISTS (
  SELECT FROM product_images i JOIN listings l ON l.id = i.listing_id
   WHERE l.brand_id = b.id AND i.picture_id IS NOT NULL))`;

const ROW = `b.id, b.name, b.module, b.category, b.location AS place, ${BRAND_STATE} AS state,
  b.verified_at IS NOT NULL AS verified, ${HAS_PICTURE} AS pictured, b.updated_at,
  (SELECT count(*)::int FROM listings l WHERE l.brand_id = b.id AND NOT l.is_card
     AND l.status IN ('live', 'hidden', 'pending')) AS products`;

/** $1 search, lower case, escaped for LIKE; $2 module; $3 category; $4 filter. */
const MATCHING = `FROM brands b
  WHERE ($1::text IS NULL OR b.name_key LIKE $1 OR lower(b.location) LIKE $1 OR lower(b.contact_email) LIKE $1)
    AND ($2::text IS NULL OR b.module = $2) AND ($3::text IS NULL OR lower(b.category) = lower($3))
    AND CASE $4::text WHEN 'verified' THEN b.verified_at IS NOT NULL
                      WHEN 'without_picture' THEN NOT ${HAS_PICTURE}
                      ELSE $4 IS NULL OR $4 = ${BRAND_STATE} END`;

type Row = Omit<BrandRowResponse, "place" | "updatedAt"> & { readonly place: string | null; readonly updatedAt: Date };

type BrandRow = Row &
  BrandTexts &
  Pick<
    BrandEntity,
    "hiddenReason" | "logoPictureId" | "coverPictureId" | "verifiedAt" | "verifiedBy" | "verifiedDocument"
  > & { readonly seenOn: string | null };

type ManagedRow = ProductRow &
  Pick<ListingEntity, "id" | "ownerState" | "hiddenReason" | "expiresAt" | "updatedAt"> & {
    readonly state: ProductState;
    readonly pictures: readonly { readonly id: string; readonly alt: string }[];
  };

/** Reads brands for the dashboard, with what visitors do not see. */
@Injectable()
export class ManagedBrandsService {
  constructor(
    private readonly database: Database,
    private readonly pictures: PicturesService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** Brands by name. */
  async list({ q, module, category, show, limit, offset }: BrandsQueryDto): Promise<Page<BrandRowResponse>> {
    const filter = [q === undefined ? null : containing(q), module ?? null, category ?? null, show ?? null];
    const [counted] = await this.database.query<{ count: string }>(`SELECT count(*) ${MATCHING}`, filter);
    const found = await this.database.read<Row>(
      BrandEntity,
      `SELECT ${ROW} ${MATCHING} ORDER BY b.name_key, b.module LIMIT $5 OFFSET $6`,
      [...filter, limit ?? DEFAULT_LIMIT, offset ?? 0],
    );
    return { rows: found.map((row) => toResponse(row)), total: Number(counted?.count ?? 0) };
  }

  /** @throws DomainError brand_not_found */
  async one(brandId: string): Promise<ManagedBrandResponse> {
    const [brand] = await this.database.read<BrandRow>(
      BrandEntity,
      `SELECT ${ROW}, ${brandTexts("b").text}, b.hidden_reason, b.logo_picture_id, b.cover_picture_id,
              b.verified_at, b.verified_by, b.verified_document, b.verified_seen_on::text AS seen_on
         FROM brands b WHERE b.id = $1`,
      [brandId],
    );
    if (brand === undefined) throw new DomainError("brand_not_found");
    const [managedProducts, pictures, applications, formerNames] = await Promise.all([
      this.products(brandId),
      this.pictures.ofSubject({ type: "brand", id: brandId }),
      this.applications(brandId),
      this.database.query<{ name: string }>(
        "SELECT name FROM former_brand_names WHERE brand_id = $1 ORDER BY created_at DESC",
        [brandId],
      ),
    ]);
    const subjects = [
      { type: "brand" as const, id: brandId },
      ...managedProducts.map(({ id }) => ({ type: "product" as const, id })),
    ];
    const audit = await this.auditLog.about(subjects, SHOWN_AUDIT);
    const { verifiedAt, verifiedBy, verifiedDocument, seenOn, logoPictureId, coverPictureId, ...own } = brand;
    const { description: _description, location: _location, ...row } = own;
    return {
      ...toResponse({ ...row, ...fieldsOf(BRAND_FIELDS, brand), logoId: logoPictureId, coverId: coverPictureId }),
      ...(verifiedAt === null
        ? {}
        : { verification: toResponse({ at: verifiedAt, by: verifiedBy ?? "", document: verifiedDocument, seenOn }) }),
      managedProducts,
      pictures,
      applications,
      formerNames: formerNames.map(({ name }) => name),
      audit: audit.map((entry) => toResponse(entry)),
    };
  }

  /** Every product that is not withdrawn or rejected, in order; the card is none. */
  private async products(brandId: string): Promise<ManagedProductResponse[]> {
    const found = await this.database.read<ManagedRow>(
      ListingEntity,
      `SELECT l.id, ${productColumns("l").text},
              ${PRODUCT_STATE} AS state, l.owner_state, l.hidden_reason, l.expires_at, l.updated_at,
              coalesce((SELECT json_agg(json_build_object('id', i.picture_id, 'alt', i.alt) ORDER BY i.position)
                 FROM product_images i WHERE i.listing_id = l.id AND i.picture_id IS NOT NULL), '[]'::json) AS pictures
         FROM listings l WHERE l.brand_id = $1 AND NOT l.is_card AND l.status NOT IN ('rejected', 'withdrawn')
        ORDER BY l.position, l.created_at, l.id`,
      [brandId],
    );
    return found.map(({ description: text, priceFromPaise, priceToPaise, expiresAt, pictures, ...product }) => ({
      ...toResponse({
        ...product,
        text,
        priceFrom: priceFromPaise === null ? null : toRupees(priceFromPaise),
        priceTo: priceToPaise === null ? null : toRupees(priceToPaise),
        liveUntil: expiresAt,
      }),
      pictures: [...pictures],
    }));
  }

  private async applications(brandId: string): Promise<BrandApplicationResponse[]> {
    const found = await this.database.query<
      Omit<BrandApplicationResponse, "liveUntil"> & { readonly liveUntil: Date | null }
    >(
      `SELECT id, full_name AS "fullName", state, live_until AS "liveUntil" FROM listing_applications
        WHERE brand_id = $1 ORDER BY created_at`,
      [brandId],
    );
    return found.map((application) => toResponse(application));
  }
}

/** A pattern for LIKE: the text anywhere, in lower case. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
