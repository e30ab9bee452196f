import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "@jest/globals";
import { ListingWithdrawalsService } from "../../src/listings/listing-withdrawals.service.js";
import { OperatorRefundsService } from "../../src/payments/operator-refunds.service.js";
import type { Tx } from "../../src/platform/database/database.js";
import { type TestResponse, apiError } from "../bookings/mela.js";
import { ListingTest, application } from "./listing-app.js";

const test = await ListingTest.open({ TEMPORAL_UI_URL: "http://temporal.example/" });
const operator = await test.administrator("lakshmi");
const viewer = await test.administrator("uma", "viewer");
afterAll(() => test.close());

/** With the owner's word that she has no pictures; brand-pages.spec.ts has the others. */
const approve = (id: string, body: object = {}): Promise<TestResponse> =>
  operator.post(`listings/${id}/approve`, { noPictures: true, ...body });
const reject = (id: string, reason = "We list makers only"): Promise<TestResponse> =>
  operator.post(`listings/${id}/reject`, { reason });
const withdraw = (id: string, reason = "Asked for by the owner", more: object = {}): Promise<TestResponse> =>
  operator.post(`listings/${id}/withdraw`, { reason, ...more });
const body = (response: TestResponse): Record<string, unknown>[] =>
  response.body as unknown as Record<string, unknown>[];

describe("reading applications", () => {
  it("lists applications under review first, and filters by state, kind, brand, person, phone and order", async () => {
    await test.join("submit-lead", { brandName: "Reading Room" });
    const phoneNumber = "+919876512345";
    const first = await test.paid({ brandName: "Reading One", fullName: "Gauri Lankesh", phoneNumber });
    const second = await test.paid({ brandName: "Reading Two" });
    const names = async (query: string): Promise<unknown[]> =>
      body(await viewer.get(`listings?${query}`)).map(({ brandName }) => brandName);
    expect((await names("q=reading")).slice(0, 2)).toEqual(["Reading One", "Reading Two"]);
    expect(await names("q=READING&state=joined")).toEqual(["Reading Room"]);
    expect(await names("q=reading&kind=free")).toEqual(["Reading Room"]);
    for (const q of ["lankesh", "9876512345", "%2B91 9876512345", "98765 12345"]) {
      expect([q, ...(await names(`q=${q}`))]).toEqual([q, "Reading One"]);
    }
    expect(await names(`q=${second.orderId}`)).toEqual(["Reading Two"]);
    const page = await viewer.get("listings?q=reading&limit=1&offset=1");
    expect(page.headers["x-total-count"]).toBe("3");
    expect(body(page).map(({ brandName }) => brandName)).toEqual(["Reading Two"]);
    expect(body(await viewer.get(`listings?q=${first.orderId}`))[0]).toMatchObject({
      id: first.applicationId,
      kind: "paid",
      state: "under_review",
      orderId: first.orderId,
      reviewSince: expect.any(String),
    });
    expect(apiError(await viewer.get("listings?state=gone"))).toEqual([400, "invalid_request"]);
  });

  it("returns an application with its history, order, documents and mails, mail server errors included", async () => {
    const { applicationId, orderId } = await test.paid({ brandName: "Detail House" });
    const details = async () => (await viewer.get(`listings/${applicationId}`)).body;
    expect(await details()).toMatchObject({
      id: applicationId,
      form: { govtDocument: "UDYAM-KR-03-0012345", previousParticipation: ["None"], isStartup: false },
      year: 1,
      timeline: [
        { what: "submitted", by: "visitor" },
        { what: "payment_started" },
        { what: "payment_opened" },
        { what: "paid", by: "provider", note: orderId },
        { what: "invoice_issued" },
      ],
      orders: [{ orderId, purpose: "first", year: 1, state: "paid", amount: 999, paymentMode: "UPI" }],
      invoices: [{ kind: "invoice", amount: 999 }],
      refunds: [],
      mails: [{ template: "listing-new", state: "queued", attempts: 0, copy: false }],
      temporalUrl: `http://temporal.example/namespaces/default/workflows/listing%2F${applicationId}`,
    });
    const error = "550 no such mailbox";
    await test.mela.query(
      "UPDATE mails SET state = 'failed', attempts = 8, last_error = $2 WHERE application_id = $1",
      [applicationId, error],
    );
    expect((await details())["mails"]).toMatchObject([{ state: "failed", attempts: 8, lastError: error }]);
  });

  it("requires an administrator to read and an operator to decide, and rejects unknown ids", async () => {
    const { applicationId } = await test.paid();
    const stranger = test.mela.visitor();
    const at = "/api/v1/mela/admin/listings";
    for (const path of [at, `${at}/${applicationId}`]) {
      expect([path, ...apiError(await stranger.get(path))]).toEqual([path, 401, "not_authenticated"]);
    }
    for (const action of ["approve", "ask-for-page", "reject", "withdraw", "correct"]) {
      const path = `listings/${applicationId}/${action}`;
      const requests = [stranger.post(`/api/v1/mela/admin/${path}`, {}), viewer.post(path, { reason: "no" })];
      expect([action, ...(await Promise.all(requests)).flatMap(apiError)]).toEqual([
        ...[action, 401, "not_authenticated"],
        ...[403, "operators_only"],
      ]);
    }
    expect(await test.state(applicationId)).toBe("under_review");
    for (const id of [randomUUID(), "x"]) {
      expect(apiError(await viewer.get(`listings/${id}`))).toEqual([404, "application_not_found"]);
      expect(apiError(await approve(id))).toEqual([404, "application_not_found"]);
    }
  });
});

describe("approving an application", () => {
  it("lists what the reviewer corrected, and refuses a category of another part of the catalogue", async () => {
    const { applicationId } = await test.paid({ brandName: "Corrected Loom", websiteUrl: "wrong.example" });
    const page = {
      category: "Handloom Textiles",
      place: "Ilkal, Karnataka",
      story: "We weave Ilkal sarees.",
      websiteUrl: "",
    };
    for (const [change, field] of [
      [{ category: "Training" }, "category"],
      [{ instagramUrl: "https://elsewhere.example/us" }, "instagramUrl"],
      [{ place: "x" }, "place"],
    ] as const) {
      const refused = await approve(applicationId, { ...page, ...change });
      expect([field, ...apiError(refused)]).toEqual([field, 400, "invalid_request"]);
      expect(Object.keys(refused.body["fields"] as object)).toEqual([field]);
    }
    expect((await approve(applicationId, page)).status).toBe(200);
    expect((await test.listed("corrected loom"))[0]).toMatchObject({
      ...{ category: "Handloom Textiles", location: "Ilkal, Karnataka", websiteUrl: null },
      ...{ description: "We weave Ilkal sarees.", brandDescription: "We weave Ilkal sarees." },
    });
    expect((await test.audit(applicationId)).at(-1)).toMatchObject({
      action: "application_approved",
      after: { place: "Ilkal, Karnataka", given: ["category", "story", "place", "websiteUrl"].join(" ") },
    });
  });

  it("publishes the brand at once and for a year, without the form's private fields", async () => {
    const { applicationId } = await test.paid({
      brandName: "Nilgiri Loom",
      businessCategory: "Foot wear & Leather Products",
      instagramUrl: "instagram.example/nilgiri",
    });
    const row = await test.row(applicationId);
    expect(await test.listed("nilgiri loom")).toEqual([]);
    const response = await approve(applicationId, { reason: "looks good" });
    expect([response.status, response.body]).toEqual([
      200,
      { state: "live", publicUrl: "http://127.0.0.1:1/brands/Nilgiri%20Loom" },
    ]);
    const [listing] = await test.listed("nilgiri loom");
    expect(listing).toMatchObject({
      name: "Nilgiri Loom",
      brandName: "Nilgiri Loom",
      module: "shops",
      category: "Footwear & Leather Products",
      description: row["story"],
      // What was given for the application is not shown: she chooses on her page what is.
      partnerName: null,
      contactEmail: null,
      contactPhone: null,
      websiteUrl: "kamala.example",
      instagramUrl: "instagram.example/nilgiri",
      whatsappUrl: null,
      location: "Dharwad, Karnataka",
      image: expect.stringMatching(/^\/images\/v1\/shops\/footwear-leather\/[0-9a-z-]+\.svg$/),
      brandLogo: expect.stringMatching(/^\/images\/v1\/brands\/shops\/footwear-leather\//),
    });
    const shown = JSON.stringify(listing);
    for (const privateField of [
      ...["phone", "govt_document", "business_address", "whatsapp_number"],
      ...["full_name", "email", "whatsapp_business_contact"],
    ]) {
      expect(shown).not.toContain(JSON.stringify(row[privateField]).slice(1, -1));
    }
    for (const path of [listing?.["image"], listing?.["brandLogo"]]) {
      const picture = await test.mela.app.inject({ method: "GET", url: String(path) });
      expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/svg+xml; charset=utf-8"]);
    }
    const names = body(await test.mela.visitor().get("/api/public/brand-names")).map(({ name }) => name);
    expect(names).toContain("Nilgiri Loom");
    const days = `SELECT extract(epoch FROM live_until - (live_from + interval '1 year')) / 86400
      FROM listing_applications WHERE id = $1`;
    // live_until is computed a moment before live_from; the tolerance allows for a stalled machine.
    expect(Number(await test.mela.value(days, [applicationId]))).toBeCloseTo(0, 2);
    expect(await test.listingMails(applicationId)).toContain(`listing-live to ${String(row["email"])}`);
    expect((await test.listingHistory(applicationId)).at(-1)).toBe("approved by operator");
    expect(await test.audit(applicationId)).toMatchObject([
      {
        ...{ administrator: "lakshmi", action: "application_approved", subjectType: "application" },
        ...{ reason: "looks good", before: { state: "under_review" }, after: { state: "live" } },
      },
    ]);
    expect(apiError(await approve(applicationId))).toEqual([409, "application_moved"]);
    expect(await test.listed("nilgiri loom")).toHaveLength(1);
  });

  it.each([
    ["service", "Food", "services", "/services/brands/"],
    ["ngo", "Skilling", "ngos", "/brands/"],
  ])("publishes a %s in its own module", async (companyType, businessCategory, module, path) => {
    const brandName = `Sangam ${companyType}`;
    const { applicationId } = await test.paid({ companyType, businessCategory, brandName });
    const { publicUrl } = (await approve(applicationId)).body;
    expect(publicUrl).toContain(path);
    expect(await test.listed(brandName)).toMatchObject([{ module, category: businessCategory }]);
  });

  it("reports a taken brand name, then joins that brand or publishes under another name", async () => {
    const first = await test.paid({ brandName: "Chandra Silks" });
    await approve(first.applicationId);
    const second = await test.paid({ brandName: "CHANDRA silks" });
    const third = await test.paid({ brandName: "Chandra Silks", email: "other@example.com" });
    const taken = await approve(second.applicationId);
    expect(apiError(taken)).toEqual([409, "brand_name_taken"]);
    const { brandId } = taken.body;
    expect(taken.body).toMatchObject({ brandId: expect.any(String), brandName: "Chandra Silks" });
    expect((await viewer.get(`listings/${second.applicationId}`)).body).toMatchObject({
      ...{ state: "under_review", sameName: { brandId, brandName: "Chandra Silks" } },
    });

    expect((await approve(second.applicationId, { joinBrandId: brandId })).status).toBe(200);
    expect(await test.listed("Chandra Silks")).toHaveLength(2);
    expect((await approve(third.applicationId, { publishAs: "Chandra Silks of Kanchi" })).status).toBe(200);
    expect(await test.listed("Chandra Silks of Kanchi")).toMatchObject([{ name: "Chandra Silks of Kanchi" }]);

    // Only a brand of the same module can be joined.
    const service = await test.paid({ companyType: "service", businessCategory: "Food" });
    for (const joinBrandId of [brandId, randomUUID()]) {
      expect(apiError(await approve(service.applicationId, { joinBrandId }))).toEqual([404, "brand_not_found"]);
    }
    expect(apiError(await approve(service.applicationId, { joinBrandId: "x" }))).toEqual([400, "invalid_request"]);
  });

  it.each([
    ["Omkar Lamps", "0mkar Lamps"],
    ["Amma Kitchen", "Arnma Kitchen"],
    ["Baans Basti", "Baans Bast1"],
    ["Kumkum House", "Kumkum-House"],
  ])("shows that %s is listed before %s may be listed beside it, by a second press", async (name, alike) => {
    const first = await test.paid({ brandName: name });
    await approve(first.applicationId);
    const second = await test.paid({ brandName: alike });
    const [{ id: brandId }] = (await test.mela.query<{ id: string }>("SELECT id FROM brands WHERE name = $1", [
      name,
    ])) as [{ id: string }];
    // The reviewer sees it before she presses.
    expect((await viewer.get(`listings/${second.applicationId}`)).body).toMatchObject({
      looksLike: { brandId, brandName: name },
    });
    const refused = await approve(second.applicationId);
    expect([...apiError(refused), refused.body["brandName"]]).toEqual([409, "brand_looks_alike", name]);
    expect(await test.listed(alike)).toEqual([]);
    // Another name that looks the same needs its own look; one that does not, none.
    expect(apiError(await approve(second.applicationId, { publishAs: `${alike}.` }))[1]).toBe("brand_looks_alike");
    expect((await approve(second.applicationId, { looksAlikeSeen: true })).status).toBe(200);
    expect(await test.listed(alike)).toHaveLength(1);
  });

  it("approves once when two operators click simultaneously", async () => {
    const { applicationId } = await test.paid({ brandName: "Once Only" });
    const responses = await Promise.all([approve(applicationId), approve(applicationId)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await test.listed("Once Only")).toHaveLength(1);
  });
});

describe("rejecting an application", () => {
  it("refunds the whole fee with a credit note, attached to the mail with the reason", async () => {
    const { applicationId, orderId } = await test.paid();
    const { email } = await test.row(applicationId);
    expect((await reject(applicationId)).body).toEqual({ state: "rejected" });
    const [refund] = await test.refundsOf(orderId);
    expect(refund).toMatchObject({ reason: "operator", paise: 99_900, state: "requested" });
    expect(await test.nudged("refund/")).toContain(`refund/${refund?.id}`);
    const [note, ...more] = await test.mela.query<{ id: string; number: string; content: Record<string, unknown> }>(
      "SELECT id, number, content FROM invoices WHERE order_id = $1 AND kind = 'credit_note'",
      [orderId],
    );
    expect(more).toEqual([]);
    expect(note?.content).toMatchObject({
      tax: { totalPaise: 99_900 },
      credit: { refundId: refund?.id, reason: "The application was not approved" },
    });
    const mails = await test.mela.query<Record<string, unknown>>(
      "SELECT to_address, invoice_id, data FROM mails WHERE application_id = $1 AND template = 'listing-rejected'",
      [applicationId],
    );
    const given = { orderId, amountPaise: 99_900, creditNoteNumber: note?.number };
    const data: unknown = expect.objectContaining({ reason: "We list makers only", refund: given });
    expect(mails).toEqual([{ to_address: email, invoice_id: note?.id, data }]);
    expect((await test.listingHistory(applicationId)).slice(-3)).toEqual([
      "rejected by operator",
      `refund_requested by operator (${orderId})`,
      `credit_note_issued by system (${note?.number})`,
    ]);
    const id = refund?.id ?? "";
    await test.refundArrives(id);
    expect((await test.listingHistory(applicationId)).at(-1)).toBe(`refund_succeeded by provider (${id})`);
    expect(await test.audit(applicationId)).toMatchObject([
      { action: "application_rejected", reason: "We list makers only", after: { state: "rejected" } },
    ]);
    expect(apiError(await reject(applicationId))).toEqual([409, "application_moved"]);
    expect(await test.refundsOf(orderId)).toHaveLength(1);
    // Settling again refunds nothing more.
    expect(await test.settle(orderId, "webhook")).toBe("sold");
    expect((await test.listingStatus(orderId)).body["status"]).toBe("payment_failed");
  });

  it("refunds money that arrives after the rejection", async () => {
    const form = application();
    const first = await test.applicant(form);
    await test.closeUnpaid(first);
    const second = await test.applicant(form);
    await test.settlePaid(second.orderId);
    await reject(first.applicationId);
    await test.simulator.pay(first.orderId, { force: true });
    expect(await test.settle(first.orderId)).toBe("refunding");
    expect(await test.refundsOf(first.orderId)).toMatchObject([{ paise: 99_900 }]);
    expect(await test.state(first.applicationId)).toBe("rejected");
  });

  it("refunds everything paid, surcharge included, less earlier refunds", async () => {
    const dear = await test.applicant();
    await test.simulator.pay(dear.orderId, { surcharge: 20 });
    await test.settle(dear.orderId);
    await reject(dear.applicationId);
    expect(await test.refundsOf(dear.orderId)).toMatchObject([{ paise: 101_900 }]);
    const credited = "SELECT content->'tax'->>'totalPaise' FROM invoices WHERE order_id = $1 AND kind = 'credit_note'";
    expect(await test.mela.column(credited, [dear.orderId])).toEqual(["99900"]);

    const half = await test.paid();
    await test.mela.db.database.transaction((tx) => test.get(OperatorRefundsService).refund(tx, half.orderId, 50_000));
    await reject(half.applicationId);
    const paise = (await test.refundsOf(half.orderId)).map((refund) => refund.paise);
    expect(paise.sort()).toEqual([49_900, 50_000]);
  });

  it("requires a reason; afterwards the same form creates a new application", async () => {
    const form = application();
    const { applicationId } = await test.paid(form);
    for (const reason of [undefined, "", "  "]) {
      const response = await operator.post(`listings/${applicationId}/reject`, { reason });
      expect(response.body["fields"]).toEqual({ reason: expect.arrayContaining(["Please give a reason"]) });
    }
    expect((await reject(applicationId)).body).toEqual({ state: "rejected" });
    expect((await test.applicant(form)).applicationId).not.toBe(applicationId);
  });
});

describe("the free listing of a stall", () => {
  const offerOf = (bookingId: string) =>
    test.mela.value("SELECT listing_offer FROM bookings WHERE id = $1", [bookingId]);
  const claimed = async (stallId: string, phoneNumber: string) => {
    const { bookingId, visitor } = await test.sold(stallId, { phoneNumber });
    const form = application();
    const response = await test.claim(visitor, phoneNumber, form);
    if (response.status !== 201) throw new Error(JSON.stringify(response.body));
    return { bookingId, visitor, form, applicationId: await test.applicationOf(form["brandName"]) };
  };

  it("can be claimed again after a rejection", async () => {
    const { bookingId, visitor, applicationId } = await claimed("B1", "9822000001");
    const refunds = await test.nudged("refund/");
    await reject(applicationId);
    expect(await offerOf(bookingId)).toBe("offered");
    expect((await test.mela.eventLog("B1")).slice(-2)).toEqual([
      "listing_claimed by visitor",
      "listing_offer_returned by operator",
    ]);
    expect(await test.nudged("refund/")).toEqual(refunds);
    expect((await test.listingMails(applicationId)).some((mail) => mail.startsWith("listing-rejected"))).toBe(true);
    expect((await test.claim(visitor, "9822000001")).status).toBe(201);
  });

  it("can be withdrawn from the visitor who claimed it", async () => {
    const { bookingId, applicationId, form } = await claimed("B2", "9822000002");
    await approve(applicationId);
    expect(await test.listed(form["brandName"])).toHaveLength(1);
    expect((await withdraw(applicationId, "Claimed by a stranger")).body).toEqual({ state: "withdrawn" });
    expect(await test.listed(form["brandName"])).toEqual([]);
    expect(await offerOf(bookingId)).toBe("offered");
    expect(await test.audit(applicationId)).toMatchObject([
      { action: "application_approved" },
      { action: "application_withdrawn", reason: "Claimed by a stranger", before: { state: "live" } },
    ]);
    expect(apiError(await withdraw(applicationId))).toEqual([409, "application_moved"]);
  });

  it("is withdrawn with its stall's booking", async () => {
    const { bookingId, applicationId, form } = await claimed("B3", "9822000003");
    await approve(applicationId);
    expect((await operator.cancel(bookingId, "full")).status).toBe(200);
    expect(await test.state(applicationId)).toBe("withdrawn");
    expect(await test.listed(form["brandName"])).toEqual([]);
    expect((await test.listingMails(applicationId)).at(-1)).toMatch(/^listing-withdrawn/);
    expect(await offerOf(bookingId)).toBe("not_offered");
    // Nothing is left to withdraw, as for an unclaimed listing.
    const again = (tx: Tx) => test.get(ListingWithdrawalsService).withdrawForBooking(tx, bookingId, "cancelled");
    expect(await test.mela.db.database.transaction(again)).toBeUndefined();
  });
});

it("neither a paid application under review nor a community membership can be withdrawn", async () => {
  const { applicationId } = await test.paid();
  expect(apiError(await withdraw(applicationId))).toEqual([409, "reject_instead"]);
  expect(await test.state(applicationId)).toBe("under_review");
  const member = application();
  await test.join("submit-lead", member);
  expect(apiError(await withdraw(await test.applicationOf(member["brandName"])))).toEqual([409, "application_moved"]);
});

describe("correcting an application", () => {
  const GSTIN = "08AAHAA0728P1ZH";

  it("stores each field, and reissues the invoice for tax facts only", async () => {
    const { applicationId, orderId } = await test.paid();
    for (const [field, value, reissues] of [
      ["fullName", "Meera Iyer", true],
      ["brandName", "Corrected $& Looms", true],
      ["businessAddress", "7 Station Road,\nHubballi 580020", true],
      ["govtDocument", "UDYAM-KR-03-7777777", false],
      ["phoneNumber", "9876500001", false],
      ["whatsappBusinessContact", "9876500002", false],
      ["email", "corrected.owner@example.com", false],
      ["gstNumber", GSTIN, true],
    ] as const) {
      const before = await test.issued(orderId);
      const { status, body: result } = await test.correctListing(operator, applicationId, { [field]: value });
      const details = (await viewer.get(`listings/${applicationId}`)).body;
      expect({ status, ...(details["form"] as object), ...details }).toMatchObject({ status: 200, [field]: value });
      const [note, renewed, ...more] = (await test.issued(orderId)).slice(before.length);
      expect([field, more]).toEqual([field, []]);
      if (!reissues) {
        expect([result, note]).toEqual([{ changed: [field] }, undefined]);
        continue;
      }
      const { number, recipient } = before.at(-1) ?? {};
      expect(note).toMatchObject({ kind: "credit_note", of: number, total: 99_900 });
      expect(note?.recipient).toEqual(recipient);
      expect(renewed).toMatchObject({ kind: "invoice", replaces: number, total: 99_900 });
      expect(Object.values(renewed?.recipient ?? {})).toContain(value);
      expect(result).toMatchObject({ invoiceNumber: renewed?.number, creditNoteNumber: note?.number });
    }
    expect(await test.refundsOf(orderId)).toEqual([]);
  });

  it("prints the corrected brand on the invoice, and drops the other document when a GST number is given", async () => {
    // The invoice line contains this name as another word, which must not be replaced.
    const { applicationId, orderId } = await test.paid({ brandName: "Listing" });
    await approve(applicationId);
    const changes = { brandName: "Hubli Looms", gstNumber: GSTIN };
    const { body: corrected } = await test.correctListing(operator, applicationId, changes);
    expect(corrected["changed"]).toEqual(["brandName", "gstNumber", "govtDocument"]);
    expect(await test.row(applicationId)).toMatchObject({ gst_number: GSTIN, govt_document: null, state: "live" });
    expect((await test.issued(orderId)).at(-1)).toMatchObject({
      ...{ description: expect.stringMatching(/^Listing of Hubli Looms on /), brand: "Hubli Looms", heads: ["IGST"] },
    });
  });

  it("leaves the contacts on the brand's page as they are: they were chosen for everyone", async () => {
    const { applicationId } = await test.paid({ brandName: "Page Weaves", email: "wrong.page@example.com" });
    await approve(applicationId);
    const contact = async () => {
      const [{ partnerName, contactEmail, contactPhone, whatsappUrl } = {}] = await test.listed("Page Weaves");
      return [partnerName, contactEmail, contactPhone, whatsappUrl];
    };
    expect(await contact()).toEqual([null, null, null, null]);
    await test.mela.query(
      `UPDATE brands SET contact_email = 'wrong.page@example.com', contacts_chosen_at = now() WHERE name = 'Page Weaves'`,
    );
    const changes = {
      fullName: "Meera Iyer",
      email: "right.page@example.com",
      whatsappBusinessContact: "+919876500003",
    };
    expect((await test.correctListing(operator, applicationId, changes)).status).toBe(200);
    expect(await contact()).toEqual([null, "wrong.page@example.com", null, null]);
  });

  it("mails both documents to the new address, and a notice without details to the former one", async () => {
    const { applicationId } = await test.paid({ email: "wrong.owner@example.com" });
    const changes = { fullName: "Meera Iyer", email: "right.owner@example.com" };
    const { body: corrected } = await test.correctListing(operator, applicationId, changes);
    const mails = await test.mela.query<Record<string, unknown>>(
      `SELECT m.template, m.to_address AS "to", m.data, i.number AS invoice, c.number AS note
         FROM mails m LEFT JOIN invoices i ON i.id = m.invoice_id LEFT JOIN invoices c ON c.id = m.credit_note_id
        WHERE m.application_id = $1 AND m.template IN ('listing-corrected', 'listing-address-changed') ORDER BY m.template`,
      [applicationId],
    );
    const { invoiceNumber, creditNoteNumber } = corrected;
    expect(mails).toMatchObject([
      { template: "listing-address-changed", to: "wrong.owner@example.com", data: { name: "" } },
      {
        ...{ template: "listing-corrected", to: "right.owner@example.com" },
        ...{ invoice: invoiceNumber, note: creditNoteNumber },
        data: { name: "Meera Iyer", changed: "name and email address", invoiceNumber, creditNoteNumber },
      },
    ]);
    const former = (await test.listingMails(applicationId)).filter((line) => line.endsWith("wrong.owner@example.com"));
    expect(former).toEqual(["listing-address-changed to wrong.owner@example.com"]);
    const history = await test.listingHistory(applicationId);
    expect(history.slice(-3)).toEqual([
      "corrected by operator (name and email address)",
      `credit_note_issued by system (${String(creditNoteNumber)})`,
      `invoice_issued by system (${String(invoiceNumber)})`,
    ]);
    const audit = await test.audit(applicationId);
    expect(audit).toMatchObject([
      { action: "application_corrected", reason: "A typing error", after: { fields: "fullName email" } },
    ]);
    expect(JSON.stringify([history, audit])).not.toMatch(/Meera|owner@/);
  });

  it("applies two identical corrections once, and rejects a stale one", async () => {
    const { applicationId, orderId } = await test.paid();
    const current = await test.correction(operator, applicationId);
    const send = (changes: object): Promise<TestResponse> =>
      operator.post(`listings/${applicationId}/correct`, { ...current, ...changes });
    const twice = await Promise.all([send({ fullName: "Meera Iyer" }), send({ fullName: "Meera Iyer" })]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(twice.map(({ body: { code } }) => code)).toContain("nothing_to_correct");
    expect(apiError(await send({ brandName: "Too Late" }))).toEqual([409, "application_moved"]);
    expect((await test.issued(orderId)).map(({ kind }) => kind)).toEqual(["invoice", "credit_note", "invoice"]);
  });

  it("credits the new invoice on a later refund, and rejects corrections after the withdrawal", async () => {
    const { applicationId, orderId } = await test.paid();
    await approve(applicationId);
    const { body: corrected } = await test.correctListing(operator, applicationId, { fullName: "Meera Iyer" });
    expect((await withdraw(applicationId, "Asked for", { refund: "full" })).status).toBe(200);
    expect((await test.issued(orderId)).at(-1)).toMatchObject({
      ...{ kind: "credit_note", of: corrected["invoiceNumber"], total: 99_900 },
    });
    const tooLate = await test.correctListing(operator, applicationId, { fullName: "Too Late" });
    expect(apiError(tooLate)).toEqual([409, "application_moved"]);
  });

  it("applies the form's rules, and rejects unpaid and unknown applications", async () => {
    const { applicationId } = await test.paid();
    for (const [field, value] of [
      ["fullName", "M"],
      ["gstNumber", "27AAP"],
      ["govtDocument", ""],
      ["reason", "x"],
      ["seenAt", "yesterday"],
    ] as const) {
      const response = await test.correctListing(operator, applicationId, { [field]: value });
      expect([field, ...apiError(response)]).toEqual([field, 400, "invalid_request"]);
      expect(Object.keys(response.body["fields"] as object)).toEqual([field]);
    }
    const unpaid = await test.correctListing(operator, (await test.applicant()).applicationId, { fullName: "Meera" });
    expect(apiError(unpaid)).toEqual([409, "application_moved"]);
    const current = await test.correction(operator, applicationId);
    const unknown = await operator.post(`listings/${randomUUID()}/correct`, current);
    expect(apiError(unknown)).toEqual([404, "application_not_found"]);
  });
});
