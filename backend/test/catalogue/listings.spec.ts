import "reflect-metadata";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import request from "supertest";
import { ApiModule } from "../../src/api.module.js";
import { seedCatalogue } from "../../src/catalogue/demonstration.seed.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase } from "../support/database.js";
import type { TestDatabase } from "../support/database.js";
import { startTestApp } from "../support/http-app.js";

interface Listing {
  readonly id: string;
  readonly name: string;
  readonly module: string;
  readonly category: string;
  readonly brandName: string;
  readonly eventName: string | null;
  readonly productImages: readonly { readonly imageUrl: string }[];
}

describe("GET /api/v1/listings/live", () => {
  let db: TestDatabase;
  let app: NestFastifyApplication;
  const live = (query: Record<string, string | number> = {}) =>
    request(app.getHttpServer()).get("/api/v1/listings/live").query(query);
  const listings = async (query: Record<string, string | number> = {}): Promise<Listing[]> => {
    const answer = await live(query).expect(200);
    return answer.body as Listing[];
  };

  beforeAll(async () => {
    db = await createTestDatabase(6);
    await seedCatalogue(db.database);
    app = await startTestApp(
      ApiModule.with(testConfig({ DATABASE_URL: db.url }), db.source),
      testConfig({ DATABASE_URL: db.url }),
    );
  });
  afterAll(async () => {
    await app.close();
    await db.close();
  });

  it("answers every live listing without parameters, with every field of the specification", async () => {
    const answer = await live()
      .expect(200)
      .expect("content-type", /application\/json/);
    const all = answer.body as Listing[];
    expect(answer.headers["x-total-count"]).toBe(String(all.length));
    expect(answer.headers["x-next-cursor"]).toBeUndefined();
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

  it.each([
    [{ module: "services" }],
    [{ module: "shops", category: "Bags" }],
    [{ module: "shops", category: "bAgS" }],
    [{ module: "shops", category: "Jewellery and Accessories" }],
    [{ module: "services", category: "Transport and Delivery" }],
    [{ module: "ngos", category: "Skilling" }],
    [{ module: "shops", brandName: "PITAL & co" }],
    [{ brandName: " Tisser " }],
    [{ category: "wellness" }],
    [{ eventName: "diwali sales FAIR" }],
    [{ module: "shops", category: "Bags", brandName: "Jhola Junction", eventName: "Diwali Sales Fair" }],
  ])("%j answers what fits, and nothing else", async (query: Record<string, string>) => {
    const all = await listings();
    const found = await listings(query);
    const same = (a: string | null, b: string): boolean => a?.toLowerCase() === b.trim().toLowerCase();
    const fits = ({ module, category, brandName, eventName }: Listing): boolean =>
      (query["module"] === undefined || module === query["module"]) &&
      (query["category"] === undefined ||
        same(category.replace(" & A", " and A"), query["category"].replace(" & A", " and A"))) &&
      (query["brandName"] === undefined || same(brandName, query["brandName"])) &&
      (query["eventName"] === undefined || same(eventName, query["eventName"]));
    expect(found.map(({ id }) => id)).toEqual(all.filter(fits).map(({ id }) => id));
    expect((await live(query)).headers["x-total-count"]).toBe(String(found.length));
  });

  it("gives listings of two modules for a category both have", async () => {
    const modules = (await listings({ category: "Wellness" })).map(({ module }) => module);
    expect(new Set(modules)).toEqual(new Set(["shops", "services"]));
  });

  it.each<Record<string, string>>([
    { category: "Cars" },
    { module: "ngos", category: "Bags" },
    { brandName: "Nobody" },
    { eventName: "%" },
    { brandName: "' OR 1=1 --" },
  ])("answers an empty array for %j", async (query) => {
    const answer = await live(query).expect(200);
    expect([answer.body, answer.headers["x-total-count"]]).toEqual([[], "0"]);
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
  ])("refuses %j by name", async (query, field) => {
    const answer = await live(query as Record<string, string>).expect(400);
    expect(answer.body).toMatchObject({ code: "invalid_request", fields: { [field]: expect.any(Array) } });
  });

  it("takes blank parameters as not given", async () => {
    expect(await listings({ module: "", category: " ", limit: "" })).toEqual(await listings());
  });

  it.each<Record<string, string>>([{}, { module: "shops" }, { category: "Wellness" }])(
    "pages through %j without gaps or repeats",
    async (query) => {
      const paged: string[] = [];
      for (let cursor = ""; ;) {
        const answer = await live({ ...query, limit: 7, cursor }).expect(200);
        paged.push(...(answer.body as Listing[]).map(({ id }) => id));
        cursor = answer.headers["x-next-cursor"] ?? "";
        if (cursor === "") break;
      }
      expect(paged).toEqual((await listings(query)).map(({ id }) => id));
    },
  );

  it("never shows a listing that is not live, or has expired, and notices at once", async () => {
    const [first, second, third] = await listings({ module: "ngos" });
    const before = Number((await live({ module: "ngos" })).headers["x-total-count"]);
    await db.database.query("UPDATE listings SET status = 'pending' WHERE id = $1", [first?.id]);
    await db.database.query("UPDATE listings SET expires_at = now() - interval '1 second' WHERE id = $1", [second?.id]);
    await db.database.query("UPDATE listings SET expires_at = now() + interval '1 day' WHERE id = $1", [third?.id]);
    const after = await live({ module: "ngos" });
    const ids = (after.body as Listing[]).map(({ id }) => id);
    expect(ids).not.toContain(first?.id);
    expect(ids).not.toContain(second?.id);
    expect(ids).toContain(third?.id);
    expect(after.headers["x-total-count"]).toBe(String(before - 2));
    await db.database.query("UPDATE listings SET status = 'live', expires_at = NULL WHERE module = 'ngos'");
    expect((await live({ module: "ngos" })).headers["x-total-count"]).toBe(String(before));
  });

  it("follows a brand that is renamed, and forgets one that is deleted", async () => {
    await db.database.query("UPDATE brands SET name = 'Taal & Co' WHERE name = 'Taal Activewear'");
    expect((await listings({ brandName: "taal & co" })).length).toBeGreaterThan(0);
    expect(await listings({ brandName: "Taal Activewear" })).toEqual([]);
    await db.database.query("DELETE FROM brands WHERE name = 'Taal & Co'");
    expect(await listings({ brandName: "taal & co" })).toEqual([]);
    const all = await live({ module: "shops" });
    expect(all.headers["x-total-count"]).toBe(String((all.body as Listing[]).length));
  });

  it("answers 304 to who has the same already, and compressed to who takes it", async () => {
    const first = await live({ module: "shops" }).set("accept-encoding", "gzip").expect(200);
    expect(first.headers["content-encoding"]).toBe("gzip");
    const plain = await live({ module: "shops" }).set("accept-encoding", "identity").expect(200);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body).toEqual(first.body);
    await live({ module: "shops" })
      .set("if-none-match", first.headers["etag"] ?? "")
      .expect(304);
  });

  it("takes no POST", async () => {
    const answer = await request(app.getHttpServer()).post("/api/v1/listings/live").expect(405);
    expect(answer.headers["allow"]).toContain("GET");
  });

  describe("GET /api/v1/listings/categories", () => {
    const categories = async (query: Record<string, string> = {}) =>
      (await request(app.getHttpServer()).get("/api/v1/listings/categories").query(query).expect(200)).body as {
        module: string;
        name: string;
        slug: string;
        count: number;
      }[];

    it("counts the live listings of each category", async () => {
      for (const { module, name, count } of await categories()) {
        expect([name, (await listings({ module, category: name })).length]).toEqual([name, count]);
      }
    });

    it("leaves out a category without live listings", async () => {
      await db.database.query(
        "UPDATE listings SET status = 'withdrawn' WHERE module = 'ngos' AND category = 'Skilling'",
      );
      expect((await categories({ module: "ngos" })).map(({ slug }) => slug)).toEqual([
        "handloom-textiles",
        "handicrafts",
      ]);
      await db.database.query("UPDATE listings SET status = 'live' WHERE module = 'ngos'");
      expect((await categories({ module: "ngos" })).map(({ slug }) => slug)).toContain("skilling");
    });

    it("refuses an unknown module", async () => {
      await request(app.getHttpServer()).get("/api/v1/listings/categories?module=x").expect(400);
    });
  });
});
