import { Injectable } from "@nestjs/common";
import { BRAND_FIELDS } from "@sakhi/domain/brands/brand-page.fields";
import { MAX_PRODUCTS } from "@sakhi/domain/brands/brand-page.rules";
import type { MergeBrandDto } from "@sakhi/domain/brands/managed-brands.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { columnOf, fieldNames, inText } from "@sakhi/domain/fields/declared-fields";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { BrandChangesService } from "../brands/brand-changes.service.js";
import { BrandViewsService } from "../brands/brand-views.service.js";
import { CatalogueBrandsService } from "../catalogue/catalogue-brands.service.js";
import type { BrandEntity } from "../catalogue/catalogue.entities.js";
import { EnquiriesService } from "../enquiries/enquiries.service.js";
import { PublicationsService } from "../listings/publications.service.js";
import { PicturesService } from "../pictures/pictures.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { lockBrands, rejectField } from "./brand-locks.js";
import type { BrandChangedResponse, MergePreviewResponse, MovedResponse } from "./curation.response.js";
import { countProducts } from "./products.service.js";

/** Details that the brand that stays takes over where it has none, with their words. */
const TAKEN: readonly (readonly [keyof BrandEntity, string])[] = [
  ...fieldNames(BRAND_FIELDS).map((name) => [columnOf(BRAND_FIELDS, name), inText(BRAND_FIELDS[name])] as const),
  ["logoPictureId", "logo"],
  ["coverPictureId", "cover"],
  ["verifiedAt", "badge"],
];

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
    private readonly catalogueBrands: CatalogueBrandsService,
    private readonly brandChanges: BrandChangesService,
    private readonly brandViews: BrandViewsService,
    private readonly enquiries: EnquiriesService,
    private readonly publications: PublicationsService,
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
    await this.pictures.transfer(tx, { type: "brand", id: from.id }, { type: "brand", id: into.id });
    await this.publications.moveToBrand(tx, from.id, into.id);
    await this.brandChanges.moveToBrand(tx, from.id, into.id);
    await this.catalogueBrands.takeOver(tx, from.id, into.id);
    await this.enquiries.moveToBrand(tx, from.id, into.id);
    await this.brandViews.moveToBrand(tx, from.id, into.id);
    await this.catalogueBrands.end(tx, from, into.id);
  }
}

const isEmpty = (value: unknown): boolean => value === null || value === "";

/** Which details move, and which are lost because the other brand has its own. */
function takenAndDropped(
  from: BrandEntity,
  into: BrandEntity,
): { readonly taken: string[]; readonly dropped: string[] } {
  const had = TAKEN.filter(([field]) => !isEmpty(from[field]));
  const isTaken = ([field]: (typeof TAKEN)[number]) => isEmpty(into[field]);
  return {
    taken: had.filter((entry) => isTaken(entry)).map(([, word]) => word),
    dropped: had
      .filter((entry) => !isTaken(entry))
      // The same text or link is not lost.
      .filter(([field]) => from[field] !== into[field])
      // A badge is not lost: the other brand has one. Pictures stay in the library.
      .filter(([field]) => field !== "verifiedAt" && !field.endsWith("PictureId"))
      .map(([, word]) => word),
  };
}
