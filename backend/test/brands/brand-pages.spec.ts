import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "@jest/globals";
import { type BrandPage, EMPTY_PAGE, emptyProduct, type Product } from "@sakhi/domain/brands/brand-page.rules";
import hindiProblems from "@sakhi/domain/generated/messages/hi/page-problems";
import { CatalogueProductsService } from "../../src/catalogue/catalogue-products.service.js";
import { MailedLinksService } from "../../src/mail/mailed-links.service.js";
import { MyBrandModule } from "../../src/my-brand/my-brand.module.js";
import { Database } from "../../src/platform/database/database.js";
import { apiError, codeOf, type TestResponse, type TestVisitor } from "../bookings/mela.js";
import { application, ListingTest } from "../listings/listing-app.js";

const CALLS = "/api/v1/my-brand";
const OUR_TEXT = "We cook mango and lemon pickles in small batches, as our grandmothers did in Jaipur.";

const test = await ListingTest.open({ TRUSTED_EDITS: "on" }, [MyBrandModule]);
const { mela } = test;
const operator = await test.administrator("asha");
afterAll(() => test.close());

/** A browser with an opened page. */
interface Owner {
  readonly applicationId: string;
  readonly token: string;
  readonly browser: TestVisitor;
}

async function link(applicationId: string): Promise<string> {
  return (await test.get(MailedLinksService).url("brand", randomUUID(), applicationId)).split("#")[1]!;
}

async function owner(): Promise<Owner> {
  const { applicationId } = await test.paid();
  const token = await link(applicationId);
  const browser = mela.visitor();
  const response = await browser.post(`${CALLS}/session`, { token });
  expect(response.status).toBe(200);
  return { applicationId, token, browser };
}

/** A checked picture of an application or a brand. */
async function picture(subject: "application" | "brand", id: string): Promise<string> {
  const pictureId = randomUUID();
  await mela.query(
    `INSERT INTO pictures (id, subject_type, subject_id, state, bytes, received, width, height, placeholder, ended_at)
     VALUES ($1, $2, $3, 'ready', 9, 9, 640, 480, 'data:image/webp;base64,AA==', clock_timestamp())`,
    [pictureId, subject, id],
  );
  return pictureId;
}

const PICKLE: Product = {
  ...emptyProduct(randomUUID()),
  name: "Mango pickle",
  price: { kind: "fixed", fromPaise: 25_000, toPaise: null },
  category: "Food & Food Products",
};
const pageOf = (changes: Partial<BrandPage>): BrandPage => ({
  ...EMPTY_PAGE,
  story: OUR_TEXT,
  place: "Jaipur, Rajasthan",
  ...changes,
});

const save = (browser: TestVisitor, version: number, content: BrandPage): Promise<TestResponse> =>
  browser.put(`${CALLS}/draft`, { version, content });
const versionOf = async (browser: TestVisitor): Promise<number> =>
  ((await browser.get(CALLS)).body["change"] as { version: number }).version;
const send = async (browser: TestVisitor): Promise<TestResponse> =>
  browser.post(`${CALLS}/send`, { version: await versionOf(browser) });

async function waiting(applicationId: string): Promise<{ id: string; version: number }> {
  const [found] = await mela.query<{ id: string; version: number }>(
    "SELECT id, version FROM brand_changes WHERE application_id = $1 AND state = 'sent'",
    [applicationId],
  );
  return found!;
}
const accept = async (applicationId: string, content?: BrandPage): Promise<TestResponse> => {
  const { id, version } = await waiting(applicationId);
  return operator.post(`brand-changes/${id}/accept`, { version, ...(content === undefined ? {} : { content }) });
};

/** A brand that is live with a logo and a pickle. */
async function live(): Promise<Owner & { brandId: string; page: BrandPage; brandName: string }> {
  const own = await owner();
  const logoId = await picture("application", own.applicationId);
  await save(own.browser, 0, pageOf({ logoId, products: [{ ...PICKLE, id: randomUUID() }] }));
  expect((await send(own.browser)).body["outcome"]).toBe("sent");
  expect((await accept(own.applicationId)).status).toBe(200);
  expect((await operator.post(`listings/${own.applicationId}/approve`, {})).status).toBe(200);
  const { brand_id: brandId, brand_name: brandName } = await test.row(own.applicationId);
  const { body } = await own.browser.get(CALLS);
  return { ...own, brandId: String(brandId), brandName: String(brandName), page: body["page"] as BrandPage };
}

describe("from the link to the site", () => {
  it("starts with the application's words and the place of its address", async () => {
    const { browser } = await owner();
    const { page } = (await browser.get(CALLS)).body as { page: BrandPage };
    expect(page).toMatchObject({ story: expect.stringContaining("grandmothers"), place: "Dharwad, Karnataka" });
  });

  it("publishes an accepted page with the approval, its first product in place of the card", async () => {
    const { brandName, page, brandId, browser } = await live();
    expect(page).toMatchObject({ story: OUR_TEXT, place: "Jaipur, Rajasthan", products: [{ name: "Mango pickle" }] });
    const listed = await test.listed(brandName);
    expect(listed.map(({ name }) => name)).toEqual(["Mango pickle"]);
    expect(listed[0]).toMatchObject({ location: "Jaipur, Rajasthan", category: "Food & Food Products" });
    // Without a picture, a drawing of what the product is called.
    expect(listed[0]).toMatchObject({ image: expect.stringMatching(/\/mango-pickle\.svg$/) });
    const rows = await mela.query("SELECT price_kind, price_from_paise, is_card FROM listings WHERE brand_id = $1", [
      brandId,
    ]);
    expect(rows).toEqual([{ price_kind: "fixed", price_from_paise: 25_000, is_card: false }]);
    expect((await browser.get(CALLS)).body).toMatchObject({ status: "live", verified: false, documents: [{}] });
  });

  it("shows nothing of a change before it is accepted, and everything with the operator's word afterwards", async () => {
    const { applicationId, browser, brandName, brandId, page } = await live();
    const photo = await picture("brand", brandId);
    const squash: Product = {
      ...PICKLE,
      id: randomUUID(),
      name: "Lemon squosh",
      pictures: [{ id: photo, alt: "A bottle of squash" }],
    };
    await save(browser, 0, { ...page, products: [squash, ...page.products] });
    expect((await send(browser)).body["outcome"]).toBe("sent");
    expect((await test.listed(brandName)).map(({ name }) => name)).toEqual(["Mango pickle"]);
    const { id } = await waiting(applicationId);
    const { body } = await operator.get(`brand-changes/${id}`);
    expect(body).toMatchObject({ approved: true, before: { products: [{}] }, after: { products: [{}, {}] } });
    const after = body["after"] as BrandPage;
    const corrected = {
      ...after,
      products: after.products.map((each) => ({ ...each, name: each.name.replace("squosh", "squash") })),
    };
    expect((await accept(applicationId, corrected)).status).toBe(200);
    expect((await test.listed(brandName)).map(({ name }) => name).toSorted()).toEqual(["Lemon squash", "Mango pickle"]);
    expect(await mela.query("SELECT alt FROM product_images WHERE picture_id = $1", [photo])).toEqual([
      { alt: "A bottle of squash" },
    ]);
    expect(await test.listingMails(applicationId)).toContainEqual(expect.stringContaining("brand-page-accepted"));
    const audit = "SELECT action FROM audit_log WHERE subject_id = $1 AND action LIKE 'brand_page%'";
    expect(await mela.column(audit, [applicationId])).toContain("brand_page_accepted");
  });

  it("shows pictures as their owner frames them, once that is accepted", async () => {
    const { applicationId, browser, brandName, brandId, page } = await live();
    const [coverId, photo] = [await picture("brand", brandId), await picture("brand", brandId)];
    const [cover, seen] = [
      { x: 30, y: 5 },
      { x: 100, y: 0 },
    ];
    const products = page.products.map((each) => ({ ...each, pictures: [{ id: photo, alt: "Jars", focus: seen }] }));
    const content = { ...page, coverId, coverAlt: "Our kitchen", coverFocus: cover, products };
    await save(browser, 0, content);
    // Kept as it was chosen, and for nobody else yet.
    const { body } = await browser.get(CALLS);
    expect(body).toMatchObject({
      change: { content: { coverFocus: cover, products: [{ pictures: [{ focus: seen }] }] } },
    });
    expect((await send(browser)).body["outcome"]).toBe("sent");
    expect(await mela.query("SELECT FROM pictures WHERE focus_x <> 50 AND id IN ($1, $2)", [coverId, photo])).toEqual(
      [],
    );
    expect((await accept(applicationId)).status).toBe(200);
    const placed = async () => {
      const [listed] = await test.listed(brandName);
      return listed as unknown as { coverPicture: object; picture: object; productPictures: object[] };
    };
    await mela.query(
      "INSERT INTO picture_files (picture_id, name, format, width, height, bytes) SELECT id, repeat('a', 40) || '-640.webp', 'webp', 640, 480, 9 FROM pictures WHERE id IN ($1, $2)",
      [coverId, photo],
    );
    expect(await placed()).toMatchObject({
      coverPicture: { id: coverId, focus: cover },
      picture: { id: photo, focus: seen },
      productPictures: [{ focus: seen }],
    });
    // As the owner reads it again, it is what she chose; in the middle again, nothing is said of it.
    const { body: after } = await browser.get(CALLS);
    expect(after["page"]).toMatchObject({ coverFocus: cover, products: [{ pictures: [{ focus: seen }] }] });
    const { coverFocus: _, ...middle } = after["page"] as BrandPage;
    await save(browser, 0, middle);
    expect((await send(browser)).body["outcome"]).toBe("published");
    expect((await placed()).coverPicture).not.toHaveProperty("focus");
  });

  it.each([{ x: 101, y: 0 }, { x: 0.5, y: 0 }, { x: 1 }, "middle", null])(
    "refuses the focus %j, and keeps the draft before",
    async (focus) => {
      const { browser } = await owner();
      expect((await save(browser, 0, pageOf({ place: "Ajmer" }))).status).toBe(200);
      const wrong = { ...pageOf({ place: "Kota" }), coverFocus: focus } as unknown as BrandPage;
      expect(codeOf(await save(browser, 1, wrong))).toBe("invalid_request");
      expect((await browser.get(CALLS)).body).toMatchObject({ change: { content: { place: "Ajmer" } } });
    },
  );

  it("returns one picture with a reason; the rest is sent again", async () => {
    const { applicationId, browser, brandId, page } = await live();
    const cover = await picture("brand", brandId);
    await save(browser, 0, { ...page, coverId: cover });
    await send(browser);
    const { id, version } = await waiting(applicationId);
    const reason = "The cover shows somebody else's shop";
    expect((await operator.post(`brand-changes/${id}/return`, { version, reason, pictureIds: [cover] })).status).toBe(
      200,
    );
    const { change } = (await browser.get(CALLS)).body as { change: { content: BrandPage } };
    expect(change).toMatchObject({ state: "returned", reason, content: { coverId: null, logoId: page.logoId } });
    await save(browser, await versionOf(browser), { ...change.content, place: "Ajmer, Rajasthan, near the lake" });
    expect((await send(browser)).body["outcome"]).toBe("sent");
    expect((await accept(applicationId)).status).toBe(200);
    expect(await mela.value("SELECT location FROM brands WHERE id = $1", [brandId])).toBe(
      "Ajmer, Rajasthan, near the lake",
    );
    // The picture that no page shows is gone.
    expect(await mela.value("SELECT state FROM pictures WHERE id = $1", [cover])).toBe("deleted");
  });

  it("returns a picture with the word that the operator corrected; she continues from it", async () => {
    const { applicationId, browser, brandId, page } = await live();
    const cover = await picture("brand", brandId);
    await save(browser, 0, { ...page, coverId: cover, place: "Jaipor, Rajasthan" });
    await send(browser);
    const { id, version } = await waiting(applicationId);
    const { body } = await operator.get(`brand-changes/${id}`);
    const content = { ...(body["after"] as BrandPage), place: "Jaipur, Rajasthan" };
    const returned = { version, reason: "The cover is blurred", pictureIds: [cover], content };
    expect((await operator.post(`brand-changes/${id}/return`, returned)).status).toBe(200);
    const { change } = (await browser.get(CALLS)).body as { change: { content: BrandPage } };
    expect(change.content).toMatchObject({ place: "Jaipur, Rajasthan", coverId: null, products: page.products });
  });

  it("publishes small corrections of an approved brand at once, and lists them until they are seen", async () => {
    const { applicationId, browser, brandName, page } = await live();
    const [pickle] = page.products;
    const price = { kind: "range", fromPaise: 25_000, toPaise: 90_000 } as const;
    await save(browser, 0, { ...page, products: [{ ...pickle!, name: "Mango pickles", price }] });
    expect((await send(browser)).body["outcome"]).toBe("published");
    expect((await test.listed(brandName)).map(({ name }) => name)).toEqual(["Mango pickles"]);
    const mine = async (): Promise<{ id: string }[]> =>
      (
        (await operator.get("brand-changes")).body as unknown as {
          id: string;
          applicationId: string;
          trusted: boolean;
        }[]
      ).filter((each) => each.applicationId === applicationId && each.trusted);
    const [shown] = await mine();
    expect((await operator.post(`brand-changes/${shown!.id}/seen`, {})).status).toBe(200);
    expect(await mine()).toEqual([]);
  });

  it("makes the last product the brand's card again when all are removed, and renews all products", async () => {
    const { applicationId, browser, brandName, page } = await live();
    await save(browser, 0, {
      ...page,
      products: [...page.products, { ...PICKLE, id: randomUUID(), name: "Lemon pickle" }],
    });
    await send(browser);
    await accept(applicationId);
    expect(await test.listed(brandName)).toHaveLength(2);
    const { body } = await browser.get(CALLS);
    await save(browser, 0, { ...(body["page"] as BrandPage), products: [] });
    await send(browser);
    expect((await accept(applicationId)).status).toBe(200);
    expect((await test.listed(brandName)).map(({ name, description }) => [name, description])).toEqual([
      [brandName, OUR_TEXT],
    ]);
  });
});

describe("before the approval", () => {
  const approve = (applicationId: string, body: object = {}): Promise<TestResponse> =>
    operator.post(`listings/${applicationId}/approve`, body);
  const pageOfApplication = async (applicationId: string): Promise<unknown> =>
    (await operator.get(`listings/${applicationId}`)).body["page"];

  it("needs a page with a picture, reviewed, or the owner's word; the operator sees what is missing", async () => {
    const { applicationId, browser } = await owner();
    expect(await pageOfApplication(applicationId)).toEqual({ state: "none", lacks: ["picture", "cover", "products"] });
    expect(apiError(await approve(applicationId, { noPictures: false }))).toEqual([409, "brand_page_missing"]);
    const logoId = await picture("application", applicationId);
    await save(browser, 0, pageOf({ logoId }));
    expect(await pageOfApplication(applicationId)).toMatchObject({ state: "draft" });
    expect(codeOf(await approve(applicationId))).toBe("brand_page_missing");
    await send(browser);
    const { id } = await waiting(applicationId);
    expect(await pageOfApplication(applicationId)).toEqual({
      ...{ state: "sent", changeId: id },
      lacks: ["cover", "products", "links"],
    });
    for (const body of [{}, { noPictures: true }]) {
      expect(apiError(await approve(applicationId, body))).toEqual([409, "brand_page_unreviewed"]);
    }
    expect(await test.state(applicationId)).toBe("under_review");
    await accept(applicationId);
    expect((await approve(applicationId)).status).toBe(200);
  });

  it("is approved with the owner's word on her page, or to an operator, who is recorded", async () => {
    const word = await owner();
    await save(word.browser, 0, pageOf({ noPictures: true }));
    await send(word.browser);
    await accept(word.applicationId);
    expect((await approve(word.applicationId)).status).toBe(200);
    const phone = await owner();
    expect((await approve(phone.applicationId, { noPictures: true })).status).toBe(200);
    const recorded =
      "SELECT after->>'ownerHasNoPictures' FROM audit_log WHERE subject_id = $1 AND action = 'application_approved'";
    expect(await mela.value(recorded, [word.applicationId])).toBeNull();
    expect(await mela.value(recorded, [phone.applicationId])).toBe("true");
  });

  it("lists an application without a page for a call that says nothing about pictures", async () => {
    const { applicationId } = await owner();
    expect((await approve(applicationId)).status).toBe(200);
  });

  it("joins a brand whose page shows a picture without one of its own", async () => {
    const { brandId, brandName } = await live();
    const { applicationId } = await test.paid({ brandName });
    expect(codeOf(await approve(applicationId, { noPictures: false }))).toBe("brand_page_missing");
    expect((await approve(applicationId, { joinBrandId: brandId })).status).toBe(200);
  });

  it("asks the owner for what is missing, once for two presses, and records it", async () => {
    const { applicationId } = await owner();
    const ask = () => operator.post(`listings/${applicationId}/ask-for-page`, { note: "A photograph of your jars" });
    expect((await Promise.all([ask(), ask()])).map(({ status }) => status)).toEqual([200, 200]);
    const asked =
      "SELECT data->>'lacks' || ' | ' || (data->>'note') AS line FROM mails WHERE application_id = $1 AND template = 'brand-page-asked'";
    expect(await mela.column(asked, [applicationId])).toEqual([
      "a logo or a picture, a cover and products | A photograph of your jars",
    ]);
    expect((await operator.get(`listings/${applicationId}`)).body["pageAskedAt"]).toEqual(expect.any(String));
    const audit = "SELECT action FROM audit_log WHERE subject_id = $1 AND action = 'brand_page_asked'";
    expect(await mela.column(audit, [applicationId])).toHaveLength(1);
    const { applicationId: unpaid } = await test.applicant();
    expect(apiError(await operator.post(`listings/${unpaid}/ask-for-page`, {}))).toEqual([409, "application_moved"]);
  });
});

describe("the browser that applied", () => {
  const here = (browser: TestVisitor, body: object): Promise<TestResponse> =>
    browser.post(`${CALLS}/session/here`, body);

  it("opens the page of its order for a day, once it is paid; no other browser does", async () => {
    const browser = mela.visitor();
    const { orderId } = (await test.pay(application(), browser)).body as { orderId: string };
    expect(apiError(await here(browser, { orderId }))).toEqual([404, "brand_link_invalid"]);
    await test.settlePaid(orderId);
    const other = await test.paid();
    for (const [who, body] of [
      [mela.visitor(), { orderId }],
      [browser, { orderId: other.orderId }],
      [browser, {}],
    ] as const) {
      expect(codeOf(await here(who, body))).toBe("brand_link_invalid");
    }
    expect((await here(browser, { orderId })).body).toMatchObject({ status: "in_review" });
    expect((await save(browser, 0, pageOf({ place: "Jaipur" }))).status).toBe(200);
    await mela.query(
      "UPDATE listing_applications SET review_since = clock_timestamp() - interval '25 hours' WHERE id = $1",
      [(await test.applicantOf(orderId)).applicationId],
    );
    expect(codeOf(await here(browser, { orderId }))).toBe("brand_link_invalid");
  });
});

describe("what an operator has hidden", () => {
  it("stays on her page and off the site, and is there once when it is restored", async () => {
    const { applicationId, browser, brandId, brandName, page } = await live();
    const [pickle] = page.products;
    await mela.query("UPDATE brands SET hidden_at = clock_timestamp(), hidden_reason = 'a complaint' WHERE id = $1", [
      brandId,
    ]);
    const { body } = await browser.get(CALLS);
    expect((body["page"] as BrandPage).products).toEqual([pickle]);
    await save(browser, 0, { ...page, products: [{ ...pickle!, name: "Mango pickle of the hills" }] });
    await send(browser);
    expect((await accept(applicationId)).status).toBe(200);
    expect(await test.listed(brandName)).toEqual([]);
    await mela.query("UPDATE brands SET hidden_at = NULL, hidden_reason = NULL WHERE id = $1", [brandId]);
    expect((await test.listed(brandName)).map(({ id, name }) => [id, name])).toEqual([
      [pickle!.id, "Mango pickle of the hills"],
    ]);
  });

  it("is renewed and taken down with the brand's listing", async () => {
    const { applicationId, browser, brandId, brandName, page } = await live();
    const lemon = { ...PICKLE, id: randomUUID(), name: "Lemon pickle" };
    await save(browser, 0, { ...page, products: [...page.products, lemon] });
    await send(browser);
    expect((await accept(applicationId)).status).toBe(200);
    await mela.query("UPDATE listings SET hidden_at = clock_timestamp(), hidden_reason = 'wrong' WHERE id = $1", [
      lemon.id,
    ]);
    const products = test.get(CatalogueProductsService);
    const { listing_id: listingId } = await test.row(applicationId);
    const until = new Date("2031-01-31T00:00:00Z");
    await test.get(Database).transaction((tx) => products.extend(tx, String(listingId), until));
    const rowsOf = () =>
      mela.query("SELECT status, expires_at FROM listings WHERE id = $1 AND brand_id = $2", [lemon.id, brandId]);
    expect(await rowsOf()).toEqual([{ status: "hidden", expires_at: until }]);
    await test.get(Database).transaction((tx) => products.takeDown(tx, String(listingId)));
    expect(await rowsOf()).toMatchObject([{ status: "withdrawn" }]);
    expect(await test.listed(brandName)).toEqual([]);
  });
});

describe("what is typed", () => {
  it("is kept as it is, however incomplete, and continues on another device", async () => {
    const { browser, token } = await owner();
    const draft = pageOf({ story: "We", place: "", products: [emptyProduct(randomUUID())] });
    expect((await save(browser, 0, draft)).status).toBe(200);
    const other = mela.visitor();
    const { body } = await other.post(`${CALLS}/session`, { token });
    expect(body["change"]).toMatchObject({ state: "draft", version: 1, content: draft });
    const sent = await send(browser);
    expect(apiError(sent)).toEqual([expect.any(Number), "brand_page_incomplete"]);
    expect(Object.keys(sent.body["fields"] as object)).toEqual([
      "logoId",
      "story",
      "place",
      "products.0.name",
      "products.0.category",
    ]);
    // In the language of the page that sends it.
    const hindi = await browser.post(`${CALLS}/send`, { version: 1 }, { "accept-language": "hi" });
    expect((hindi.body["fields"] as Record<string, string[]>)["place"]).toEqual([hindiProblems.placeMissing]);
  });

  it("is saved once when the answer was lost, and never over another device's words", async () => {
    const { browser, token } = await owner();
    const other = mela.visitor();
    await other.post(`${CALLS}/session`, { token });
    expect((await save(browser, 0, pageOf({ place: "Jaipur" }))).status).toBe(200);
    expect((await save(browser, 0, pageOf({ place: "Jaipur" }))).status).toBe(200);
    expect((await save(other, 1, pageOf({ place: "Ajmer" }))).status).toBe(200);
    expect(codeOf(await save(browser, 1, pageOf({ place: "Jodhpur" })))).toBe("brand_change_moved");
    expect((await browser.get(CALLS)).body["change"]).toMatchObject({ version: 2, content: { place: "Ajmer" } });
  });

  it("cannot be changed while it is reviewed, until it is withdrawn", async () => {
    const { browser, applicationId } = await owner();
    await save(browser, 0, pageOf({ noPictures: true }));
    expect((await send(browser)).body["outcome"]).toBe("sent");
    const { id, version } = await waiting(applicationId);
    expect(codeOf(await save(browser, version, pageOf({ place: "Ajmer" })))).toBe("brand_change_moved");
    expect((await browser.post(`${CALLS}/withdraw`, { version })).status).toBe(200);
    expect(codeOf(await operator.post(`brand-changes/${id}/accept`, { version }))).toBe("brand_change_moved");
    expect((await save(browser, await versionOf(browser), pageOf({ place: "Ajmer" }))).status).toBe(200);
    expect(
      (await browser.post(`${CALLS}/discard`, { version: await versionOf(browser) })).body["change"],
    ).toBeUndefined();
  });

  it("twenty saves at once of two devices leave one of their texts, and every other device learns of it", async () => {
    const { browser } = await owner();
    await save(browser, 0, pageOf({ place: "start" }));
    const saves = await Promise.all(
      Array.from({ length: 20 }, (_, index) => save(browser, 1, pageOf({ place: `Place ${index}` }))),
    );
    expect(saves.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(saves.filter((each) => codeOf(each) === "brand_change_moved")).toHaveLength(19);
  });
});

describe("who may", () => {
  it("refuses altered, guessed, revoked, expired and ended links alike", async () => {
    const { applicationId, token, browser } = await owner();
    const expired = await link(applicationId);
    await mela.query(
      "UPDATE mailed_links SET expires_at = clock_timestamp() - interval '1 second' WHERE id = (SELECT id FROM mailed_links WHERE subject_id = $1 ORDER BY created_at DESC LIMIT 1)",
      [applicationId],
    );
    const refused = [
      expired,
      `${token.slice(0, -1)}x`,
      `${"0".repeat(32)}.${randomBytes(32).toString("base64url")}`,
      "x",
    ];
    for (const each of refused) {
      const answer = await mela.visitor().post(`${CALLS}/session`, { token: each });
      expect(apiError(answer)).toEqual([404, "brand_link_invalid"]);
    }
    const copied = mela.visitor();
    copied.cookie = browser.cookie;
    await browser.post(`${CALLS}/session/end`, {});
    expect(codeOf(await copied.get(CALLS))).toBe("brand_link_invalid");
    const again = mela.visitor();
    await again.post(`${CALLS}/session`, { token });
    await again.post(`${CALLS}/links/revoke`, {});
    for (const answer of [
      await again.get(CALLS),
      await save(again, 0, pageOf({})),
      await again.post(`${CALLS}/send`, { version: 1 }),
      await mela.visitor().post(`${CALLS}/session`, { token }),
    ])
      expect(codeOf(answer)).toBe("brand_link_invalid");
  });

  it("refuses a booking's link, another brand's pictures, products and invoices", async () => {
    const mine = await live();
    const other = await live();
    const foreign = await picture("brand", other.brandId);
    await save(mine.browser, 0, { ...mine.page, coverId: foreign });
    expect(codeOf(await send(mine.browser))).toBe("brand_page_incomplete");
    const stolen = { ...PICKLE, id: other.page.products[0]!.id, name: "Stolen pickle" };
    await save(mine.browser, await versionOf(mine.browser), {
      ...mine.page,
      products: [...mine.page.products, stolen],
    });
    await send(mine.browser);
    expect(codeOf(await accept(mine.applicationId))).toBe("brand_change_moved");
    expect((await test.listed(other.brandName)).map(({ name }) => name)).toEqual(["Mango pickle"]);
    const [document] = (await other.browser.get(CALLS)).body["documents"] as { id: string }[];
    expect(codeOf(await mine.browser.get(`${CALLS}/documents/${document!.id}/pdf`))).toBe("not_found");
    const booking = await mela.visitor().post("/api/v1/my-brand/session", { token: await link(other.applicationId) });
    expect(booking.status).toBe(200);
  });

  it("lets only operators decide, and each change once", async () => {
    const { applicationId, browser } = await owner();
    await save(browser, 0, pageOf({ noPictures: true }));
    await send(browser);
    const { id, version } = await waiting(applicationId);
    const path = `/api/v1/mela/admin/brand-changes/${id}/accept`;
    expect(codeOf(await browser.post(path, { version }))).toBe("not_authenticated");
    const decided = await Promise.all(
      Array.from({ length: 4 }, () => operator.post(`brand-changes/${id}/accept`, { version })),
    );
    expect(decided.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("has no page for an unpaid, rejected or withdrawn application", async () => {
    const { applicationId } = await test.applicant();
    expect(codeOf(await mela.visitor().post(`${CALLS}/session`, { token: await link(applicationId) }))).toBe(
      "brand_link_invalid",
    );
    const { applicationId: rejected, browser } = await owner();
    await operator.post(`listings/${rejected}/reject`, { reason: "Not a maker" });
    expect(codeOf(await browser.get(CALLS))).toBe("brand_link_invalid");
  });
});

it("a search answers alike and mails the link to the listing's own address", async () => {
  const { applicationId } = await owner();
  const { email } = await test.row(applicationId);
  const answers = [];
  for (const contact of [String(email), "nobody@example.com"]) {
    answers.push((await mela.visitor().post("/api/v1/find-my-listing", { contact })).body);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(await test.listingMails(applicationId)).toContainEqual(`brand-link to ${String(email)}`);
});
