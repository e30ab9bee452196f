import type { Category } from "@sakhi/domain/catalogue/categories";
import { DRAWING_VERSION } from "./drawing.js";

/** Address of a drawing of this category. */
export function pictureOf({ module, slug }: Category, key: string): string {
  return `/images/${DRAWING_VERSION}/${module}/${slug}/${key}.svg`;
}

/** Address of a brand's logo. */
export function logoOf({ module, slug }: Category, key: string): string {
  return `/images/${DRAWING_VERSION}/brands/${module}/${slug}/${key}.svg`;
}
