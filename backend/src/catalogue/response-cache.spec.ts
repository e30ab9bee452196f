import { expect, it } from "@jest/globals";
import type { Database } from "../platform/database/database.js";
import { ResponseCache } from "./response-cache.js";

it("keeps a bounded number of answers, however short they are: those used longest ago go", async () => {
  const cache = new ResponseCache({ query: async () => [{ version: "1/0" }] } as unknown as Database);
  const made: string[] = [];
  const ask = (key: string) =>
    cache.answer(key, async () => {
      made.push(key);
      return { value: [] };
    });
  await ask("first");
  await ask("used");
  for (let nth = 0; nth < 10_000; nth += 1) await ask(`${nth}`);
  await ask("used");
  for (let nth = 10_000; nth < 15_000; nth += 1) await ask(`${nth}`);
  made.length = 0;
  for (const key of ["used", "14999", "first"]) await ask(key);
  expect(made).toEqual(["first"]);
});
