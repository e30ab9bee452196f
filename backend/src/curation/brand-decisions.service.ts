import { Injectable } from "@nestjs/common";
import type { VerifyBrandDto } from "@sakhi/domain/brands/managed-brands.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { CatalogueBrandsService } from "../catalogue/catalogue-brands.service.js";
import { CatalogueProductsService } from "../catalogue/catalogue-products.service.js";
import { lockBrand, lockProduct, rejectField } from "./brand-locks.js";
import type { BrandChangedResponse, ProductChangedResponse } from "./curation.response.js";

/**
 * Hides and restores brands and products, and verifies brands. What is hidden is off every public page at the commit, and
 * nothing of it is lost: its year, its order and its place on the home page stay.
 */
@Injectable()
export class BrandDecisionsService {
  constructor(
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly catalogueBrands: CatalogueBrandsService,
    private readonly catalogueProducts: CatalogueProductsService,
  ) {}

  /** @throws DomainError brand_not_found; facts_changed if it is hidden already */
  hideBrand(administrator: Administrator, brandId: string, reason: string): Promise<BrandChangedResponse> {
    return this.setBrandHidden(administrator, brandId, true, reason);
  }

  /** @throws DomainError brand_not_found; facts_changed if it is not hidden */
  restoreBrand(administrator: Administrator, brandId: string, reason: string): Promise<BrandChangedResponse> {
    return this.setBrandHidden(administrator, brandId, false, reason);
  }

  /** @throws DomainError product_not_found; facts_changed if it is hidden already */
  hideProduct(administrator: Administrator, productId: string, reason: string): Promise<ProductChangedResponse> {
    return this.setProductHidden(administrator, productId, true, reason);
  }

  /** Stays off the site while its brand is hidden. @throws DomainError product_not_found; facts_changed if it is not hidden */
  restoreProduct(administrator: Administrator, productId: string, reason: string): Promise<ProductChangedResponse> {
    return this.setProductHidden(administrator, productId, false, reason);
  }

  /**
   * Gives the badge: the operator has seen a document of the brand. Its number is not kept.
   *
   * @throws DomainError brand_not_found; facts_changed if it is verified already; invalid_request for a day to come
   */
  verify(
    administrator: Administrator,
    brandId: string,
    { document, seenOn, reason }: VerifyBrandDto,
  ): Promise<BrandChangedResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { verifiedAt } = await lockBrand(tx, brandId);
      if (verifiedAt !== null) throw new DomainError("facts_changed");
      const verified = await this.catalogueBrands.verify(tx, brandId, { by: administrator.username, document, seenOn });
      if (!verified) rejectField("seenOn", "The day can't be in the future");
      return {
        response: { brandId },
        audit: {
          action: "brand_verified",
          subjectType: "brand",
          subjectId: brandId,
          reason,
          after: { document, seenOn },
        },
      };
    });
  }

  /** Takes the badge back. @throws DomainError brand_not_found; facts_changed if it has none */
  unverify(administrator: Administrator, brandId: string, reason: string): Promise<BrandChangedResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { verifiedAt, verifiedBy, verifiedDocument } = await lockBrand(tx, brandId);
      if (verifiedAt === null) throw new DomainError("facts_changed");
      await this.catalogueBrands.unverify(tx, brandId);
      return {
        response: { brandId },
        audit: {
          action: "brand_unverified",
          subjectType: "brand",
          subjectId: brandId,
          reason,
          before: { document: verifiedDocument, verifiedBy },
        },
      };
    });
  }

  private setBrandHidden(
    administrator: Administrator,
    brandId: string,
    hidden: boolean,
    reason: string,
  ): Promise<BrandChangedResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { hiddenAt } = await lockBrand(tx, brandId);
      if ((hiddenAt !== null) === hidden) throw new DomainError("facts_changed");
      await (hidden ? this.catalogueBrands.hide(tx, brandId, reason) : this.catalogueBrands.restore(tx, brandId));
      return {
        response: { brandId },
        audit: {
          action: hidden ? "brand_hidden" : "brand_restored",
          subjectType: "brand",
          subjectId: brandId,
          reason,
          before: { hidden: !hidden },
          after: { hidden },
        },
      };
    });
  }

  private setProductHidden(
    administrator: Administrator,
    productId: string,
    hidden: boolean,
    reason: string,
  ): Promise<ProductChangedResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { brand, product } = await lockProduct(tx, productId);
      if ((product.hiddenAt !== null) === hidden) throw new DomainError("facts_changed");
      await (hidden
        ? this.catalogueProducts.hide(tx, productId, reason)
        : this.catalogueProducts.restore(tx, productId));
      await this.catalogueBrands.touch(tx, brand.id);
      return {
        response: { productId, brandId: brand.id },
        audit: {
          action: hidden ? "product_hidden" : "product_restored",
          subjectType: "product",
          subjectId: productId,
          reason,
          before: { hidden: !hidden },
          after: { hidden },
        },
      };
    });
  }
}
