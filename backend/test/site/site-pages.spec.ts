import "reflect-metadata";
import { once } from "node:events";
import { mkdtemp, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { addEvent, firstEvent } from "@sakhi/testkit/add-event";
import { until } from "@sakhi/testkit/until";
import request from "supertest";
import { ApiModule } from "../../src/api.module.js";
import { seedCatalogue } from "../../src/catalogue/demonstration.seed.js";
import { PLAN_VIEW_MS } from "../../src/site/page-renderer.service.js";
import { seedStalls } from "../../src/stalls/stalls.seed.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase } from "../support/database.js";
import type { TestDatabase } from "../support/database.js";
import { startTestApp } from "../support/http-app.js";

/** Long enough that it would be compressed if it were not precompressed. */
const SCRIPT = `export {};\n${"// nothing\n".repeat(200)}`;
const PAGE =
  "<!doctype html><html><head><!--app-head--><!--first-styles--></head><body><div id=first-view><!--first-view--></div><div id=root></div></body></html>";
/** Stands in for the frontend's renderer: reports its arguments and the number of renders. */
const RENDERER = `let rendered = 0;
export const firstView = async (...args) => ({ styles: "<style>$& styles</style>", html: await viewOf(...args) });
async function viewOf(address, { dates }, whole, ask) {
  rendered += 1;
  if (address.startsWith("/?brand=")) {
    const asked = JSON.parse(new URLSearchParams(address.slice(1)).get("brand"));
    return JSON.stringify(await Promise.all(asked.map(([path, params]) => ask(path, params)))) + "<i></i>" + rendered;
  }
  if (address.startsWith("/paid-events/mela?")) {
    const plan = await ask("/api/v1/mela/layout", {});
    return "<p>" + address + " " + plan?.json.split("Available").length + " " + rendered + "</p>";
  }
  if (address === "/support?view=fail") throw new Error("as if");
  return \`<p>$& \${address} \${dates} \${whole} \${rendered}</p>\`;
}`;

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

/** Requests a path verbatim; supertest would normalize it. */
async function raw(app: NestFastifyApplication, path: string): Promise<{ status: number | undefined; body: string }> {
  const { hostname: host, port } = new URL(await app.getUrl());
  const [response] = (await once(httpRequest({ host, port, path }).end(), "response")) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response) };
}

describe("the site's pages", () => {
  let database: TestDatabase;
  let app: NestFastifyApplication;
  let built: string;
  let folder: string;
  const get = (path: string) => request(app.getHttpServer()).get(path);

  beforeAll(async () => {
    built = await mkdtemp(join(tmpdir(), "site-"));
    folder = join(built, "site");
    const screens = { "/products/:categoryId": ["assets/products-1.js", "assets/shared-2.js"] };
    const files = {
      "server/first-view.js": RENDERER,
      "site/index.html": PAGE,
      "site/hi/index.html": PAGE,
      "site/hi/worker.js": SCRIPT,
      "site/.vite/screens.json": JSON.stringify(screens),
      "site/assets/a-123.js": SCRIPT,
      "site/assets/a-123.js.br": brotliCompressSync(SCRIPT),
      "site/assets/a-123.js.gz": gzipSync(SCRIPT),
      "site/assets/flower-1.svg": "<svg/>",
      "site/assets/flower-1.svg.br": brotliCompressSync("<svg/>"),
      "site/favicon.svg": "<svg/>",
      "site/worker.js": "worker",
      "site/no-worker.js": "remover",
    };
    for (const [file, content] of Object.entries(files)) {
      await mkdir(join(built, dirname(file)), { recursive: true });
      await writeFile(join(built, file), content);
    }
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
    await database.database.query(
      `INSERT INTO brands (module, name, category, logo, description)
       SELECT 'shops', name, 'Bags', logo, repeat('अआ', 200) FROM (VALUES
         ('100%', 'http://'), ('A/B \\ $& $1', 'javascript:alert(1)'), ('कढ़ाई', 'https://drive.google.com/file/d/1234567890ab/view'),
         ('Friends of Sakhi Bazaar and others', NULL)) odd (name, logo)`,
    );
    await database.database.query(
      `INSERT INTO listings (brand_id, module, brand_key, name, category, status, image, event_name)
       SELECT id, module, name_key, name, category, 'live', logo, 'Diwali & more' FROM brands WHERE description LIKE 'अआ%'`,
    );
    const config = testConfig({ DATABASE_URL: database.url, PUBLIC_URL: "https://bazaar.example" });
    app = await startTestApp(ApiModule.with(config, database.source, folder), config);
    await app.listen(0, "127.0.0.1");
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    await rm(built, { recursive: true });
  });

  it("sends the service worker so that every page asks for a newer one, and with OFFLINE_PAGES=off what removes it", async () => {
    const sent = await get("/worker.js").expect(200);
    expect(sent.text).toBe("worker");
    expect(sent.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-cache",
    });
    const config = testConfig({ DATABASE_URL: database.url, OFFLINE_PAGES: "off" });
    const without = await startTestApp(ApiModule.with(config, database.source, folder), config);
    try {
      expect((await request(without.getHttpServer()).get("/worker.js").expect(200)).text).toBe("remover");
    } finally {
      await without.close();
    }
  });

  const LIST = ["BreadcrumbList", "ItemList"];
  it.each<[path: string, title: string, types: string[], canonical?: string]>([
    ["/", "Handmade, well made, by women across India", ["Organization", "WebSite", "BreadcrumbList"]],
    ["/products", "Products by women-led brands", ["BreadcrumbList"]],
    ["/products/bags", "Bags: brands by women", LIST],
    ["/products/food-food-products", "Food &amp; Food Products: brands by women", LIST, "/products/food-products"],
    ["/services/training", "Training: service providers", LIST],
    ["/categories/handicrafts", "Handicrafts: NGO initiatives", LIST],
    ["/categories/handicrafts/tisser", "Tisser", ["BreadcrumbList"]],
    ["/categories/handloom-textiles/tisser", "Tisser", ["BreadcrumbList"], "/categories/handicrafts/tisser"],
    ["/events/DIWALI%20%26%20more", "Diwali &amp; more: who takes part", LIST, "/events/Diwali%20%26%20more"],
    ["/paid-events/mela", "The Mela floor plan", ["BreadcrumbList", "Event"]],
  ])("sends %s with its own head", async (path, title, types, canonical = path) => {
    const response = await get(path).expect(200);
    expect(response.headers["content-type"]).toMatch(/^text\/html/);
    for (const tag of [
      `<title>${title} · Sakhi Bazaar</title>`,
      `<link rel="canonical" href="https://bazaar.example${canonical}" />`,
      `<meta property="og:url" content="https://bazaar.example${canonical}" />`,
      'property="og:title"',
    ]) {
      expect(response.text).toContain(tag);
    }
    expect(response.text).toMatch(/<meta name="description" content="[^"]{20,160}" \/>/);
    expect([...dataOf(response.text).keys()]).toEqual(types);
  });

  it.each([
    ["/products/bags", "Women-led brands that make Bags. See"],
    ["/events/DIWALI%20%26%20more", "Brands and products that take part in Diwali &amp; more."],
  ])("describes %s by its own content, not by the Mela", async (path, description) => {
    expect((await get(path).expect(200)).text).toContain(`<meta name="description" content="${description}`);
  });

  it.each([
    ["/brands/Tisser?module=ngos", ["Home", "NGO Initiatives", "Tisser"], "/brands/Tisser?module=ngos"],
    [
      "/brands/angan%20homestays?module=services",
      ["Home", "Professional Services by women", "Angan Homestays"],
      "/services/brands/Angan%20Homestays",
    ],
  ])("gives %s the breadcrumbs of its module", async (path, names, own) => {
    const crumbs = dataOf((await get(path).expect(200)).text).get("BreadcrumbList")?.["itemListElement"] as {
      name: string;
      item: string;
    }[];
    expect(crumbs.map(({ name }) => name)).toEqual(names);
    expect(crumbs.at(-1)?.item).toBe(`https://bazaar.example${own}`);
  });

  it("finds an NGO brand by its slug among more than 500 listings (R-023)", async () => {
    await database.database.query(
      `WITH made AS (INSERT INTO brands (module, name, category) VALUES ('ngos', 'Aaa', 'Handicrafts') RETURNING id, name_key)
       INSERT INTO listings (brand_id, module, brand_key, category, name, status)
       SELECT id, 'ngos', name_key, 'Handicrafts', 'A pot', 'live' FROM made, generate_series(1, 501)`,
    );
    const { text } = await get("/categories/handicrafts/moonj-mahila-samiti").expect(200);
    expect(text).toContain("<title>Moonj Mahila Samiti · Sakhi Bazaar</title>");
    await database.database.query("DELETE FROM brands WHERE name = 'Aaa'");
  });

  it("describes the Mela with prices and availability", async () => {
    const event = dataOf((await get("/paid-events")).text).get("Event");
    const { start, end } = await firstEvent(database.database);
    expect(event).toMatchObject({ startDate: `${start}T10:00:00+05:30`, endDate: `${end}T20:00:00+05:30` });
    expect(event?.["offers"]).toEqual([
      expect.objectContaining({
        ...{ name: "Premium stall", price: 36000, priceCurrency: "INR", availability: "https://schema.org/InStock" },
      }),
      expect.objectContaining({ name: "Standard stall", price: 27000 }),
    ]);
    // A price that changes on a date, and what follows.
    const dated = (from: string) =>
      database.database.query("UPDATE stall_types SET price_changes = $1 WHERE key = 'General'", [
        JSON.stringify([{ from, paise: 3_000_000 }]),
      ]);
    const standard = async () => {
      const found = dataOf((await get("/paid-events")).text).get("Event")?.["offers"] as Record<string, unknown>[];
      return found.filter(({ name }) => name === "Standard stall");
    };
    // 10 January in India.
    await dated("2097-01-09T18:30:00.000Z");
    await until("the date to be shown", async () => (await standard()).length === 2);
    expect(await standard()).toEqual([
      expect.objectContaining({ price: 27000, priceValidUntil: "2097-01-09" }),
      expect.objectContaining({ price: 30000, validFrom: "2097-01-10T00:00:00+05:30" }),
    ]);
    await dated("2020-01-09T18:30:00.000Z");
    await until("the date to have come", async () => (await standard()).length === 1);
    expect(await standard()).toEqual([
      expect.objectContaining({ price: 30000, validFrom: "2020-01-10T00:00:00+05:30" }),
    ]);
    await database.database.query("UPDATE stall_types SET price_changes = '[]'");
    await until("the first price", async () => (await standard())[0]?.["price"] === 27000);
    // No offers after sales have closed.
    await database.database.query("UPDATE events SET sales_close_at = clock_timestamp() - interval '1 minute'");
    const offers = async () => dataOf((await get("/paid-events")).text).get("Event")?.["offers"];
    await until("the offers to be gone", async () => (await offers()) === undefined);
    await database.database.query("UPDATE events SET sales_close_at = NULL");
    await until("the offers to be back", async () => (await offers()) !== undefined);
  });

  it("has pages of every published event, with the event's own days, place, prices and status", async () => {
    const db = { query: (sql: string, values?: unknown[]) => database.database.query<object>(sql, values) };
    await addEvent(db, { slug: "the-winter-mela-2099", name: "The Winter Mela 2099" });
    await addEvent(db, { slug: "the-hidden-mela", name: "The Hidden Mela" });
    await db.query("UPDATE events SET status = 'draft' WHERE slug = 'the-hidden-mela'");
    await db.query("UPDATE events SET city = 'Nashik' WHERE slug = 'the-winter-mela-2099'");
    const page = "/paid-events/the-winter-mela-2099";
    await until("the page to exist", async () => (await get(page)).text.includes("Nashik"));
    const { text: html } = await get(page).expect(200);
    expect(html).toContain("<title>The Winter Mela 2099 floor plan · Sakhi Bazaar</title>");
    expect(html).toContain('property="og:title" content="The Winter Mela 2099 floor plan');
    expect(html).toContain("See which stalls of The Winter Mela 2099 are free");
    expect(html).toContain(`<link rel="canonical" href="https://bazaar.example${page}" />`);
    const event = async (path: string) => dataOf((await get(path)).text).get("Event");
    const offer = {
      "@type": "Offer",
      url: `https://bazaar.example${page}`,
      availability: "https://schema.org/InStock",
    };
    expect(await event(page)).toMatchObject({
      ...{ name: "The Winter Mela 2099", url: `https://bazaar.example${page}` },
      ...{ eventStatus: "https://schema.org/EventScheduled", location: { address: { addressLocality: "Nashik" } } },
      offers: [offer, offer],
    });
    expect(String((await event(page))?.["startDate"])).toMatch(/^2099-/);
    // The current event's canonical addresses are the specified ones.
    const [{ slug } = { slug: "" }] = await database.database.query<{ slug: string }>(
      "SELECT slug FROM events ORDER BY id LIMIT 1",
    );
    expect((await get(`/paid-events/${slug}`).expect(200)).text).toContain(
      '<link rel="canonical" href="https://bazaar.example/paid-events/mela" />',
    );
    expect((await get(`${page}/policies`).expect(200)).text).toContain(
      '<link rel="canonical" href="https://bazaar.example/paid-events/policies" />',
    );
    for (const personal of ["register", "payment-success?order_id=MELA1", "payment-failure"]) {
      expect((await get(`${page}/${personal}`).expect(200)).text).toContain('name="robots" content="noindex"');
    }
    for (const unknown of ["the-hidden-mela", "nothing-of-ours", "nothing-of-ours/register", "all"]) {
      expect((await get(`/paid-events/${unknown}`).expect(404)).text).toContain("404 Page Not Found");
    }
    expect((await get("/robots.txt")).text).toContain("Disallow: /paid-events/*/register");
    const sitemap = (await get("/sitemap-pages.xml")).text;
    expect(sitemap).toContain(`<loc>https://bazaar.example${page}</loc>`);
    expect(sitemap).not.toContain("the-hidden-mela");
    expect(sitemap).not.toContain(`/paid-events/${slug}<`);
    const found = (await get("/api/v1/search?q=winter+mela")).body as { events: object[] };
    expect(found.events).toEqual([expect.objectContaining({ kind: "mela", event: "the-winter-mela-2099" })]);
    const listed = (await get("/api/v1/mela/events")).body as { slug: string; phase: string }[];
    expect(listed.map((each) => [each.slug, each.phase])).toEqual([
      [slug, "on_sale"],
      ["the-winter-mela-2099", "on_sale"],
    ]);
    expect(listed[1]).toMatchObject({ stalls: { available: 70, reserved: 0, sold: 0 }, isCurrent: false });
    // A rescheduled one says when it would have been.
    const formerStart = "2099-02-01T10:00:00+05:30";
    await db.query("UPDATE events SET former_start = $1 WHERE slug = 'the-winter-mela-2099'", [formerStart]);
    await until("the page to say so", async () => (await get(page)).text.includes("EventRescheduled"));
    expect(await event(page)).toMatchObject({ previousStartDate: formerStart, offers: [offer, offer] });
    // A cancelled event keeps its page, and says so.
    await db.query("UPDATE events SET status = 'cancelled' WHERE slug = 'the-winter-mela-2099'");
    await until("the page to say so", async () => (await get(page)).text.includes("EventCancelled"));
    expect((await event(page))?.["offers"]).toBeUndefined();
    expect((await event(page))?.["previousStartDate"]).toBeUndefined();
    expect((await get(`/api/v1/mela/facts?event=the-winter-mela-2099`)).body).toMatchObject({
      ...{ status: "cancelled", sales: "sales_closed" },
    });
    await db.query("DELETE FROM stalls WHERE event_id IN (SELECT id FROM events WHERE slug = ANY($1))", [
      ["the-winter-mela-2099", "the-hidden-mela"],
    ]);
    await db.query("DELETE FROM events WHERE slug = ANY($1)", [["the-winter-mela-2099", "the-hidden-mela"]]);
  });

  it("escapes a brand's name and texts", async () => {
    const response = await get(`/brands/${encodeURIComponent('Dr. "A" <b>&amp; Co</b>.js')}`).expect(200);
    expect(response.text).toContain(
      "<title>Dr. &quot;A&quot; &lt;b&gt;&amp;amp; Co&lt;/b&gt;.js · Sakhi Bazaar</title>",
    );
    expect(response.text).not.toContain("<script>alert");
    expect(dataOf(response.text).get("ItemList")).toMatchObject({ numberOfItems: 1 });
  });

  it("keeps the page of a past event without live listings", async () => {
    await database.database.query(
      `INSERT INTO showcase_events (kind, title, awarded_by, date_text, held_on, venue, description)
       VALUES ('sales_fair', 'Onam Fair', 'Sakhi Bazaar', 'September 2019', '2019-09-11', 'Kochi', 'A day of sadya.')`,
    );
    const response = await get("/events/onam%20FAIR").expect(200);
    expect(response.text).toContain("<title>Onam Fair: who takes part · Sakhi Bazaar</title>");
    expect(response.text).toContain('name="description" content="Onam Fair, September 2019: A day of sadya."');
    expect(response.text).toContain('href="https://bazaar.example/events/Onam%20Fair"');
    expect((await get("/sitemap-pages.xml")).text).toContain("<loc>https://bazaar.example/events/Onam%20Fair</loc>");
  });

  it("gives a product a page of its own under its brand's, with its offer, picture and way back (issue 49)", async () => {
    const [made] = await database.database.query<{ id: string }>(
      `WITH brand AS (INSERT INTO brands (module, name, category, description)
         VALUES ('shops', 'Kasturi "Pickles"', 'Food & Food Products', 'Pickles.') RETURNING id, module, name_key)
       INSERT INTO listings (brand_id, module, brand_key, name, description, category, status, price_kind, price_from_paise)
       SELECT id, module, name_key, '<b>Lime</b> Pickle', 'Sun-dried limes.', 'Food & Food Products', 'live', 'fixed', 35000
         FROM brand RETURNING id`,
    );
    const end = made?.id.slice(0, 8) ?? "";
    const brandPage = "/brands/Kasturi%20%22Pickles%22";
    const page = `${brandPage}/products/blimeb-pickle-${end}`;
    await until("the page to exist", async () => (await get(page)).status === 200);
    // By its id under an old name, by the words of its name, and in other letters: one address is the canonical one.
    for (const path of [page, `${brandPage}/products/old-name-${end}`, `${brandPage}/products/blimeb-pickle`]) {
      const { text } = await get(path).expect(200);
      expect(text).toContain(`<link rel="canonical" href="https://bazaar.example${page}" />`);
      expect(text).toContain("<title>&lt;b&gt;Lime&lt;/b&gt; Pickle · Sakhi Bazaar</title>");
      expect(text).toContain('name="description" content="₹350 · Sun-dried limes."');
      const data = dataOf(text);
      expect(data.get("Product")).toMatchObject({
        ...{ name: "<b>Lime</b> Pickle", url: `https://bazaar.example${page}` },
        brand: { "@type": "Brand", name: 'Kasturi "Pickles"' },
        offers: { "@type": "Offer", price: 350, priceCurrency: "INR", url: `https://bazaar.example${page}` },
      });
      const crumbs = data.get("BreadcrumbList")?.["itemListElement"] as { name: string; item: string }[];
      expect(crumbs.map(({ name }) => name)).toEqual([
        ...["Home", "Products by women-led brands", 'Kasturi "Pickles"', "<b>Lime</b> Pickle"],
      ]);
      expect(crumbs.at(-2)?.item).toBe(`https://bazaar.example${brandPage}`);
    }
    // A list's entry leads to the product's page, too.
    const list = dataOf((await get(brandPage)).text).get("ItemList")?.["itemListElement"] as { item: Data }[];
    expect(list[0]?.item).toMatchObject({ url: `https://bazaar.example${page}` });
    // Of another brand, module, or nothing: no page.
    for (const path of [
      ...[`/services${page}`, `${page}?module=ngos`, `${brandPage}/products/lime`, `${brandPage}/products/`],
      ...[
        `/brands/100%25/products/blimeb-pickle-${end}`,
        `${brandPage}/products/%E0%A4`,
        `${brandPage}/products/a%00b`,
      ],
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
    // Under the brand's new name.
    await database.database.query(
      `INSERT INTO former_brand_names (module, name_key, name, brand_id)
       SELECT 'shops', 'kasturi old', 'Kasturi Old', id FROM brands WHERE name LIKE 'Kasturi%'`,
    );
    const moved = await get(`/brands/Kasturi%20Old/products/blimeb-pickle-${end}`).expect(301);
    expect(moved.headers["location"]).toBe(page);
    // Hidden, it has no page, and the brand's stays.
    await database.database.query(
      "UPDATE listings SET hidden_at = now(), hidden_reason = 'out of season' WHERE id = $1",
      [made?.id],
    );
    await until("the page to be gone", async () => (await get(page)).status === 404);
    await database.database.query("DELETE FROM former_brand_names WHERE name = 'Kasturi Old'");
    await database.database.query("DELETE FROM brands WHERE name LIKE 'Kasturi%'");
  });

  it("excludes personal pages from search engines", async () => {
    const response = await get("/paid-events/mela/register").expect(200);
    expect(response.text).toContain('<meta name="robots" content="noindex" />');
    const robots = await get("/robots.txt").expect(200);
    expect(robots.text).toContain("Disallow: /paid-events/mela/register");
    expect(robots.text).toContain("Disallow: /hi/paid-events/mela/register");
    expect(robots.text).toContain("Sitemap: https://bazaar.example/sitemap.xml");
  });

  it("sends the server-rendered view, rendered once and cached", async () => {
    const viewOf = async (path: string): Promise<string> => {
      const { text } = await get(path);
      return /<div id=first-view>(.*?)<\/div>/s.exec(text)?.[1] ?? "";
    };
    const first = await viewOf("/about");
    expect(first).toMatch(/^<p>\$& \/about 3rd and 4th December true \d+<\/p>$/);
    expect((await get("/about")).text).toContain("<style>$& styles</style></head>");
    expect(await viewOf("/about")).toBe(first);
    // Addresses with parameters or without a page are rendered at most five times a second.
    const rendered = (path: string, address = path) =>
      until(`${path} to be rendered`, async () => (await viewOf(path)).includes(`$& ${address} `));
    await rendered("/brands/100%25?module=shops");
    // Personal pages are rendered by the browser only.
    const own = await viewOf("/paid-events/mela/register");
    expect(own).toMatch(/^<p>\$& \/paid-events\/mela\/register .* false \d+<\/p>$/);
    expect(await viewOf("/paid-events/mela/register?stallId=B1&price=27000")).toBe(own);
    await rendered("/nowhere", "/404");
    // The screen says in its own words that a name is unknown.
    await rendered("/brands/None");
    expect(await viewOf("/support?view=fail")).toBe("");
    await database.database.query("UPDATE organisation SET updated_at = clock_timestamp()");
    await until("it to be rendered with the new facts", async () => (await viewOf("/about")) !== first);
  });

  it("sends the floor plan with current states, rendered again only when a stall has changed", async () => {
    const planOf = async (query: string) =>
      /<div id=first-view><p>(.*?)<\/p>/s.exec((await get(`/paid-events/mela?${query}`)).text)?.[1] ?? "";
    const began = performance.now();
    const first = await until("the plan", async () => (await planOf("view=map")) || false);
    expect(first).toMatch(/^\/paid-events\/mela\?view=map 71 \d+$/);
    // Where visitors come from makes no new view.
    expect(await planOf("utm_source=mail&view=map&fbclid=x")).toBe(first);
    await until("the view to be older than a changed plan's may be", async () => {
      expect(await planOf("view=map")).toBe(first);
      return performance.now() - began > 2 * PLAN_VIEW_MS;
    });
    await database.database.query(
      `INSERT INTO bookings (id, stall_key, state, price_paise)
       SELECT gen_random_uuid(), stall_key, 'blocked', price_paise FROM stalls WHERE stall_id = 'B12'`,
    );
    await until("the plan with the change", async () => / 70 \d+$/.test(await planOf("view=map")));
    await database.database.query("DELETE FROM bookings");
  });

  it("renders what result pages show while they wait for the payment, the same for every visitor", async () => {
    const viewOf = async (path: string) => /<div id=first-view>(.*?)<\/div>/s.exec((await get(path)).text)?.[1] ?? "";
    for (const path of [
      "/payment-success",
      "/payment-failure",
      "/paid-events/mela/payment-success",
      "/paid-events/mela/payment-failure",
    ]) {
      const view = await until("a view", async () => (await viewOf(`${path}?order_id=MELA1`)) || false);
      expect(view).toContain(`$& ${path}?order_id=- `);
      expect(view).toContain(" true ");
      expect(await viewOf(`${path}?order_id=MELA2&more=x`)).toBe(view);
      expect(await viewOf(path)).toMatch(new RegExp(`^<p>\\$& ${path} .* false `));
    }
  });

  it("renders with the responses of public endpoints only", async () => {
    const asked = [
      ["/api/v1/listings/highlights", {}],
      ["/api/v1/listings/categories", { module: "shops" }],
      ["/api/v1/listings/live", { module: "shops", brandName: "A/B \\ $& $1", limit: 3 }],
      ["/api/v1/listings/live", { module: "services", limit: 2 }],
      // Too large, outside of the catalogue, and failing.
      ["/api/v1/listings/live", { limit: 500 }],
      ["/api/v1/mela/my-hold", {}],
      ["/api/v1/listings/live", { brandName: "\0" }],
    ] as const;
    // On a busy machine a response may time out for one page; the next page, at another address, gets it.
    let page = 0;
    const responses = await until("a page with responses", async () => {
      const address = `/?brand=${encodeURIComponent(JSON.stringify(asked))}&tab=${page++}`;
      const { text } = await get(address).expect(200);
      const rendered = JSON.parse(/<div id=first-view>(.*?)<i><\/i>/s.exec(text)?.[1] ?? "[]") as ({
        json: string;
        headers: Record<string, string>;
      } | null)[];
      return rendered.length > 0 && !rendered.slice(0, 4).includes(null) && rendered;
    });
    for (const [index, [path, params]] of asked.slice(0, 4).entries()) {
      const response = await get(path).query(params).expect(200);
      expect(responses[index]?.json).toBe(response.text);
      expect(response.headers).toMatchObject(responses[index]?.headers ?? {});
    }
    expect(responses.slice(4)).toEqual([null, null, null]);
  });

  it("compresses a page for all visitors, and again when its head changes", async () => {
    // A separate address: its view is rendered now, and cached until this test has ended.
    const address = "/paid-events?view=compressed";
    const page = async (encoding: string) => {
      const response = await get(address).set("Accept-Encoding", encoding).expect(200);
      expect(response.headers["vary"]).toMatch(/accept-encoding/i);
      return response;
    };
    // No view is rendered while earlier tests have used up the limit per second.
    await until("a view", async () => !(await page("identity")).text.includes("<div id=first-view></div>"));
    const plain = await page("identity");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const encoding of ["br", "gzip"]) {
      const { headers, text } = await page(encoding);
      expect(headers["content-encoding"]).toBe(encoding);
      expect(text).toBe(plain.text);
      expect(headers["etag"]).toBe(plain.headers["etag"]);
    }
    await get(address)
      .set("If-None-Match", plain.headers["etag"] ?? "")
      .expect(304);
    // The head shows the new price at once, while the view stays cached.
    const raise = (by: number) => database.database.query("UPDATE stalls SET price_paise = price_paise + $1", [by]);
    await raise(10_000);
    await until("the new price", async () => (await page("br")).text.includes('"price":36100'));
    await raise(-10_000);
  });

  it("limits renders per second", async () => {
    const paths = Array.from({ length: 100 }, (_, n) => `/about?view=${n}`);
    const pages = await Promise.all(paths.map((path) => get(path).expect(200)));
    const rendered = pages.filter(({ text }) => !text.includes("<div id=first-view></div>"));
    expect(rendered.length).toBeGreaterThan(0);
    // Five in each second of the test.
    expect(rendered.length).toBeLessThan(100);
  });

  it("lists the screen's files in the head", async () => {
    const { text } = await get("/products/bags").expect(200);
    expect(text).toContain('id="screen-files">["/assets/products-1.js","/assets/shared-2.js"]</script>');
    expect((await get("/products").expect(200)).text).not.toContain("screen-files");
    await get("/.vite/screens.json").expect(404);
  });

  it.each([
    ["br", "br"],
    ["gzip", "gzip, deflate"],
    ["br", "gzip, deflate, br"],
    [undefined, "identity"],
  ])("sends the copy compressed with %s to clients that accept %s", async (encoding, accepted) => {
    const file = await get("/assets/a-123.js").set("Accept-Encoding", accepted).expect(200);
    expect(file.headers["content-encoding"]).toBe(encoding);
    expect(file.headers["vary"]).toMatch(/accept-encoding/i);
    const name = { br: "a-123.js.br", gzip: "a-123.js.gz" }[encoding ?? ""] ?? "a-123.js";
    const { size } = await stat(join(folder, "assets", name));
    expect(Number(file.headers["content-length"])).toBe(size);
  });

  it("serves the built files and nothing outside of them", async () => {
    const file = await get("/assets/a-123.js").expect(200);
    expect(file.headers["cache-control"]).toContain("immutable");
    expect(file.headers["content-type"]).toMatch(/javascript/);
    expect(file.text).toBe(SCRIPT);
    await get("/assets/gone.js").expect(404);
    await get("/assets/..%2findex.html").expect(404);
    await get("/..%2f..%2fetc/passwd").expect(404);
    await get("/index.html").expect(404);
    await get("/hi/index.html").expect(404);
    // The worker of a language, for the pages below its prefix and its home page.
    expect((await get("/hi/worker.js").expect(200)).headers).toMatchObject({
      "content-type": expect.stringContaining("text/javascript"),
      "service-worker-allowed": "/hi",
    });
  });

  it.each(["/favicon.svg", "/assets/flower-1.svg"])("names the charset of %s (ASVS 4.1.1)", async (path) => {
    for (const accepted of ["identity", "br"]) {
      const { headers } = await get(path).set("Accept-Encoding", accepted).expect(200);
      expect([accepted, headers["content-type"]]).toEqual([accepted, "image/svg+xml; charset=utf-8"]);
    }
  });

  it("lists every live page in the sitemap, and each responds with 200", async () => {
    const index = await get("/sitemap.xml").expect(200);
    const parts = [...index.text.matchAll(/<loc>https:\/\/bazaar\.example(.*?)<\/loc>/g)].map(([, path]) => path ?? "");
    expect(parts).toEqual(["/sitemap-pages.xml", "/sitemap-brands.xml?after=", "/sitemap-products.xml?after="]);
    const pages = (await Promise.all(parts.map((path) => get(path)))).flatMap(({ text }) =>
      [...text.matchAll(/<loc>https:\/\/bazaar\.example(.*?)<\/loc>/g)].map(([, path]) => path ?? ""),
    );
    expect(pages.length).toBeGreaterThan(90);
    expect(new Set(pages).size).toBe(pages.length);
    expect(pages.filter((path) => path.includes("register"))).toEqual([]);
    expect(pages.some((path) => /^\/services\/brands\/[^/]+\/products\/./.test(path))).toBe(true);
    await get("/sitemap-brands.xml?after=1%27").expect(404);
    await get("/sitemap-products.xml?after=1%27").expect(404);
    for (const path of pages) {
      const response = await get(path.replaceAll("&#39;", "'").replaceAll("&amp;", "&"));
      expect([path, response.status]).toEqual([path, 200]);
    }
  });

  it("names each page of the sitemap in every language, with the same alternates as the page itself", async () => {
    const sitemap = (await get("/sitemap-pages.xml").expect(200)).text;
    const entries = [...sitemap.matchAll(/<url>.*?<\/url>/g)].map(([entry]) => entry);
    const entryOf = (path: string) =>
      entries.filter((entry) => entry.includes(`<loc>https://bazaar.example${path}</loc>`));
    const alternatesIn = (text: string) =>
      [...text.matchAll(/rel="alternate" hreflang="(.*?)" href="(.*?)"/g)].map(([, code, href]) => `${code} ${href}`);
    for (const path of ["/about", "/hi/about", "/hi"]) {
      const [entry = "", ...more] = entryOf(path);
      expect(more).toEqual([]);
      expect(alternatesIn(entry).toSorted()).toEqual(alternatesIn((await get(path)).text).toSorted());
    }
    expect(alternatesIn(entryOf("/about")[0] ?? "")).toEqual([
      "en https://bazaar.example/about",
      "hi https://bazaar.example/hi/about",
      "x-default https://bazaar.example/about",
    ]);
    expect(entries.filter((entry) => alternatesIn(entry).length !== 3)).toEqual([]);
    expect(sitemap).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"');
    expect((await get("/sitemap.xml")).text).not.toContain("alternate");
  });

  it.each([
    ["/brands/100%25", "100%"],
    // Malformed percent-encoding is accepted literally.
    ["/brands/100%", "100%"],
    ["/brands/A%2FB%20%5C%20%24%26%20%241", "A/B \\ $&amp; $1"],
    [`/brands/${encodeURIComponent("कढ़ाई")}`, "कढ़ाई"],
    // One code point for ढ़ instead of two.
    ["/brands/%E0%A4%95%E0%A5%9D%E0%A4%BE%E0%A4%88", "कढ़ाई"],
    ["/brands/friends%20of%20sakhi%20bazaar%20and%20others", "Friends of Sakhi Bazaar and others"],
  ])("finds the brand at %s", async (path, name) => {
    const { text } = await get(path).expect(200);
    expect(text).toContain(`<title>${name} · Sakhi Bazaar</title>`);
    const [, description = ""] = /<meta name="description" content="([^"]*)"/.exec(text) ?? [];
    expect(description).toMatch(/^[अआ]{100,159}…$/u);
    expect([...dataOf(text).keys()]).toEqual(["BreadcrumbList", "Brand", "ItemList"]);
  });

  const DRIVE_PICTURE =
    "/api/v1/image-proxy?url=https%3A%2F%2Fdrive.google.com%2Fthumbnail%3Fid%3D1234567890ab%26sz%3Dw2000";
  it.each([
    ["/brands/100%25", undefined, "/share.png"],
    ["/brands/A%2FB%20%5C%20%24%26%20%241", undefined, "/share.png"],
    [`/brands/${encodeURIComponent("कढ़ाई")}`, `https://bazaar.example${DRIVE_PICTURE}`, DRIVE_PICTURE],
  ])("links the picture of %s as visitors load it, and none for an invalid address", async (path, image, shared) => {
    const { text } = await get(path).expect(200);
    expect(text).toContain(`property="og:image" content="https://bazaar.example${shared}"`);
    const items = dataOf(text).get("ItemList")?.["itemListElement"] as { item: { image?: string[] } }[];
    expect(items.map(({ item }) => item.image?.[0])).toEqual([image]);
  });

  it.each([
    ...[
      "/nowhere",
      "/brands/Nobody%20At%20All",
      "/products/rockets",
      "/categories/rockets",
      "/categories/handicraft",
      "/events/never",
    ],
    // Invalid addresses.
    ...["/brands/%E0%A4", "/brands/a%00b", "/services/brands/%00", "/events/%00", "/brands/a%00b?module=ngos"],
    ...["/100%", "/brands/50%/", "/events/50%off", "/%", "/%zz/%"],
    ...["/categories/handicrafts/%00", "//evil.example", "/\\\\", "/\\evil.example", "/products/../nowhere"],
  ])("responds with 404 and a page to %s", async (path) => {
    const { status, body } = await raw(app, path);
    expect([path, status]).toEqual([path, 404]);
    for (const part of ["<title>404 Page Not Found · Sakhi Bazaar</title>", 'content="noindex"', "<div id=root>"]) {
      expect(body).toContain(part);
    }
  });

  it("redirects a browser that a payment provider returns by a form to the page", async () => {
    const path = "/paid-events/mela/payment-success";
    const post = (address: string) =>
      request(app.getHttpServer()).post(address).set("Origin", "https://payments.cashfree.example").type("form");
    for (const [sent, location] of [
      [post(`${path}?order_id=MELA1`).send("status=PAID"), `${path}?order_id=MELA1`],
      [post("/payment-failure").send("order_id=LIST1&next=https://evil.example"), "/payment-failure?order_id=LIST1"],
      [post(`${path}?order_id=a%26b%0d%0a&next=//evil.example`), `${path}?order_id=a%26b%0D%0A`],
      [post(path), path],
    ] as const) {
      const response = await sent.expect(303);
      expect(response.headers["location"]).toBe(location);
    }
    // Other pages take no forms of other sites.
    await post("/support").send("a=b").expect(403);
  });

  it("links existing preview pictures", async () => {
    for (const path of ["/", "/brands/Nobody", "/categories/handicrafts/tisser"]) {
      const [, image] =
        /property="og:image" content="https:\/\/bazaar\.example([^"]+)"/.exec((await get(path)).text) ?? [];
      expect(image).toBeDefined();
      if (image !== "/share.png") await get(String(image)).expect(200);
    }
    const built = new URL("../../../frontend/public/share.png", import.meta.url);
    expect((await readFile(built)).subarray(1, 4).toString()).toBe("PNG");
  });
});
