import "reflect-metadata";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { CATEGORIES } from "@sakhi/domain/catalogue/categories";
import { seedCatalogue } from "../../src/catalogue/demonstration.seed.js";
import { MIGRATIONS } from "../../src/platform/database/data-source.js";
import { createTestDatabase } from "../support/database.js";
import type { TestDatabase } from "../support/database.js";

const BENCHMARK_LISTINGS = fileURLToPath(new URL("../../../lab/support/listings.mjs", import.meta.url));

describe("the catalogue's tables", () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase(4);
  });
  afterAll(() => db.close());

  const count = async (sql: string): Promise<number> => {
    const [found] = await db.database.query<{ count: string }>(`SELECT count(*) AS count FROM ${sql}`);
    return Number(found?.count);
  };

  it("store the domain's categories", async () => {
    const stored = await db.database.query(
      "SELECT module, name, slug, listed FROM categories ORDER BY array_position('{shops,services,ngos}', module), position",
    );
    expect(stored).toEqual(CATEGORIES.map(({ module, name, slug, listed }) => ({ module, name, slug, listed })));
  });

  it("are seeded with the demonstration once; later deletions persist", async () => {
    expect(await seedCatalogue(db.database)).toBe(true);
    const brands = await count("brands");
    expect(brands).toBeGreaterThanOrEqual(60);
    expect(await count("listings")).toBeGreaterThan(220);
    await db.database.query("DELETE FROM brands WHERE name = 'Dobara'");
    expect(await seedCatalogue(db.database)).toBe(false);
    expect(await count("brands")).toBe(brands - 1);
  });

  it("have live listings in every category, Others included", async () => {
    const [empty] = await db.database.query<{ names: string[] | null }>(
      `SELECT array_agg(module || '/' || name) AS names FROM categories c
        WHERE NOT EXISTS (SELECT 1 FROM listings l WHERE l.module = c.module AND l.category = c.name)`,
    );
    expect(empty?.names).toBeNull();
  });

  it("contain only addresses on example domains or this site", async () => {
    const rows = await db.database.query<{ address: string | null }>(
      `SELECT unnest(ARRAY[website_url, linkedin_url, facebook_url, instagram_url, whatsapp_url, contact_email, logo])
         AS address FROM brands`,
    );
    const others = rows.filter(({ address }) => address !== null && !/\.example(\/|$)|^\/images\/v1\//.test(address));
    expect(others).toEqual([]);
  });

  it("keep listing_counts consistent through every kind of change", async () => {
    const inconsistent = `(SELECT module, category, count(*) AS live FROM listings WHERE status = 'live' GROUP BY 1, 2
      EXCEPT SELECT module, category, live FROM listing_counts) wrong`;
    const change = async (sql: string): Promise<void> => {
      await db.database.query(sql);
      expect([sql, await count(inconsistent)]).toEqual([sql, 0]);
    };
    await change("UPDATE listings SET category = 'Gifts' WHERE module = 'shops' AND category = 'Bags'");
    await change("UPDATE listings SET status = 'withdrawn' WHERE category = 'Kids'");
    await change("DELETE FROM listings WHERE category = 'Training'");
    await change("DELETE FROM brands WHERE category = 'Stationery'");
    await change("UPDATE brands SET name = name || ' & Co' WHERE module = 'ngos'");
  });

  it("reject a listing in another module than its brand's, and an unknown category", async () => {
    const insert = (module: string, category: string): Promise<unknown> =>
      db.database.query(
        `INSERT INTO listings (brand_id, module, brand_key, category, name)
         SELECT id, $1, name_key, $2, 'A thing' FROM brands WHERE module = 'shops' LIMIT 1`,
        [module, category],
      );
    await expect(insert("services", "Training")).rejects.toThrow(/foreign key/);
    await expect(insert("shops", "Cars")).rejects.toThrow(/foreign key/);
  });

  it("accept any number of benchmark listings, and get their indexes back afterwards", async () => {
    const before = await count("listings");
    const indexes = await count("pg_indexes WHERE tablename IN ('brands', 'listings')");
    execFileSync(process.execPath, [BENCHMARK_LISTINGS, "130"], { env: { DATABASE_URL: db.url } });
    expect(await count("listings")).toBe(before + 130);
    expect(await count("pg_indexes WHERE tablename IN ('brands', 'listings')")).toBe(indexes);
  });

  it("can be dropped again by undoing all migrations", async () => {
    for (let left = MIGRATIONS.length; left > 0; left -= 1) await db.source.undoLastMigration();
    expect(await count("pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'")).toBe(0);
  });
});
