import { expect, test } from "@jest/globals";
import { BRAND_PAGE_LABELS, BRAND_PAGE_TEXTS } from "@sakhi/domain/brands/brand-page.fields";
import { strings } from "./my-brand.strings";

test.each(BRAND_PAGE_TEXTS)("the page calls %s as the server's problems do", (name) => {
  expect(strings.fieldNames[name]).toBe(BRAND_PAGE_LABELS[name]);
});
