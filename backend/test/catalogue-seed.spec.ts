import "reflect-metadata";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { CATEGORIES } from "@sakhi/domain/catalogue/categories";
import { createTestDatabase } from "./database.js";
import type { TestDatabase } from "./database.js";

describe("the catalogue's tables", () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase(4);
  });
  afterAll(() => db.close());

  it("know the same categories as the domain", async () => {
    const stored = await db.database.query(
      "SELECT module, name, slug, listed FROM categories ORDER BY array_position('{shops,services,ngos}', module), position",
    );
    expect(stored).toEqual(
      CATEGORIES.map(({ module, name, slug, listed }) => ({ module, name, slug, listed })),
    );
  });
});
