import "reflect-metadata";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import request from "supertest";
import { ApiModule } from "../../src/api.module.js";
import type { HighlightsResponse } from "../../src/catalogue/catalogue.response.js";
import { seedCatalogue } from "../../src/catalogue/demonstration.seed.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase } from "../support/database.js";
import type { TestDatabase } from "../support/database.js";
import { startTestApp } from "../support/http-app.js";

describe("GET /api/public/brand-names", () => {
  let db: TestDatabase;
  let app: NestFastifyApplication;
  const names = async () =>
    (await request(app.getHttpServer()).get("/api/public/brand-names").expect(200)).body as Record<string, string>[];

  beforeAll(async () => {
    db = await createTestDatabase(4);
    await seedCatalogue(db.database);
    const config = testConfig({ DATABASE_URL: db.url });
    app = await startTestApp(ApiModule.with(config, db.source), config);
  });
  afterAll(async () => {
    await app.close();
    await db.close();
  });

  it("answers name, module and category of every brand with a live listing, by name", async () => {
    const found = await names();
    expect(found.length).toBeGreaterThanOrEqual(60);
    expect(found[0]).toEqual({ name: "Angan Homestays", module: "services", category: "Hospitality" });
    await db.database.query(
      "UPDATE listings SET status = 'rejected' WHERE brand_id IN (SELECT id FROM brands WHERE name = 'Angan Homestays')",
    );
    expect((await names())[0]?.["name"]).not.toBe("Angan Homestays");
  });

  it("does not grow without bound", async () => {
    await db.database.query(
      `WITH made AS (INSERT INTO brands (module, name, category)
         SELECT 'shops', 'Brand ' || n, 'Bags' FROM generate_series(1, 2100) n RETURNING id, name_key)
       INSERT INTO listings (brand_id, module, brand_key, category, name, status)
         SELECT id, 'shops', name_key, 'Bags', 'A bag', 'live' FROM made`,
    );
    expect(await names()).toHaveLength(2000);
  });

  it("serves what the home page shows", async () => {
    const answer = await request(app.getHttpServer()).get("/api/v1/listings/highlights").expect(200);
    const shown = answer.body as HighlightsResponse;
    expect(shown.featured).toHaveLength(3);
    expect(shown.spotlight.map(({ name }) => name)).toEqual([
      "Pital & Co",
      "Uphaar Unlimited",
      "Nani's Achaar Ghar",
      "Bagru Bloom",
    ]);
    expect(shown.bestsellers).toHaveLength(4);
    expect(shown.pastEvents.map(({ kind }) => kind)).toEqual(["sales_fair", "retail_popup", "retail_popup"]);
    expect(shown.pastEvents[0]).toMatchObject({
      date: expect.any(String),
      time: expect.any(String),
      venue: expect.any(String),
    });
  });

  it("serves a picture for every address in a response, immutable, and none for other addresses", async () => {
    const answer = await request(app.getHttpServer()).get("/api/v1/listings/live?module=services");
    for (const { image, brandLogo } of (answer.body as { image: string; brandLogo: string }[]).slice(0, 12)) {
      for (const path of [image, brandLogo]) {
        const picture = await request(app.getHttpServer()).get(path).expect(200);
        expect(picture.headers["content-type"]).toBe("image/svg+xml; charset=utf-8");
        expect(picture.headers["cache-control"]).toContain("immutable");
        expect(picture.headers["content-security-policy"]).toContain("default-src 'none'");
        expect(String(picture.body)).toMatch(/^<svg [^]*<\/svg>\n$/);
        expect(String(picture.body)).not.toMatch(/<script|NaN|undefined/);
      }
    }
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
});
