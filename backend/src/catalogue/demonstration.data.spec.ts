import "reflect-metadata";
import { expect, it } from "@jest/globals";
import { slugOf } from "@sakhi/domain/site/slug";
import { demoBrands, demoPictures } from "./demonstration.data.js";

const pictures = demoPictures();
const brands = demoBrands();
const slugs = brands.map(({ listings }) => listings.map(({ name }) => slugOf(name)));

it("has pictures of products that exist, lent ones with words of their own", () => {
  const known = new Set(slugs.flat());
  expect([...pictures.keys()].filter((product) => !known.has(product))).toEqual([]);
  expect([...pictures.values()].filter(({ alt }) => alt !== undefined).length).toBeGreaterThan(10);
});

it("shows no picture twice on a brand's page", () => {
  const twice = slugs.flatMap((products, at) => {
    const files = products.flatMap((product) => pictures.get(product)?.files[0]?.name ?? []);
    return new Set(files).size < files.length ? [brands[at]?.name] : [];
  });
  expect(twice).toEqual([]);
});
