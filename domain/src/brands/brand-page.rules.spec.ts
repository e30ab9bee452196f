import { describe, expect, it } from "@jest/globals";
import {
  type BrandPage,
  EMPTY_PAGE,
  emptyProduct,
  framePicture,
  picturesOf,
  type Product,
  tidyPage,
  withoutPictures,
} from "./brand-page.rules.js";
import { changeSize, framedPicture, pageDifferences } from "./page-changes.rules.js";
import { pageProblems } from "./page-problems.rules.js";

const OUR_TEXT = "We cook mango and lemon pickles in small batches, as our grandmothers did in Jaipur.";
const PICKLE: Product = {
  ...emptyProduct("p1"),
  name: "Mango pickle",
  text: "In mustard oil, without preservatives.",
  price: { kind: "fixed", fromPaise: 25_000, toPaise: null },
  category: "Food & Food Products",
  pictures: [
    { id: "a", alt: "A jar of pickle" },
    { id: "b", alt: "" },
  ],
};
const SQUASH: Product = { ...PICKLE, id: "p2", name: "Lemon squash", pictures: [] };
const PAGE: BrandPage = {
  ...EMPTY_PAGE,
  logoId: "logo",
  coverId: "cover",
  coverAlt: "Our kitchen",
  story: OUR_TEXT,
  place: "Jaipur, Rajasthan",
  websiteUrl: "https://saheli.in",
  products: [PICKLE, SQUASH],
};
const page = (change: Partial<BrandPage>): BrandPage => ({ ...PAGE, ...change });
const pickle = (change: Partial<Product>): BrandPage => page({ products: [{ ...PICKLE, ...change }, SQUASH] });

describe("pageProblems", () => {
  it("finds none on a complete page", () => {
    expect(pageProblems(PAGE, "shops")).toEqual([]);
    expect(pageProblems(page({ products: [], logoId: null }), "ngos")).toEqual([]);
  });

  it.each<[string, BrandPage, string]>([
    ["no picture", page({ logoId: null, coverId: null, products: [] }), "logoId"],
    ["a short story", page({ story: "Pickles" }), "story"],
    ["a story of blanks", page({ story: " ".repeat(60) }), "story"],
    ["a long story", page({ story: "a".repeat(4001) }), "story"],
    ["no place", page({ place: "" }), "place"],
    ["a long place", page({ place: "a".repeat(101) }), "place"],
    ["a script as link", page({ websiteUrl: "javascript:alert(1)" }), "websiteUrl"],
    ["another network's link", page({ instagramUrl: "https://facebook.com/x" }), "instagramUrl"],
    ["a long description of the cover", page({ coverAlt: "a".repeat(301) }), "coverAlt"],
    ["a product without a name", pickle({ name: " " }), "products.0.name"],
    ["a long name", pickle({ name: "a".repeat(101) }), "products.0.name"],
    ["a long text", pickle({ text: "a".repeat(2001) }), "products.0.text"],
    [
      "a price without amount",
      pickle({ price: { kind: "fixed", fromPaise: null, toPaise: null } }),
      "products.0.price",
    ],
    ["no category", pickle({ category: "" }), "products.0.category"],
    ["a category of another module", pickle({ category: "Legal Consultancy" }), "products.0.category"],
    [
      "six pictures",
      pickle({ pictures: Array.from({ length: 6 }, (_, id) => ({ id: `${id}`, alt: "" })) }),
      "products.0.pictures",
    ],
    ["a long description", pickle({ pictures: [{ id: "a", alt: "a".repeat(301) }] }), "products.0.pictures.0.alt"],
    ["a bad link", pickle({ link: "nowhere" }), "products.0.link"],
    ["21 products", page({ products: Array.from({ length: 21 }, () => PICKLE) }), "products"],
  ])("finds %s", (_, given, path) => {
    expect(pageProblems(given, "shops")).toEqual([{ path, message: expect.any(String) }]);
  });

  it("takes the owner's word that she has no pictures", () => {
    expect(pageProblems(page({ logoId: null, coverId: null, products: [], noPictures: true }), "shops")).toEqual([]);
  });
});

it("lists each picture once", () => {
  expect(picturesOf(PAGE)).toEqual(["logo", "cover", "a", "b"]);
  expect(picturesOf(page({ coverId: "logo", products: [] }))).toEqual(["logo"]);
});

it("takes pictures out wherever they are", () => {
  const left = withoutPictures(PAGE, new Set(["cover", "a"]));
  expect(picturesOf(left)).toEqual(["logo", "b"]);
  expect(left.coverAlt).toBe("");
});

it("tidies amounts and a false 'no pictures'", () => {
  const tidy = tidyPage(
    page({ noPictures: true, products: [{ ...PICKLE, price: { kind: "on_request", fromPaise: 1, toPaise: 2 } }] }),
  );
  expect(tidy.noPictures).toBe(false);
  expect(tidy.products[0]?.price).toEqual({ kind: "on_request", fromPaise: null, toPaise: null });
});

const AT = { x: 30, y: 10 };

it("frames a picture in every place that it has, and takes the middle back", () => {
  const twice = pickle({ pictures: [{ id: "cover", alt: "" }, PICKLE.pictures[1]!] });
  const framed = framePicture(twice, "cover", AT);
  expect([framed.coverFocus, framed.products[0]?.pictures]).toEqual([
    AT,
    [{ id: "cover", alt: "", focus: AT }, PICKLE.pictures[1]],
  ]);
  expect(framePicture(framed, "cover", { x: 50, y: 50 })).toEqual(twice);
});

it("forgets what was seen of a cover with it, and a middle when the page is sent", () => {
  expect(withoutPictures(page({ coverFocus: AT }), new Set(["cover"]))).not.toHaveProperty("coverFocus");
  expect(withoutPictures(page({ coverFocus: AT }), new Set(["a"])).coverFocus).toEqual(AT);
  expect(tidyPage(page({ coverFocus: { x: 50, y: 50 } }))).toEqual(tidyPage(PAGE));
  expect(tidyPage(page({ coverId: null, coverFocus: AT }))).not.toHaveProperty("coverFocus");
});

it("names the picture and the point of a frame", () => {
  const [difference] = pageDifferences(PAGE, page({ coverFocus: AT }));
  expect(difference).toMatchObject({ label: "What is seen of the cover", kind: "frame" });
  expect(framedPicture(difference!.before)).toEqual({ id: "cover", focus: { x: 50, y: 50 } });
  expect(framedPicture(difference!.after)).toEqual({ id: "cover", focus: AT });
  // Of a picture that is new, nothing was seen before.
  const other = page({ coverId: "other", coverFocus: AT });
  expect(pageDifferences(PAGE, other).map(({ path, before }) => [path, before])).toEqual([
    ["coverId", "cover"],
    ["coverFocus", ""],
  ]);
});

const CHANGES: readonly (readonly [string, BrandPage, "none" | "small" | "large", string[]])[] = [
  ["nothing", page({}), "none", []],
  ["a typing error", page({ story: OUR_TEXT.replace("pickles", "pickels") }), "small", ["story"]],
  ["four letters", page({ story: `${OUR_TEXT} Yes.`.replace(" Yes.", " Ye.") }), "small", ["story"]],
  ["a sentence", page({ story: `${OUR_TEXT} Write to us.` }), "large", ["story"]],
  [
    "another price",
    pickle({ price: { kind: "range", fromPaise: 25_000, toPaise: 99_000 } }),
    "small",
    ["products.0.price"],
  ],
  ["another link", pickle({ link: "https://shop.example.com" }), "small", ["products.0.link"]],
  ["another website", page({ websiteUrl: "https://other.in" }), "small", ["websiteUrl"]],
  ["the order of products", page({ products: [SQUASH, PICKLE] }), "small", ["products"]],
  ["the order of pictures", pickle({ pictures: PICKLE.pictures.toReversed() }), "small", ["products.0.pictures"]],
  [
    "the first description of a picture",
    pickle({ pictures: [PICKLE.pictures[0]!, { id: "b", alt: "A lid" }] }),
    "large",
    ["products.0.pictures.1.alt"],
  ],
  [
    "a new product",
    page({ products: [PICKLE, SQUASH, { ...SQUASH, id: "p3" }] }),
    "large",
    ["products.2", "products.2.name", "products.2.text", "products.2.price", "products.2.category"],
  ],
  ["a removed product", page({ products: [PICKLE] }), "large", ["products.p2"]],
  ["a new picture", pickle({ pictures: [...PICKLE.pictures, { id: "c", alt: "" }] }), "large", ["products.0.pictures"]],
  ["what is seen of the cover", page({ coverFocus: AT }), "small", ["coverFocus"]],
  ["the middle, said", page({ coverFocus: { x: 50, y: 50 } }), "none", []],
  [
    "what is seen of a product",
    pickle({ pictures: [PICKLE.pictures[0]!, { ...PICKLE.pictures[1]!, focus: AT }] }),
    "small",
    ["products.0.pictures.1.focus"],
  ],
  ["a removed picture", pickle({ pictures: [] }), "large", ["products.0.pictures"]],
  ["another logo", page({ logoId: "other" }), "large", ["logoId"]],
  ["another category", pickle({ category: "Gifts" }), "large", ["products.0.category"]],
  ["a text where there was none", page({ coverAlt: "" }), "large", ["coverAlt"]],
  [
    "many small corrections",
    page({
      story: `${OUR_TEXT.slice(0, -1)}!!!!`,
      place: "Jaipur, Rajasthan!!!!",
      coverAlt: "Our kitchen!!!!",
      products: [{ ...PICKLE, name: "Mango pickle!!!!" }, SQUASH],
    }),
    "large",
    ["coverAlt", "story", "place", "products.0.name"],
  ],
];

it.each(CHANGES)("%s", (_, after, size, paths) => {
  expect(changeSize(PAGE, after)).toBe(size);
  expect(pageDifferences(PAGE, after).map(({ path }) => path)).toEqual(paths);
});

it("compares long texts quickly", () => {
  const [long, other] = ["ab ".repeat(1300), "ba ".repeat(1300)];
  const start = performance.now();
  expect(changeSize(page({ story: long }), page({ story: other }))).toBe("large");
  expect(performance.now() - start).toBeLessThan(5000);
});
