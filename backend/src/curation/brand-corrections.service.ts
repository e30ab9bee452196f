import { Injectable } from "@nestjs/common";
import { BRAND_FIELDS } from "@sakhi/domain/brands/brand-page.fields";
import type { CorrectBrandDto } from "@sakhi/domain/brands/managed-brands.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { changedFields } from "@sakhi/domain/fields/correction.rules";
import { textColumns, textsOfRow } from "@sakhi/domain/fields/declared-fields";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { CatalogueBrandsService } from "../catalogue/catalogue-brands.service.js";
import { CatalogueProductsService } from "../catalogue/catalogue-products.service.js";
import { skeletonOf } from "../catalogue/skeleton.js";
import { rows, type Tx } from "../platform/database/database.js";
import { assertSeen, categoryIn, lockBrand } from "./brand-locks.js";
import type { BrandChangedResponse } from "./curation.response.js";

/**
 * Corrects what a brand's page says. Its card, the listing that an approval made of the application, follows where it
 * says the same. The audit log names the fields and records category and place; other texts may be personal.
 */
@Injectable()
export class BrandCorrectionsService {
  constructor(
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly catalogueBrands: CatalogueBrandsService,
    private readonly catalogueProducts: CatalogueProductsService,
  ) {}

  /**
   * @throws DomainError brand_not_found; facts_changed after a concurrent change; nothing_to_correct; brand_name_taken and
   *   brand_looks_alike with the other brand; invalid_request for the category
   */
  correct(administrator: Administrator, brandId: string, dto: CorrectBrandDto): Promise<BrandChangedResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const brand = await lockBrand(tx, brandId);
      const { name } = dto;
      // An unchanged category stays, even if it is one that the lists no longer have.
      const category = dto.category === brand.category ? brand.category : categoryIn(brand.module, dto.category);
      const texts = textColumns(BRAND_FIELDS, dto);
      const changed = [
        ...(name === brand.name ? [] : ["name"]),
        ...(category === brand.category ? [] : ["category"]),
        ...changedFields(BRAND_FIELDS, "operator", textsOfRow(BRAND_FIELDS, brand), dto),
      ];
      if (changed.length === 0) throw new DomainError("nothing_to_correct");
      assertSeen(brand, dto.seenAt);
      await this.catalogueBrands.correct(tx, brand, { name, category, ...texts });
      if (changed.includes("name")) {
        if (dto.looksAlikeSeen !== true) await assertUnlikeOthers(tx, brandId, name);
        await this.catalogueBrands.keepFormerName(tx, brand, brandId);
      }
      await this.catalogueProducts.followBrand(tx, brandId, brand, { name, category, ...texts });
      return {
        response: { brandId, changed },
        audit: {
          action: "brand_corrected",
          subjectType: "brand",
          subjectId: brandId,
          reason: dto.reason,
          before: { category: brand.category, place: brand.location },
          after: { category, place: texts.location, fields: changed.join(" ") },
        },
      };
    });
  }
}

/** @throws DomainError brand_looks_alike */
async function assertUnlikeOthers(tx: Tx, brandId: string, name: string): Promise<void> {
  const [alike] = await rows<{ id: string; name: string }>(
    tx,
    "SELECT id, name FROM brands WHERE skeleton = $1 AND id <> $2 ORDER BY name LIMIT 1",
    [skeletonOf(name), brandId],
  );
  if (alike === undefined) return;
  throw new DomainError(
    "brand_looks_alike",
    { brandId: alike.id, brandName: alike.name },
    `This name looks like ${alike.name}, which is in the catalogue already. If it is another brand, save once more.`,
  );
}
