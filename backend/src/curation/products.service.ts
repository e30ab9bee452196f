import { Injectable } from "@nestjs/common";
import { MAX_PRODUCTS } from "@sakhi/domain/brands/brand-page.rules";
import { typedPrice, typedPriceProblem } from "@sakhi/domain/brands/curation.rules";
import type { AddProductDto, CorrectProductDto, OrderProductsDto } from "@sakhi/domain/brands/managed-brands.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Administrator } from "../accounts/administrator.js";
import type { AuditDetails } from "../accounts/audit-log.service.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { CatalogueBrandsService } from "../catalogue/catalogue-brands.service.js";
import { CatalogueProductsService, contentOf, type ProductContent } from "../catalogue/catalogue-products.service.js";
import { isOwn } from "../catalogue/own-products.sql.js";
import { rows, type Tx } from "../platform/database/database.js";
import { assertSeen, categoryIn, lockBrand, lockProduct, rejectField } from "./brand-locks.js";
import type { BrandChangedResponse, ProductChangedResponse } from "./curation.response.js";

/** Products of a brand that are on the site or would be, were they not hidden or expired. */
export async function countProducts(tx: Tx, brandIds: readonly string[]): Promise<number> {
  const [counted] = await rows<{ count: string }>(
    tx,
    `SELECT count(*) FROM listings l WHERE l.brand_id = ANY($1::uuid[]) AND NOT l.is_card AND ${isOwn("l")}`,
    [brandIds],
  );
  return Number(counted?.count ?? 0);
}

/** Adds, corrects and orders the products of brands. */
@Injectable()
export class ProductsService {
  constructor(
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly catalogueBrands: CatalogueBrandsService,
    private readonly catalogueProducts: CatalogueProductsService,
  ) {}

  /**
   * Adds a product at the end, on the site as long as the brand's others.
   *
   * @throws DomainError brand_not_found; products_full; invalid_request
   */
  add(administrator: Administrator, brandId: string, dto: AddProductDto): Promise<ProductChangedResponse> {
    assertPrice(dto);
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { module } = await lockBrand(tx, brandId);
      const category = categoryIn(module, dto.category);
      if ((await countProducts(tx, [brandId])) >= MAX_PRODUCTS) throw new DomainError("products_full");
      const product = productOf(dto, category);
      const productId = await this.catalogueProducts.add(tx, brandId, product);
      await this.catalogueBrands.touch(tx, brandId);
      return {
        response: { productId, brandId },
        audit: {
          action: "product_added",
          subjectType: "product",
          subjectId: productId,
          reason: dto.reason,
          after: { brandId, ...detailsOf(product) },
        },
      };
    });
  }

  /** @throws DomainError product_not_found; facts_changed after a concurrent change; invalid_request */
  correct(administrator: Administrator, productId: string, dto: CorrectProductDto): Promise<ProductChangedResponse> {
    assertPrice(dto);
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { brand, product: row } = await lockProduct(tx, productId);
      assertSeen(row, dto.seenAt);
      const category = dto.category === row.category ? row.category : categoryIn(brand.module, dto.category);
      const product = productOf(dto, category);
      await this.catalogueProducts.correct(tx, productId, product);
      await this.catalogueBrands.touch(tx, brand.id);
      return {
        response: { productId, brandId: brand.id },
        audit: {
          action: "product_corrected",
          subjectType: "product",
          subjectId: productId,
          reason: dto.reason,
          before: detailsOf(contentOf(row)),
          after: detailsOf(product),
        },
      };
    });
  }

  /** @throws DomainError brand_not_found; facts_changed if these are not all products of the brand */
  order(administrator: Administrator, brandId: string, dto: OrderProductsDto): Promise<BrandChangedResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      await lockBrand(tx, brandId);
      const products = await rows<{ id: string }>(
        tx,
        `SELECT id FROM listings WHERE brand_id = $1 AND NOT is_card AND status NOT IN ('rejected', 'withdrawn')
          ORDER BY position, created_at, id`,
        [brandId],
      );
      const before = products.map(({ id }) => id);
      if (before.toSorted().join() !== dto.productIds.toSorted().join()) throw new DomainError("facts_changed");
      await this.catalogueProducts.order(tx, dto.productIds);
      await this.catalogueBrands.touch(tx, brandId);
      return {
        response: { brandId },
        audit: {
          action: "products_ordered",
          subjectType: "brand",
          subjectId: brandId,
          reason: dto.reason,
          before: { products: before.join(" ") },
          after: { products: dto.productIds.join(" ") },
        },
      };
    });
  }
}

/** The product of a request: its price in paise, as everywhere but in this request and its answer. */
function productOf({ name, text = "", link = "", ...typed }: AddProductDto, category: string) {
  return { name, category, text, link, price: typedPrice(typed) };
}

/** @throws DomainError invalid_request */
function assertPrice(dto: AddProductDto): void {
  const problem = typedPriceProblem(dto);
  if (problem !== undefined) rejectField(...problem);
}

/** What the audit log keeps of a product; it is public. */
function detailsOf({ name, category, text, price, link }: ProductContent): AuditDetails {
  const { kind, fromPaise, toPaise } = price;
  return { name, category, text: text.slice(0, 200), price: kind, fromPaise, toPaise, link: link || null };
}
