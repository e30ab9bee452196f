import type { CategoryCount, Highlights, Listing, SearchReply } from "../api/catalogue-api";
import { FakeServer } from "./fake-server";

/** A live listing with defaults. */
export function listing(more: Partial<Listing> & { name: string }): Listing {
  return {
    id: more.name.toLowerCase().replaceAll(" ", "-"),
    description: `${more.name}, made by hand.`,
    category: "Bags",
    brand: "Jhola Junction",
    brandName: more.brand ?? "Jhola Junction",
    location: "Pune, Maharashtra",
    image: `/images/v1/shops/bags/${more.name}.svg`,
    productImages: [{ imageUrl: `/images/v1/shops/bags/${more.name}-1.svg` }],
    websiteUrl: "jhola.example",
    partnerName: "Asha Patil",
    contactEmail: "asha@jhola.example",
    contactPhone: "+91 90000 00001",
    eventName: null,
    linkedinUrl: null,
    facebookUrl: null,
    instagramUrl: "instagram.example/jhola",
    whatsappUrl: null,
    module: "shops",
    brandLogo: "/images/v1/brands/shops/bags/jhola.svg",
    brandDescription: "Bags from old sarees.",
    ...more,
  };
}

/** Search results, empty by default. */
export function searchReply(more: Partial<SearchReply> = {}): SearchReply {
  return { brands: [], products: [], services: [], categories: [], ngos: [], events: [], ...more };
}

const same = (a: string | null | undefined, b: string | null) =>
  b === null || (a ?? "").toLowerCase() === b.toLowerCase();

/** A fake API whose catalogue is these listings: filters, pages, categories with counts, brand names. */
export function catalogueServer(listings: readonly Listing[]): FakeServer {
  const server = new FakeServer();
  server.on("GET /listings/live", ({ query }) => {
    const found = listings.filter(
      ({ module, category, brand, eventName }) =>
        same(module, query.get("module")) &&
        same(category, query.get("category")) &&
        same(brand?.trim(), query.get("brandName")) &&
        same(eventName, query.get("eventName")),
    );
    const from = Number(query.get("cursor") ?? 0);
    const to = from + Number(query.get("limit") ?? 500);
    return {
      json: found.slice(from, to),
      headers: { "x-total-count": String(found.length), ...(to < found.length ? { "x-next-cursor": String(to) } : {}) },
    };
  });
  server.on("GET /listings/categories", ({ query }) => {
    const counts = new Map<string, CategoryCount>();
    for (const { module = "shops", category } of listings) {
      if (!same(module, query.get("module"))) continue;
      const count = (counts.get(category)?.count ?? 0) + 1;
      counts.set(category, { module, name: category, slug: category.toLowerCase(), count, picture: null });
    }
    return { json: [...counts.values()] };
  });
  server.on("GET /api/public/brand-names", {
    json: [...new Map(listings.map((one) => [one.brand, one])).values()].map(
      ({ brand, module = "shops", category }) => ({ name: brand ?? "", module, category }),
    ),
  });
  server.on("GET /listings/highlights", { json: highlights() });
  server.on("GET /listings/past-events", { json: [] });
  server.on("GET /search", { json: searchReply() });
  return server;
}

/** The catalogue's part of the home page. */
export function highlights(): Highlights {
  const names = ["One", "Two", "Three", "Four"];
  return {
    featured: names.slice(0, 3).map((name) => ({ ...listing({ name: `Featured ${name}` }), brand: "Jhola Junction" })),
    spotlight: names.map((name) => ({
      name: `Brand ${name}`,
      module: "shops",
      category: "Gifts",
      logo: null,
      description: "Lamps.",
      location: null,
    })),
    bestsellers: names.map((name) => ({ ...listing({ name: `Best ${name}` }), brand: `Maker & ${name}` })),
    pastEvents: ["Sales Fair", "Pop-up West", "Pop-up South"].map((title, index) => ({
      id: title,
      title,
      date: `${index + 1} July 2024`,
      time: "11:00 to 19:00",
      venue: `Hall ${index + 1}`,
      description: `About ${title}.`,
      image: null,
    })),
  };
}
