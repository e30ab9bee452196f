import { eachField } from "../fields/declared-fields.js";
import { chosenFocus, type PictureFocus } from "../pictures/picture-focus.js";
import { type BrandPageTexts, EMPTY_TEXTS, PRODUCT_FIELDS, type ProductText } from "./brand-page.fields.js";
import { NO_PRICE, type Price, tidyPrice } from "./price.rules.js";

/** Most products of a brand. */
export const MAX_PRODUCTS = 20;
/** Most pictures of a product. */
export const MAX_PRODUCT_PICTURES = 5;
/** Length of a brand's story, in characters. */
export const STORY_LENGTH = { min: 50, max: 4000 } as const;
/** Length of a product's name, in characters. */
export const PRODUCT_NAME_LENGTH = { min: 2, max: 100 } as const;
/** Longest text of a product, in characters. */
export const MAX_PRODUCT_TEXT = 2000;
/** Length of a place in words, in characters. */
export const PLACE_LENGTH = { min: 2, max: 100 } as const;

/** A picture of a product. */
export interface ProductPicture {
  readonly id: string;
  readonly alt: string;
  /** What every frame keeps in view; absent for the middle. */
  readonly focus?: PictureFocus;
}

/** A product as its owner writes it; texts are empty for none. */
export interface Product extends Readonly<Record<ProductText, string>> {
  readonly id: string;
  readonly price: Price;
  readonly pictures: readonly ProductPicture[];
}

/** A brand's page as its owner writes it; the content of a change. Texts are empty for none. */
export interface BrandPage extends Readonly<BrandPageTexts> {
  readonly logoId: string | null;
  readonly coverId: string | null;
  /** What every frame keeps in view of the cover; absent for the middle. */
  readonly coverFocus?: PictureFocus;
  readonly noPictures: boolean;
  readonly products: readonly Product[];
}

/** A page on which nothing is filled in. */
export const EMPTY_PAGE: BrandPage = { logoId: null, coverId: null, ...EMPTY_TEXTS, noPictures: false, products: [] };

/** A stored page with all of its fields: earlier releases wrote none for contacts. */
export const wholePage = (stored: BrandPage): BrandPage => ({ ...EMPTY_PAGE, ...stored });

/** A product of which nothing is said. */
export const emptyProduct = (id: string): Product => ({
  id,
  ...eachField(PRODUCT_FIELDS, () => ""),
  price: NO_PRICE,
  pictures: [],
});

/** A product that its owner begins: with a price, which most have, and in the category of her other products or her brand. */
export const startedProduct = (id: string, { products }: Pick<BrandPage, "products">, category: string): Product => ({
  ...emptyProduct(id),
  price: { ...NO_PRICE, kind: "fixed" },
  category: products.at(-1)?.category || category,
});

/** Every picture of a page: logo, cover, then the products' in order, each once. */
export function picturesOf({ logoId, coverId, products }: BrandPage): string[] {
  const ids = [logoId, coverId, ...products.flatMap(({ pictures }) => pictures.map(({ id }) => id))];
  return [...new Set(ids.filter((id) => id !== null))];
}

/** A page with another cover, or none; what was said of the one before goes with it. */
export function withCover(
  { coverFocus: _, ...page }: BrandPage,
  cover: { readonly id: string; readonly focus?: PictureFocus | undefined } | undefined,
): BrandPage {
  const { focus } = chosenFocus(cover?.focus);
  return { ...page, coverId: cover?.id ?? null, ...(focus === undefined ? {} : { coverFocus: focus }) };
}

/** A page on which a picture has this focus, in every place that it has: a picture is framed once. */
export function framePicture(page: BrandPage, id: string, focus: PictureFocus): BrandPage {
  return {
    ...(page.coverId === id ? withCover(page, { id, focus }) : page),
    products: page.products.map((product) => ({
      ...product,
      pictures: product.pictures.map((picture) => (picture.id === id ? framed(picture, focus) : picture)),
    })),
  };
}

/** A picture in its place with another focus. */
export const framed = <Picture extends { readonly focus?: PictureFocus }>(
  { focus: _, ...picture }: Picture,
  focus: PictureFocus | undefined,
) => ({ ...picture, ...chosenFocus(focus) });

/** The page without these pictures. */
export function withoutPictures(page: BrandPage, ids: ReadonlySet<string>): BrandPage {
  const keep = (id: string | null): string | null => (id !== null && ids.has(id) ? null : id);
  const hasCover = keep(page.coverId) !== null;
  return {
    ...(hasCover ? page : withCover(page, undefined)),
    logoId: keep(page.logoId),
    coverAlt: hasCover ? page.coverAlt : "",
    products: page.products.map((product) => ({
      ...product,
      pictures: product.pictures.filter(({ id }) => !ids.has(id)),
    })),
  };
}

/**
 * The page as it is stored when it is sent: amounts that its price does not have are gone, a false "no pictures", and a focus in
 * the middle.
 */
export function tidyPage(page: BrandPage): BrandPage {
  const { coverId, coverFocus } = page;
  return {
    ...withCover(page, coverId === null ? undefined : { id: coverId, focus: coverFocus }),
    noPictures: page.noPictures && picturesOf(page).length === 0,
    products: page.products.map((product) => ({
      ...product,
      price: tidyPrice(product.price),
      pictures: product.pictures.map((picture) => framed(picture, picture.focus)),
    })),
  };
}
