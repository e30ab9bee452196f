import { Injectable } from "@nestjs/common";
import { MAX_PRODUCTS } from "@sakhi/domain/brands/brand-page.rules";
import type { MergeBrandDto } from "@sakhi/domain/brands/managed-brands.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import type { BrandEntity } from "../catalogue/catalogue.entities.js";
import { PicturesService } from "../pictures/pictures.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { keepFormerName } from "./brand-corrections.service.js";
import { lockBrands, rejectField } from "./brand-locks.js";
import type { BrandChangedResponse, MergePreviewResponse, MovedResponse } from "./curation.response.js";
import { countProducts } from "./products.service.js";

/** Details that the brand that stays takes over where it has none, with their words. */
const TAKEN = {
  description: "story",
  location: "place",
  websiteUrl: "website",
  instagramUrl: "Instagram",
  facebookUrl: "Facebook",
  linkedinUrl: "LinkedIn",
  whatsappUrl: "WhatsApp",
  partnerName: "name for buyers",
  contactEmail: "e-mail",
  contactPhone: "phone",
  logoPictureId: "logo",
  coverPictureId: "cover",
  verifiedAt: "badge",
} as const satisfies Partial<Record<keyof BrandEntity, string>>;

/** What belongs to a brand, with the words for it. */
const COUNTS: Readonly<Record<string, string>> = {
  products:
    "SELECT count(*) FROM listings WHERE brand_id = $1 AND NOT is_card AND status NOT IN ('rejected', 'withdrawn')",
  applications: "SELECT count(*) FROM listing_applications WHERE brand_id = $1",
  pictures: "SELECT count(*) FROM pictures WHERE subject_type = 'brand' AND subject_id = $1 AND state <> 'deleted'",
  enquiries: "SELECT count(*) FROM enquiries WHERE brand_id = $1",
  changes: "SELECT count(*) FROM brand_changes WHERE brand_id = $1 AND state IN ('draft', 'sent', 'returned')",
};

/**
 * Merges two brands that are one: everything of one becomes the other's, whose texts and pictures win. The address of the
 * one that ends leads to the other's page.
 */
@Injectable()
export class BrandMergesService {
  constructor(
    private readonly database: Database,
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly pictures: PicturesService,
  ) {}

  /** What {@link merge} would do. @throws DomainError as {@link merge} */
  preview(fromId: string, intoId: string): Promise<MergePreviewResponse> {
    return this.database.transaction(async (tx) => {
      const { from, into } = await this.lockPair(tx, fromId, intoId);
      const counts: MovedResponse[] = [];
      for (const [what, sql] of Object.entries(COUNTS)) {
        const [counted] = await rows<{ count: string }>(tx, sql, [fromId]);
        counts.push({ what, count: Number(counted?.count ?? 0) });
      }
      return {
        fromName: from.name,
        intoName: into.name,
        moved: counts.filter(({ count }) => count > 0),
        ...takenAndDropped(from, into),
        productsAfterwards: await countProducts(tx, [fromId, intoId]),
      };
    });
  }

  /**
   * @throws DomainError brand_not_found; brands_differ for brands of two modules; products_full if not all products fit;
   *   invalid_request for a brand with itself
   */
  merge(administrator: Administrator, fromId: string, dto: MergeBrandDto): Promise<BrandChangedResponse> {
    const { intoBrandId: intoId, reason } = dto;
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { from, into } = await this.lockPair(tx, fromId, intoId);
      const { taken } = takenAndDropped(from, into);
      await this.move(tx, from, into);
      return {
        response: { brandId: intoId },
        audit: {
          action: "brand_merged",
          subjectType: "brand",
          subjectId: intoId,
          reason,
          before: { mergedBrand: fromId, name: from.name },
          after: { taken: taken.join(", ") },
        },
      };
    });
  }

  private async lockPair(
    tx: Tx,
    fromId: string,
    intoId: string,
  ): Promise<{ readonly from: BrandEntity; readonly into: BrandEntity }> {
    const brands = await lockBrands(tx, [fromId, intoId]);
    const [from, into] = [brands.get(fromId), brands.get(intoId)];
    if (from === undefined || into === undefined) throw new DomainError("brand_not_found");
    if (fromId === intoId) rejectField("intoBrandId", "Please choose another brand");
    // A product's category exists in its own module only.
    if (from.module !== into.module) throw new DomainError("brands_differ");
    if ((await countProducts(tx, [fromId, intoId])) > MAX_PRODUCTS) throw new DomainError("products_full");
    return { from, into };
  }

  private async move(tx: Tx, from: BrandEntity, into: BrandEntity): Promise<void> {
    const ids = [from.id, into.id];
    await this.pictures.transfer(tx, { type: "brand", id: from.id }, { type: "brand", id: into.id });
    await tx.query("UPDATE listing_applications SET brand_id = $2 WHERE brand_id = $1", ids);
    // The owner's unfinished change describes a page that is no more.
    await tx.query(
      `UPDATE brand_changes SET state = 'discarded', decided_at = clock_timestamp(), updated_at = clock_timestamp(),
              reason = 'The brand was merged with another one' WHERE brand_id = $1 AND state IN ('draft', 'sent', 'returned')`,
      [from.id],
    );
    await tx.query("UPDATE brand_changes SET brand_id = $2 WHERE brand_id = $1", ids);
    await tx.query(
      `DELETE FROM highlights h WHERE h.brand_id = $1
          AND EXISTS (SELECT FROM highlights o WHERE o.kind = h.kind AND o.brand_id = $2)`,
      ids,
    );
    await tx.query("UPDATE highlights SET brand_id = $2 WHERE brand_id = $1", ids);
    await tx.query(
      `UPDATE brands i SET ${takeOver()}, updated_at = clock_timestamp() FROM brands f WHERE f.id = $1 AND i.id = $2`,
      ids,
    );
    await tx.query(
      `UPDATE listings l SET brand_id = i.id, brand_key = i.name_key, updated_at = clock_timestamp(),
              position = l.position + (SELECT coalesce(max(o.position), -1) + 1 FROM listings o WHERE o.brand_id = i.id)
         FROM brands i WHERE i.id = $2 AND l.brand_id = $1`,
      ids,
    );
    await tx.query("UPDATE enquiries SET brand_id = $2 WHERE brand_id = $1", ids);
    await tx.query(
      `INSERT INTO brand_views AS v (brand_id, week, views) SELECT $2, week, views FROM brand_views WHERE brand_id = $1
       ON CONFLICT (brand_id, week) DO UPDATE SET views = v.views + excluded.views`,
      ids,
    );
    await tx.query("UPDATE former_brand_names SET brand_id = $2 WHERE brand_id = $1", ids);
    await tx.query("DELETE FROM brands WHERE id = $1", [from.id]);
    await keepFormerName(tx, from, into.id);
  }
}

const isEmpty = (value: unknown): boolean => value === null || value === "";

/** Which details move, and which are lost because the other brand has its own. */
function takenAndDropped(
  from: BrandEntity,
  into: BrandEntity,
): { readonly taken: string[]; readonly dropped: string[] } {
  const had = Object.entries(TAKEN).filter(([field]) => !isEmpty(from[field as keyof typeof TAKEN]));
  const isTaken = ([field]: readonly [string, string]) => isEmpty(into[field as keyof typeof TAKEN]);
  return {
    taken: had.filter((entry) => isTaken(entry)).map(([, word]) => word),
    dropped: had
      .filter((entry) => !isTaken(entry))
      // The same text or link is not lost.
      .filter(([field]) => from[field as keyof typeof TAKEN] !== into[field as keyof typeof TAKEN])
      // A badge is not lost: the other brand has one. Pictures stay in the library.
      .filter(([field]) => field !== "verifiedAt" && !field.endsWith("PictureId"))
      .map(([, word]) => word),
  };
}

/** Assignments that fill what `i` lacks from `f`; the badge with all that belongs to it. */
function takeOver(): string {
  const filled = [
    ...["location", "website_url", "instagram_url", "facebook_url", "linkedin_url", "whatsapp_url", "partner_name"],
    ...["contact_email", "contact_phone", "logo_picture_id", "cover_picture_id", "contacts_chosen_at"],
  ].map((column) => `${column} = coalesce(i.${column}, f.${column})`);
  const badge = ["verified_at", "verified_by", "verified_document", "verified_seen_on"].map(
    (column) => `${column} = CASE WHEN i.verified_at IS NULL THEN f.${column} ELSE i.${column} END`,
  );
  return ["description = coalesce(nullif(i.description, ''), f.description)", ...filled, ...badge].join(", ");
}
