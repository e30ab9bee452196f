import "reflect-metadata";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";
import { CATEGORIES } from "@sakhi/domain/catalogue/categories";
import { slugOf } from "@sakhi/domain/site/slug";
import { BACKEND } from "../platform/folders.js";
import { demoBrands } from "./demonstration.data.js";
import { Drawings } from "./drawings.js";

const FOLDER = fileURLToPath(new URL("assets/pictures", BACKEND));
const drawings = new Drawings(FOLDER);
const motifs = JSON.parse(readFileSync(`${FOLDER}/motifs.json`, "utf8")) as Record<
  string,
  { readonly words: readonly string[]; readonly files: readonly string[] }
>;

/** What a drawing shows: the motif's name, or "print" for one without any thing. */
function shown(file: string): string {
  if (file.startsWith("prints/")) return "print";
  return Object.entries(motifs).find(([, { files }]) => files.includes(file))?.[0] ?? `unknown: ${file}`;
}

describe("drawings", () => {
  it.each([
    ["shops/food-products", "Stuffed Red Chilli Pickle", "jar"],
    ["shops/food-products", "Lemon Pickle without Oil", "jar"],
    ["shops/food-products", "Gobhi Shalgam Pickle", "jar"],
    ["shops/food-products", "Biryani Masala", "jar"],
    ["shops/food-products", "आम का अचार", "jar"],
    ["shops/gifts", "Pickle Tasting Hamper", "gift"],
    ["shops/bags", "Jar Bag", "bag"],
    ["shops/food-products", "Ragi Chocolate Cookies", "print"],
    ["services/food", "Office Tiffin for Pickle Lovers", "thali"],
    ["shops/kids", "Pull-Along Elephant", "elephant"],
    ["ngos/handicrafts", "Terracotta Elephant Lamp", "print"],
    ["shops/artisanal", "Dokra Horse", "print"],
    ["shops/jewellery-accessories", "Mirror-Work Belt", "print"],
    ["shops/jewellery-accessories", "Dokra Fish Earrings", "jhumka"],
    ["shops/handloom-textiles", "Meenakari Silk Saree", "cloth"],
    ["shops/handloom-textiles", "Two Silk Sarees", "cloth"],
    ["ngos/handloom-textiles", "Bridal Dupatta of Katan Silk", "cloth"],
    ["shops/gifts", "Pair of Brass Diyas", "diya"],
    ["shops/business-supplies", "Kraft Mailer Boxes, Pack of 50", "parcel"],
    ["shops/beauty-cosmetics", "Rose Lip Balm", "print"],
    ["ngos/handicrafts", "Storage Basket with Lid", "basket"],
    ["shops/others", "Kite for Makar Sankranti", "kite"],
    ["shops/others", "Nani's Achaar Ghar", "print"],
    ["shops/others", "100", "print"],
    ["shops/others", "---", "print"],
  ])("in %s, %s shows: %s", (category, name, motif) => {
    expect(shown(drawings.choose(category, slugOf(name) || "print"))).toBe(motif);
  });

  it("never shows a thing that the name does not end with", () => {
    const wrong = demoBrands().flatMap(({ module, listings }) =>
      listings.flatMap(({ name, category }) => {
        const slug = CATEGORIES.find((each) => each.module === module && each.name === category)?.slug;
        const motif = shown(drawings.choose(`${module}/${slug}`, slugOf(name)));
        const words = motif === "print" ? [""] : (motifs[motif]?.words ?? []);
        return words.some((word) => name.toLowerCase().includes(word)) ? [] : [`${name}: ${motif}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("shows the category's own drawing for its slug", () => {
    for (const { module, slug } of CATEGORIES)
      expect(drawings.choose(`${module}/${slug}`, slug)).toBe(`${module}/${slug}/${slug}.svg`);
  });

  it("has every drawing that the motifs name, and always chooses the same one", () => {
    for (const { files } of Object.values(motifs))
      for (const file of files) expect(readFileSync(`${FOLDER}/${file}`, "utf8")).toContain("<svg");
    const once = drawings.choose("shops/food-products", "mango-achaar");
    expect(new Drawings(FOLDER).choose("shops/food-products", "mango-achaar")).toBe(once);
  });
});
