import { expect, test } from "@jest/globals";
import english from "../generated/messages/en/category-labels.js";
import hindi from "../generated/messages/hi/category-labels.js";
import { CATEGORIES, SUGGESTED_CATEGORY_NAMES, WIZARD_CATEGORY_NAMES } from "./categories.js";
import { categoryLabel } from "./category-labels.js";

const SHOWN = [
  ...CATEGORIES.map(({ name }) => name),
  ...Object.values(SUGGESTED_CATEGORY_NAMES).flat(),
  ...Object.values(WIZARD_CATEGORY_NAMES).flat(),
];

test("each name that pages show has a label, and the English one is the name itself", () => {
  expect(english.names).toEqual([...new Set(SHOWN)]);
  for (const name of [...SHOWN, "Pickles by Asha", ""]) expect(categoryLabel(name)).toBe(name);
});

test("each category has a description, and in Hindi a label in Devanagari", () => {
  for (const { description } of CATEGORIES) expect(description).toMatch(/^[A-Z].+\.$/);
  expect(new Set(CATEGORIES.map(({ description }) => description)).size).toBe(CATEGORIES.length);
  for (const label of hindi.names) expect(label).toMatch(/^[\u0900-\u097f -]+$/);
});
