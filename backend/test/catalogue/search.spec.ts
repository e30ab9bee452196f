import { readFileSync } from "node:fs";
import "reflect-metadata";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import request from "supertest";
import type { SearchResponse } from "../../src/catalogue/search/search.response.js";
import { Database } from "../../src/platform/database/database.js";
import { startCatalogue } from "./catalogue-app.js";

const { app, database, close } = await startCatalogue();
afterAll(close);

describe("GET /api/v1/search", () => {
  const get = (q: unknown) => request(app.getHttpServer()).get("/api/v1/search").query({ q });
  const search = async (q: string): Promise<SearchResponse> => (await get(q).expect(200)).body as SearchResponse;
  const isEmpty = ({ closeSpelling, ...sections }: SearchResponse): boolean =>
    closeSpelling === null && Object.values(sections).every((section: unknown[]) => section.length === 0);

  /** Inserts a live shop listing of this name. */
  async function list(name: string, description = ""): Promise<void> {
    await database.query(
      `WITH brand AS (INSERT INTO brands (module, name, category) VALUES ('shops', 'Test Brand', 'Gifts')
         ON CONFLICT (module, name_key) DO UPDATE SET category = 'Gifts' RETURNING id)
       INSERT INTO listings (brand_id, module, brand_key, category, name, description, status)
         SELECT id, 'shops', 'test brand', 'Gifts', $1, $2, 'live' FROM brand`,
      [name, description],
    );
  }

  it("returns every section with the fields of the specification", async () => {
    const text: unknown = expect.any(String);
    expect((await search("Pital")).brands[0]).toMatchObject({
      ...{ name: "Pital & Co", module: "shops", category: "Kitchen & Home Decor", logo: text, description: text },
    });
    expect((await search("Mango Achaar")).products[0]).toMatchObject({
      ...{ id: text, name: "Mango Achaar", category: "Food & Food Products", description: text },
      location: "Amritsar, Punjab",
    });
    expect((await search("GST Filing")).services[0]).toEqual({
      name: "GST Filing for Small Shops",
      brandName: "Paisa Pathshala",
      category: "Financial Solutions",
      image: text,
      picture: null,
    });
    expect((await search("skilling")).categories).toEqual([
      { name: "Skilling", module: "ngos", count: 6, slug: "skilling" },
    ]);
    expect((await search("Sikki Grass")).ngos[0]).toEqual({
      name: "Sikki Grass Boxes",
      brand: "Tisser",
      logo: text,
      description: text,
      logoPicture: null,
    });
    expect((await search("women achievers")).events[0]).toEqual({
      id: text,
      title: "Women Achievers Award 2.0",
      awardedBy: "Sahakar Women's Bank",
      date: "March 2024",
      kind: "award",
      event: null,
    });
    expect((await search("monsoon retail")).events[0]).toMatchObject({ kind: "retail_popup" });
  });

  it("finds brands by their descriptions and places, after those with the word in their names", async () => {
    expect((await search("never by the dozen")).brands.map(({ name }) => name)).toEqual(["Chikan Gali"]);
    expect((await search("Lucknow")).brands.map(({ name }) => name)).toContain("Chikan Gali");
    await database.query("UPDATE brands SET description = 'Friends of Pital & Co.' WHERE name = 'Eri Nest'");
    expect((await search("pital")).brands.map(({ name }) => name)).toEqual(["Pital & Co", "Eri Nest"]);
  });

  it("finds products by their price", async () => {
    const priced = (name: string, set: string) =>
      database.query(`UPDATE listings SET ${set} WHERE name = $1 AND module = 'shops'`, [name]);
    await database.query(
      "UPDATE listings SET price_kind = 'none', price_from_paise = NULL, price_to_paise = NULL WHERE price_kind <> 'none'",
    );
    await priced("Eri Silk Shawl", "price_kind = 'fixed', price_from_paise = 345600");
    await priced("Tanchoi Stole", "price_kind = 'range', price_from_paise = 150000, price_to_paise = 250000");
    await priced("Meenakari Silk Saree", "price_kind = 'on_request'");
    const names = async (q: string) => (await search(q)).products.map(({ name }) => name);
    expect(await names("₹3,456")).toEqual(["Eri Silk Shawl"]);
    expect(await names("Rs. 3456")).toEqual(["Eri Silk Shawl"]);
    expect(await names("under 2000")).toEqual(["Tanchoi Stole"]);
    expect(await names("above 2,000")).toEqual(["Eri Silk Shawl"]);
    expect(await names("shawl under ₹5,000")).toEqual(["Eri Silk Shawl"]);
    expect(await names("1000 to 4000")).toEqual(["Eri Silk Shawl", "Tanchoi Stole"]);
    expect(await names("price on request")).toEqual(["Meenakari Silk Saree"]);
    expect((await search("eri silk shawl")).products[0]?.price).toEqual({
      ...{ kind: "fixed", fromPaise: 345_600, toPaise: null },
    });
  });

  it("finds parts of names, brands and descriptions in any case", async () => {
    for (const q of ["aree", "AREE", "fire to tab", "pital & co", "ban", "  mango   achaar "]) {
      expect([q, isEmpty(await search(q))]).toEqual([q, false]);
    }
    const inDescription = await search("sixteen-step");
    expect(inDescription.products.map(({ name }) => name)).toEqual(["Ajrakh Wrap Skirt"]);
  });

  it("ranks names that begin with the query first, and limits each section to eight", async () => {
    const { products, closeSpelling } = await search("brass");
    expect([products.length, closeSpelling]).toEqual([8, null]);
    expect(products.slice(0, 3).map(({ name }) => name)).toEqual([
      "Brass Masala Dabba",
      "Brass Owl Paperweight",
      "Brass Urli",
    ]);
  });

  it("finds categories by every spelling of the specification's lists", async () => {
    for (const q of ["Ecofriendly", "Ayurvedic", "Stationary", "Sportswear", "Jewellery and"]) {
      expect([q, (await search(q)).categories.length]).toEqual([q, 1]);
    }
  });

  it("finds two characters anywhere in a text, and nothing that does not occur", async () => {
    await list("Plain thing", "with an odd qx in the middle");
    expect((await search("qx")).products.map(({ name }) => name)).toEqual(["Plain thing"]);
    expect(isEmpty(await search("zq"))).toBe(true);
  });

  it.each([
    ["100% Wool", "0%", "%%"],
    ["snake_case mug", "e_c", "__"],
    ['Grandma\'s "best" jar', "a's", "''"],
    ['The "quoted" bowl', '"quoted"', '""'],
    ["Back\\slash plate", "k\\s", "\\\\"],
    ["Thread 🧵🪡 kit", "🧵🪡", "🧶🧶"],
    ["हाथ से बुनी साड़ी", "बुनी", "ॐॐ"],
    ["हाथ से बुना दुपट्टा", "दुपट्टा", "ळळ"],
    ["semi; colon -- dash", "; colon --", ";;"],
  ])("matches the characters of %j literally", async (name, part, other) => {
    await list(name);
    expect((await search(part)).products.map((found) => found.name)).toContain(name);
    expect(isEmpty(await search(other))).toBe(true);
  });

  it("does not treat % and _ as wildcards", async () => {
    expect((await search("m%o")).products).toEqual([]);
    // Nothing has m_ngo in it; mango is only a close spelling.
    expect((await search("m_ngo")).closeSpelling).toBe("mango");
  });

  // Valid queries: domain/src/search/search.spec.ts.
  it.each<[unknown]>([
    [""],
    [" a "],
    ["x".repeat(201)],
    ["x".repeat(10_000)],
    ["a\0b"],
    [undefined],
    [["silk", "wool"]],
  ])("rejects %j", async (q) => {
    const response = await get(q).expect(400);
    expect(response.body).toMatchObject({ code: "invalid_request", fields: { q: expect.any(Array) } });
  });

  it.each([
    ["sarree", "saree"],
    ["jewelery", "jewellery"],
    ["bannarasi", "banarasi"],
    ["kolapuri", "kolhapuri"],
  ])("corrects %s, and reports the correction", async (typed, meant) => {
    const found = await search(typed);
    expect(found.closeSpelling).toBe(meant);
    expect(found.brands.length + found.products.length + found.categories.length).toBeGreaterThan(0);
  });

  // Found by synonyms only.
  it.each<[string, RegExp]>([
    ["sari", /Saree$/],
    ["साडी", /Saree$/],
    ["kurti", /Kurta$/],
    ["chunni", /Dupatta$/],
    ["choodi", /Bangle/],
    ["चूड़ियां", /Bangle/],
    ["pajeb", /Payal$/],
    ["झुमका", /Jhumka$|Earrings$/],
    ["mojri", /Mojari$|Jutti$/],
    ["achar", /Achaar$|Pickle/],
    ["nimbu achar", /^Lemon Pickle/],
    ["mango pickle", /^Mango Achaar$/],
    ["deepak", /Diya$/],
    ["shahad", /Honey$/],
    ["sabun", /Soap$|Soap Dish$/],
    ["razai", /Quilt$/],
    ["tokri", /Basket$/],
    ["haathi", /Elephant/],
    ["तोरण", /Toran$/],
    ["kaleen", /Rug$/],
    ["oil hibiscus", /Hibiscus Hair Oil$/],
    ["sarees for dance", /Saree$/],
  ])("finds the expected product first for %s", async (typed, name) => {
    const found = await search(typed);
    expect(found.products[0]?.name).toMatch(name);
    expect(found.closeSpelling).toBeNull();
  });

  it.each([
    ["jewelry", "Jewellery & Accessories"],
    ["joote", "Footwear & Leather Products"],
    ["ayurved", "Ayurveda"],
  ])("finds by %s the category %s", async (typed, name) => {
    expect((await search(typed)).categories.map((category) => category.name)).toContain(name);
  });

  it("has at least 150 groups of synonyms", () => {
    const file = new URL("../../assets/search/synonyms.json", import.meta.url);
    const groups = JSON.parse(readFileSync(file, "utf8")) as string[][];
    expect(groups.length).toBeGreaterThanOrEqual(150);
    expect(groups.filter((group) => group.length < 2)).toEqual([]);
  });

  describe("editions of the Mela", () => {
    const titles = async (q: string) => (await search(q)).events.map(({ title, date, kind }) => [title, date, kind]);

    beforeAll(async () => {
      // An archived edition is past, whatever its days are.
      await database.query(
        `UPDATE events SET status = 'archived', name = 'The Summer Mela', edition = '2031', city = 'Pune', venue_name = 'Racecourse',
                days = '[{"date": "2031-05-03", "opens": "10:00", "closes": "20:00"},
                         {"date": "2031-05-05", "opens": "10:00", "closes": "18:00"}]';
         INSERT INTO events (slug, status, name, edition, days, venue_name, venue_description, street, locality, city, pin,
                             state_code, map_url)
         SELECT 'the-winter-mela-2099', 'published', 'The Winter Mela', '2099', '[{"date": "2099-12-01", "opens": "10:00", "closes": "20:00"}]', 'Hall of Oranges',
                venue_description, street, locality, 'Nagpur', pin, state_code, map_url FROM events`,
      );
    });

    const SUMMER = ["The Summer Mela 2031", "3 and 5 May 2031", "past_mela"];
    const WINTER = ["The Winter Mela 2099", "1st December 2099", "mela"];
    it.each([
      ...["summer mela", "mela 2031", "racecourse", "may 2031", "summer melas", "summer haat"].map((q) => ({
        ...{ q, found: SUMMER },
      })),
      ...["WINTER MELA 2099", "nagpur"].map((q) => ({ q, found: WINTER })),
    ])("are found for $q", async ({ q, found }) => {
      await until(`${q} to be found`, async () => (await titles(q)).length > 0);
      expect((await titles(q))[0]).toEqual(found);
    });

    it("are found in Devanagari, with the fairs", async () => {
      const found = (await titles("मेला")).map(([title]) => title);
      expect(found).toEqual(
        expect.arrayContaining(["The Winter Mela 2099", "The Summer Mela 2031", "Diwali Sales Fair"]),
      );
    });

    it("keep their pages among the past events, and are in the sitemap", async () => {
      const page = (path: string) => request(app.getHttpServer()).get(path);
      const past = (await page("/api/v1/listings/past-events").expect(200)).body as { title: string }[];
      expect(past.map(({ title }) => title)).toEqual([
        "The Summer Mela 2031",
        "Diwali Sales Fair",
        "Monsoon Retail Pop-up",
        "Rang Retail Pop-up",
      ]);
      expect(past[0]).toMatchObject({
        kind: "mela",
        time: "Saturday, 3 May 2031, 10:00 to 20:00; Monday, 5 May 2031, 10:00 to 18:00",
        venue: expect.stringContaining("Pune, Plot 27"),
        description: expect.stringContaining("A two-day market"),
      });
      const { text } = await page("/sitemap-pages.xml").expect(200);
      const titles = past.map(({ title }) => title).toSorted();
      // Once in each language.
      for (const prefix of ["", "/hi"]) {
        const address = new RegExp(`<loc>[^<]*//[^</]+${prefix}/events/([^<]+)</loc>`, "g");
        const listed = [...text.matchAll(address)].map(([, title]) => decodeURIComponent(title ?? ""));
        expect(listed.toSorted()).toEqual(titles);
      }
    });
  });

  it("returns nothing that is not live", async () => {
    await list("Unmistakable Zeppelin");
    expect((await search("zeppelin")).products).toHaveLength(1);
    expect((await search("test brand")).brands).toHaveLength(1);
    await database.query("UPDATE listings SET status = 'withdrawn' WHERE brand_key = 'test brand'");
    expect(isEmpty(await search("zeppelin"))).toBe(true);
    expect((await search("test brand")).brands.map(({ name }) => name)).not.toContain("Test Brand");
  });

  describe("among thousands of listings", () => {
    /** A node of a PostgreSQL query plan. */
    type Plan = Record<string, unknown> & { Plans?: Plan[] };
    const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

    beforeAll(async () => {
      await database.query(
        `WITH made AS (INSERT INTO brands (module, name, category)
           SELECT module, 'Common Things', min(name) FROM categories GROUP BY module RETURNING *)
         INSERT INTO listings (brand_id, module, brand_key, category, name, description, status)
           SELECT id, module, name_key, category, 'Thing ' || nr, 'Shipping and wrapping of this in a jar, a tin, a bowl',
                  'live'
             FROM made, generate_series(1, 1000) nr;
         ANALYZE listings, brands`,
      );
    });

    /** The executed plans of a search's statements about listings. */
    async function plansOf(q: string, part = "live_listings l"): Promise<Plan[]> {
      const query = jest.spyOn(app.get(Database), "query");
      await search(q);
      const statements = query.mock.calls.filter(([sql]) => sql.includes(part));
      query.mockRestore();
      return database.transaction(async (tx) => {
        const found: Plan[] = [];
        for (const [sql, parameters] of statements) {
          const explained: unknown = await tx.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`, parameters);
          found.push((explained as { "QUERY PLAN": [{ Plan: Plan }] }[])[0]!["QUERY PLAN"][0].Plan);
        }
        return found;
      });
    }

    // Regression: the trigram index read all listings for a word that each of them has.
    it("finds a frequent word among the first listings without a bitmap index scan", async () => {
      const plans = await plansOf("wrapping of this");
      expect(plans).toHaveLength(3);
      for (const plan of plans) {
        const read = nodesOf(plan).filter((node) => Number(node["Actual Loops"]) > 0);
        expect(read.map((node) => node["Node Type"])).not.toContain("Bitmap Index Scan");
        expect(Math.max(...read.map((node) => Number(node["Actual Rows"])))).toBeLessThan(500);
      }
    });

    // Regression: the first thousand listings of each module were read for a text that none of them has.
    it("reads a rare text from the index, without a scan of the module's first listings", async () => {
      const plans = await plansOf("self help group");
      expect(plans.length).toBeGreaterThanOrEqual(3);
      for (const plan of plans.slice(0, 3)) {
        const scans = nodesOf(plan).filter((node) => node["Subplan Name"] === "CTE near");
        const read = scans.flatMap(nodesOf).filter((node) => node["Relation Name"] === "listings");
        expect(read.map((node) => node["Actual Loops"])).toEqual([0]);
      }
    });

    // Regression: a sequential scan read seven other listings for each NGO's, and all of them for a rare word.
    it("reads the first listings of a module without those of other modules", async () => {
      for (const plan of await plansOf("wood")) {
        const near = nodesOf(plan).filter((node) => node["Subplan Name"] === "CTE near");
        const read = near.flatMap(nodesOf).filter((node) => node["Relation Name"] === "listings");
        expect(read).toHaveLength(1);
        expect(read[0]!["Node Type"]).not.toBe("Seq Scan");
        expect(String(read[0]!["Filter"])).not.toContain("module");
      }
    });

    // Regression: an expression without an index read all listings, which took a second among 100,000.
    it.each([
      ...["wood", "jewelry", "leather", "anguthi", "मेला", "चूड़ियां", "घी", "jewelery"],
      ...["silver jewelry", "mango pickle", "sarees for dance", "kali mirch"],
    ])("searches synonyms of %s in the word indexes, with few discarded rows", async (q) => {
      const plans = await plansOf(q);
      const conditions = (node: Plan): string => `${String(node["Recheck Cond"])} ${String(node["Filter"])}`;
      // The text itself has other indexes, which the planner may skip among so few listings.
      const byWords = plans
        .flatMap(nodesOf)
        .filter((node) => conditions(node).includes("search_text"))
        .filter((node) => !/\bsearch_text ~~ '/.test(conditions(node)));
      expect(byWords.length).toBeGreaterThanOrEqual(3);
      for (const node of byWords) {
        expect(node["Node Type"]).toBe("Bitmap Heap Scan");
        const discarded = ["Rows Removed by Index Recheck", "Rows Removed by Filter"];
        expect(Math.max(...discarded.map((rows) => Number(node[rows] ?? 0)))).toBeLessThan(50);
      }
    });

    describe("with prices", () => {
      beforeAll(async () => {
        await database.query(
          `UPDATE listings SET price_kind = 'fixed', price_from_paise = 5000 + 500 * substr(name, 7)::int
            WHERE name LIKE 'Thing %';
           ANALYZE listings`,
        );
      });

      // Regressions: listings were read in the order of brands until a thousand were within the price, and each within
      // the price was split into words for a synonym: 240 ms of "jewellery under 500" among 100,000.
      it.each([
        "jar under 1500",
        "jewelry under 1500",
        "mango pickle 100 to 3000",
        "xqzwvk under 500",
        "bowl above 4k",
      ])("reads %s from the indexes of prices and of words, and few others", async (q) => {
        // Without any hit, the search continues without the price.
        const plans = await plansOf(q, "price_from_paise");
        const nodes = plans.flatMap(nodesOf).filter((node) => Number(node["Actual Loops"]) > 0);
        const near = nodes.filter((node) => node["Subplan Name"] === "CTE near").flatMap(nodesOf);
        const scans = near.filter((node) => node["Index Name"] !== undefined);
        expect(scans.length).toBeGreaterThanOrEqual(3);
        for (const scan of scans) {
          expect(scan["Index Name"]).toBe("listings_live_price");
          expect(Number(scan["Actual Rows"])).toBeLessThanOrEqual(1000);
          expect(Number(scan["Rows Removed by Filter"] ?? 0)).toBe(0);
        }
        const split = nodes.filter(
          (node) => node["Relation Name"] === "listings" && String(node["Filter"]).includes("search_words"),
        );
        expect(split.filter((node) => Number(node["Rows Removed by Filter"] ?? 0) > 50)).toEqual([]);
      });
    });
  });
});
