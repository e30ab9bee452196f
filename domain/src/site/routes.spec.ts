import { describe, expect, it } from "@jest/globals";
import {
  brandPath,
  categoryPath,
  dashboardPath,
  eventPath,
  searchResultBrandPath,
  invoicePdfPath,
  nameInPath,
  logoPath,
  ngoBrandPath,
  ngoPathWithBrand,
  orderPath,
  PATHS,
  picturePath,
  registerPath,
} from "./routes.js";

describe("path functions", () => {
  it.each<[string, string, string]>([
    ["an invoice", invoicePdfPath("a/b"), "/api/v1/mela/admin/invoices/a%2Fb/pdf"],
    ["a category of shops", categoryPath("shops", "home & more"), "/products/home%20%26%20more"],
    ["a category of services", categoryPath("services", "tutoring"), "/services/tutoring"],
    ["a category of NGOs", categoryPath("ngos", "skilling"), "/categories/skilling"],
    ["a brand with a slash", brandPath("shops", "24/7 Snacks"), "/brands/24%E2%88%957%20Snacks"],
    ["a brand called ..", brandPath("shops", ".."), "/brands/%EF%BC%8E%EF%BC%8E"],
    ["a brand with an escaped slash", brandPath("shops", "a%2Fb"), "/brands/a%EF%BC%852Fb"],
    ["a brand with a backslash", brandPath("shops", "a\\b"), "/brands/a%E2%88%96b"],
    ["a brand with a percent sign", brandPath("shops", "100%"), "/brands/100%25"],
    ["a brand's shop", brandPath("shops", " Asha & Co "), "/brands/Asha%20%26%20Co"],
    ["a service's brand", brandPath("services", " Asha "), "/services/brands/Asha"],
    ["an NGO", brandPath("ngos", "Asha"), "/brands/Asha?module=ngos"],
    ["an NGO under its category", ngoBrandPath("handicrafts", "a/b"), "/categories/handicrafts/a%2Fb"],
    ["a highlighted NGO", ngoPathWithBrand(" Asha & Co "), "/ngo?brand=Asha%20%26%20Co"],
    ["a shop in search results", searchResultBrandPath("shops", "Asha", "handicrafts"), "/brands/Asha"],
    ["a service in search results", searchResultBrandPath("services", "Asha", undefined), "/services/brands/Asha"],
    [
      "an NGO in search results, category with brand pages",
      searchResultBrandPath("ngos", "Asha Crafts", "handicrafts"),
      "/categories/handicrafts/asha-crafts",
    ],
    [
      "an NGO in search results, other category with brand pages",
      searchResultBrandPath("ngos", "Asha", "handloom-textiles"),
      "/categories/handloom-textiles/asha",
    ],
    [
      "an NGO, category without brand pages",
      searchResultBrandPath("ngos", "Asha", "skilling"),
      "/brands/Asha?module=ngos",
    ],
    ["an NGO whose slug is empty", searchResultBrandPath("ngos", "&", "handicrafts"), "/brands/%26?module=ngos"],
    ["an NGO without a category", searchResultBrandPath("ngos", "Asha", undefined), "/ngo?brand=Asha"],
    ["an event", eventPath(" Winter Mela "), "/events/Winter%20Mela"],
    ["a payment's page", orderPath(PATHS.bookingPaid, "MELA 1"), "/paid-events/mela/payment-success?order_id=MELA%201"],
    ["a payment's page without an order", orderPath(PATHS.listingUnpaid, undefined), "/payment-failure"],
    [
      "the registration for a stall",
      registerPath({ stallId: "B12", type: "General", price: 27_000 }),
      "/paid-events/mela/register?stallId=B12&type=General&price=27000",
    ],
    ["the dashboard", dashboardPath({ view: "a b", open: "1" }), "/paid-events/mela/dashboard?view=a%20b&open=1"],
    ["a picture", picturePath({ module: "shops", slug: "food" }, "k1"), "/images/v1/shops/food/k1.svg"],
    ["a logo", logoPath({ module: "ngos", slug: "food" }, "k1"), "/images/v1/brands/ngos/food/k1.svg"],
  ])("return the path of %s", (_what, path, expected) => {
    expect(path).toBe(expected);
  });
});

it.each(["24/7 Snacks", "..", ".", "a%2Fb", "a%252Fb", "a\\b", "100%", "Asha & Co", "..%2F..", "आशा"])(
  "the address of %j leads to that name and stays one part of the path",
  (name) => {
    const [, , part = "", ...more] = new URL(brandPath("shops", name), "https://x.example").pathname.split("/");
    expect(more).toEqual([]);
    expect(nameInPath(decodeURIComponent(part))).toBe(name);
    // A proxy that decodes once more finds no slash either.
    expect(decodeURIComponent(part)).not.toMatch(/[/\\]|%2f|%5c|^\.{1,2}$/i);
  },
);
