import "reflect-metadata";
import { mkdtemp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import request from "supertest";
import { ApiModule } from "../src/api.module.js";
import { seedCatalogue } from "../src/catalogue/catalogue.seed.js";
import { seedStalls } from "../src/stalls/stalls.seed.js";
import { testConfig } from "./config.js";
import { createTestDatabase } from "./database.js";
import type { TestDatabase } from "./database.js";
import { startTestApp } from "./http-app.js";

const PAGE = "<!doctype html><html><head><!--app-head--></head><body><div id=root></div></body></html>";

interface Data {
  readonly "@type": string;
  readonly [more: string]: unknown;
}

/** The JSON-LD of a page, by type. */
function dataOf(html: string): Map<string, Data> {
  const found = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return new Map(
    found.map(([, json]) => {
      const data = JSON.parse(json ?? "") as Data;
      return [data["@type"], data];
    }),
  );
}

describe("the site's pages as search engines see them", () => {
  let database: TestDatabase;
  let app: NestFastifyApplication;
  let folder: string;
  const get = (path: string) => request(app.getHttpServer()).get(path);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "site-"));
    await mkdir(join(folder, "assets"));
    await writeFile(join(folder, "index.html"), PAGE);
    await writeFile(join(folder, "assets", "a-123.js"), "export {};");
    database = await createTestDatabase(5);
    await seedStalls(database.database);
    await seedCatalogue(database.database);
    await database.database.query(
      `INSERT INTO brands (module, name, category, description)
       VALUES ('shops', 'Dr. "A" <b>&amp; Co</b>.js', 'Bags', '</script><script>alert(1)</script>')`,
    );
    await database.database.query(
      `INSERT INTO listings (brand_id, module, brand_key, name, description, category, status)
       SELECT id, module, name_key, '</script> bag', '</script>', 'Bags', 'live' FROM brands WHERE name LIKE 'Dr.%js'`,
    );
    const config = testConfig({ DATABASE_URL: database.url, PUBLIC_URL: "https://bazaar.example" });
    app = await startTestApp(ApiModule.with(config, database.source, folder), config);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    await rm(folder, { recursive: true });
  });

  it.each([
    [
      "/",
      "Handmade, well made, by women across India · Sakhi Bazaar",
      "/",
      ["Organization", "WebSite", "BreadcrumbList"],
    ],
    ["/products", "Products by women-led brands · Sakhi Bazaar", "/products", ["BreadcrumbList"]],
    [
      "/products/bags",
      "Bags: brands by women · Sakhi Bazaar",
      "/products/bags",
      ["BreadcrumbList", "ItemList"],
    ],
    [
      "/services/training",
      "Training: service providers · Sakhi Bazaar",
      "/services/training",
      ["BreadcrumbList", "ItemList"],
    ],
    [
      "/categories/handicrafts",
      "Handicrafts: NGO initiatives · Sakhi Bazaar",
      "/categories/handicrafts",
      ["BreadcrumbList", "ItemList"],
    ],
    [
      "/categories/handicrafts/tisser",
      "Tisser · Sakhi Bazaar",
      "/categories/:categoryName/:brandSlug",
      ["BreadcrumbList"],
    ],
    [
      "/paid-events/mela",
      "The Mela floor plan · Sakhi Bazaar",
      "/paid-events/mela",
      ["BreadcrumbList", "Event"],
    ],
  ])("%s has its own head", async (path, title, canonical, types) => {
    const answer = await get(path).expect(200);
    expect(answer.headers["content-type"]).toMatch(/^text\/html/);
    expect(answer.text).toContain(`<title>${title}</title>`);
    if (!canonical.includes(":")) {
      expect(answer.text).toContain(`<link rel="canonical" href="https://bazaar.example${canonical}" />`);
    }
    expect(answer.text).toMatch(/<meta name="description" content="[^"]{20,160}" \/>/);
    expect(answer.text).toContain('property="og:title"');
    expect([...dataOf(answer.text).keys()]).toEqual(types);
  });

  it("tells of the Mela with the prices and what is free", async () => {
    const event = dataOf((await get("/paid-events")).text).get("Event");
    expect(event).toMatchObject({ startDate: "2026-12-03", endDate: "2026-12-04" });
    expect(event?.["offers"]).toEqual([
      expect.objectContaining({
        name: "Premium stall",
        price: 36000,
        priceCurrency: "INR",
        availability: "https://schema.org/InStock",
      }),
      expect.objectContaining({ name: "Standard stall", price: 27000 }),
    ]);
  });

  it("gives every spelling of a category one canonical address", async () => {
    const answer = await get("/products/food-food-products").expect(200);
    expect(answer.text).toContain('href="https://bazaar.example/products/food-products"');
  });

  it("shows a brand with anything in its name, harmlessly", async () => {
    const answer = await get(`/brands/${encodeURIComponent('Dr. "A" <b>&amp; Co</b>.js')}`).expect(200);
    expect(answer.text).toContain(
      "<title>Dr. &quot;A&quot; &lt;b&gt;&amp;amp; Co&lt;/b&gt;.js · Sakhi Bazaar</title>",
    );
    expect(answer.text).not.toContain("<script>alert");
    expect(dataOf(answer.text).get("ItemList")).toMatchObject({ numberOfItems: 1 });
  });

  it.each([
    "/nowhere",
    "/brands/Nobody%20At%20All",
    "/products/rockets",
    "/categories/rockets",
    "/events/never",
  ])("answers 404 with a page for %s", async (path) => {
    const answer = await get(path).expect(404);
    expect(answer.text).toContain("<title>404 Page Not Found · Sakhi Bazaar</title>");
    expect(answer.text).toContain('content="noindex"');
    expect(answer.text).toContain("<div id=root>");
  });

  it("keeps a visitor's own pages out of the search engines", async () => {
    const answer = await get("/paid-events/mela/register").expect(200);
    expect(answer.text).toContain('<meta name="robots" content="noindex" />');
    const robots = await get("/robots.txt").expect(200);
    expect(robots.text).toContain("Disallow: /paid-events/mela/register");
    expect(robots.text).toContain("Sitemap: https://bazaar.example/sitemap.xml");
  });

  it("serves files, and nothing else that looks like one", async () => {
    const file = await get("/assets/a-123.js").expect(200);
    expect(file.headers["cache-control"]).toContain("immutable");
    expect(file.headers["content-type"]).toMatch(/javascript/);
    await get("/assets/gone.js").expect(404);
    await get("/..%2f..%2fetc/passwd").expect(404);
    await get("/index.html").expect(404);
  });

  it("lists every live page in the sitemap, and each exists", async () => {
    const index = await get("/sitemap.xml").expect(200);
    const parts = [...index.text.matchAll(/<loc>https:\/\/bazaar\.example(.*?)<\/loc>/g)].map(
      ([, path]) => path ?? "",
    );
    expect(parts).toEqual(["/sitemap-pages.xml", "/sitemap-brands.xml?after="]);
    const pages = (await Promise.all(parts.map((path) => get(path)))).flatMap(({ text }) =>
      [...text.matchAll(/<loc>https:\/\/bazaar\.example(.*?)<\/loc>/g)].map(([, path]) => path ?? ""),
    );
    expect(pages.length).toBeGreaterThan(90);
    expect(new Set(pages).size).toBe(pages.length);
    expect(pages.filter((path) => path.includes("register"))).toEqual([]);
    for (const path of pages) {
      const answer = await get(path.replaceAll("&#39;", "'").replaceAll("&amp;", "&"));
      expect([path, answer.status]).toEqual([path, 200]);
    }
  });

  it("refuses an address that cannot be decoded", async () => {
    await get("/brands/%E0%A4").expect(400);
  });

  it("names pictures for shared links that exist", async () => {
    for (const path of ["/", "/brands/Nobody", "/categories/handicrafts/tisser"]) {
      const [, image] =
        /property="og:image" content="https:\/\/bazaar\.example([^"]+)"/.exec((await get(path)).text) ?? [];
      expect(image).toBeDefined();
      if (image !== "/share.png") await get(String(image)).expect(200);
    }
    const built = new URL("../../frontend/public/share.png", import.meta.url);
    expect((await readFile(built)).subarray(1, 4).toString()).toBe("PNG");
  });

  it("refuses a sitemap part that is none", async () => {
    await get("/sitemap-brands.xml?after=1%27").expect(404);
  });
});
