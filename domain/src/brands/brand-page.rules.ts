import { resolveCategory } from "../catalogue/categories.js";
import { eachField, fieldNames, inText } from "../fields/declared-fields.js";
import { MAX_ALT_LENGTH } from "../pictures/picture.rules.js";
import { spellingDistance } from "../search/close-spelling.js";
import type { CatalogueModule } from "../site/modules.js";
import { linkProblem } from "./brand-links.js";
import {
  BRAND_PAGE_LABELS,
  BRAND_PAGE_TEXTS,
  type BrandPageText,
  type BrandPageTexts,
  EMPTY_TEXTS,
  PRODUCT_FIELDS,
  type ProductText,
  PUBLIC_CONTACTS,
} from "./brand-page.fields.js";
import { NO_PRICE, type Price, priceProblem, priceText, tidyPrice } from "./price.rules.js";
import { contactProblem } from "./public-contacts.js";

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
  readonly noPictures: boolean;
  readonly products: readonly Product[];
}

/** A page on which nothing is filled in. */
export const EMPTY_PAGE: BrandPage = { logoId: null, coverId: null, ...EMPTY_TEXTS, noPictures: false, products: [] };

/** A stored page with all of its fields: earlier releases wrote none for contacts. */
export const wholePage = (stored: BrandPage): BrandPage => ({ ...EMPTY_PAGE, ...stored });

/** A product that its owner begins. */
export const emptyProduct = (id: string): Product => ({
  id,
  ...eachField(PRODUCT_FIELDS, () => ""),
  price: NO_PRICE,
  pictures: [],
});

/** Every picture of a page: logo, cover, then the products' in order, each once. */
export function picturesOf({ logoId, coverId, products }: BrandPage): string[] {
  const ids = [logoId, coverId, ...products.flatMap(({ pictures }) => pictures.map(({ id }) => id))];
  return [...new Set(ids.filter((id) => id !== null))];
}

/** The page without these pictures. */
export function withoutPictures(page: BrandPage, ids: ReadonlySet<string>): BrandPage {
  const keep = (id: string | null): string | null => (id !== null && ids.has(id) ? null : id);
  const coverId = keep(page.coverId);
  return {
    ...page,
    logoId: keep(page.logoId),
    coverId,
    coverAlt: coverId === null ? "" : page.coverAlt,
    products: page.products.map((product) => ({
      ...product,
      pictures: product.pictures.filter(({ id }) => !ids.has(id)),
    })),
  };
}

/** The page as it is stored when it is sent: amounts that its price does not have are gone, and a false "no pictures". */
export function tidyPage(page: BrandPage): BrandPage {
  return {
    ...page,
    noPictures: page.noPictures && picturesOf(page).length === 0,
    products: page.products.map((product) => ({ ...product, price: tidyPrice(product.price) })),
  };
}

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
 */
export function pageProblems(page: BrandPage, module: CatalogueModule): PageProblem[] {
  const problems: PageProblem[] = [];
  const say = (path: string, message: string | undefined): void => {
    if (message !== undefined) problems.push({ path, message });
  };
  if (picturesOf(page).length === 0 && !page.noPictures) {
    say("logoId", "Please add your logo or a picture, or say that you have none");
  }
  for (const text of BRAND_PAGE_TEXTS) say(text, textProblem(text, page[text]));
  if (page.products.length > MAX_PRODUCTS) say("products", `A brand has at most ${MAX_PRODUCTS} products`);
  for (const [index, product] of page.products.entries()) {
    for (const { path, message } of productProblems(product, module)) say(`products.${index}.${path}`, message);
  }
  return problems;
}

/** What a product lacks before its page can be sent. */
export function productProblems(product: Product, module: CatalogueModule): PageProblem[] {
  const { name, text, price, category, pictures, link } = product;
  const length = outside(name, PRODUCT_NAME_LENGTH);
  const found: readonly (readonly [string, string | undefined])[] = [
    [
      "name",
      length === "short"
        ? "Please name the product"
        : length === "long"
          ? `A product's name has at most ${PRODUCT_NAME_LENGTH.max} characters`
          : undefined,
    ],
    [
      "text",
      text.length > MAX_PRODUCT_TEXT ? `A product's text has at most ${MAX_PRODUCT_TEXT} characters` : undefined,
    ],
    ["price", priceProblem(price)],
    ["category", resolveCategory(module, category) === undefined ? "Please choose a category" : undefined],
    [
      "pictures",
      pictures.length > MAX_PRODUCT_PICTURES ? `A product has at most ${MAX_PRODUCT_PICTURES} pictures` : undefined,
    ],
    ...pictures.map(({ alt }, index) => [`pictures.${index}.alt`, altProblem(alt)] as const),
    ["link", linkProblem(link)],
  ];
  return found.flatMap(([path, message]) => (message === undefined ? [] : [{ path, message }]));
}

/** Why a picture's description cannot be kept. */
export function altProblem(alt: string): string | undefined {
  return alt.length > MAX_ALT_LENGTH ? `A description has at most ${MAX_ALT_LENGTH} characters` : undefined;
}

/** Why a text of a page cannot be kept. */
function textProblem(text: BrandPageText, value: string): string | undefined {
  switch (text) {
    case "coverAlt":
      return altProblem(value);
    case "story":
      return storyProblem(value);
    case "place":
      return placeProblem(value);
    case "partnerName":
    case "contactEmail":
    case "contactPhone":
      return contactProblem(text, value);
    default:
      return linkProblem(value, text);
  }
}

function storyProblem(story: string): string | undefined {
  const length = outside(story, STORY_LENGTH);
  if (length === "short") return `Please share your story (minimum ${STORY_LENGTH.min} characters)`;
  return length === "long" ? `Your story must be at most ${STORY_LENGTH.max} characters` : undefined;
}

function placeProblem(place: string): string | undefined {
  const length = outside(place, PLACE_LENGTH);
  if (length === "short") return "Please say where you are, for example Jaipur, Rajasthan";
  return length === "long" ? `The place has at most ${PLACE_LENGTH.max} characters` : undefined;
}

/** A difference between two pages, for who reviews it. Texts are empty for nothing. */
export interface PageDifference {
  readonly path: string;
  /** Name of the field, after its product's if it has one. */
  readonly label: string;
  readonly kind: "text" | "picture" | "pictures" | "product";
  readonly before: string;
  readonly after: string;
}

/**
 * What differs between two pages, in the order of the page. A product is the same by its id; a new one is shown
 * field by field. Pictures are ids, separated by blanks.
 */
export function pageDifferences(before: BrandPage, after: BrandPage): PageDifference[] {
  const found: PageDifference[] = [];
  const compare = (
    path: string,
    label: string,
    was: string,
    is: string,
    kind: PageDifference["kind"] = "text",
  ): void => {
    if (was !== is) found.push({ path, label, kind, before: was, after: is });
  };
  compare("logoId", "Logo", before.logoId ?? "", after.logoId ?? "", "picture");
  compare("coverId", "Cover", before.coverId ?? "", after.coverId ?? "", "picture");
  for (const text of BRAND_PAGE_TEXTS) {
    const label = BRAND_PAGE_LABELS[text];
    compare(text, isContact(text) ? `${label}, shown to everyone` : label, before[text], after[text]);
  }
  compare("noPictures", "Has no pictures", before.noPictures ? "Yes" : "", after.noPictures ? "Yes" : "");
  const former = new Map(before.products.map((product) => [product.id, product]));
  for (const [index, product] of after.products.entries()) {
    const name = product.name || `Product ${index + 1}`;
    const known = former.get(product.id);
    if (known === undefined) compare(`products.${index}`, "New product", "", name, "product");
    const was = known ?? emptyProduct(product.id);
    const path = `products.${index}`;
    for (const text of PRODUCT_TEXTS) {
      if (text === "category")
        compare(`${path}.price`, `${name}: price`, priceText(was.price), priceText(product.price));
      compare(`${path}.${text}`, `${name}: ${inText(PRODUCT_FIELDS[text])}`, was[text], product[text]);
    }
    compare(`${path}.pictures`, `${name}: pictures`, idsOf(was), idsOf(product), "pictures");
    for (const [at, { id, alt }] of product.pictures.entries()) {
      const earlier = was.pictures.find((picture) => picture.id === id);
      if (earlier !== undefined) {
        compare(`${path}.pictures.${at}.alt`, `${name}: picture ${at + 1} in words`, earlier.alt, alt);
      }
    }
  }
  const kept = after.products.map(({ id }) => id);
  for (const { id, name } of before.products) {
    if (!kept.includes(id)) compare(`products.${id}`, "Removed product", name, "", "product");
  }
  const common = (page: BrandPage, other: BrandPage): string =>
    page.products
      .filter(({ id }) => other.products.some((product) => product.id === id))
      .map(({ id }) => id)
      .join(" ");
  if (common(before, after) !== common(after, before)) {
    compare("products", "Order of products", namesOf(before), namesOf(after));
  }
  return found;
}

const idsOf = ({ pictures }: Product): string => pictures.map(({ id }) => id).join(" ");
const namesOf = ({ products }: BrandPage): string => products.map(({ name }) => name).join(", ");

/** A correction of a text is small up to this many characters. */
export const MAX_SMALL_EDIT = 4;
/** Small corrections together have at most this many characters. */
export const MAX_SMALL_EDITS = 12;

/** Whether a change is nothing, a small correction (typing errors, prices, links, order), or needs a review. */
export type ChangeSize = "none" | "small" | "large";

/**
 * How large a change is. Small: in texts up to {@link MAX_SMALL_EDIT} characters each and {@link MAX_SMALL_EDITS}
 * together, any price, any link, any order of products and pictures. New and removed products and pictures are large.
 */
export function changeSize(before: BrandPage, after: BrandPage): ChangeSize {
  const differences = pageDifferences(before, after);
  if (differences.length === 0) return "none";
  let edits = 0;
  for (const { path, kind, before: was, after: is } of differences) {
    if (/(?:Url|\.link|\.price)$/.test(path) || path === "products") continue;
    if (kind === "pictures" && sorted(was) === sorted(is)) continue;
    // Where buyers write and call: a digit is another person.
    if (kind !== "text" || path.endsWith(".category") || path === "noPictures" || isContact(path)) return "large";
    const edit = editSize(was, is);
    if (edit === undefined) return "large";
    edits += edit;
  }
  return edits <= MAX_SMALL_EDITS ? "small" : "large";
}

const PRODUCT_TEXTS = fieldNames(PRODUCT_FIELDS);
const isContact = (path: string): boolean => (PUBLIC_CONTACTS as readonly string[]).includes(path);
const sorted = (ids: string): string => ids.split(" ").toSorted().join(" ");

/** Characters by which two texts differ; undefined above {@link MAX_SMALL_EDIT}, or if one of them is empty. */
function editSize(was: string, is: string): number | undefined {
  if (was === "" || is === "") return undefined;
  let start = 0;
  while (start < was.length && was[start] === is[start]) start += 1;
  let end = 0;
  while (end < Math.min(was.length, is.length) - start && was.at(-1 - end) === is.at(-1 - end)) end += 1;
  const [left, right] = [was.slice(start, was.length - end), is.slice(start, is.length - end)];
  // The rest between common ends: far apart corrections of a long text are not compared letter by letter.
  if (Math.abs(left.length - right.length) > MAX_SMALL_EDIT || left.length > 500) return undefined;
  const distance = spellingDistance(left, right);
  return distance <= MAX_SMALL_EDIT ? distance : undefined;
}
