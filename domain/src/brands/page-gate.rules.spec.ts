import { expect, it } from "@jest/globals";
import { type BrandPage, EMPTY_PAGE, emptyProduct } from "./brand-page.rules.js";
import { approvalProblem, pageLacks, type PagePart, partsInWords } from "./page-gate.rules.js";

type Facts = Parameters<typeof approvalProblem>[0];

it.each<[string, Partial<Facts>, ReturnType<typeof approvalProblem>]>([
  ["nothing is known of its page", {}, "brand_page_missing"],
  ["its page is started", { isStarted: true }, "brand_page_missing"],
  ["the call says nothing about pictures", { ownerHasNone: undefined }, undefined],
  [
    "the call says nothing about pictures, and a page is started",
    { ownerHasNone: undefined, isStarted: true },
    "brand_page_missing",
  ],
  ["its page waits for review", { isSent: true }, "brand_page_unreviewed"],
  ["its page waits, whatever the owner has said", { isSent: true, ownerHasNone: true }, "brand_page_unreviewed"],
  ["its page was accepted", { isAccepted: true }, undefined],
  ["its page was accepted and a newer one waits", { isAccepted: true, isSent: true }, undefined],
  ["its owner has no pictures", { ownerHasNone: true }, undefined],
  ["it joins a brand that shows pictures", { brandHasPictures: true }, undefined],
  ["it joins such a brand and a page waits", { brandHasPictures: true, isSent: true }, "brand_page_unreviewed"],
])("approving, when %s", (_, facts, problem) => {
  const none = { isAccepted: false, isSent: false, brandHasPictures: false, isStarted: false, ownerHasNone: false };
  expect(approvalProblem({ ...none, ...facts })).toBe(problem);
});

const TEXT = "We cook mango and lemon pickles in small batches, as our grandmothers did in Jaipur.";
const FULL: BrandPage = {
  ...EMPTY_PAGE,
  ...{ logoId: "1", coverId: "2", story: TEXT, place: "Jaipur, Rajasthan", websiteUrl: "https://saheli.in" },
  products: [{ ...emptyProduct("a"), name: "Pickle", pictures: [{ id: "3", alt: "" }] }],
};

it.each<[string, Partial<BrandPage>, PagePart[]]>([
  ["a full page", {}, []],
  ["an empty page", EMPTY_PAGE, ["picture", "cover", "story", "place", "products", "links"]],
  ["a page without a logo", { logoId: null }, ["logo"]],
  ["a page without a cover", { coverId: null }, ["cover"]],
  ["a product without a photograph", { products: [emptyProduct("a")] }, ["photographs"]],
  [
    "the owner's word that she has no pictures",
    { ...EMPTY_PAGE, noPictures: true, products: [emptyProduct("a")] },
    ["story", "place", "links"],
  ],
])("what %s lacks", (_, changes, parts) => {
  expect(pageLacks({ ...FULL, ...changes })).toEqual(parts);
});

it.each<[PagePart[], string]>([
  [[], ""],
  [["picture"], "a logo or a picture"],
  [["logo", "products"], "a logo and products"],
  [["picture", "place", "products"], "a logo or a picture, the place and products"],
])("%j in words: %s", (parts, words) => {
  expect(partsInWords(parts)).toBe(words);
});
