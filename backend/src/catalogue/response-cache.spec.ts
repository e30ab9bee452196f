import { expect, it } from "@jest/globals";
import type { Database } from "../platform/database/database.js";
import { ResponseCache } from "./response-cache.js";

it("ResponseCache evicts the least recently used responses, however short they are", async () => {
  const cache = new ResponseCache({ query: async () => [{ version: "1/0" }] } as unknown as Database);
  const made: string[] = [];
  const get = (key: string) =>
    cache.get(key, async () => {
      made.push(key);
      return { value: [] };
    });
  await get("first");
  await get("used");
  for (let nth = 0; nth < 10_000; nth += 1) await get(`${nth}`);
  await get("used");
  for (let nth = 10_000; nth < 15_000; nth += 1) await get(`${nth}`);
  made.length = 0;
  for (const key of ["used", "14999", "first"]) await get(key);
  expect(made).toEqual(["first"]);
});
