import type { CatalogueModule } from "../site/modules.js";
import { brandPath } from "../site/routes.js";
import { slugOf } from "../site/slug.js";

/** What a product's address is made of. */
interface AddressedProduct {
  readonly id: string;
  readonly name: string;
}

/** Most characters of a product's name in its address. */
const MAX_WORDS = 60;
/** Characters of its id in its address: enough to distinguish the products of one brand. */
const ID_LENGTH = 8;

const endOf = ({ id }: AddressedProduct): string => id.replaceAll("-", "").slice(0, ID_LENGTH).toLowerCase();

/** The last part of a product's address: the words of its name to be read, and the start of its id, which stays. */
export function productKey(product: AddressedProduct): string {
  // An emoji leaves its variation selector, a mark, behind.
  const words = [...slugOf(product.name).replaceAll("\uFE0F", "")].slice(0, MAX_WORDS).join("").replace(/-$/, "");
  return words === "" ? endOf(product) : `${words}-${endOf(product)}`;
}

/**
 * The product of a brand at an address: by its id, so that a link outlives a new name, else by the words of its name, as
 * people type them.
 *
 * @param key decoded
 */
export function productAt<Product extends AddressedProduct>(
  products: readonly Product[],
  key: string,
): Product | undefined {
  const typed = key.trim().toLowerCase();
  const end = typed.slice(typed.lastIndexOf("-") + 1);
  return (
    products.find((product) => endOf(product) === end) ??
    products.find(({ name }) => slugOf(name) !== "" && slugOf(name) === slugOf(typed))
  );
}

/** The page of a product, under its brand's. */
export function productPath(module: CatalogueModule, brandName: string, product: AddressedProduct): string {
  return pathUnderBrand(module, brandName, productKey(product));
}

/** The page of a brand's product by the last part of its address. @param key decoded */
export function pathUnderBrand(module: CatalogueModule, brandName: string, key: string): string {
  const [path = "", query] = brandPath(module, brandName).split("?");
  const own = `${path}/products/${encodeURIComponent(key)}`;
  return query === undefined ? own : `${own}?${query}`;
}
