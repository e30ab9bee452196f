import "reflect-metadata";
import { describe, expect, it } from "@jest/globals";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import { SearchQueryDto } from "../search/search-query.dto.js";
import { CATALOGUE_MODULES } from "../site/modules.js";
import { slugOf } from "../site/slug.js";
import {
  CATEGORIES,
  MODULE_OF_COMPANY_TYPE,
  SUGGESTED_CATEGORY_NAMES,
  WIZARD_CATEGORY_NAMES,
  categoriesContaining,
  listedCategories,
  resolveCategories,
  resolveCategory,
} from "./categories.js";
import { imageAddress } from "./drive-images.js";
import { ImageProxyQueryDto } from "./image-proxy-query.dto.js";
import { NGO_BRANDS, ngoBrandOf } from "./ngo-brands.js";
import { suggestionsFor } from "./suggestions.js";
import type { BrandName } from "./suggestions.js";
import { socialAddress, websiteAddress } from "./web-addresses.js";

describe("slugOf", () => {
  it.each([
    ["Arts & Crafts", "arts-crafts"],
    ["Food & Food Products", "food-food-products"],
    ["Kitchen & Home Decor", "kitchen-home-decor"],
    ["Sports & Dancewear", "sports-dancewear"],
    ["Terracotta by Sachii", "terracotta-by-sachii"],
    ["  Sakhi's  Loom -- House! ", "sakhis-loom-house"],
    ["R&D", "rd"],
    ["वाराणसी बुनकर", "वाराणसी-बुनकर"],
    ["&", ""],
  ])("slugifies %j to %j", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });
});

describe("categories", () => {
  it("are 19 product, 11 service and 3 NGO categories", () => {
    expect(listedCategories("shops").map(({ name }) => name)).toEqual([
      ...["Apparel", "Food & Food Products", "Kitchen & Home Decor", "Wellness", "Arts & Crafts", "Beauty & Cosmetics"],
      ...["Gifts", "Jewellery & Accessories", "Kids", "Crafts & Crochet", "Business Supplies", "Handloom Textiles"],
      ...["Bags", "Eco Friendly", "Artisanal", "Ayurveda", "Footwear & Leather Products", "Stationery"],
      "Sports & Dancewear",
    ]);
    expect(listedCategories("services")).toHaveLength(11);
    expect(listedCategories("ngos").map(({ name }) => name)).toEqual(["Handloom Textiles", "Handicrafts", "Skilling"]);
  });

  it("have a slug other than slugOf(name) only where the specification defines one", () => {
    const exceptions = CATEGORIES.filter(({ name, slug }) => slugOf(name) !== slug);
    expect(exceptions.map(({ slug }) => slug)).toEqual(["food-products", "footwear-leather", "transport-delivery"]);
  });

  it("have slugs unique within their module", () => {
    expect(new Set(CATEGORIES.map(({ module, slug }) => `${module}/${slug}`)).size).toBe(CATEGORIES.length);
  });

  it("resolve from the name, slug, derived slug and every variant, in any case", () => {
    for (const category of CATEGORIES) {
      const spellings = [category.name, category.slug, slugOf(category.name), ...category.variants];
      for (const spelling of spellings.flatMap((text) => [text, text.toUpperCase(), ` ${text} `])) {
        expect([spelling, resolveCategory(category.module, spelling)]).toEqual([spelling, category]);
      }
    }
  });

  it.each([
    ...CATALOGUE_MODULES.map(
      (module) => [`suggested for ${module}`, module, SUGGESTED_CATEGORY_NAMES[module]] as const,
    ),
    ...(["product", "service", "ngo"] as const).map(
      (type) => [`offered to a ${type}`, MODULE_OF_COMPANY_TYPE[type], WIZARD_CATEGORY_NAMES[type]] as const,
    ),
  ])("include every name %s", (_where, module, names) => {
    for (const name of names) {
      expect([name, resolveCategory(module, name)]).toEqual([name, expect.anything()]);
    }
  });

  it.each([
    ["shops", "Jewellery and Accessories", "Jewellery & Accessories"],
    ["shops", "Ecofriendly", "Eco Friendly"],
    ["shops", "Ayurvedic", "Ayurveda"],
    ["shops", "Foot wear & Leather Products", "Footwear & Leather Products"],
    ["shops", "Stationary", "Stationery"],
    ["shops", "Sportswear", "Sports & Dancewear"],
    ["services", "Transport & Delivery", "Transport and Delivery"],
    ["services", "Editorial Services", "Editorial Service"],
  ] as const)("of %s resolve %s to %s", (module, written, name) => {
    expect(resolveCategory(module, written)?.name).toBe(name);
  });

  it("of different modules may share a name", () => {
    expect(resolveCategories("wellness").map(({ module }) => module)).toEqual(["shops", "services"]);
  });

  it("do not resolve from unknown texts or names of built-in object properties", () => {
    for (const text of ["", "  ", "&", "Cars", "toString", "__proto__", "%"]) {
      expect(resolveCategories(text)).toEqual([]);
    }
  });

  it("are found by a part of their name or a variant", () => {
    expect(categoriesContaining("AYURVEDI").map(({ name }) => name)).toEqual(["Ayurveda"]);
    expect(categoriesContaining("%")).toEqual([]);
    expect(categoriesContaining(" ")).toEqual([]);
  });
});

describe("suggestionsFor", () => {
  const brands: BrandName[] = ["Bagru Prints", "Handbag House", "Aabag", "Zari Bags", "bag of bells", "Tulsi"].map(
    (name) => ({ name, module: "shops", category: "Bags" }),
  );
  const names = { shops: ["Bags", "Others", "Handbags"], services: ["Baggage"], ngos: [] };

  it("sorts categories first, prefix matches before other matches, then alphabetically, case-insensitively", () => {
    const found = suggestionsFor("bag", names, brands);
    expect(found.map(({ type, name }) => `${type} ${name}`)).toEqual([
      ...["category Baggage", "category Bags", "category Handbags"],
      ...["brand bag of bells", "brand Bagru Prints", "brand Aabag", "brand Handbag House"],
    ]);
    expect(suggestionsFor("BAG", names, brands)).toEqual(found);
  });

  it("returns at most 4 categories and 4 brands, and nothing for a blank query", () => {
    const many = suggestionsFor("a", SUGGESTED_CATEGORY_NAMES, brands);
    expect(many.map(({ type }) => type)).toEqual([
      ...Array<string>(4).fill("category"),
      ...Array<string>(4).fill("brand"),
    ]);
    expect(suggestionsFor("  ", names, brands)).toEqual([]);
  });
});

describe("websiteAddress", () => {
  it.each([
    ["", undefined],
    ["   ", undefined],
    [null, undefined],
    [" https://a.example ", "https://a.example"],
    ["HTTP://a.example", "HTTP://a.example"],
    ["a.example/shop", "https://a.example/shop"],
    ["javascript:alert(1)", "https://javascript:alert(1)"],
  ])("turns %j into %j", (text, address) => {
    expect(websiteAddress(text)).toBe(address);
  });
});

describe("socialAddress", () => {
  it.each([
    ["", { kind: "none" }],
    ["instagram.example/a", { kind: "link", href: "https://instagram.example/a" }],
    [" https://a.example ", { kind: "link", href: "https://a.example" }],
    ["javascript:alert(1)", { kind: "refused" }],
    ["mailto:a@b.example", { kind: "refused" }],
    ["ftp://a.example", { kind: "refused" }],
  ])("returns for %j: %j", (text, address) => {
    expect(socialAddress(text)).toEqual(address);
  });
});

describe("imageAddress", () => {
  const id = "1AbCdEfGhIjKlMnOp_-9";
  it.each([
    `https://drive.google.com/file/d/${id}/view?usp=sharing`,
    `https://drive.google.com/open?id=${id}`,
    `https://drive.google.com/uc?export=view&id=${id}`,
    `https://docs.google.com/d/${id}`,
  ])("rewrites the Drive link %s to the image proxy", (link) => {
    const shown = new URL(imageAddress(link), "https://site.example");
    expect(shown.pathname).toBe("/api/v1/image-proxy");
    expect(shown.searchParams.get("url")).toBe(`https://drive.google.com/thumbnail?id=${id}&sz=w2000`);
  });

  it.each([
    "https://drive.google.com/drive/folders",
    "https://drive.google.com/file/d/short",
    `https://drive.google.com.evil.example/file/d/${id}`,
    "/images/v1/shops/bags/a.svg",
    "",
  ])("leaves %j unchanged", (link) => {
    expect(imageAddress(link)).toBe(link);
  });
});

describe("NGO_BRANDS", () => {
  it("has the specification's three brands, each found by its slug", () => {
    expect(NGO_BRANDS.map(({ slug }) => slug)).toEqual(["terracotta-by-sachii", "kashiavika", "tisser"]);
    for (const brand of NGO_BRANDS) {
      expect(slugOf(brand.name)).toBe(brand.slug);
      expect(ngoBrandOf(brand.slug)).toBe(brand);
    }
    expect(ngoBrandOf("nobody")).toBeUndefined();
  });
});

describe("the first error message of an empty query", () => {
  it.each([
    [ImageProxyQueryDto, "Please give the picture's address"],
    [SearchQueryDto, "Please type at least 2 characters to search"],
  ])("of %p is: %s", (dto, message) => {
    const [error] = validateSync(plainToInstance<object, object>(dto, {}));
    expect(Object.values(error?.constraints ?? {})[0]).toBe(message);
  });
});
