import { describe, expect, it } from "@jest/globals";
import texts from "../generated/messages/en/pages.js";
import { documentTitle } from "./page-heads.js";
import { PATHS } from "./routes.js";
import { SITE_PAGES, matchSitePage, pageHead } from "./site.pages.js";

describe("site pages", () => {
  it.each([
    ["/", "/", {}],
    ["/products", "/products", {}],
    ["/products/", "/products", {}],
    ["/Paid-Events/MELA", "/paid-events/mela", {}],
    ["/Brands/Asha", "/brands/:brandName", { brandName: "Asha" }],
    ["/products/food-products", "/products/:categoryId", { categoryId: "food-products" }],
    ["/brands/Asha%20%26%20Co", "/brands/:brandName", { brandName: "Asha & Co" }],
    ["/services/training", "/services/:categoryId", { categoryId: "training" }],
    ["/services/brands/Leela", "/services/brands/:brandName", { brandName: "Leela" }],
    [
      "/categories/handicrafts/tisser",
      "/categories/:categoryName/:brandSlug",
      { categoryName: "handicrafts", brandSlug: "tisser" },
    ],
    ["/paid-events/mela", "/paid-events/mela", {}],
  ])("match %s", (path, page, params) => {
    const found = matchSitePage(path);
    expect(found?.page.path).toBe(page);
    expect(found?.params).toEqual(params);
  });

  it.each([
    ...["/nowhere", "/products/a/b", "/brands", "/brands/%E0%A4", "/paid-events/mela/else", "//evil.example/x/y"],
    ...["/brands/a%00b", "/brands/a%0Ab"],
  ])("do not match %s", (path) => {
    expect(matchSitePage(path)).toBeUndefined();
  });

  it("have an existing parent, except the home page", () => {
    for (const page of SITE_PAGES) {
      const parents = SITE_PAGES.filter((other) => other.path === page.parent);
      expect(parents).toHaveLength(page.path === "/" ? 0 : 1);
    }
  });

  it("have {name} in the title exactly if the path has a parameter", () => {
    for (const page of SITE_PAGES) {
      expect(typeof texts.pages[page.page].title === "function").toBe(page.subject !== undefined);
      expect(page.path.includes(":")).toBe(page.subject !== undefined);
    }
  });

  it("have descriptions of at most 160 characters", () => {
    for (const { description } of Object.values(texts.pages))
      if (typeof description === "string") expect(description.length).toBeLessThanOrEqual(160);
  });

  it("have a head with breadcrumbs; pageHead throws for an unknown path", () => {
    expect(pageHead("/paid-events/policies")).toEqual({
      title: "Event Policies",
      description: "Contact, returns and refunds, and the terms and conditions of the paid events.",
      breadcrumbs: [
        { name: "Home", path: "/" },
        { name: "Paid Events", path: "/paid-events" },
        { name: "Event Policies", path: "/paid-events/policies" },
      ],
    });
    expect(() => pageHead("/nowhere")).toThrow("There is no page at /nowhere.");
  });

  it.each(["3rd and 4th December", "13, 14, 20 and 21 February"])("say that the Mela is on %s", (text) => {
    const words = { dates: text, city: "Pune", locality: "Kothrud", officeCity: "Nagpur" };
    const { description } = pageHead(PATHS.events, undefined, words);
    expect(description).toContain(`the Mela in Kothrud, Pune, on ${text}:`);
  });

  it("insert the subject's name literally", () => {
    const subject = { name: "A $& B {city}", path: "/events/a" };
    const { title, description } = pageHead(PATHS.event, subject, { city: "Pune" });
    expect(title).toBe("A $& B {city}: who takes part");
    expect(description).toBe("Brands and products that take part in A $& B {city}.");
  });

  it("have a document title that ends with the site's name exactly once", () => {
    expect(documentTitle("Products")).toBe("Products · Sakhi Bazaar");
    expect(documentTitle("About Sakhi Bazaar")).toBe("About Sakhi Bazaar");
    expect(documentTitle("Sakhi Bazaar Fans")).toBe("Sakhi Bazaar Fans · Sakhi Bazaar");
  });
});
