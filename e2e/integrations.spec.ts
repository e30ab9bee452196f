import { type APIRequestContext, expect, request } from "@playwright/test";
import { TestProduct } from "@sakhi/testkit/product";
import { WebhookReceiver } from "@sakhi/testkit/webhook-receiver";
import { DASHBOARD, fillLogin, LOGIN } from "./support/administrator.js";
import { whenUsable } from "./support/first-view.js";
import { inspect } from "./support/inspect.js";
import { product } from "./support/product.js";
import { NARROW, WIDE } from "./support/sizes.js";
import { post } from "./support/stalls.js";
import { test } from "./support/test.js";
import { totp } from "./support/totp.js";

// Other systems, on a product of its own: its operator sets up two-step verification, which would be in every journey's way.

const ADMINISTRATOR = { username: "organiser", password: "copper lantern meadow 7" };

let own: TestProduct;
let receiver: WebhookReceiver;
let site = "";
let api: APIRequestContext;
test.beforeAll(async () => {
  process.env["TEMPORAL_ADDRESS"] ??= product.temporalAddress;
  receiver = await WebhookReceiver.start();
  own = await TestProduct.start({
    databaseServer: product.databaseUrl,
    settings: { ADMIN_USERNAME: ADMINISTRATOR.username, ADMIN_PASSWORD: ADMINISTRATOR.password },
  });
  [site] = own.sites;
  api = await request.newContext({ baseURL: site });
  await post(api, "/mela/admin/login", ADMINISTRATOR);
});
test.afterAll(async () => {
  await api.dispose();
  await own.stop();
  await receiver.stop();
});

/** Sells a stall at the desk. */
async function sell(stallId: string): Promise<string> {
  const { slug } = (await (await api.get("/api/v1/mela/facts")).json()) as { slug: string };
  const sale = await post(api, `/mela/admin/stalls/${stallId}/sell-offline?event=${slug}`, {
    ...{ fullName: "Meera Iyer", email: `${stallId.toLowerCase()}@holders.example`, phoneNumber: "9845098451" },
    ...{ businessName: "Meera Pottery", pincode: "560001", method: "cash", reference: "desk", reason: "a walk-in" },
  });
  return ((await sale.json()) as { orderId: string }).orderId;
}

test("another system reads with a token, and is notified of a sale, also after it was out of order", async ({
  page,
}) => {
  await whenUsable(page);
  const first = await sell("B7");

  // She turns two-step verification on, and makes a token.
  await page.setViewportSize(WIDE);
  await page.goto(`${site}${LOGIN}`);
  await fillLogin(page, ADMINISTRATOR);
  await expect(page).toHaveURL(new RegExp(DASHBOARD));
  await page.goto(`${site}${DASHBOARD}?view=account`);
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const setUp = page.getByRole("alertdialog", { name: "Set up two-step verification" });
  await setUp.getByLabel("Current password").fill(ADMINISTRATOR.password);
  await setUp.getByRole("button", { name: "Continue" }).click();
  const key = await page.getByLabel("Key", { exact: true }).innerText();
  await page.getByLabel("Code", { exact: true }).fill(totp(key));
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  const code = await page
    .getByText(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/)
    .first()
    .innerText();
  await page.getByRole("button", { name: "I have saved them" }).click();
  // Her other sessions have ended.
  await api.dispose();
  api = await request.newContext({ baseURL: site, storageState: await page.context().storageState() });
  await page.getByRole("button", { name: "Make a token" }).click();
  const making = page.getByRole("alertdialog", { name: "Make a token" });
  await making.getByLabel("Which system is it for?").fill("Ledger");
  await making.getByRole("checkbox", { name: /^Files with personal data/ }).check();
  await inspect(page, "admin-make-token");
  await making.getByLabel("Current password").fill(ADMINISTRATOR.password);
  await making.getByLabel("Code of your authenticator app").fill(code);
  await making.getByRole("button", { name: "Make the token" }).click();
  const token = await page.getByLabel("Token", { exact: true }).innerText();
  expect(token).toMatch(/^sakhi_pat_/);
  await inspect(page, "admin-new-token");
  await page.getByRole("button", { name: "I have saved it" }).click();

  // The other system has the token, and no cookie.
  const other = await request.newContext({ baseURL: site, extraHTTPHeaders: { authorization: `Bearer ${token}` } });
  const read = await other.get("/api/v1/bookings?event=all");
  expect(((await read.json()) as { bookings: unknown[] }).bookings).toEqual([
    expect.objectContaining({ orderId: first, stallId: "B7", state: "sold" }),
  ]);
  expect((await other.get("/api/v1/mela/admin/registrations.xlsx?event=all")).status()).toBe(200);
  expect((await other.get("/api/v1/mela/admin/audit")).status()).toBe(403);
  await page.reload();
  await expect(page.getByText(/^Reads bookings and files, works until .*, last used /)).toBeVisible();

  // She adds an endpoint, which is notified of a sale.
  await page.goto(`${site}${DASHBOARD}?view=integrations`);
  await expect(page.getByText("No other system is notified")).toBeVisible();
  await inspect(page, "admin-integrations-none");
  await page.getByRole("button", { name: "Add an endpoint" }).click();
  const adding = page.getByRole("alertdialog", { name: "Add an endpoint" });
  await adding.getByLabel("Which system is it?").fill("Sponsor's CRM");
  await adding.getByLabel("Address").fill(receiver.url);
  await inspect(page, "admin-add-endpoint");
  await adding.getByRole("button", { name: "Save" }).click();
  const secret = await page.getByLabel("Secret", { exact: true }).innerText();
  await inspect(page, "admin-endpoint-secret");
  await page.getByRole("button", { name: "I have saved it" }).click();
  await page.getByRole("button", { name: "Send a test to Sponsor's CRM" }).click();
  await expect.poll(() => receiver.of("test.ping").length, { timeout: 60_000 }).toBe(1);
  const orderId = await sell("B8");
  await expect
    .poll(() => receiver.of("booking.sold").map(({ event }) => event.data["orderId"]), { timeout: 60_000 })
    .toEqual([orderId]);
  expect(receiver.received.every((each) => WebhookReceiver.isSigned(each, secret))).toBe(true);

  // It is out of order for the next sale; the log says so, and she sends it again.
  receiver.behaviours.push(...Array.from({ length: 20 }, () => 500));
  const late = await sell("B9");
  await page.getByRole("button", { name: "Log of Sponsor's CRM" }).click();
  const row = page.getByRole("row", { name: /A stall is sold/ }).first();
  await expect(row).toContainText("It answered 500", { timeout: 60_000 });
  // An attempt may be under way, which writes down its end.
  await expect(async () => {
    await own.query("UPDATE webhook_deliveries SET state = 'failed', ended_at = now() WHERE state = 'waiting'");
    await page.reload();
    await expect(row).toContainText("Given up", { timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
  receiver.behaviours.length = 0;
  await inspect(page, "admin-webhook-log");
  await row.getByRole("button", { name: /^Open the delivery/ }).click();
  const record = page.getByRole("dialog", { name: "A stall is sold" });
  await expect(record).toContainText("It answered 500");
  await inspect(page, "admin-webhook-delivery");
  await page.goBack();
  await expect(record).toBeHidden();
  await page.setViewportSize(NARROW);
  await row.getByRole("button", { name: /^Send again/ }).click();
  await page
    .getByRole("alertdialog", { name: "Send this again" })
    .getByRole("button", { name: "Send it again" })
    .click();
  await expect(row).toContainText("Delivered", { timeout: 60_000 });
  const ids = receiver
    .of("booking.sold")
    .filter(({ event }) => event.data["orderId"] === late)
    .map(({ id }) => id);
  expect(ids.length).toBeGreaterThanOrEqual(2);
  expect(new Set(ids).size).toBe(1);
  await other.dispose();
});
