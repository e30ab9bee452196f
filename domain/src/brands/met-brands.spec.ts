import { expect, it } from "@jest/globals";
import { brandsFound, type MetBrand } from "./met-brands.js";

const brand = (
  stallId: string,
  brandName: string,
  categories: readonly string[],
  products: readonly string[],
): MetBrand => ({ ...{ stallId, brandName, categories, products } });
const BRANDS = [
  brand("B2", "Saheli Kitchen", ["Food & Beverages"], ["Mango pickle", "Lemon Pickle (hot)"]),
  brand("B12", "Nakshi & Co.", ["Clothing"], ["Kantha stole"]),
  brand("C1", "मीरा के अचार", ["Food & Beverages"], ["आम का अचार"]),
];

it.each([
  ["", ["B2", "B12", "C1"]],
  ["  ", ["B2", "B12", "C1"]],
  ["&", ["B2", "B12", "C1"]],
  ["pickles", ["B2"]],
  ["PICKLE", ["B2"]],
  ["mango pick", ["B2"]],
  ["mango stole", []],
  ["saheli", ["B2"]],
  ["nakshi", ["B12"]],
  ["cloth", ["B12"]],
  ["food", ["B2", "C1"]],
  ["b12", ["B12"]],
  ["B1", ["B12"]],
  ["अचार", ["C1"]],
  // A word is found from its beginning.
  ["aheli", []],
  ["%", ["B2", "B12", "C1"]],
  ["ss", []],
])("%p finds %p", (typed, stalls) => {
  expect(brandsFound(BRANDS, typed).map(({ stallId }) => stallId)).toEqual(stalls);
});
