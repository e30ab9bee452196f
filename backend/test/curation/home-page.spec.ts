import "reflect-metadata";
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "@jest/globals";
import type { HighlightListResponse, ShowcaseEventResponse } from "../../src/curation/curation.response.js";
import { CurationTest, outcomeOf } from "./curation-app.js";

const test = await CurationTest.open();
afterAll(test.close);

const reason = "for the festival";

describe("the home page", () => {
  const list = async (kind: string): Promise<string[]> => {
    const response = await test.call("get", "home-page").expect(200);
    return (
      (response.body as HighlightListResponse[]).find((each) => each.kind === kind)?.choices.map(({ id }) => id) ?? []
    );
  };
  const shown = async (): Promise<string[]> => {
    const response = await test.visit("/api/v1/listings/highlights").expect(200);
    return (response.body as { featured: { name: string }[] }).featured.map(({ name }) => name);
  };
  const choose = async (ids: readonly string[], seen?: readonly string[]) =>
    test.call("put", "home-page/featured", { ids, seen: seen ?? (await list("featured")), reason });

  it("shows the first three that are on the site; the next takes the place of a hidden one", async () => {
    const brand = await test.newBrand("Featured House", { products: 5 });
    const products = (await test.brand(brand)).managedProducts;
    const ids = products.map(({ id }) => id);
    const names = products.map(({ name }) => name);
    expect((await choose(ids)).status).toBe(200);
    expect(await shown()).toEqual(names.slice(0, 3));
    await test.call("post", `products/${ids[1]}/hide`, { reason }).expect(200);
    await test.query("UPDATE listings SET expires_at = now() - interval '1 minute' WHERE id = $1", [ids[2]]);
    expect(await shown()).toEqual([names[0], names[3], names[4]]);
    const response = await test.call("get", "home-page").expect(200);
    const featured = (response.body as HighlightListResponse[]).find(({ kind }) => kind === "featured");
    expect(featured?.choices.map(({ state }) => state)).toEqual(["shown", "hidden", "expired", "shown", "shown"]);
    expect((await choose(ids.toReversed())).status).toBe(200);
    expect(await shown()).toEqual([names[4], names[3], names[0]]);
    expect(await test.audited("featured")).toMatchObject({
      action: "home_page_changed",
      before: { ids: ids.join(" ") },
      after: { ids: ids.toReversed().join(" ") },
    });
  });

  it("refuses a list that somebody changed meanwhile, unknown ids, doubles and none", async () => {
    const [id = ""] = await list("featured");
    expect(outcomeOf(await choose([id], [randomUUID()]))).toEqual([409, "facts_changed"]);
    for (const ids of [[randomUUID()], [id, id], []]) {
      expect(outcomeOf(await choose(ids))).toEqual([400, "invalid_request"]);
    }
    expect(outcomeOf(await test.call("put", "home-page/footer", { ids: [id], seen: [], reason }))).toEqual([
      404,
      "not_found",
    ]);
    const both = await Promise.all([choose([id]), choose([id])]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it("offers what is on the site only", async () => {
    const brand = await test.newBrand("Choosable House", { products: 2 });
    const offered = async (path: string): Promise<string[]> => {
      const response = await test.call("get", path).expect(200);
      return (response.body as { name: string }[]).map(({ name }) => name);
    };
    expect(await offered("home-page/bestseller/choices?q=choosable")).toEqual([
      "Choosable House 0",
      "Choosable House 1",
    ]);
    expect(await offered("home-page/spotlight/choices?q=CHOOSABLE")).toEqual(["Choosable House"]);
    await test.call("post", `brands/${brand}/hide`, { reason }).expect(200);
    expect(await offered("home-page/bestseller/choices?q=choosable")).toEqual([]);
    expect(await offered("home-page/spotlight/choices?q=choosable")).toEqual([]);
  });
});

describe("past events", () => {
  const facts = {
    ...{ kind: "sales_fair", title: "Monsoon Fair", awardedBy: "Sakhi Bazaar", dateText: "4 to 6 July 2026" },
    ...{ heldOn: "2026-07-04", venue: "Dilli Haat", description: "Three days of cloth", reason },
  };
  const titles = async (): Promise<string[]> => {
    const response = await test.visit("/api/v1/listings/past-events").expect(200);
    return (response.body as { title: string }[]).map(({ title }) => title);
  };
  const found = async (q: string) => JSON.stringify((await test.visit(`/api/v1/search?q=${q}`).expect(200)).body);

  it("are added, changed, removed and put back, at once for visitors and the search", async () => {
    const added = (await test.call("post", "past-events", facts).expect(201)).body as ShowcaseEventResponse;
    expect(await titles()).toContain("Monsoon Fair");
    expect(await found("monsoon")).toContain("Monsoon Fair");
    expect((await test.visit("/events/Monsoon%20Fair")).status).toBe(200);
    const change = { ...facts, title: "Rain Fair", version: added.version };
    await test.call("put", `past-events/${added.id}`, change).expect(200);
    expect(outcomeOf(await test.call("put", `past-events/${added.id}`, change))).toEqual([409, "facts_changed"]);
    expect(await titles()).toContain("Rain Fair");
    await test.call("post", `past-events/${added.id}/remove`, { reason }).expect(200);
    expect(await titles()).not.toContain("Rain Fair");
    expect(await found("rain%20fair")).not.toContain("Rain Fair");
    expect((await test.visit("/events/Rain%20Fair")).status).toBe(404);
    const all = (await test.call("get", "past-events").expect(200)).body as ShowcaseEventResponse[];
    expect(all.find(({ id }) => id === added.id)).toMatchObject({ title: "Rain Fair", removedAt: expect.any(String) });
    expect(outcomeOf(await test.call("post", `past-events/${added.id}/remove`, { reason }))).toEqual([
      409,
      "facts_changed",
    ]);
    await test.call("post", `past-events/${added.id}/restore`, { reason }).expect(200);
    expect(await titles()).toContain("Rain Fair");
    expect(await test.audited(added.id)).toMatchObject({
      action: "past_event_restored",
      after: { title: "Rain Fair" },
    });
  });

  it.each([
    ["kind", { kind: "concert" }],
    ["title", { title: " " }],
    ["heldOn", { heldOn: "2026-02-31" }],
    ["dateText", { dateText: "" }],
  ])("refuse %s: %j", async (field, change) => {
    const response = await test.call("post", "past-events", { ...facts, ...change });
    expect(outcomeOf(response)).toEqual([400, "invalid_request"]);
    expect(Object.keys((response.body as { fields: object }).fields)).toEqual([field]);
  });
});
