import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";
import * as bookings from "@sakhi/domain/bookings/booking.states";
import * as payments from "@sakhi/domain/payments/payment.states";
import { sqlList } from "./sql-text.js";

const SRC = fileURLToPath(new URL("../..", import.meta.url));

/** The lists of states, kinds and reasons that domain names: in SQL they come from there. */
const LISTS = Object.entries({ ...bookings, ...payments }).flatMap(([name, value]) =>
  Array.isArray(value) ? [[name, sqlList(value)] as const] : [],
);

describe("lists in SQL", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.includes("migrations/") && !path.endsWith(".spec.ts"))
    .map((path) => ({ path, text: readFileSync(`${SRC}/${path}`, "utf8") }));

  it.each(LISTS)("name %s once, in domain", (_, list) => {
    expect(files.filter(({ text }) => text.includes(`IN ${list}`)).map(({ path }) => path)).toEqual([]);
  });
});
