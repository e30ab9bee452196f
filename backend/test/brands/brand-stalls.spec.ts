import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { MailedLinksService } from "../../src/mail/mailed-links.service.js";
import { MyBrandModule } from "../../src/my-brand/my-brand.module.js";
import { codeOf, type TestVisitor } from "../bookings/mela.js";
import { ListingTest } from "../listings/listing-app.js";

// Where a brand is met (decision 110): proof that the stall is hers, her word, and only while it is true.

const CALLS = "/api/v1/my-brand";

const test = await ListingTest.open({ RATE_LIMITS: "off" }, [MyBrandModule]);
const { mela } = test;
const operator = await test.administrator("asha");
afterAll(() => test.close());

interface Stall {
  readonly id: string;
  readonly stallId: string;
  readonly shown: boolean;
  readonly planPath: string;
}

let slug = "";
beforeAll(async () => {
  slug = (await mela.value("SELECT slug FROM events")) ?? "";
  await mela.query(`UPDATE events SET days = '[{"date": "2099-03-01", "opens": "10:00", "closes": "20:00"}]'::jsonb`);
});

/** The owner's page, opened from a mail. */
async function opened(applicationId: string): Promise<TestVisitor> {
  const browser = mela.visitor();
  const token = (await test.get(MailedLinksService).url("brand", randomUUID(), applicationId)).split("#")[1];
  expect((await browser.post(`${CALLS}/session`, { token })).status).toBe(200);
  return browser;
}

/** A live brand whose application has this address. */
async function live(changes: Record<string, unknown> = {}) {
  const { applicationId } = await test.paid(changes);
  const approved = await operator.post(`listings/${applicationId}/approve`, { noPictures: true, reason: "said so" });
  expect(approved.status).toBe(200);
  const { brand_id: brandId, brand_name: brandName } = await test.row(applicationId);
  return {
    applicationId,
    brandId: String(brandId),
    brandName: String(brandName),
    browser: await opened(applicationId),
  };
}

const mine = async (browser: TestVisitor) => (await browser.get(CALLS)).body["stalls"] as Stall[];
const show = (browser: TestVisitor, id: string, shown = true) => browser.post(`${CALLS}/stalls/${id}/shown`, { shown });
const met = async (brandName: string) =>
  (await mela.visitor().get(`/api/v1/brand-stalls?module=shops&brandName=${encodeURIComponent(brandName)}`))
    .body as unknown as { stallId: string }[];
const onPlan = async () =>
  (await mela.visitor().get(`/api/v1/brand-stalls/at?event=${slug}`)).body as unknown as { brandName: string }[];

describe("a brand's stall", () => {
  it("is offered by the address of her mails, and shown once she says so, until she takes it back", async () => {
    const { bookingId } = await test.sold("B12", { email: "Meena@Example.com" });
    const { browser, brandName } = await live({ email: "meena@example.com" });
    const [stall] = await mine(browser);
    expect(stall).toMatchObject({ id: bookingId, stallId: "B12", shown: false, planPath: "/paid-events/mela" });
    // Nobody sees it unasked.
    expect([await met(brandName), await onPlan()]).toEqual([[], []]);
    expect((await show(browser, bookingId)).body["stalls"]).toEqual([expect.objectContaining({ shown: true })]);
    expect(await met(brandName)).toEqual([
      {
        ...{ stallId: "B12", event: slug, eventName: expect.any(String), dates: "1 March 2099" },
        ...{ city: expect.any(String), planPath: "/paid-events/mela" },
        openingDays: [{ date: "2099-03-01", opens: "10:00", closes: "20:00" }],
      },
    ]);
    // What is public on the brand's page, and nothing of who booked.
    expect(await onPlan()).toEqual([
      {
        ...{ stallId: "B12", brandName, module: "shops" },
        ...{ categories: [expect.any(String)], products: [expect.any(String)] },
      },
    ]);
    expect((await show(browser, bookingId, false)).status).toBe(200);
    expect([await met(brandName), await onPlan()]).toEqual([[], []]);
  });

  it("is not a stall that was booked under the same name, or by anyone else", async () => {
    const { bookingId } = await test.sold("B13", { email: "stranger@example.com", businessName: "Kamala Weaves Same" });
    const { browser } = await live({ brandName: "Kamala Weaves Same" });
    expect(await mine(browser)).toEqual([]);
    expect(codeOf(await show(browser, bookingId))).toBe("not_found");
    expect(codeOf(await show(mela.visitor(), bookingId))).toBe("brand_link_invalid");
  });

  it("is not offered where the page was opened without a mail: the address may be typed", async () => {
    await test.sold("B14", { email: "typed@example.com" });
    const { applicationId } = await live({ email: "typed@example.com" });
    const browser = await opened(applicationId);
    await mela.query("UPDATE link_sessions SET link_id = NULL WHERE purpose = 'brand' AND subject_id = $1", [
      applicationId,
    ]);
    expect(await mine(browser)).toEqual([]);
  });

  it("is met only while the booking, the brand and the event stand", async () => {
    const { bookingId } = await test.sold("B15", { email: "ends@example.com" });
    const { browser, brandName, brandId } = await live({ email: "ends@example.com" });
    await show(browser, bookingId);
    expect(await met(brandName)).toHaveLength(1);
    const hidden = (at: string, reason: string) =>
      mela.query(`UPDATE brands SET hidden_at = ${at}, hidden_reason = ${reason} WHERE id = $1`, [brandId]);
    await hidden("now()", "'A complaint'");
    expect([await met(brandName), await onPlan()]).toEqual([[], []]);
    await hidden("NULL", "NULL");
    expect(await onPlan()).toHaveLength(1);
    await operator.cancel(bookingId, "none");
    expect([await met(brandName), await onPlan(), await mine(browser)]).toEqual([[], [], []]);
  });
});
