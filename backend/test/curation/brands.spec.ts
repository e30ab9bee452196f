import "reflect-metadata";
import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "@jest/globals";
import type { BrandRowResponse } from "../../src/curation/curation.response.js";
import { CurationTest, outcomeOf } from "./curation-app.js";

const test = await CurationTest.open();
afterAll(test.close);

const reason = "the owner asked by phone";
const names = async (query: string): Promise<string[]> => {
  const response = await test.call("get", `brands?limit=200&${query}`).expect(200);
  return (response.body as BrandRowResponse[]).map(({ name }) => name);
};

describe("the list of brands", () => {
  it("searches names, places and e-mails, and filters by part, category and state", async () => {
    const hidden = await test.newBrand("Curated Hidden");
    await test.newBrand("Curated Expired", { expiresAt: "2020-01-01" });
    await test.newBrand("Curated Off", { products: 0 });
    const shown = await test.newBrand("Curated Shown", { module: "services", category: "Training" });
    await test.query(
      "UPDATE brands SET location = 'Kohima, Nagaland', contact_email = 'ao@curated.example' WHERE id = $1",
      [shown],
    );
    await test.call("post", `brands/${hidden}/hide`, { reason }).expect(200);
    expect(await names("q=curated")).toEqual(["Curated Expired", "Curated Hidden", "Curated Off", "Curated Shown"]);
    expect(await names("q=KOHIMA")).toEqual(["Curated Shown"]);
    expect(await names("q=ao@curated")).toEqual(["Curated Shown"]);
    // A wildcard of LIKE is a character like others.
    expect(await names("q=%25")).not.toContain("Curated Shown");
    expect(await names("q=curated&module=services")).toEqual(["Curated Shown"]);
    expect(await names("q=curated&category=training")).toEqual(["Curated Shown"]);
    for (const [show, name] of [
      ["hidden", "Curated Hidden"],
      ["expired", "Curated Expired"],
      ["off", "Curated Off"],
      ["shown", "Curated Shown"],
    ] as const) {
      expect([show, ...(await names(`q=curated&show=${show}`))]).toEqual([show, name]);
    }
    expect(await names("q=curated&show=without_picture")).toHaveLength(4);
    const picture = await test.newPicture(shown);
    await test
      .call("post", `brands/${shown}/logo`, { pictures: [{ id: picture, alt: "Our sign" }], reason })
      .expect(200);
    expect(await names("q=curated&show=without_picture")).not.toContain("Curated Shown");
    expect(await names("q=curated&show=verified")).toEqual([]);
    const page = await test.call("get", "brands?q=curated&limit=1&offset=1").expect(200);
    expect(page.headers["x-total-count"]).toBe("4");
    expect(outcomeOf(await test.call("get", "brands?limit=10&show=all"))).toEqual([400, "invalid_request"]);
  });
});

describe("a correction", () => {
  const detailsOf = async (id: string) => {
    const { name, category, story, updatedAt } = await test.brand(id);
    return { name, category, story, seenAt: updatedAt, reason };
  };

  it("is on the site at once, and the former name's address leads to the page", async () => {
    const id = await test.newBrand("Meena Weavez", { category: "Handloom Textiles" });
    const correct = { ...(await detailsOf(id)), name: "Meena Weaves", place: "Chanderi, Madhya Pradesh" };
    const links = { websiteUrl: "meena.example", instagramUrl: "@meena.weaves" };
    const response = await test.call("put", `brands/${id}`, { ...correct, ...links }).expect(200);
    expect(response.body).toEqual({ brandId: id, changed: ["name", "place", "websiteUrl", "instagramUrl"] });
    expect(await test.live("Meena Weavez")).toEqual([]);
    expect((await test.live("Meena Weaves"))[0]).toMatchObject({
      brandName: "Meena Weaves",
      location: "Chanderi, Madhya Pradesh",
      websiteUrl: "https://meena.example",
      instagramUrl: "https://www.instagram.com/meena.weaves",
    });
    const page = await test.visit("/brands/Meena%20Weavez");
    expect([page.status, page.headers["location"]]).toEqual([301, "/brands/Meena%20Weaves"]);
    expect((await test.visit("/brands/Meena%20Weaves")).status).toBe(200);
    const found = await test.visit("/api/v1/search?q=meena%20weaves").expect(200);
    expect(JSON.stringify(found.body)).toContain("Meena Weaves");
    expect(await test.audited(id)).toEqual({
      ...{ administrator: "asha", action: "brand_corrected", reason },
      before: { category: "Handloom Textiles", place: null },
      after: {
        ...{ category: "Handloom Textiles", place: "Chanderi, Madhya Pradesh" },
        fields: "name place websiteUrl instagramUrl",
      },
    });
    // Back again: the address is its own.
    await test.call("put", `brands/${id}`, { ...(await detailsOf(id)), name: "Meena Weavez" }).expect(200);
    expect((await test.visit("/brands/Meena%20Weavez")).status).toBe(200);
    expect((await test.brand(id))["formerNames"]).toEqual(["Meena Weaves"]);
  });

  it("takes the card along where it says the same", async () => {
    const id = await test.newBrand("Card Brand", { products: 0 });
    await test.query(
      `INSERT INTO listings (brand_id, module, brand_key, category, name, description, status, is_card)
       SELECT id, module, name_key, category, name, description, 'live', true FROM brands WHERE id = $1`,
      [id],
    );
    const details = { ...(await detailsOf(id)), name: "Card Bags", category: "Gifts", story: "Wraps gifts" };
    await test.call("put", `brands/${id}`, details).expect(200);
    expect(await test.live("Card Bags")).toEqual([
      expect.objectContaining({ name: "Card Bags", category: "Gifts", description: "Wraps gifts" }),
    ]);
    // The card is no product.
    expect((await test.brand(id)).managedProducts).toEqual([]);
  });

  it("is refused if somebody changed the brand meanwhile, if nothing changes, and with a name of another", async () => {
    const id = await test.newBrand("Lock Brand");
    const other = await test.newBrand("Lock Other");
    const details = await detailsOf(id);
    expect(outcomeOf(await test.call("put", `brands/${id}`, details))).toEqual([409, "nothing_to_correct"]);
    await test.call("put", `brands/${id}`, { ...details, story: "Other words" }).expect(200);
    expect(outcomeOf(await test.call("put", `brands/${id}`, { ...details, place: "Pune" }))).toEqual([
      409,
      "facts_changed",
    ]);
    const taken = await test.call("put", `brands/${id}`, { ...(await detailsOf(id)), name: "LOCK other" });
    expect(outcomeOf(taken)).toEqual([409, "brand_name_taken"]);
    expect(taken.body).toMatchObject({ brandId: other, brandName: "Lock Other" });
    await test.query("UPDATE brands SET skeleton = 'lockother' WHERE id = $1", [other]);
    const alike = { ...(await detailsOf(id)), name: "Lock-Other" };
    expect(outcomeOf(await test.call("put", `brands/${id}`, alike))).toEqual([409, "brand_looks_alike"]);
    await test.call("put", `brands/${id}`, { ...alike, looksAlikeSeen: true }).expect(200);
  });

  it.each([
    ["category", { category: "Cars" }],
    ["category", { category: "Training" }],
    ["name", { name: "" }],
    ["websiteUrl", { websiteUrl: "javascript:alert(1)" }],
    ["instagramUrl", { instagramUrl: "https://elsewhere.example/meena" }],
    ["contactEmail", { contactEmail: "nobody" }],
    ["contactPhone", { contactPhone: "call me" }],
    ["reason", { reason: " " }],
    ["seenAt", { seenAt: "today" }],
  ])("refuses %s: %j", async (field, change) => {
    const id = await test.newBrand(`Refused ${randomUUID()}`);
    const response = await test.call("put", `brands/${id}`, { ...(await detailsOf(id)), story: "New", ...change });
    expect(outcomeOf(response)).toEqual([400, "invalid_request"]);
    expect(Object.keys((response.body as { fields: object }).fields)).toEqual([field]);
  });
});

describe("products", () => {
  const product = {
    ...{ name: "Jute tote", text: "Carries books", category: "Bags" },
    ...{ priceKind: "range", priceFrom: 499, priceTo: 1200.5, reason },
  };

  it("are added, corrected and put in order, and found by the search", async () => {
    const id = await test.newBrand("Tote House", { products: 2 });
    await test.call("post", `brands/${id}/products`, product).expect(201);
    const [first, second, added] = (await test.brand(id)).managedProducts;
    expect(added).toMatchObject({ name: "Jute tote", state: "shown", priceFrom: 499, priceTo: 1200.5, pictures: [] });
    expect((await test.live("Tote House")).map(({ name }) => name)).toContain("Jute tote");
    const correction = { ...product, name: "Khadi tote", priceKind: "on_request", seenAt: added?.updatedAt };
    await test.call("put", `products/${added?.id}`, correction).expect(200);
    expect(outcomeOf(await test.call("put", `products/${added?.id}`, correction))).toEqual([409, "facts_changed"]);
    expect((await test.brand(id)).managedProducts[2]).toMatchObject({ name: "Khadi tote", priceKind: "on_request" });
    expect((await test.brand(id)).managedProducts[2]).not.toHaveProperty("priceFrom");
    expect(JSON.stringify((await test.visit("/api/v1/search?q=khadi%20tote")).body)).toContain("Khadi tote");
    const productIds = [added?.id, second?.id, first?.id];
    await test.call("post", `brands/${id}/product-order`, { productIds, reason }).expect(200);
    expect((await test.brand(id)).managedProducts.map((each) => each.id)).toEqual(productIds);
    const missing = { productIds: productIds.slice(1), reason };
    expect(outcomeOf(await test.call("post", `brands/${id}/product-order`, missing))).toEqual([409, "facts_changed"]);
  });

  it("end with the brand's year, and 20 fit", async () => {
    const until = "2099-03-01T00:00:00.000Z";
    const id = await test.newBrand("Year House", { products: 19, expiresAt: until });
    await test.call("post", `brands/${id}/products`, { ...product, priceKind: "none" }).expect(201);
    expect((await test.brand(id)).managedProducts.find(({ name }) => name === "Jute tote")).toMatchObject({
      liveUntil: until,
    });
    expect(outcomeOf(await test.call("post", `brands/${id}/products`, product))).toEqual([409, "products_full"]);
  });

  it.each([
    ["priceTo", { priceTo: 499 }],
    ["priceTo", { priceTo: undefined }],
    ["priceFrom", { priceKind: "fixed", priceFrom: 0 }],
    ["priceFrom", { priceFrom: 100_000_000 }],
    ["priceKind", { priceKind: "free" }],
    ["category", { category: "Training" }],
    ["link", { link: "nowhere" }],
  ])("refuse %s: %j", async (field, change) => {
    const id = await test.newBrand(`Price ${randomUUID()}`, { products: 0 });
    const response = await test.call("post", `brands/${id}/products`, { ...product, ...change });
    expect(outcomeOf(response)).toEqual([400, "invalid_request"]);
    expect(Object.keys((response.body as { fields: object }).fields)).toEqual([field]);
  });

  it("show the brand's own pictures only, in order, and keep the drawing without any", async () => {
    const id = await test.newBrand("Picture House");
    const [shown] = (await test.brand(id)).managedProducts;
    const [one, two] = [await test.newPicture(id), await test.newPicture(id)];
    const foreign = await test.newPicture(await test.newBrand("Picture Other"));
    const place = (ids: string[]) =>
      test.call("post", `products/${shown?.id}/pictures`, {
        pictures: ids.map((each) => ({ id: each, alt: "A bag" })),
        reason,
      });
    expect(outcomeOf(await place([one, foreign]))).toEqual([404, "picture_not_found"]);
    await place([two, one]).expect(200);
    const placed = await test.brand(id);
    expect(placed.managedProducts[0]).toMatchObject({ pictures: [{ id: two, alt: "A bag" }, { id: one }] });
    expect(placed["pictures"]).toEqual([
      expect.objectContaining({ alt: "A bag" }),
      expect.objectContaining({ alt: "A bag" }),
    ]);
    const focus = { x: 10, y: 90 };
    await test.call("post", `brands/${id}/cover`, { pictures: [{ id: two, alt: "", focus }], reason }).expect(200);
    const pictureTwo = async () =>
      ((await test.brand(id))["pictures"] as { id: string }[]).find((each) => each.id === two);
    expect(await pictureTwo()).toMatchObject({ focus });
    // A call that says nothing about it leaves it.
    await test.call("post", `brands/${id}/cover`, { pictures: [{ id: two, alt: "" }], reason }).expect(200);
    expect(await pictureTwo()).toMatchObject({ focus });
    const outside = { pictures: [{ id: two, alt: "", focus: { x: 10, y: 190 } }], reason };
    await test.call("post", `brands/${id}/cover`, outside).expect(400);
    // Deleted from both places.
    await test.call("post", `brands/${id}/pictures/${two}/remove`, { reason }).expect(200);
    expect((await test.brand(id)).managedProducts[0]).toMatchObject({ pictures: [{ id: one }] });
    expect(await test.brand(id)).not.toHaveProperty("coverId");
    await place([]).expect(200);
    // Visitors see a drawing, chosen by the product's words.
    const [drawn] = await test.live("Picture House");
    expect(drawn?.["productImages"]).toEqual([{ imageUrl: expect.stringMatching(/\.svg$/) }]);
    expect(await test.query("SELECT FROM product_images WHERE listing_id = $1", [shown?.id])).toEqual([]);
  });
});

describe("hiding and restoring", () => {
  it("takes a brand off every list, count and search at once, and brings it back as it was", async () => {
    const id = await test.newBrand("Vanishing Bags", { products: 2 });
    const [first] = (await test.brand(id)).managedProducts;
    await test
      .call("put", "home-page/spotlight", {
        ids: [id],
        seen: (
          await test.query<{ id: string }>(
            "SELECT brand_id AS id FROM highlights WHERE kind = 'spotlight' ORDER BY position",
          )
        ).map((each) => each.id),
        reason,
      })
      .expect(200);
    const count = async (): Promise<number | undefined> => {
      const response = await test.visit("/api/v1/listings/categories?module=shops").expect(200);
      return (response.body as { name: string; count: number }[]).find(({ name }) => name === "Bags")?.count;
    };
    const spotlight = async () => {
      const response = await test.visit("/api/v1/listings/highlights").expect(200);
      return (response.body as { spotlight: { name: string }[] }).spotlight.map(({ name }) => name);
    };
    const before = (await count()) ?? 0;
    expect(await spotlight()).toEqual(["Vanishing Bags"]);
    await test.call("post", `products/${first?.id}/hide`, { reason }).expect(200);
    expect(await test.live("Vanishing Bags")).toHaveLength(1);
    await test.call("post", `brands/${id}/hide`, { reason }).expect(200);
    expect(await test.live("Vanishing Bags")).toEqual([]);
    expect(await count()).toBe(before - 2);
    expect(await spotlight()).toEqual([]);
    expect((await test.visit("/brands/Vanishing%20Bags")).status).toBe(404);
    expect(JSON.stringify((await test.visit("/api/v1/search?q=vanishing")).body)).not.toContain("Vanishing Bags");
    // What is written meanwhile stays hidden: a product that is added, and a renewal.
    await test.newProduct(id, "Vanishing late", "2099-01-01");
    await test.query("UPDATE listings SET status = 'live', expires_at = '2099-01-01' WHERE brand_id = $1", [id]);
    expect(await test.live("Vanishing Bags")).toEqual([]);
    expect(outcomeOf(await test.call("post", `brands/${id}/hide`, { reason }))).toEqual([409, "facts_changed"]);
    expect(await test.audited(id)).toMatchObject({ action: "brand_hidden", after: { hidden: true } });
    await test.call("post", `brands/${id}/restore`, { reason }).expect(200);
    // The product that was hidden on its own stays so.
    expect(await test.live("Vanishing Bags")).toHaveLength(2);
    expect(await spotlight()).toEqual(["Vanishing Bags"]);
    await test.call("post", `products/${first?.id}/restore`, { reason }).expect(200);
    expect(await test.live("Vanishing Bags")).toHaveLength(3);
  });

  it("hides a product that is added while its brand is being hidden", async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await test.newBrand(`Racing Bags ${round}`, { products: 0 });
      await Promise.all([
        test.call("post", `brands/${id}/hide`, { reason }).expect(200),
        test.newProduct(id, `Racing ${round}`),
      ]);
      expect(await test.live(`Racing Bags ${round}`)).toEqual([]);
    }
  });

  it("does a repeated request once", async () => {
    const id = await test.newBrand("Repeated Bags");
    const key = randomBytes(16).toString("hex");
    const hide = () => test.call("post", `brands/${id}/hide`, { reason }, { key });
    const [first, again] = [await hide().expect(200), await hide().expect(200)];
    expect(again.body).toEqual(first.body);
    expect(await test.query("SELECT id FROM audit_log WHERE subject_id = $1", [id])).toHaveLength(1);
  });
});

it("a badge names document, day and operator, and is taken back with a reason", async () => {
  const id = await test.newBrand("Badge Bags");
  const body = { document: "Udyam registration", seenOn: "2026-01-15", reason };
  await test.call("post", `brands/${id}/verify`, body).expect(200);
  expect(await test.brand(id)).toMatchObject({
    verified: true,
    verification: { by: "asha", document: "Udyam registration", seenOn: "2026-01-15" },
  });
  expect(outcomeOf(await test.call("post", `brands/${id}/verify`, body))).toEqual([409, "facts_changed"]);
  await test.call("post", `brands/${id}/unverify`, { reason }).expect(200);
  expect(await test.brand(id)).not.toHaveProperty("verification");
  expect(await test.audited(id)).toMatchObject({
    action: "brand_unverified",
    before: { document: "Udyam registration" },
  });
  for (const change of [{ seenOn: "2099-01-01" }, { seenOn: "" }, { document: "A letter" }]) {
    expect(outcomeOf(await test.call("post", `brands/${id}/verify`, { ...body, ...change }))).toEqual([
      400,
      "invalid_request",
    ]);
  }
});

describe("a merge", () => {
  it("moves everything, fills what is empty, and redirects the address", async () => {
    const from = await test.newBrand("Double Bagz", { products: 2 });
    const into = await test.newBrand("Double Bags", { products: 1 });
    await test.query("UPDATE brands SET location = 'Pune', website_url = 'https://one.example' WHERE id = $1", [from]);
    await test.query("UPDATE brands SET website_url = 'https://two.example' WHERE id = $1", [into]);
    const picture = await test.newPicture(from);
    await test.call("post", `brands/${from}/logo`, { pictures: [{ id: picture, alt: "" }], reason }).expect(200);
    const today = "date_trunc('week', now())::date";
    await test.query(`INSERT INTO brand_views VALUES ($1, ${today}, 2), ($2, ${today}, 3)`, [from, into]);
    await test.query(
      `INSERT INTO enquiries (kind, state, first_name, last_name, email, message, digest, brand_id, consented_at)
       VALUES ('brand', 'received', 'Meena', 'Devi', 'meena@example.com', 'In green?', 'double', $1, now())`,
      [from],
    );
    const preview = await test.call("get", `brand-merges/${from}/${into}`, undefined, { role: "viewer" }).expect(200);
    expect(preview.body).toEqual({
      ...{ fromName: "Double Bagz", intoName: "Double Bags", productsAfterwards: 3 },
      moved: [
        { what: "products", count: 2 },
        { what: "pictures", count: 1 },
        { what: "enquiries", count: 1 },
      ],
      ...{ taken: ["place", "logo"], dropped: ["website"] },
    });
    await test.call("post", `brands/${from}/merge`, { intoBrandId: into, reason }).expect(200);
    expect(outcomeOf(await test.call("get", `brands/${from}`))).toEqual([404, "brand_not_found"]);
    expect(await test.brand(into)).toMatchObject({
      ...{ place: "Pune", websiteUrl: "https://two.example", logoId: picture, formerNames: ["Double Bagz"] },
      managedProducts: [{ name: "Double Bags 0" }, { name: "Double Bagz 0" }, { name: "Double Bagz 1" }],
    });
    expect(await test.live("Double Bags")).toHaveLength(3);
    expect(await test.query("SELECT brand_id, views FROM brand_views WHERE brand_id = $1", [into])).toMatchObject([
      { views: 5 },
    ]);
    expect(await test.query("SELECT 1 FROM enquiries WHERE brand_id = $1", [into])).toHaveLength(1);
    const page = await test.visit("/brands/Double%20Bagz");
    expect([page.status, page.headers["location"]]).toEqual([301, "/brands/Double%20Bags"]);
    expect(await test.audited(into)).toMatchObject({ action: "brand_merged", before: { mergedBrand: from } });
  });

  it("is refused with itself, across parts of the site, and above 20 products", async () => {
    const bags = await test.newBrand("Merge Bags", { products: 11 });
    const others = await test.newBrand("Merge Others", { products: 10 });
    const service = await test.newBrand("Merge Service", { module: "services", category: "Training" });
    const merge = async (into: string) =>
      outcomeOf(await test.call("post", `brands/${bags}/merge`, { intoBrandId: into, reason }));
    expect(await merge(bags)).toEqual([400, "invalid_request"]);
    expect(await merge(service)).toEqual([409, "brands_differ"]);
    expect(await merge(others)).toEqual([409, "products_full"]);
    expect(await merge(randomUUID())).toEqual([404, "brand_not_found"]);
  });
});

it("lets nobody without a login in, and viewers read only", async () => {
  const id = await test.newBrand("Guarded Bags");
  const [product] = (await test.brand(id)).managedProducts;
  const picture = randomUUID();
  const reads = [
    "brands",
    `brands/${id}`,
    `brand-merges/${id}/${await test.newBrand("Guarded Other")}`,
    "home-page",
    "home-page/spotlight/choices",
    "past-events",
  ];
  const writes = [
    ["put", `brands/${id}`],
    ...["hide", "restore", "verify", "unverify", "merge", "products", "upload-ticket"].map((what) => [
      "post",
      `brands/${id}/${what}`,
    ]),
    ...["product-order", "logo", "cover"].map((what) => ["post", `brands/${id}/${what}`]),
    ["post", `brands/${id}/pictures/${picture}/remove`],
    ["put", `products/${product?.id}`],
    ["post", `products/${product?.id}/pictures`],
    ...["hide", "restore"].map((what) => ["post", `products/${product?.id}/${what}`]),
    ["put", "home-page/spotlight"],
    ["post", "past-events"],
    ["put", `past-events/${id}`],
    ...["remove", "restore"].map((what) => ["post", `past-events/${id}/${what}`]),
  ] as ["post" | "put", string][];
  for (const path of reads) {
    expect([path, ...outcomeOf(await test.call("get", path, undefined, { role: "nobody" }))]).toEqual([
      path,
      401,
      "not_authenticated",
    ]);
    expect([path, (await test.call("get", path, undefined, { role: "viewer" })).status]).toEqual([path, 200]);
  }
  for (const [method, path] of writes) {
    expect([path, ...outcomeOf(await test.call(method, path, { reason }, { role: "nobody" }))]).toEqual([
      path,
      401,
      "not_authenticated",
    ]);
    expect([path, ...outcomeOf(await test.call(method, path, { reason }, { role: "viewer" }))]).toEqual([
      path,
      403,
      "operators_only",
    ]);
  }
  expect(await test.query("SELECT DISTINCT action FROM audit_log WHERE subject_id = $1", [id])).toEqual([
    { action: "brand_viewed" },
  ]);
});
