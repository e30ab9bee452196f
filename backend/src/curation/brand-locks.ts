import { resolveCategory } from "@sakhi/domain/catalogue/categories";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { BrandEntity, ListingEntity } from "../catalogue/catalogue.entities.js";
import { columnsOf } from "../platform/database/columns.js";
import { readIn, type Tx } from "../platform/database/database.js";

/**
 * Locks brands, in the order of their ids: before their products, and before anything that locks the catalogue's version.
 *
 * @throws DomainError brand_not_found if one does not exist
 */
export async function lockBrands(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, BrandEntity>> {
  const found = await readIn(
    tx,
    BrandEntity,
    `SELECT ${columnsOf(BrandEntity)} FROM brands WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE`,
    [ids],
  );
  if (found.length < new Set(ids).size) throw new DomainError("brand_not_found");
  return new Map(found.map((brand) => [brand.id, brand]));
}

/** Locks one brand. @throws DomainError brand_not_found */
export async function lockBrand(tx: Tx, id: string): Promise<BrandEntity> {
  const brand = (await lockBrands(tx, [id])).get(id);
  if (brand === undefined) throw new DomainError("brand_not_found");
  return brand;
}

/** Locks a product's brand, then the product. @throws DomainError product_not_found, also for a withdrawn one and a card */
export async function lockProduct(
  tx: Tx,
  id: string,
): Promise<{ readonly brand: BrandEntity; readonly product: ListingEntity }> {
  const find = (lock: string) =>
    readIn(tx, ListingEntity, `SELECT ${columnsOf(ListingEntity)} FROM listings WHERE id = $1 ${lock}`, [id]);
  const [unlocked] = await find("");
  if (unlocked === undefined) throw new DomainError("product_not_found");
  const brand = await lockBrand(tx, unlocked.brandId);
  const [product] = await find("FOR UPDATE");
  // A merge may have moved it meanwhile: the operator's next press finds it.
  if (
    product?.brandId !== brand.id ||
    product.isCard ||
    product.status === "rejected" ||
    product.status === "withdrawn"
  ) {
    throw new DomainError("product_not_found");
  }
  return { brand, product };
}

/** The category's name as the catalogue spells it. @throws DomainError invalid_request if the module has none of this name */
export function categoryIn(module: CatalogueModule, text: string): string {
  const category = resolveCategory(module, text);
  if (category === undefined) rejectField("category", "Please choose a category of this part of the catalogue");
  return category.name;
}

/** @throws DomainError invalid_request */
export function rejectField(field: string, sentence: string): never {
  throw new DomainError("invalid_request", { fields: { [field]: [sentence] } }, sentence);
}

/** @throws DomainError facts_changed if a row has changed since the operator saw it */
export function assertSeen(row: { readonly updatedAt: Date }, seenAt: string): void {
  if (row.updatedAt.getTime() !== new Date(seenAt).getTime()) throw new DomainError("facts_changed");
}
