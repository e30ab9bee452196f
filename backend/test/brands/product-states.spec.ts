import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { EMPTY_PAGE, emptyProduct } from "@sakhi/domain/brands/brand-page.rules";
import { CatalogueService } from "../../src/catalogue/catalogue.service.js";
import { CurationModule } from "../../src/curation/curation.module.js";
import { MailedLinksService } from "../../src/mail/mailed-links.service.js";
import { MyBrandModule } from "../../src/my-brand/my-brand.module.js";
import { productPageData } from "../../src/site/structured-data.js";
import { codeOf, type TestVisitor } from "../bookings/mela.js";
import { ListingTest } from "../listings/listing-app.js";

// What an owner does with her products at once: nothing new is shown by it (decision 62).

const CALLS = "/api/v1/my-brand";

const test = await ListingTest.open({}, [MyBrandModule, CurationModule]);
const { mela } = test;
const operator = await test.administrator("asha");
afterAll(() => test.close());

const PICKLE = randomUUID();
const CHUTNEY = randomUUID();
let browser: TestVisitor;
let brandId = "";
let brandName = "";
let applicationId = "";

const product = (id: string, name: string) => ({
  ...emptyProduct(id),
  ...{ name, category: "Food & Food Products" },
  price: { kind: "fixed" as const, fromPaise: 25_000, toPaise: null },
});
const set = (id: string, state: string, by: TestVisitor = browser) =>
  by.post(`${CALLS}/products/${id}/state`, { state });
const mine = async () => (await browser.get(CALLS)).body;
const products = async () => (await test.listed(brandName)).map(({ name, paused }) => [name, paused]);

async function opened(ofApplication: string): Promise<TestVisitor> {
  const visitor = mela.visitor();
  const token = (await test.get(MailedLinksService).url("brand", randomUUID(), ofApplication)).split("#")[1];
  expect((await visitor.post(`${CALLS}/session`, { token })).status).toBe(200);
  return visitor;
}

beforeAll(async () => {
  ({ applicationId } = await test.paid());
  browser = await opened(applicationId);
  const logoId = randomUUID();
  await mela.query(
    `INSERT INTO pictures (id, subject_type, subject_id, state, bytes, received, width, height, placeholder, ended_at)
     VALUES ($1, 'application', $2, 'ready', 9, 9, 640, 480, 'data:image/webp;base64,AA==', clock_timestamp())`,
    [logoId, applicationId],
  );
  const content = {
    ...EMPTY_PAGE,
    ...{ logoId, story: "We cook mango and lemon pickles in small batches, as our grandmothers did in Jaipur." },
    ...{ place: "Jaipur, Rajasthan", products: [product(PICKLE, "Mango pickle"), product(CHUTNEY, "Tomato chutney")] },
  };
  await browser.put(`${CALLS}/draft`, { version: 0, content });
  // Nothing is on the site yet.
  expect(codeOf(await set(PICKLE, "hidden"))).toBe("product_not_found");
  expect((await browser.post(`${CALLS}/send`, { version: 1 })).body["outcome"]).toBe("sent");
  const [change] = await mela.query<{ id: string; version: number }>(
    "SELECT id, version FROM brand_changes WHERE application_id = $1 AND state = 'sent'",
    [applicationId],
  );
  await operator.post(`brand-changes/${change?.id}/accept`, { version: change?.version });
  expect((await operator.post(`listings/${applicationId}/approve`, {})).status).toBe(200);
  const row = await test.row(applicationId);
  [brandId, brandName] = [String(row["brand_id"]), String(row["brand_name"])];
});

/** The ids that the page has now: the first product took that of the card. */
const idOf = async (name: string): Promise<string> => {
  const { products: all } = (await mine())["page"] as { products: { id: string; name: string }[] };
  return all.find((each) => each.name === name)?.id ?? "";
};

describe("an owner's product", () => {
  it("begins with the brand's category, and is shown", async () => {
    expect(await mine()).toMatchObject({ status: "live", category: "Jewellery & Accessories", notShown: [] });
    expect(await products()).toEqual([
      ["Mango pickle", false],
      ["Tomato chutney", false],
    ]);
  });

  it("that is paused stays with the words, also for programs", async () => {
    const id = await idOf("Mango pickle");
    const answer = await set(id, "paused");
    expect([answer.status, answer.body["notShown"]]).toEqual([200, [{ id, state: "paused" }]]);
    expect(await products()).toEqual([
      ["Mango pickle", true],
      ["Tomato chutney", false],
    ]);
    const [listing] = await test.get(CatalogueService).listings([id]);
    expect(productPageData("https://sakhi.example", listing!)).toMatchObject({
      offers: { price: 250, availability: "https://schema.org/OutOfStock" },
    });
    expect((await set(id, "shown")).body["notShown"]).toEqual([]);
    expect(await products()).toContainEqual(["Mango pickle", false]);
  });

  it("that is hidden leaves lists, search, its page and the sitemap, and the operator sees why", async () => {
    const id = await idOf("Tomato chutney");
    const catalogue = test.get(CatalogueService);
    const found = async () =>
      JSON.stringify((await mela.visitor().get("/api/v1/search?q=tomato%20chutney")).body).includes("Tomato chutney");
    const inSitemap = async () => (await catalogue.productPage("", 500)).some((each) => each.id === id);
    expect([await found(), await inSitemap(), (await catalogue.listings([id])).length]).toEqual([true, true, 1]);
    expect((await set(id, "hidden")).status).toBe(200);
    expect(await products()).toEqual([["Mango pickle", false]]);
    expect([await found(), await inSitemap(), (await catalogue.listings([id])).length]).toEqual([false, false, 0]);
    const managed = (await operator.get(`brands/${brandId}`)).body["managedProducts"];
    expect(managed).toContainEqual(
      expect.objectContaining({ name: "Tomato chutney", state: "hidden", ownerState: "hidden" }),
    );
    expect((managed as object[]).filter((each) => "hiddenReason" in each)).toEqual([]);
  });

  it("that is hidden stays hidden when the page is published again or the year is extended, and comes back as it was", async () => {
    const id = await idOf("Tomato chutney");
    await mela.query("UPDATE listings SET status = 'live' WHERE brand_id = $1", [brandId]);
    expect(await products()).toEqual([["Mango pickle", false]]);
    expect((await set(id, "shown")).status).toBe(200);
    expect((await products()).length).toBe(2);
  });

  it("that an operator hides is not shown by its owner", async () => {
    const id = await idOf("Tomato chutney");
    await mela.query("UPDATE listings SET hidden_at = now(), hidden_reason = 'A complaint' WHERE id = $1", [id]);
    expect((await set(id, "shown")).status).toBe(200);
    expect(await products()).toEqual([["Mango pickle", false]]);
    await mela.query("UPDATE listings SET hidden_at = NULL, hidden_reason = NULL WHERE id = $1", [id]);
  });

  it("can all be hidden: the page is off the site, and its year runs", async () => {
    const ids = [await idOf("Mango pickle"), await idOf("Tomato chutney")];
    for (const id of ids) expect((await set(id, "hidden")).status).toBe(200);
    const body = await mine();
    expect([body["status"], body["publicPath"]]).toEqual(["live", undefined]);
    expect(await test.get(CatalogueService).brand("shops", brandName)).toBeUndefined();
    for (const id of ids) expect((await set(id, "shown")).status).toBe(200);
    expect(await mine()).toHaveProperty("publicPath");
  });

  it("is its owner's alone", async () => {
    const id = await idOf("Mango pickle");
    const other = await opened((await test.paid()).applicationId);
    expect(codeOf(await set(id, "hidden", other))).toBe("product_not_found");
    expect(codeOf(await set(id, "hidden", mela.visitor()))).toBe("brand_link_invalid");
    expect(codeOf(await set(id, "gone"))).toBe("invalid_request");
    expect((await products()).length).toBe(2);
  });
});
