import { resolveCategory } from "../catalogue/categories.js";
import messages from "../generated/messages/en/page-problems.js";
import { MAX_ALT_LENGTH } from "../pictures/picture.rules.js";
import type { CatalogueModule } from "../site/modules.js";
import { linkProblem } from "./brand-links.js";
import { BRAND_PAGE_TEXTS, type BrandPageText } from "./brand-page.fields.js";
import {
  type BrandPage,
  MAX_PRODUCT_PICTURES,
  MAX_PRODUCT_TEXT,
  MAX_PRODUCTS,
  picturesOf,
  PLACE_LENGTH,
  type Product,
  PRODUCT_NAME_LENGTH,
  STORY_LENGTH,
} from "./brand-page.rules.js";
import { priceProblem } from "./price-problem.js";
import { contactProblem } from "./public-contacts.js";

/** What stops a page from being sent; `path` is the field's, e.g. `story` or `products.2.name`. */
export interface PageProblem {
  readonly path: string;
  readonly message: string;
}

const outside = (text: string, { min, max }: { min: number; max: number }): "short" | "long" | undefined => {
  if (text.trim().length < min) return "short";
  return text.length > max ? "long" : undefined;
};

/**
 * What a page lacks before it can be sent, in the order of the page.
 *
 * @param module of the brand: a product's category is one of it
 * @param words of the language of who reads them; by default those of this build
 */
export function pageProblems(
  page: BrandPage,
  module: CatalogueModule,
  words: typeof messages = messages,
): PageProblem[] {
  const problems: PageProblem[] = [];
  const say = (path: string, message: string | undefined): void => {
    if (message !== undefined) problems.push({ path, message });
  };
  if (picturesOf(page).length === 0 && !page.noPictures) {
    say("logoId", words.pictures);
  }
  for (const text of BRAND_PAGE_TEXTS) say(text, textProblem(text, page[text], words));
  if (page.products.length > MAX_PRODUCTS) say("products", words.productsMost({ most: MAX_PRODUCTS }));
  for (const [index, product] of page.products.entries()) {
    for (const { path, message } of productProblems(product, module, words)) say(`products.${index}.${path}`, message);
  }
  return problems;
}

/** What a product lacks before its page can be sent. */
export function productProblems(
  product: Product,
  module: CatalogueModule,
  words: typeof messages = messages,
): PageProblem[] {
  const { name, text, price, category, pictures, link } = product;
  const length = outside(name, PRODUCT_NAME_LENGTH);
  const found: readonly (readonly [string, string | undefined])[] = [
    [
      "name",
      length === "short"
        ? words.productName
        : length === "long"
          ? words.productNameMost({ most: PRODUCT_NAME_LENGTH.max })
          : undefined,
    ],
    ["text", text.length > MAX_PRODUCT_TEXT ? words.productTextMost({ most: MAX_PRODUCT_TEXT }) : undefined],
    ["price", priceProblem(price, words)],
    ["category", resolveCategory(module, category) === undefined ? words.category : undefined],
    [
      "pictures",
      pictures.length > MAX_PRODUCT_PICTURES ? words.productPicturesMost({ most: MAX_PRODUCT_PICTURES }) : undefined,
    ],
    ...pictures.map(({ alt }, index) => [`pictures.${index}.alt`, altProblem(alt, words)] as const),
    ["link", linkProblem(link, undefined, words)],
  ];
  return found.flatMap(([path, message]) => (message === undefined ? [] : [{ path, message }]));
}

/** Why a picture's description cannot be kept. */
export function altProblem(alt: string, words: typeof messages = messages): string | undefined {
  return alt.length > MAX_ALT_LENGTH ? words.pictureWordsMost({ most: MAX_ALT_LENGTH }) : undefined;
}

/** Why a text of a page cannot be kept. */
function textProblem(text: BrandPageText, value: string, words: typeof messages): string | undefined {
  switch (text) {
    case "coverAlt":
      return altProblem(value, words);
    case "story":
      return storyProblem(value, words);
    case "place":
      return placeProblem(value, words);
    case "partnerName":
    case "contactEmail":
    case "contactPhone":
      return contactProblem(text, value, words);
    default:
      return linkProblem(value, text, words);
  }
}

function storyProblem(story: string, words: typeof messages): string | undefined {
  const length = outside(story, STORY_LENGTH);
  if (length === "short") return words.longTextLeast({ least: STORY_LENGTH.min });
  return length === "long" ? words.longTextMost({ most: STORY_LENGTH.max }) : undefined;
}

function placeProblem(place: string, words: typeof messages): string | undefined {
  const length = outside(place, PLACE_LENGTH);
  if (length === "short") return words.placeMissing;
  return length === "long" ? words.placeMost({ most: PLACE_LENGTH.max }) : undefined;
}
