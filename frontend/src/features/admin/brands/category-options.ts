import { categoryLabel } from "@sakhi/domain/catalogue/category-labels";
import type { ManagedBrand } from "../../../api/admin-api";
import { categoryNames } from "./category-names";

/** Fields that a browser must not fill in. */
export const off = { autoComplete: "off" } as const;

/** The options of a category field; one that the lists no longer have stays. */
export function categoryOptions(module: ManagedBrand["module"], current?: string) {
  const names = categoryNames(module);
  return [...(current === undefined || names.includes(current) ? [] : [current]), ...names].map(
    (name) => [name, categoryLabel(name)] as const,
  );
}
