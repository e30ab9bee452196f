import { type BrandPage, wholePage } from "@sakhi/domain/brands/brand-page.rules";
import type { MyBrand } from "../../api/brand-api";
import { readStored, removeStored, storeValue } from "../../ui/stored-values";

/** The page as typed but not saved, in this browser. */
interface Kept {
  readonly version: number;
  readonly content: BrandPage;
}

const keyOf = ({ module, brandName }: MyBrand): string => `sakhi-page ${module} ${brandName}`;

/** What is kept of a brand's page. */
export function keptOf(brand: MyBrand): Kept | undefined {
  const { version, content } = readStored("localStorage", keyOf(brand)) ?? {};
  return typeof version === "number" && typeof content === "object" && content !== null && "products" in content
    ? { version, content: wholePage(content as BrandPage) }
    : undefined;
}

/** Keeps what is typed over a version. */
export const keep = (brand: MyBrand, version: number, content: BrandPage): void =>
  storeValue("localStorage", keyOf(brand), { version, content });

/** Forgets what is kept: it is saved, or given up. */
export const forgetTyped = (brand: MyBrand): void => removeStored("localStorage", keyOf(brand));
