import "reflect-metadata";
import { expect, it } from "@jest/globals";
import { getMetadataStorage } from "class-validator";
import { fieldNames, textColumns, textsOfRow } from "../fields/declared-fields.js";
import { BrandPageDto, ProductDto } from "./brand-page.dto.js";
import {
  BRAND_FIELDS,
  BRAND_PAGE_FIELDS,
  BRAND_PAGE_LABELS,
  EMPTY_TEXTS,
  PRODUCT_FIELDS,
} from "./brand-page.fields.js";
import { EMPTY_PAGE } from "./brand-page.rules.js";
import { CorrectBrandDto } from "./managed-brands.dto.js";
import { pageDifferences } from "./page-changes.rules.js";
import { pageProblems } from "./page-problems.rules.js";

const propertiesOf = (dto: new () => object): string[] => [
  ...new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(dto, "", false, false)
      .map(({ propertyName }) => propertyName),
  ),
];

it.each([
  [
    "an owner's page",
    BrandPageDto,
    fieldNames(BRAND_PAGE_FIELDS),
    ["logoId", "coverId", "coverFocus", "noPictures", "products"],
  ],
  ["a product", ProductDto, fieldNames(PRODUCT_FIELDS), ["id", "price", "pictures"]],
  [
    "an operator's correction",
    CorrectBrandDto,
    fieldNames(BRAND_FIELDS),
    ["name", "category", "looksAlikeSeen", "seenAt", "reason"],
  ],
])("the request of %s has the declared texts and no other", (_, dto, texts, others) => {
  expect(propertiesOf(dto).toSorted()).toEqual([...texts, ...others].toSorted());
});

it.each(fieldNames(BRAND_PAGE_FIELDS))("%s is compared, and shown by its label", (name) => {
  const [difference] = pageDifferences(EMPTY_PAGE, { ...EMPTY_PAGE, [name]: "x" });
  expect(difference).toMatchObject({ path: name, after: "x" });
  expect(difference?.label).toContain(BRAND_PAGE_LABELS[name]);
});

it.each(fieldNames(BRAND_PAGE_FIELDS))("%s has a rule", (name) => {
  const tooLong = { ...EMPTY_PAGE, [name]: "x".repeat(5000) };
  expect(pageProblems(tooLong, "shops").map(({ path }) => path)).toContain(name);
});

it("stores an empty text as its column has none, and reads it back", () => {
  const texts = { ...EMPTY_TEXTS, place: "Jaipur, Rajasthan" };
  const row = textColumns(BRAND_FIELDS, texts);
  expect(row).toMatchObject({ description: "", location: "Jaipur, Rajasthan", websiteUrl: null, contactPhone: null });
  expect(textsOfRow(BRAND_FIELDS, row)).toEqual(
    Object.fromEntries(fieldNames(BRAND_FIELDS).map((name) => [name, texts[name]])),
  );
});
