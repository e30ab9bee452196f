import { describe, expect, it } from "@jest/globals";
import { matchSitePage } from "../site/site.pages.js";
import { productAt, productKey, productPath } from "./product-address.js";

const id = "3f2a9c41-7d5e-4b1a-9c0d-000000000001";
const product = (name: string, of = id) => ({ id: of, name });

describe("a product's address", () => {
  it.each([
    ["Mango Pickle", "mango-pickle-3f2a9c41"],
    ["  Kasundi & Co.  ", "kasundi-co-3f2a9c41"],
    ["आम का अचार", "आम-का-अचार-3f2a9c41"],
    ["24/7 ..", "247-3f2a9c41"],
    ["🌶️🌶️", "3f2a9c41"],
    ["?!", "3f2a9c41"],
    ["x".repeat(200), `${"x".repeat(60)}-3f2a9c41`],
    [`${"x".repeat(59)} y`, `${"x".repeat(59)}-3f2a9c41`],
  ])("of %j ends with %j", (name, key) => {
    expect(productKey(product(name))).toBe(key);
  });

  it.each([
    ["shops", "Amma's Pickles", "/brands/Amma's%20Pickles/products/mango-3f2a9c41"],
    ["services", "Asha", "/services/brands/Asha/products/mango-3f2a9c41"],
    ["ngos", "Asha?", "/brands/Asha%3F/products/mango-3f2a9c41?module=ngos"],
  ] as const)("of %s is under its brand's page", (module, brand, path) => {
    expect(productPath(module, brand, product("Mango"))).toBe(path);
  });

  it.each(["आम का अचार", "100%", "a/b", "..", "?!"])("of %j is a page of the site", (name) => {
    const { page, params } = matchSitePage(productPath("shops", "24/7 Snacks", product(name))) ?? {};
    expect(page?.path).toBe("/brands/:brandName/products/:product");
    expect(params?.["brandName"]).toBe("24/7 Snacks");
    expect(productAt([product(name)], params?.["product"] ?? "")).toEqual(product(name));
  });

  const mango = product("Mango Pickle");
  const lime = product("Lime Pickle", "aaaaaaaa-7d5e-4b1a-9c0d-000000000002");
  it.each([
    ["its own", "mango-pickle-3f2a9c41", mango],
    ["that of its old name", "green-mango-3f2a9c41", mango],
    ["its id alone", "3f2a9c41", mango],
    ["other letter case", "Mango-Pickle-3F2A9C41", mango],
    ["only the words of its name", "lime-pickle", lime],
    ["words as they are typed", "Lime Pickle", lime],
    ["words of no product", "lime", undefined],
    ["the id of no product", "lime-pickle-00000000", undefined],
    ["nothing", "", undefined],
  ])("is found by %s", (_what, key, found) => {
    expect(productAt([mango, lime], key)).toBe(found);
  });
});
