import type { ShownPicture } from "../../ui/lazy-image";

/**
 * How the site frames pictures: the pages show them so, and the editors' previews cannot differ from them. Ratios are
 * width / height.
 */

/** A logo is shown whole wherever it is. */
export const LOGO = { ratio: "1 / 1", fit: "contain" } as const;
/** The cover of a brand's page. */
export const COVER_RATIO = { base: "16 / 9", sm: "3 / 1" } as const;
/** The picture of a product's card. */
export const PRODUCT_CARD_RATIO = "1 / 1";
/** The picture of a brand's and a category's card. */
export const CARD_RATIO = { base: "4 / 3", sm: "1 / 1" } as const;

/** The large picture of a product: its own shape between a landscape and a portrait one, so that nothing of most is cut. */
export function largeRatio({ width, height }: Pick<ShownPicture, "width" | "height">): string {
  if (width === undefined || height === undefined || height === 0) return "4 / 3";
  return String(Math.min(Math.max(width / height, 3 / 4), 4 / 3));
}

/** How a place of the site shows a picture: cut to a ratio, or whole. */
export interface PictureFrame {
  /** Width / height; `large` for that of the first picture of its product. */
  readonly ratio: string;
  readonly fit: "cover" | "contain";
  /** Where it is shown so, below the picture. */
  readonly label?: string;
  /** Of the frame, in rem. */
  readonly width: number;
}
