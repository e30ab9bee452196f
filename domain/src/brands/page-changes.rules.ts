import { fieldNames, inText } from "../fields/declared-fields.js";
import messages from "../generated/messages/en/page-differences.js";
import { focusOf, objectPosition, type PictureFocus, sameFocus } from "../pictures/picture-focus.js";
import { spellingDistance } from "../search/close-spelling.js";
import { BRAND_PAGE_LABELS, BRAND_PAGE_TEXTS, PRODUCT_FIELDS, PUBLIC_CONTACTS } from "./brand-page.fields.js";
import { type BrandPage, emptyProduct, type Product } from "./brand-page.rules.js";
import { priceText } from "./price.rules.js";

/** A difference between two pages, for who reviews it. Texts are empty for nothing. */
export interface PageDifference {
  readonly path: string;
  /** Name of the field, after its product's if it has one. */
  readonly label: string;
  readonly kind: "text" | "picture" | "pictures" | "frame" | "product";
  readonly before: string;
  readonly after: string;
}

/**
 * What differs between two pages, in the order of the page. A product is the same by its id; a new one is shown
 * field by field. Pictures are ids, separated by blanks; a frame is a
 * {@link framedPicture}.
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
  const compareFrame = (path: string, label: string, was: Framed | undefined, is: Framed): void => {
    if (!sameFocus(was?.focus, is.focus))
      compare(path, label, was === undefined ? "" : frameText(was), frameText(is), "frame");
  };
  compare("logoId", messages.logo, before.logoId ?? "", after.logoId ?? "", "picture");
  compare("coverId", messages.cover, before.coverId ?? "", after.coverId ?? "", "picture");
  const covers = [before, after].map(({ coverId, coverFocus }) => ({ id: coverId ?? "", focus: coverFocus }));
  const [coverWas, coverIs] = covers as [Framed, Framed];
  if (coverIs.id !== "")
    compareFrame("coverFocus", messages.coverFrame, coverWas.id === coverIs.id ? coverWas : undefined, coverIs);
  for (const text of BRAND_PAGE_TEXTS) {
    const label = BRAND_PAGE_LABELS[text];
    compare(text, isContact(text) ? messages.contact({ label }) : label, before[text], after[text]);
  }
  compare(
    "noPictures",
    messages.noPictures,
    before.noPictures ? messages.yes : "",
    after.noPictures ? messages.yes : "",
  );
  const former = new Map(before.products.map((product) => [product.id, product]));
  for (const [index, product] of after.products.entries()) {
    const name = product.name || messages.product({ number: index + 1 });
    const known = former.get(product.id);
    if (known === undefined) compare(`products.${index}`, messages.newProduct, "", name, "product");
    const was = known ?? emptyProduct(product.id);
    const path = `products.${index}`;
    for (const text of PRODUCT_TEXTS) {
      if (text === "category")
        compare(`${path}.price`, messages.price({ product: name }), priceText(was.price), priceText(product.price));
      compare(
        `${path}.${text}`,
        messages.field({ product: name, field: inText(PRODUCT_FIELDS[text]) }),
        was[text],
        product[text],
      );
    }
    compare(`${path}.pictures`, messages.pictures({ product: name }), idsOf(was), idsOf(product), "pictures");
    for (const [at, picture] of product.pictures.entries()) {
      const { id, alt } = picture;
      const earlier = was.pictures.find((each) => each.id === id);
      compareFrame(
        `${path}.pictures.${at}.focus`,
        messages.pictureFrame({ product: name, number: at + 1 }),
        earlier,
        picture,
      );
      if (earlier !== undefined) {
        compare(
          `${path}.pictures.${at}.alt`,
          messages.pictureWords({ product: name, number: at + 1 }),
          earlier.alt,
          alt,
        );
      }
    }
  }
  const kept = after.products.map(({ id }) => id);
  for (const { id, name } of before.products) {
    if (!kept.includes(id)) compare(`products.${id}`, messages.removedProduct, name, "", "product");
  }
  const common = (page: BrandPage, other: BrandPage): string =>
    page.products
      .filter(({ id }) => other.products.some((product) => product.id === id))
      .map(({ id }) => id)
      .join(" ");
  if (common(before, after) !== common(after, before)) {
    compare("products", messages.productOrder, namesOf(before), namesOf(after));
  }
  return found;
}

/** A picture with the point that its frames keep in view. */
interface Framed {
  readonly id: string;
  readonly focus?: PictureFocus | undefined;
}

const frameText = ({ id, focus }: Framed): string => `${id} ${objectPosition(focus)}`;

/** The picture and the focus of a difference of the kind `frame`. */
export function framedPicture(text: string): { readonly id: string; readonly focus: PictureFocus } {
  const [id = "", x, y] = text.split(" ");
  const percent = (part: string | undefined): number => Number.parseInt(part ?? "", 10);
  return { id, focus: focusOf(Number.isNaN(percent(x) + percent(y)) ? undefined : { x: percent(x), y: percent(y) }) };
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
 * together, any price, any link, any order of products and pictures, what frames show of a picture. New and removed products and pictures are large.
 */
export function changeSize(before: BrandPage, after: BrandPage): ChangeSize {
  const differences = pageDifferences(before, after);
  if (differences.length === 0) return "none";
  let edits = 0;
  for (const { path, kind, before: was, after: is } of differences) {
    if (/(?:Url|\.link|\.price)$/.test(path) || path === "products") continue;
    // The whole picture was reviewed.
    if (kind === "frame") continue;
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
