import { expect, test } from "@jest/globals";
import type { BrandName } from "@sakhi/domain/catalogue/suggestions";
import { listing, searchReply } from "../../test/catalogue-server";
import { resultSections, suggestionSections } from "./results";
import type { OptionSection } from "./results";

const brand = (name: string, module: "shops" | "services" | "ngos", category: string | null) => ({
  name,
  module,
  category,
  logo: null,
  description: "",
});
const EVERYTHING = searchReply({
  brands: [
    brand("Pots & Co", "shops", "Artisanal"),
    brand("Seekho", "services", "Training"),
    brand("Moonj Samiti", "ngos", "Handicrafts"),
    brand("Hunar", "ngos", "Skilling"),
    brand("Without", "ngos", null),
  ],
  products: [listing({ name: "Tote" })],
  services: [{ name: "Tailoring", brandName: "Seekho", category: "Training", image: null }],
  categories: [
    { name: "Food & Food Products", module: "shops", count: 11 },
    { name: "Transport & Delivery", module: "services", count: 1 },
    { name: "Handicrafts", module: "ngos", count: 2 },
  ],
  ngos: [{ name: "Baskets", brand: "Moonj Samiti", logo: null, description: "Grass." }],
  events: [
    { id: "1", title: "Marketplace award", awardedBy: "UN", date: "2023", kind: "award" },
    { id: "2", title: "Diwali Sales Fair", awardedBy: "Sakhi Bazaar", date: "October 2024", kind: "sales_fair" },
    { id: "3", title: "The Mela 2025", awardedBy: "Sakhi Bazaar", date: "December 2025", kind: "past_mela" },
    { id: "5", title: "The Mela 2027", awardedBy: "Sakhi Bazaar", date: "December 2027", kind: "coming_mela" },
    { id: "4", title: "The Mela 2026", awardedBy: "Sakhi Bazaar", date: "December 2026", kind: "mela" },
  ],
});

const lines = (sections: readonly OptionSection[]) =>
  sections.flatMap(({ heading, options }) =>
    options.map(({ name, detail, action }) => [heading, name, detail, action.kind === "go" ? action.to : action.kind]),
  );

test("every kind of result says what it is and leads to its screen", () => {
  expect(lines(resultSections(EVERYTHING, "all"))).toEqual([
    ["Brands", "Pots & Co", "Shops · Artisanal", "/brands/Pots%20%26%20Co"],
    ["Brands", "Seekho", "Services · Training", "/services/brands/Seekho"],
    ["Brands", "Moonj Samiti", "NGOs · Handicrafts", "/categories/handicrafts/moonj-samiti"],
    ["Brands", "Hunar", "NGOs · Skilling", "/brands/Hunar?module=ngos"],
    ["Brands", "Without", "NGOs", "/ngo?brand=Without"],
    ["Products", "Tote", "Jhola Junction · Bags · Pune, Maharashtra", "listing"],
    ["Services", "Tailoring", "Seekho · Training", "/services/brands/Seekho"],
    ["Categories", "Food & Food Products", "Shops · 11 items", "/products/food-products"],
    ["Categories", "Transport & Delivery", "Services · 1 item", "/services/transport-delivery"],
    ["Categories", "Handicrafts", "NGOs · 2 items", "/categories/handicrafts"],
    ["NGOs", "Baskets", "Moonj Samiti · Grass.", "/ngo?brand=Moonj%20Samiti"],
    ["Awards & Events", "Marketplace award", "UN · 2023", "/awards"],
    ["Awards & Events", "Diwali Sales Fair", "Sakhi Bazaar · October 2024", "/events/Diwali%20Sales%20Fair"],
    ["Awards & Events", "The Mela 2025", "Sakhi Bazaar · December 2025", "/events/The%20Mela%202025"],
    ["Awards & Events", "The Mela 2027", "Sakhi Bazaar · December 2027", "/events/The%20Mela%202027"],
    ["Awards & Events", "The Mela 2026", "Sakhi Bazaar · December 2026", "/paid-events"],
  ]);
});

test.each([
  ["shops", ["Pots & Co", "Tote", "Food & Food Products"]],
  ["services", ["Seekho", "Tailoring", "Transport & Delivery"]],
  ["ngos", ["Moonj Samiti", "Hunar", "Without", "Handicrafts", "Baskets"]],
] as const)("the chip %s lets only its own through", (filter, names) => {
  expect(lines(resultSections(EVERYTHING, filter)).map(([, name]) => name)).toEqual(names);
});

const BRANDS: BrandName[] = ["Zari Bags", "Bagru Bloom", "Jute Bag Co", "Bag Bazaar", "The Bagwalis"].map((name) => ({
  name,
  module: "shops",
  category: "Bags",
}));

test("categories come before brands, four of each, those that begin with the query first", () => {
  const found = suggestionSections("BAG", BRANDS, "all");
  expect(found.map(({ heading }) => heading)).toEqual(["Categories", "Brands"]);
  expect(found[0]?.options.map(({ name }) => name)).toEqual(["Bags"]);
  expect(found[1]?.options.map(({ name }) => name)).toEqual([
    "Bag Bazaar",
    "Bagru Bloom",
    "Jute Bag Co",
    "The Bagwalis",
  ]);
  expect(suggestionSections("bag", BRANDS, "all")).toEqual(found);
});

test("every spelling that is suggested leads to a category's page", () => {
  const [categories] = suggestionSections("stationary", [], "all");
  expect(categories?.options[0]?.action).toEqual({ kind: "go", to: "/products/stationery" });
});
