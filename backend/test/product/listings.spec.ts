import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { FILLED_MS_HEADER } from "@sakhi/domain/enquiries/enquiry.rules";
import { UNPAID_APPLICATION_SECONDS } from "@sakhi/domain/listings/listing.rules";
import { listingWorkflowId } from "@sakhi/workflows/listings/listing.messages";
import { readPdf } from "../invoices/pdf-text.js";
import { granted } from "@sakhi/testkit/http-visitor";
import {
  administratorOf,
  ADMINISTRATOR,
  applicationOf,
  endYearIn,
  eventsOf,
  expectClosedAs,
  payListing,
  publicListings,
  renewalTokenOf,
  untilHappened,
} from "./listing-life.js";
import { TestProduct } from "@sakhi/testkit/product";
import { subjectsTo } from "./sale.js";
import { until } from "@sakhi/testkit/until";

const OPERATOR = "office@sakhi.example";
/** A year of these tests is a day, and each of its moments comes when a test moves its end. In seconds before it. */
const REMINDERS = { first: 16 * 3600, last: 8 * 3600 };
const YEAR = {
  LISTING_YEAR_SECONDS: String(24 * 3600),
  LISTING_FIRST_REMINDER_SECONDS: String(REMINDERS.first),
  LISTING_LAST_REMINDER_SECONDS: String(REMINDERS.last),
};

let product: TestProduct;

beforeAll(async () => {
  product = await TestProduct.start({
    ownTemporal: true,
    settings: { ...ADMINISTRATOR, ...YEAR, LISTING_REVIEW_REMINDER_SECONDS: "1", OPERATOR_EMAIL: OPERATOR },
  });
});
afterAll(() => product.stop());

it("takes every form while mail and Temporal are away; afterwards each mail arrives, once", async () => {
  product.smtpGate.leave();
  await product.orchestrator.kill();
  await product.temporal!.kill();

  const paying = product.visitor();
  const opened = granted(
    await paying.post("/api/v1/cashfree/initiate", paying.application({ submissionType: "paid_listing" })),
  );
  expect(opened.body["environment"]).toBe("sandbox");
  await payListing(product, paying, String(opened.body["orderId"]));
  const leads = [
    { path: "submit-lead", companyType: "product", businessCategory: "Apparel" },
    { path: "submit-service", companyType: "service", businessCategory: "Legal Consultancy" },
  ].map((lead) => ({ ...lead, visitor: product.visitor(1) }));
  for (const { path, visitor, companyType, businessCategory } of leads) {
    const form = visitor.application({ submissionType: "free_lead", companyType, businessCategory });
    // A double click.
    await Promise.all([1, 2].map(async () => granted(await visitor.post(`/api/v1/brand/${path}`, form))));
  }
  const asking = product.visitor();
  const message = { firstName: "Meera", lastName: "Joshi", email: asking.email };
  granted(
    await asking.post(
      "/api/v1/support/submit",
      { ...message, subject: "Opening hours", message: "When does the Mela open in the morning?" },
      { [FILLED_MS_HEADER]: "30000" },
    ),
  );
  // Tried, and refused by nobody.
  await until("a mail to be tried in vain", async () => {
    const [tried] = await product.query("SELECT 1 FROM mails WHERE attempts > 0 LIMIT 1");
    return tried !== undefined;
  });
  expect(await product.query("SELECT 1 FROM mails WHERE state = 'sent'")).toEqual([]);

  product.smtpGate.comeBack();
  await product.temporal!.start();
  product.orchestrator.launch();
  await product.whenQuiet();
  const application = await applicationOf(product, paying.email);
  expect(application.state).toBe("under_review");
  await untilHappened(product, application.id, "reviewer_reminded");
  await product.whenQuiet();

  const brand = `Meera Prints ${paying.phone}`;
  expect(await subjectsTo(product, paying.email)).toEqual([`Payment received: ${brand}`]);
  for (const { visitor } of leads) {
    expect(await subjectsTo(product, visitor.email)).toEqual(["Welcome to the Sakhi Bazaar community"]);
    await expectClosedAs(product, (await applicationOf(product, visitor.email)).id, "joined");
  }
  expect(await subjectsTo(product, asking.email)).toHaveLength(1);
  const office = await subjectsTo(product, OPERATOR);
  expect(new Set(office).size).toBe(office.length);
  expect(office).toHaveLength(1 + leads.length + 1 + 1);
  expect(office).toContain(`Still waiting: ${brand}`);
});

it("lets a listing live its year: paid, approved, on the site, reminded, renewed, ended; the orchestrator killed meanwhile", async () => {
  const owner = product.visitor();
  const form = owner.application({ submissionType: "paid_listing" });
  const { body } = granted(await owner.post("/api/v1/cashfree/initiate", form));
  const orderId = String(body["orderId"]);
  expect(granted(await owner.post("/api/v1/cashfree/initiate", form)).body["orderId"]).toBe(orderId);
  await payListing(product, owner, orderId);
  const { id } = await applicationOf(product, owner.email);
  const brand = String(form["brandName"]);
  expect(await publicListings(product, brand)).toEqual([]);
  await untilHappened(product, id, "reviewer_reminded");

  const administrator = await administratorOf(product);
  granted(await administrator.post(`/api/v1/mela/admin/listings/${id}/approve`, {}));
  expect(await publicListings(product, brand)).toHaveLength(1);
  await endYearIn(product, id, REMINDERS.first + 1);
  await untilHappened(product, id, "owner_reminded_first");
  await product.orchestrator.kill();
  await endYearIn(product, id, REMINDERS.last + 1);
  await product.orchestrator.start();
  await untilHappened(product, id, "owner_reminded_last");

  const token = await renewalTokenOf(product, owner.email);
  const offer = granted(await owner.get(`/api/v1/brand/renewal?token=${encodeURIComponent(token)}`)).body;
  expect(offer).toMatchObject({ brandName: brand, amount: 999 });
  const renewal = granted(await owner.post("/api/v1/brand/renew", { token })).body;
  await payListing(product, owner, String(renewal["orderId"]));
  await untilHappened(product, id, "renewed");
  expect(await publicListings(product, brand)).toHaveLength(1);
  await endYearIn(product, id, REMINDERS.first + 1);
  await untilHappened(product, id, "owner_reminded_first", 2);
  await endYearIn(product, id, REMINDERS.last + 1);
  await untilHappened(product, id, "owner_reminded_last", 2);
  expect(await publicListings(product, brand)).toHaveLength(1);
  await endYearIn(product, id, 1);
  await untilHappened(product, id, "expired");
  expect(await publicListings(product, brand)).toEqual([]);
  await expectClosedAs(product, id, "expired");

  await product.whenQuiet();
  const reported = await eventsOf(product, id);
  const count = (kind: string): number => reported.filter((each) => each === kind).length;
  expect([count("paid"), count("renewed"), count("invoice_issued")]).toEqual([1, 1, 2]);
  expect([count("owner_reminded_first"), count("owner_reminded_last"), count("expired")]).toEqual([2, 2, 1]);
  const subjects = await subjectsTo(product, owner.email);
  const about = (words: string): number => subjects.filter((subject) => subject.includes(words)).length;
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

it("closes an application that nobody pays for, ends its workflow, and notifies its owner once", async () => {
  const owner = product.visitor();
  const form = owner.application({ submissionType: "paid_listing" });
  await product.payments.fault("createOrder", "refuse");
  const refused = await owner.post("/api/v1/cashfree/initiate", form);
  expect(refused.body["code"]).toBe("listing_payment_refused");
  const { id, state } = await applicationOf(product, owner.email);
  expect(state).toBe("submitted");
  await product.query(
    "UPDATE listing_applications SET updated_at = clock_timestamp() - make_interval(secs => $2) WHERE id = $1",
    [id, UNPAID_APPLICATION_SECONDS],
  );
  await product.nudge(listingWorkflowId(id));
  await expectClosedAs(product, id, "lapsed");
  expect(await eventsOf(product, id)).toEqual(["submitted", "payment_started", "payment_not_opened", "lapsed"]);
  await product.whenQuiet();
  expect(await subjectsTo(product, owner.email)).toEqual([
    `Your application for ${String(form["brandName"])} is closed`,
  ]);
});

it("leaves no trace of anybody in the logs, each line of which is a JSON object", async () => {
  const lines = product
    .logs()
    .split("\n")
    .filter((line) => line !== "");
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
  const people = await product.query<{ words: string[] }>(
    "SELECT ARRAY[full_name, email, phone, brand_name, govt_document, business_address] AS words FROM listing_applications",
  );
  expect(people.length).toBeGreaterThanOrEqual(4);
  const logs = product.logs();
  for (const word of people.flatMap(({ words }) => words)) expect(logs).not.toContain(word);
  expect(product.errors()).toEqual([]);
});
