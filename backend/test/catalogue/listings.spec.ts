import "reflect-metadata";
import { afterAll, describe, expect, it } from "@jest/globals";
import request from "supertest";
import type { CategoryCountResponse, HighlightsResponse } from "../../src/catalogue/catalogue.response.js";
import type { ListingResponse } from "../../src/catalogue/listing.response.js";
import { startCatalogue } from "./catalogue-app.js";

const { app, database, close } = await startCatalogue();
afterAll(close);

describe("the catalogue", () => {
  const live = (query: Record<string, string | number> = {}) =>
    request(app.getHttpServer()).get("/api/v1/listings/live").query(query);
  const listings = async (query: Record<string, string | number> = {}): Promise<ListingResponse[]> => {
    const response = await live(query).expect(200);
    return response.body as ListingResponse[];
  };

  it("returns every live listing without parameters, with every field of the specification", async () => {
    const response = await live()
      .expect(200)
      .expect("content-type", /application\/json/);
    const all = response.body as ListingResponse[];
    expect(response.headers["x-total-count"]).toBe(String(all.length));
    expect(response.headers["x-next-cursor"]).toBeUndefined();
    expect(Object.keys(all[0] ?? {})).toEqual(
      expect.arrayContaining([
        ..."id name description category brand brandName location image productImages websiteUrl partnerName".split(
          " ",
        ),
        ..."contactEmail contactPhone eventName linkedinUrl facebookUrl instagramUrl whatsappUrl module".split(" "),
      ]),
    );
    expect(all[0]?.productImages[0]).toEqual({ imageUrl: expect.stringMatching(/^\/images\/v1\/.+\.svg$/) });
  });

  it.each<["some" | "no", Record<string, string>]>([
    ["some", { module: "services" }],
    ["some", { module: "shops", category: "Bags" }],
    ["some", { module: "shops", category: "bAgS" }],
    ["some", { module: "shops", category: "Jewellery and Accessories" }],
    ["some", { module: "services", category: "Transport and Delivery" }],
    ["some", { module: "ngos", category: "Skilling" }],
    ["some", { module: "shops", brandName: "PITAL & co" }],
    ["some", { brandName: " Tisser " }],
    // Two modules have it.
    ["some", { category: "wellness" }],
    ["some", { eventName: "diwali sales FAIR" }],
    ["some", { module: "shops", category: "Bags", brandName: "Sabai Weaves", eventName: "Diwali Sales Fair" }],
    ["some", { module: "", category: " ", limit: "" }],
    ["no", { category: "Cars" }],
    ["no", { module: "ngos", category: "Bags" }],
    ["no", { module: "shops", category: "Bags", brandName: "Jhola Junction", eventName: "Diwali Sales Fair" }],
    ["no", { brandName: "Nobody" }],
    ["no", { eventName: "%" }],
    ["no", { brandName: "' OR 1=1 --" }],
  ])("returns %s listings for %j: exactly those that match", async (found, query) => {
    const same = (a: string | null, b: string): boolean =>
      b.trim() === "" || a?.toLowerCase().replace(" & a", " and a") === b.trim().toLowerCase();
    const { module = "", category = "", brandName = "", eventName = "" } = query;
    const matching = (await listings()).filter(
      (listing) =>
        same(listing.module, module) &&
        same(listing.category, category) &&
        same(listing.brandName, brandName) &&
        same(listing.eventName, eventName),
    );
    const response = await live(query).expect(200);
    const ids = (response.body as ListingResponse[]).map(({ id }) => id);
    // A brand's own order, not that of all lists: see the test of products.
    const sorted = (list: string[]): string[] => (brandName === "" ? list : list.toSorted());
    expect(sorted(ids)).toEqual(sorted(matching.map(({ id }) => id)));
    expect([response.headers["x-total-count"], matching.length > 0 ? "some" : "no"]).toEqual([
      String(matching.length),
      found,
    ]);
  });

  it.each([
    [{ module: "cars" }, "module"],
    [{ module: "Shops" }, "module"],
    [{ limit: "0" }, "limit"],
    [{ limit: "501" }, "limit"],
    [{ limit: "ten" }, "limit"],
    [{ cursor: "abc" }, "cursor"],
    [{ cursor: "'" }, "cursor"],
    [{ brandName: "a\0b" }, "brandName"],
    [{ brandName: "x".repeat(10_000) }, "brandName"],
    [{ colour: "red" }, "colour"],
  ])("rejects %j by field", async (query, field) => {
    const response = await live(query as Record<string, string>).expect(400);
    expect(response.body).toMatchObject({ code: "invalid_request", fields: { [field]: expect.any(Array) } });
  });

  it.each<[Record<string, string>, number]>([
    [{}, 40],
    [{ module: "shops" }, 40],
    [{ category: "Wellness" }, 1],
  ])("pages through %j by %i without gaps or repeats", async (query, limit) => {
    const paged: string[] = [];
    for (let cursor = ""; ;) {
      const response = await live({ ...query, limit, cursor }).expect(200);
      paged.push(...(response.body as ListingResponse[]).map(({ id }) => id));
      cursor = response.headers["x-next-cursor"] ?? "";
      if (cursor === "") break;
    }
    expect(paged).toEqual((await listings(query)).map(({ id }) => id));
  });

  it("hides listings that are not live or have expired, at once", async () => {
    const [first, second, third] = await listings({ module: "ngos" });
    const before = Number((await live({ module: "ngos" })).headers["x-total-count"]);
    await database.query("UPDATE listings SET status = 'pending' WHERE id = $1", [first?.id]);
    await database.query("UPDATE listings SET expires_at = now() - interval '1 second' WHERE id = $1", [second?.id]);
    await database.query("UPDATE listings SET expires_at = now() + interval '1 day' WHERE id = $1", [third?.id]);
    const after = await live({ module: "ngos" });
    const ids = (after.body as ListingResponse[]).map(({ id }) => id);
    expect(ids).not.toContain(first?.id);
    expect(ids).not.toContain(second?.id);
    expect(ids).toContain(third?.id);
    expect(after.headers["x-total-count"]).toBe(String(before - 2));
    await database.query("UPDATE listings SET status = 'live', expires_at = NULL WHERE module = 'ngos'");
    expect((await live({ module: "ngos" })).headers["x-total-count"]).toBe(String(before));
  });

  it("reflects a brand's new name and its deletion", async () => {
    await database.query("UPDATE brands SET name = 'Taal & Co' WHERE name = 'Taal Activewear'");
    expect((await listings({ brandName: "taal & co" })).length).toBeGreaterThan(0);
    expect(await listings({ brandName: "Taal Activewear" })).toEqual([]);
    await database.query("DELETE FROM brands WHERE name = 'Taal & Co'");
    expect(await listings({ brandName: "taal & co" })).toEqual([]);
    const all = await live({ module: "shops" });
    expect(all.headers["x-total-count"]).toBe(String((all.body as ListingResponse[]).length));
  });

  it("responds with 304 to a matching ETag, and with gzip to clients that accept it", async () => {
    const first = await live({ module: "shops" }).set("accept-encoding", "gzip").expect(200);
    expect(first.headers["content-encoding"]).toBe("gzip");
    const plain = await live({ module: "shops" }).set("accept-encoding", "identity").expect(200);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body).toEqual(first.body);
    await live({ module: "shops" })
      .set("if-none-match", first.headers["etag"] ?? "")
      .expect(304);
  });

  describe("GET /api/v1/listings/categories", () => {
    const categories = async (query: Record<string, string> = {}) =>
      (await request(app.getHttpServer()).get("/api/v1/listings/categories").query(query).expect(200))
        .body as CategoryCountResponse[];

    it("counts the live listings of each category", async () => {
      const all = await listings();
      const counts = await categories();
      for (const { module, name, count } of counts) {
        const live = all.filter((listing) => listing.module === module && listing.category === name);
        expect([name, live.length]).toEqual([name, count]);
      }
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
    });

    it("leaves out a category without live listings", async () => {
      await database.query("UPDATE listings SET status = 'withdrawn' WHERE module = 'ngos' AND category = 'Skilling'");
      expect((await categories({ module: "ngos" })).map(({ slug }) => slug)).toEqual([
        "handloom-textiles",
        "handicrafts",
      ]);
      await database.query("UPDATE listings SET status = 'live' WHERE module = 'ngos'");
      expect((await categories({ module: "ngos" })).map(({ slug }) => slug)).toContain("skilling");
    });

    it("rejects an unknown module", async () => {
      await request(app.getHttpServer()).get("/api/v1/listings/categories?module=x").expect(400);
    });
  });

  describe("pictures", () => {
    const NAME = (digit: string, width: number, format: string) => `${digit.repeat(40)}-${width}.${format}`;
    /** Stores a picture of a brand without its files' bytes. @returns its id */
    async function addPicture(brandId: string, digit: string): Promise<string> {
      const [picture] = await database.query<{ id: string }>(
        `INSERT INTO pictures (id, subject_type, subject_id, state, bytes, received, width, height, placeholder, alt, ended_at)
         VALUES (gen_random_uuid(), 'brand', $1, 'ready', 9, 9, 1600, 1200, 'data:image/webp;base64,AAAA', $2, now())
         RETURNING id`,
        [brandId, `In words ${digit}`],
      );
      for (const format of ["webp", "avif"])
        for (const width of [1600, 1080, 320])
          await database.query("INSERT INTO picture_files VALUES ($1, $2, $3, $4, $5, 9)", [
            ...[picture!.id, NAME(digit, width, format), format, width, (width / 4) * 3],
          ]);
      return picture!.id;
    }
    const productOf = async (name: string) =>
      (await listings({ module: "shops", brandName: "Eri Nest" })).find((listing) => listing.name === name)!;

    it("are in every answer, in several files, with their words, and the specified fields point to one of them", async () => {
      const [brand] = await database.query<{ id: string }>("SELECT id FROM brands WHERE name = 'Eri Nest'");
      const pictures: string[] = [];
      for (const digit of ["1", "2", "3", "4", "5", "6", "a"]) pictures.push(await addPicture(brand!.id, digit));
      const { id } = await productOf("Eri Silk Shawl");
      await database.query("DELETE FROM product_images WHERE listing_id = $1", [id]);
      for (const [position, picture] of pictures.slice(0, 6).entries())
        await database.query(
          "INSERT INTO product_images (listing_id, position, picture_id, alt) VALUES ($1, $2, $3, $4)",
          [...[id, position, picture, position === 1 ? "The hem" : ""]],
        );
      await database.query(
        "UPDATE brands SET logo_picture_id = $2, cover_picture_id = $3, verified_at = now(), verified_by = 'op' WHERE id = $1",
        [brand!.id, pictures[6], pictures[5]],
      );
      const shawl = await productOf("Eri Silk Shawl");
      expect(shawl.image).toBe(`/pictures/${NAME("1", 1080, "webp")}`);
      expect(shawl.productImages).toEqual(
        ["1", "2", "3", "4", "5"].map((digit) => ({ imageUrl: `/pictures/${NAME(digit, 1080, "webp")}` })),
      );
      expect(shawl.productPictures.map(({ alt }) => alt)).toEqual([
        "In words 1",
        "The hem",
        "In words 3",
        "In words 4",
        "In words 5",
      ]);
      expect(shawl.picture).toEqual({
        ...{
          id: pictures[0],
          alt: "In words 1",
          width: 1600,
          height: 1200,
          placeholder: "data:image/webp;base64,AAAA",
        },
        files: ["avif", "webp"].flatMap((format) =>
          [320, 1080, 1600].map((width) => ({
            ...{ format, width, height: (width / 4) * 3, url: `/pictures/${NAME("1", width, format)}` },
          })),
        ),
      });
      expect(shawl.brandLogo).toBe(`/pictures/${NAME("a", 1080, "webp")}`);
      expect([shawl.logoPicture?.id, shawl.coverPicture?.id, shawl.verified]).toEqual([pictures[6], pictures[5], true]);
      // Nothing that only its owner needs.
      expect(JSON.stringify(shawl)).not.toMatch(/"received"|"state"|"problem"/);
    });

    it("leave the answers with their files, and the listing then has a drawing by its own words", async () => {
      await productOf("Eri Silk Shawl");
      await database.query(
        `UPDATE pictures SET state = 'deleted', placeholder = NULL, ended_at = now()
          WHERE id IN (SELECT picture_id FROM product_images) AND alt LIKE 'In words%'`,
      );
      const shawl = await productOf("Eri Silk Shawl");
      expect(shawl).toMatchObject({
        ...{ picture: null, productPictures: [], image: "/images/v1/shops/handloom-textiles/eri-silk-shawl.svg" },
        productImages: [{ imageUrl: shawl.image }],
      });
    });

    it("of the demonstration are served from the package, each by its name", async () => {
      const [achaar] = (await listings({ brandName: "Nani's Achaar Ghar" })).filter(
        ({ name }) => name === "Mango Achaar",
      );
      expect(achaar?.picture).toMatchObject({ alt: "Mango Achaar", width: expect.any(Number) });
      expect(achaar?.price).toMatchObject({ kind: expect.any(String), fromPaise: expect.any(Number) });
      expect(achaar?.picture?.files).toHaveLength(4);
      for (const { url, format } of achaar?.picture?.files ?? []) {
        const file = await request(app.getHttpServer()).get(url).expect(200);
        expect(file.headers["content-type"]).toBe(`image/${format}`);
        expect(file.headers["cache-control"]).toContain("immutable");
      }
      expect(achaar?.image).toMatch(/^\/pictures\/.+\.webp$/);
    });

    it("are shown in the order that the brand's owner chose for its products", async () => {
      const names = async () => (await listings({ module: "shops", brandName: "Eri Nest" })).map(({ name }) => name);
      const before = await names();
      for (const [position, name] of before.toReversed().entries())
        await database.query("UPDATE listings SET position = $2 WHERE name = $1", [name, position]);
      expect(await names()).toEqual(before.toReversed());
    });
  });

  it("returns the home page's highlights", async () => {
    const response = await request(app.getHttpServer()).get("/api/v1/listings/highlights").expect(200);
    const shown = response.body as HighlightsResponse;
    expect(shown.featured).toHaveLength(3);
    expect(shown.spotlight.map(({ name }) => name)).toEqual([
      "Pital & Co",
      "Uphaar Unlimited",
      "Nani's Achaar Ghar",
      "Bagru Bloom",
    ]);
    expect(shown.bestsellers).toHaveLength(4);
    expect(shown.pastEvents.map(({ kind }) => kind)).toEqual(["sales_fair", "retail_popup", "retail_popup"]);
    const text: unknown = expect.any(String);
    expect(shown.pastEvents[0]).toMatchObject({ date: text, time: text, venue: text });
  });

  it("serves immutable pictures at every address in a response, and 404 at other addresses", async () => {
    const response = await request(app.getHttpServer()).get("/api/v1/listings/live?module=services");
    const shown = (response.body as { image: string; brandLogo: string }[]).slice(0, 12);
    const paths = shown.flatMap(({ image, brandLogo }) => [image, brandLogo]);
    const drawn = paths.filter((path) => path.endsWith(".svg"));
    // Some have photographs.
    expect(drawn.length).toBeGreaterThan(12);
    for (const path of paths) {
      const picture = await request(app.getHttpServer()).get(path).expect(200);
      expect(picture.headers["cache-control"]).toContain("immutable");
      if (!drawn.includes(path)) continue;
      expect(picture.headers["content-type"]).toBe("image/svg+xml; charset=utf-8");
      expect(picture.headers["content-security-policy"]).toContain("default-src 'none'");
      expect(String(picture.body)).toMatch(/^<svg [^]*<\/svg>\n$/);
      expect(String(picture.body)).not.toMatch(/<script|NaN|undefined/);
    }
    await request(app.getHttpServer()).get("/images/v1/shops/bags/bags-0.svg").expect(200);
    for (const path of [
      "shops/cars/a.svg",
      "cars/bags/a.svg",
      "shops/bags/a.png",
      "shops/bags/%3Cscript%3E.svg",
      "shops/BAGS/a.svg",
      "brands/shops/cars/a.svg",
    ]) {
      await request(app.getHttpServer()).get(`/images/v1/${path}`).expect(404);
    }
  });

  describe("GET /api/public/brand-names", () => {
    const names = async () =>
      (await request(app.getHttpServer()).get("/api/public/brand-names").expect(200)).body as Record<string, string>[];

    it("returns name, module and category of every brand with a live listing, by name", async () => {
      const found = await names();
      expect(found.length).toBeGreaterThanOrEqual(60);
      expect(found[0]).toEqual({ name: "Angan Homestays", module: "services", category: "Hospitality" });
      await database.query(
        "UPDATE listings SET status = 'rejected' WHERE brand_id IN (SELECT id FROM brands WHERE name = 'Angan Homestays')",
      );
      expect((await names())[0]?.["name"]).not.toBe("Angan Homestays");
    });

    it("returns at most 2,000 brands", async () => {
      await database.query(
        `WITH made AS (INSERT INTO brands (module, name, category)
           SELECT 'shops', 'Brand ' || n, 'Bags' FROM generate_series(1, 2100) n RETURNING id, name_key)
         INSERT INTO listings (brand_id, module, brand_key, category, name, status)
           SELECT id, 'shops', name_key, 'Bags', 'A bag', 'live' FROM made`,
      );
      expect(await names()).toHaveLength(2000);
    });
  });
});
