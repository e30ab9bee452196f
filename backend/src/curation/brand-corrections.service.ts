import { Injectable } from "@nestjs/common";
import type { CorrectBrandDto } from "@sakhi/domain/brands/managed-brands.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { BRAND_DETAILS, type BrandDetails, CatalogueBrandsService } from "../catalogue/catalogue-brands.service.js";
import { CatalogueProductsService } from "../catalogue/catalogue-products.service.js";
import type { BrandEntity } from "../catalogue/catalogue.entities.js";
import { skeletonOf } from "../catalogue/skeleton.js";
import { rows, type Tx } from "../platform/database/database.js";
import { assertSeen, categoryIn, lockBrand } from "./brand-locks.js";
import type { BrandChangedResponse } from "./curation.response.js";

/** Names of the fields, as the request has them. */
const FIELDS: Readonly<Partial<Record<keyof BrandDetails, string>>> = { location: "place", description: "story" };

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
      const details = detailsOf(brand, dto);
      const changed = BRAND_DETAILS.filter((field) => brand[field] !== details[field]);
      if (changed.length === 0) throw new DomainError("nothing_to_correct");
      assertSeen(brand, dto.seenAt);
      await this.catalogueBrands.correct(tx, brand, details, changed);
      if (changed.includes("name")) {
        if (dto.looksAlikeSeen !== true) await assertUnlikeOthers(tx, brandId, details.name);
        await this.catalogueBrands.keepFormerName(tx, brand, brandId);
      }
      await this.catalogueProducts.followBrand(tx, brandId, brand, details);
      const fields = changed.map((field) => FIELDS[field] ?? field);
      return {
        response: { brandId, changed: fields },
        audit: {
          action: "brand_corrected",
          subjectType: "brand",
          subjectId: brandId,
          reason: dto.reason,
          before: { category: brand.category, place: brand.location },
          after: { category: details.category, place: details.location, fields: fields.join(" ") },
        },
      };
    });
  }
}

function detailsOf({ module, ...brand }: BrandEntity, dto: CorrectBrandDto): BrandDetails {
  return {
    name: dto.name,
    // An unchanged category stays, even if it is one that the lists no longer have.
    category: dto.category === brand.category ? brand.category : categoryIn(module, dto.category),
    location: dto.place ?? null,
    description: dto.story ?? "",
    websiteUrl: dto.websiteUrl ?? null,
    instagramUrl: dto.instagramUrl ?? null,
    facebookUrl: dto.facebookUrl ?? null,
    linkedinUrl: dto.linkedinUrl ?? null,
    whatsappUrl: dto.whatsappUrl ?? null,
    partnerName: dto.partnerName ?? null,
    contactEmail: dto.contactEmail ?? null,
    contactPhone: dto.contactPhone ?? null,
  };
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
