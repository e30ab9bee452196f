import { afterEach, beforeAll, expect, it } from "@jest/globals";
import { FILLED_MS_HEADER } from "@sakhi/domain/enquiries/enquiry.rules";
import { UNPAID_APPLICATION_SECONDS } from "@sakhi/domain/listings/listing.rules";
import { expectSuccess } from "@sakhi/testkit/http-visitor";
import type { HttpVisitor } from "@sakhi/testkit/http-visitor";
import type { TestProduct } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";
import { listingWorkflowId } from "@sakhi/workflows/listings/listing.messages";
import type { ListingHistory, ListingResult } from "@sakhi/workflows/listings/listing.messages";
import { readPdf } from "../invoices/pdf-text.js";
import { resultOf, subjectsTo } from "./sale.js";

const OPERATOR = "office@sakhi.example";
/** Reminders, in seconds before the end of the year. In these tests a year is a day, whose end the tests move. */
const REMINDERS = { first: 16 * 3600, last: 8 * 3600 };
const ADMINISTRATOR = { username: "reviewer", password: "a-password-for-product-tests" };

/** The product's settings for these tests. */
export const LISTING_SETTINGS = {
  LISTING_YEAR_SECONDS: String(24 * 3600),
  LISTING_FIRST_REMINDER_SECONDS: String(REMINDERS.first),
  LISTING_LAST_REMINDER_SECONDS: String(REMINDERS.last),
  LISTING_REVIEW_REMINDER_SECONDS: "1",
  OPERATOR_EMAIL: OPERATOR,
  ADMIN_USERNAME: ADMINISTRATOR.username,
  ADMIN_PASSWORD: ADMINISTRATOR.password,
};

let product: TestProduct;

/** An application in the database. */
interface Application {
  readonly id: string;
  readonly state: string;
}

/** The newest application of an e-mail address. */
async function applicationOf(email: string): Promise<Application> {
  const [found] = await product.query<Application & { [column: string]: unknown }>(
    "SELECT id, state FROM listing_applications WHERE email = $1 ORDER BY created_at DESC LIMIT 1",
    [email],
  );
  if (found === undefined) throw new Error(`no application of ${email}`);
  return found;
}

/** The kinds of an application's events, in order. */
async function eventsOf(applicationId: string): Promise<string[]> {
  const found = await product.query<{ kind: string }>(
    "SELECT kind FROM listing_events WHERE application_id = $1 ORDER BY id",
    [applicationId],
  );
  return found.map(({ kind }) => kind);
}

/** Waits until an event has happened `times` times. */
function untilHappened(applicationId: string, kind: string, times = 1): Promise<void> {
  return until(
    `${kind} of ${applicationId} (${times})`,
    async () => (await eventsOf(applicationId)).filter((each) => each === kind).length >= times,
  );
}

/**
 * Moves the end of the listing's year to `seconds` from now, with the reminders sent for it, and nudges the workflow to
 * reset its timer.
 */
async function endYearIn(applicationId: string, seconds: number): Promise<void> {
  await product.query(
    `UPDATE listing_applications a SET live_until = a.live_until + moved.by,
       first_reminded_for = a.first_reminded_for + moved.by, last_reminded_for = a.last_reminded_for + moved.by
       FROM (SELECT date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $2) - live_until AS by
               FROM listing_applications WHERE id = $1) moved
      WHERE a.id = $1`,
    [applicationId, seconds],
  );
  await product.query(
    `UPDATE listings l SET expires_at = a.live_until FROM listing_applications a
      WHERE a.id = $1 AND l.id = a.listing_id`,
    [applicationId],
  );
  await product.nudge(listingWorkflowId(applicationId));
}

/** Pays an order in the simulator and waits until the return page reports it. */
async function payListing(owner: HttpVisitor, orderId: string): Promise<void> {
  await product.payments.pay(orderId);
  await until("the payment to be reported", async () => {
    const { body } = expectSuccess(await owner.get(`/api/v1/brand/payment-status?order_id=${orderId}`));
    return body["status"] === "payment_successful";
  });
}

/** A brand's listings on the public site. */
async function publicListings(brandName: string): Promise<unknown[]> {
  const path = `/api/v1/listings/live?module=shops&brandName=${encodeURIComponent(brandName)}`;
  const { body } = expectSuccess(await product.visitor().get(path));
  return body as unknown as unknown[];
}

/** The token in the newest renewal link mailed to an address. */
async function renewalTokenOf(email: string): Promise<string> {
  const [mail] = await product.query<{ url: string }>(
    `SELECT data ->> 'renewUrl' AS url FROM mails
      WHERE to_address = $1 AND data ->> 'renewUrl' IS NOT NULL ORDER BY created_at DESC LIMIT 1`,
    [email],
  );
  const token = new URL(mail!.url).searchParams.get("renew");
  if (token === null) throw new Error("no token in the link");
  return token;
}

/** Expects the workflow to have closed with this outcome, and to have the same history as the database. */
async function expectClosedAs(applicationId: string, outcome: ListingResult["outcome"]): Promise<void> {
  const workflowId = listingWorkflowId(applicationId);
  const result = await resultOf(product, workflowId);
  const eventLog = await product.queryWorkflow<ListingHistory>(workflowId, "history");
  expect(result).toEqual({ outcome });
  expect(eventLog.entries.map(({ what }) => what)).toEqual(await eventsOf(applicationId));
}

/** A listing's year, with outages of mail and Temporal. */
export function listings(running: () => TestProduct): void {
  beforeAll(() => {
    product = running();
  });
  // A failed test leaves no outage to the next one.
  afterEach(() => product.mailLink.heal());

  it("accepts every form while mail and Temporal are unreachable, and sends each mail once afterwards", async () => {
    product.mailLink.break({ kind: "cut" });
    await product.orchestrator.kill();
    await product.temporal!.kill();

    const paying = product.visitor();
    const opened = expectSuccess(
      await paying.post("/api/v1/cashfree/initiate", paying.application({ submissionType: "paid_listing" })),
    );
    expect(opened.body["environment"]).toBe("sandbox");
    await payListing(paying, String(opened.body["orderId"]));
    const leads = [
      { path: "submit-lead", companyType: "product", businessCategory: "Apparel" },
      { path: "submit-service", companyType: "service", businessCategory: "Legal Consultancy" },
    ].map((lead) => ({ ...lead, visitor: product.visitor(1) }));
    for (const { path, visitor, companyType, businessCategory } of leads) {
      const form = visitor.application({ submissionType: "free_lead", companyType, businessCategory });
      // Double-clicked.
      await Promise.all([1, 2].map(async () => expectSuccess(await visitor.post(`/api/v1/brand/${path}`, form))));
    }
    const supportVisitor = product.visitor();
    const message = { firstName: "Meera", lastName: "Joshi", email: supportVisitor.email };
    expectSuccess(
      await supportVisitor.post(
        "/api/v1/support/submit",
        { ...message, subject: "Opening hours", message: "When does the Mela open in the morning?" },
        { [FILLED_MS_HEADER]: "30000" },
      ),
    );
    await until("a failed attempt to send a mail", async () => {
      const [tried] = await product.query("SELECT 1 FROM mails WHERE attempts > 0 LIMIT 1");
      return tried !== undefined;
    });
    expect(await product.query("SELECT 1 FROM mails WHERE state = 'sent'")).toEqual([]);

    product.mailLink.heal();
    await product.temporal!.start();
    product.orchestrator.launch();
    await product.whenQuiet();
    const application = await applicationOf(paying.email);
    expect(application.state).toBe("under_review");
    await untilHappened(application.id, "reviewer_reminded");
    await product.whenQuiet();

    const brand = `Meera Prints ${paying.phone}`;
    // With the reviewer's reminder, the owner is asked for her page.
    expect(await subjectsTo(product, paying.email)).toEqual([
      `Payment received: ${brand}`,
      `Your page of ${brand} is waiting for you`,
    ]);
    for (const { visitor } of leads) {
      expect(await subjectsTo(product, visitor.email)).toEqual(["Welcome to the Sakhi Bazaar community"]);
      await expectClosedAs((await applicationOf(visitor.email)).id, "joined");
    }
    expect(await subjectsTo(product, supportVisitor.email)).toHaveLength(1);
    const office = await subjectsTo(product, OPERATOR);
    expect(new Set(office).size).toBe(office.length);
    expect(office).toHaveLength(1 + leads.length + 1 + 1);
    expect(office).toContain(`Still waiting: ${brand}`);
  });

  it("runs a listing's year: paid, approved, live, reminded, renewed, expired, with the orchestrator killed in between", async () => {
    const owner = product.visitor();
    const form = owner.application({ submissionType: "paid_listing" });
    const { body } = expectSuccess(await owner.post("/api/v1/cashfree/initiate", form));
    const orderId = String(body["orderId"]);
    expect(expectSuccess(await owner.post("/api/v1/cashfree/initiate", form)).body["orderId"]).toBe(orderId);
    await payListing(owner, orderId);
    const { id } = await applicationOf(owner.email);
    const brand = String(form["brandName"]);
    expect(await publicListings(brand)).toEqual([]);
    await untilHappened(id, "reviewer_reminded");

    const administrator = product.visitor(1);
    expectSuccess(await administrator.post("/api/v1/mela/admin/login", ADMINISTRATOR));
    expectSuccess(await administrator.post(`/api/v1/mela/admin/listings/${id}/approve`, { noPictures: true }));
    expect(await publicListings(brand)).toHaveLength(1);
    await endYearIn(id, REMINDERS.first + 1);
    await untilHappened(id, "owner_reminded_first");
    await product.orchestrator.kill();
    await endYearIn(id, REMINDERS.last + 1);
    await product.orchestrator.start();
    await untilHappened(id, "owner_reminded_last");

    const token = await renewalTokenOf(owner.email);
    const offer = expectSuccess(await owner.get(`/api/v1/brand/renewal?token=${encodeURIComponent(token)}`)).body;
    expect(offer).toMatchObject({ brandName: brand, amount: 999 });
    const renewal = expectSuccess(await owner.post("/api/v1/brand/renew", { token })).body;
    await payListing(owner, String(renewal["orderId"]));
    await untilHappened(id, "renewed");
    expect(await publicListings(brand)).toHaveLength(1);
    await endYearIn(id, REMINDERS.first + 1);
    await untilHappened(id, "owner_reminded_first", 2);
    await endYearIn(id, REMINDERS.last + 1);
    await untilHappened(id, "owner_reminded_last", 2);
    expect(await publicListings(brand)).toHaveLength(1);
    await endYearIn(id, 1);
    await untilHappened(id, "expired");
    expect(await publicListings(brand)).toEqual([]);
    await expectClosedAs(id, "expired");

    await product.whenQuiet();
    const reported = await eventsOf(id);
    const count = (kind: string): number => reported.filter((each) => each === kind).length;
    expect([count("paid"), count("renewed"), count("invoice_issued")]).toEqual([1, 1, 2]);
    expect([count("owner_reminded_first"), count("owner_reminded_last"), count("expired")]).toEqual([2, 2, 1]);
    const subjects = await subjectsTo(product, owner.email);
    const about = (text: string): number => subjects.filter((subject) => subject.includes(text)).length;
    expect(about("Payment received: ")).toBe(1);
    expect(about(`${brand} is live`)).toBe(1);
    expect(about(`The listing of ${brand} ends on`)).toBe(4);
    expect(about("is listed for another year")).toBe(1);
    expect(about(`The listing of ${brand} has ended`)).toBe(1);
    const mails = await product.mails.to(owner.email);
    const receipt = mails.find(({ subject }) => subject.startsWith("Payment received"));
    const pdf = await readPdf(await product.mails.attachment(receipt!));
    expect(pdf.text).toMatch(/INV\/\d\d-\d\d\/\d{6}/);
  });

  it("lapses an unpaid application, closes its workflow, and notifies its owner once", async () => {
    const owner = product.visitor();
    const form = owner.application({ submissionType: "paid_listing" });
    await product.payments.fault("createOrder", "refuse");
    const refused = await owner.post("/api/v1/cashfree/initiate", form);
    expect(refused.body["code"]).toBe("listing_payment_refused");
    const { id, state } = await applicationOf(owner.email);
    expect(state).toBe("submitted");
    await product.query(
      "UPDATE listing_applications SET updated_at = clock_timestamp() - make_interval(secs => $2) WHERE id = $1",
      [id, UNPAID_APPLICATION_SECONDS],
    );
    await product.nudge(listingWorkflowId(id));
    await expectClosedAs(id, "lapsed");
    expect(await eventsOf(id)).toEqual(["submitted", "payment_started", "payment_not_opened", "lapsed"]);
    await product.whenQuiet();
    expect(await subjectsTo(product, owner.email)).toEqual([
      // Nothing was paid, so the address is not proven and gets nobody's words (decision 46).
      "Your application for your brand is closed",
    ]);
  });

  it("logs JSON lines without personal data", async () => {
    const lines = product
      .logs()
      .split("\n")
      .filter((line) => line !== "");
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
    const people = await product.query<{ personal: string[] }>(
      "SELECT ARRAY[full_name, email, phone, brand_name, govt_document, business_address] AS personal FROM listing_applications",
    );
    expect(people.length).toBeGreaterThanOrEqual(4);
    const logs = product.logs();
    for (const value of people.flatMap(({ personal }) => personal)) expect(logs).not.toContain(value);
    expect(product.errors()).toEqual([]);
  });
}
