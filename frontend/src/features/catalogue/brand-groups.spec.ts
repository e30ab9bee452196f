import { expect, test } from "@jest/globals";
import { listing } from "../../test/catalogue-server";
import { aboutBrand, groupByBrand, imagesOf, wholeBrands } from "./brand-groups";

const at = (imageUrl: string) => ({ imageUrl });

test("listings are grouped by the trimmed brand; one without a brand is left out", () => {
  const groups = groupByBrand([
    listing({ name: "a", brand: " Asha " }),
    listing({ name: "b", brand: "Asha" }),
    listing({ name: "c", brand: "Devi" }),
    listing({ name: "d", brand: " ", brandName: null }),
  ]);
  expect(groups.map(({ name, listings }) => [name, listings.length])).toEqual([
    ["Asha", 2],
    ["Devi", 1],
  ]);
});

test("a group counts pictures, takes the first one, and each category once", () => {
  const [group] = groupByBrand([
    listing({ name: "a", productImages: [], image: "/own.svg", location: " ", category: "Bags" }),
    listing({ name: "b", productImages: [at("/1.svg"), at("/2.svg")], location: null, category: "Gifts" }),
    listing({ name: "c", productImages: [at("/3.svg")], location: null, category: "Bags" }),
  ]);
  expect(group).toMatchObject({
    serviceCount: 3,
    firstImage: "/1.svg",
    location: "India",
    categories: ["Bags", "Gifts"],
  });
});

test("without product pictures the listing's own stands", () => {
  const bare = listing({ name: "a", productImages: [], image: "/own.svg" });
  expect(groupByBrand([bare])[0]?.firstImage).toBe("/own.svg");
  expect(imagesOf(bare)).toEqual(["/own.svg"]);
  expect(imagesOf({ ...bare, image: null })).toEqual([]);
});

test("a brand that says nothing of itself gets a sentence of its module", () => {
  const [group] = groupByBrand([
    listing({ name: "a", category: "Training", description: "", brandDescription: "" }),
  ]);
  expect(aboutBrand(group!, "services")).toBe("This provider offers professional services in Training.");
});

test("while more follow, the last brand waits unless it is the only one", () => {
  const groups = groupByBrand([listing({ name: "a", brand: "A" }), listing({ name: "b", brand: "B" })]);
  expect(wholeBrands(groups, true).map(({ name }) => name)).toEqual(["A"]);
  expect(wholeBrands(groups, false)).toHaveLength(2);
  expect(wholeBrands(groups.slice(0, 1), true)).toHaveLength(1);
});
