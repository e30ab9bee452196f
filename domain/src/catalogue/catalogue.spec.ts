import "reflect-metadata";
import { describe, expect, it } from "@jest/globals";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
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
import { SearchQueryDto } from "../search/search-query.dto.js";
import { imageAddress } from "./drive-images.js";
import { ImageProxyQueryDto } from "./image-proxy-query.dto.js";
import { CATALOGUE_MODULES } from "../site/modules.js";
import { NGO_BRANDS, ngoBrandOf } from "./ngo-brands.js";
import { slugOf } from "../site/slug.js";
import { suggestionsFor } from "./suggestions.js";
import type { BrandName } from "./suggestions.js";
import { socialAddress, websiteAddress } from "./web-addresses.js";

describe("a slug", () => {
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
  ])("of %j is %j", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });
});

describe("the categories", () => {
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

  it("differ from the rule's slug only where the specification gives another", () => {
    const given = CATEGORIES.filter(({ name, slug }) => slugOf(name) !== slug);
    expect(given.map(({ slug }) => slug)).toEqual(["food-products", "footwear-leather", "transport-delivery"]);
  });

  it("have slugs that are unique within their module", () => {
    expect(new Set(CATEGORIES.map(({ module, slug }) => `${module}/${slug}`)).size).toBe(CATEGORIES.length);
  });

  it("are each found by name, slug, rule-made slug and every variant, in any case", () => {
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
  ])("include every name that is %s", (_where, module, names) => {
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
  ] as const)("of %s: %s is %s", (module, written, name) => {
    expect(resolveCategory(module, written)?.name).toBe(name);
  });

  it("of two modules may share a name", () => {
    expect(resolveCategories("wellness").map(({ module }) => module)).toEqual(["shops", "services"]);
  });

  it("do not include what nobody knows, nor what every object has", () => {
    for (const text of ["", "  ", "&", "Cars", "toString", "__proto__", "%"]) {
      expect(resolveCategories(text)).toEqual([]);
    }
  });

  it("are found by a part of any of their names", () => {
    expect(categoriesContaining("AYURVEDI").map(({ name }) => name)).toEqual(["Ayurveda"]);
    expect(categoriesContaining("%")).toEqual([]);
    expect(categoriesContaining(" ")).toEqual([]);
  });
});

describe("suggestions", () => {
  const brands: BrandName[] = ["Bagru Prints", "Handbag House", "Aabag", "Zari Bags", "bag of bells", "Tulsi"].map(
    (name) => ({ name, module: "shops", category: "Bags" }),
  );
  const names = { shops: ["Bags", "Others", "Handbags"], services: ["Baggage"], ngos: [] };

  it("are categories first, those that start with the query before the others, then alphabetical, in any case", () => {
    const found = suggestionsFor("bag", names, brands);
    expect(found.map(({ type, name }) => `${type} ${name}`)).toEqual([
      ...["category Baggage", "category Bags", "category Handbags"],
      ...["brand bag of bells", "brand Bagru Prints", "brand Aabag", "brand Handbag House"],
    ]);
    expect(suggestionsFor("BAG", names, brands)).toEqual(found);
  });

  it("are at most 4 and 4, and none for a blank query", () => {
    const many = suggestionsFor("a", SUGGESTED_CATEGORY_NAMES, brands);
    expect(many.map(({ type }) => type)).toEqual([
      ...Array<string>(4).fill("category"),
      ...Array<string>(4).fill("brand"),
    ]);
    expect(suggestionsFor("  ", names, brands)).toEqual([]);
  });
});

describe("a website address", () => {
  it.each([
    ["", undefined],
    ["   ", undefined],
    [null, undefined],
    [" https://a.example ", "https://a.example"],
    ["HTTP://a.example", "HTTP://a.example"],
    ["a.example/shop", "https://a.example/shop"],
    ["javascript:alert(1)", "https://javascript:alert(1)"],
  ])("%j becomes %j", (text, address) => {
    expect(websiteAddress(text)).toBe(address);
  });
});

describe("a social address", () => {
  it.each([
    ["", { kind: "none" }],
    ["instagram.example/a", { kind: "link", href: "https://instagram.example/a" }],
    [" https://a.example ", { kind: "link", href: "https://a.example" }],
    ["javascript:alert(1)", { kind: "refused" }],
    ["mailto:a@b.example", { kind: "refused" }],
    ["ftp://a.example", { kind: "refused" }],
  ])("%j is %j", (text, address) => {
    expect(socialAddress(text)).toEqual(address);
  });
});

describe("a drive link", () => {
  const id = "1AbCdEfGhIjKlMnOp_-9";
  it.each([
    `https://drive.google.com/file/d/${id}/view?usp=sharing`,
    `https://drive.google.com/open?id=${id}`,
    `https://drive.google.com/uc?export=view&id=${id}`,
    `https://docs.google.com/d/${id}`,
  ])("%s is shown through the proxy", (link) => {
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
  ])("%j stays as it is", (link) => {
    expect(imageAddress(link)).toBe(link);
  });
});

describe("the static NGO brands", () => {
  it("are the three of the specification, each in a category with brand pages", () => {
    expect(NGO_BRANDS.map(({ slug }) => slug)).toEqual(["terracotta-by-sachii", "kashiavika", "tisser"]);
    for (const brand of NGO_BRANDS) {
      expect(slugOf(brand.name)).toBe(brand.slug);
      expect(ngoBrandOf(brand.slug)).toBe(brand);
    }
    expect(ngoBrandOf("nobody")).toBeUndefined();
  });
});

describe("what is asked of a query that says nothing", () => {
  it.each([
    [ImageProxyQueryDto, "Please give the picture's address"],
    [SearchQueryDto, "Please type at least 2 characters to search"],
  ])("%p: %s", (dto, sentence) => {
    const [error] = validateSync(plainToInstance<object, object>(dto, {}));
    expect(Object.values(error?.constraints ?? {})[0]).toBe(sentence);
  });
});
