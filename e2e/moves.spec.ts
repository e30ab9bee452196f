import { expect, type Page } from "@playwright/test";
import type { HttpVisitor } from "@sakhi/testkit/http-visitor";
import { TestProduct } from "@sakhi/testkit/product";
import { DASHBOARD, fillLogin, LOGIN } from "./support/administrator.js";
import { inspect } from "./support/inspect.js";
import { product } from "./support/product.js";
import { payByUpi } from "./support/registration.js";
import { NARROW, WIDE } from "./support/sizes.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

// Moves of sold stalls, on a product of its own: their times are shortened in its database. Premium stalls (A) cost ₹36,000, the
// others (B) ₹27,000.

const ADMINISTRATOR = { username: "organiser", password: "copper lantern meadow 7" };
const REASON = "She asked by phone";

// One after the other, on one product.
test.describe.configure({ mode: "default" });

let own: TestProduct;
let site = "";
let slug = "";
let admin: HttpVisitor;
test.beforeAll(async () => {
  process.env["TEMPORAL_ADDRESS"] ??= product.temporalAddress;
  own = await TestProduct.start({
    databaseServer: product.databaseUrl,
    settings: { ADMIN_USERNAME: ADMINISTRATOR.username, ADMIN_PASSWORD: ADMINISTRATOR.password },
  });
  [site] = own.sites;
  admin = own.visitor();
  await admin.post("/api/v1/mela/admin/login", ADMINISTRATOR);
  ({ slug } = (await admin.get("/api/v1/mela/facts")).body as { slug: string });
});
test.afterAll(() => own.stop());

/** A sold stall with its booking, and the link to it in its holder's mail. */
async function sold(stallId: string) {
  const { orderId, email } = await own.visitor().reserveAndInitiate(stallId);
  await own.payments.pay(orderId);
  let id = "";
  await expect
    .poll(
      async () => {
        const found = await own.query<{ id: string }>(
          "SELECT id FROM bookings WHERE order_id = $1 AND state = 'sold'",
          [orderId],
        );
        return (id = found[0]?.id ?? "");
      },
      { timeout: 180_000 },
    )
    .not.toBe("");
  return { id, email, link: await linkIn(email) };
}

/** The link to a booking in a mail whose subject has these words. */
async function linkIn(email: string, subject = ""): Promise<string> {
  let link = "";
  await expect
    .poll(
      async () => {
        for (const mail of await own.mails.to(email)) {
          if (!mail.subject.replaceAll(/[\u2066-\u2069]/g, "").includes(subject)) continue;
          const { text } = await own.mails.body(mail);
          link ||= /http\S+\/my-booking#[\w.~-]+/.exec(text)?.[0] ?? "";
        }
        return link;
      },
      { timeout: 180_000 },
    )
    .not.toBe("");
  return link;
}

const plan = async (...stalls: string[]): Promise<(string | undefined)[]> => {
  const { body } = await own.visitor().layout();
  const all = body as unknown as { stallId: string; status: string }[];
  return stalls.map((stallId) => all.find((stall) => stall.stallId === stallId)?.status);
};

/** The dashboard with a booking open. */
async function openBooking(page: Page, id: string): Promise<void> {
  await page.goto(`${site}${LOGIN}`);
  await fillLogin(page, ADMINISTRATOR);
  await expect(page.getByRole("navigation", { name: "Views of the dashboard" })).toBeVisible();
  await page.goto(`${site}${DASHBOARD}?event=${slug}&booking=${id}`);
  await expect(page.getByRole("dialog", { name: "Registration Details" })).toBeVisible();
}

/** Chooses a stall in the dialog of a move, and gives the reason. */
async function chooseStall(page: Page, from: string, to: string) {
  await page.getByRole("button", { name: "Move", exact: true }).click();
  const dialog = page.getByRole("alertdialog", { name: `Move the booking of ${from}` });
  await dialog.getByLabel("To stall").selectOption(to);
  await dialog.getByLabel("Reason").fill(REASON);
  return dialog;
}

async function downloads(page: Page, name: RegExp): Promise<void> {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name }).first().click()]);
  expect(file.suggestedFilename()).toMatch(/^(DBN|CRN)-.*\.pdf$/);
}

test("an operator offers a dearer stall by a link; the holder pays the difference, and her first stall is free only then", async ({
  page,
}) => {
  const { id, email } = await sold("B1");
  await page.setViewportSize(WIDE);
  await openBooking(page, id);
  const dialog = await chooseStall(page, "B1", "A1");
  await expect(dialog).toContainText("A1 is kept for 48 hours. The holder gets a mail with a link to pay ₹9,000");
  await inspect(page, "admin-move-dearer");
  await dialog.getByRole("button", { name: "Move the booking" }).click();
  await sawToast(page, "A1 is kept. The holder was mailed a link to pay ₹9,000.");
  await expect(page.getByRole("button", { name: "Withdraw the move" })).toBeVisible();
  await inspect(page, "admin-move-waits");

  const link = await linkIn(email, "Stall A1 is kept for you");
  expect(await plan("B1", "A1")).toEqual(["Sold", "Reserved"]);
  await page.setViewportSize(NARROW);
  await page.goto(link);
  const part = page.getByRole("region", { name: "Move to another stall" });
  await expect(part).toContainText("To pay: ₹9,000, GST included");
  await expect(page.getByRole("article", { name: "Stall ticket" })).toContainText("B1");
  await inspect(page, "my-move-open");
  await part.getByRole("button", { name: "Pay ₹9,000" }).click();
  await expect(page.getByLabel("UPI ID")).toBeVisible();
  expect(await plan("B1", "A1")).toEqual(["Sold", "Reserved"]);
  await payByUpi(page);
  await expect(part).toContainText("You have moved from B1 to A1.", { timeout: 180_000 });
  await expect(page.getByRole("article", { name: "Stall ticket" })).toContainText("A1");
  expect(await plan("B1", "A1")).toEqual(["Available", "Sold"]);
  await downloads(page, /^Download DBN\/.*\(PDF\)$/);
  await inspect(page, "my-move-paid");

  // Operators see what became of it, with what was paid for it.
  await page.setViewportSize(WIDE);
  await page.goto(`${site}${DASHBOARD}?event=${slug}&booking=${id}`);
  const booking = page.getByRole("dialog", { name: "Registration Details" });
  await expect(booking).toContainText("Paid for moves");
  await expect(booking).toContainText("₹36,000");
  await inspect(page, "admin-move-paid");
});

test("a holder moves to a cheaper stall by herself, once the event lets her, and the difference comes back", async ({
  page,
}) => {
  const { id, link } = await sold("A2");
  await openBooking(page, id);
  await page.goto(`${site}${DASHBOARD}?view=event&event=${slug}`);
  await page.getByRole("button", { name: "Change how holders move" }).click();
  const settings = page.getByRole("alertdialog", { name: "Change how holders move" });
  await settings.getByLabel("Who moves bookings").selectOption("true");
  await inspect(page, "admin-move-settings");
  await settings.getByRole("button", { name: "Save" }).click();
  await sawToast(page, "Saved how holders move.");

  await page.setViewportSize(NARROW);
  await page.goto(link);
  const part = page.getByRole("region", { name: "Move to another stall" });
  await part.getByLabel("Free stalls").selectOption("B3");
  await expect(part).toContainText("You move to B3 at once, and ₹9,000 go back the way you paid.");
  await inspect(page, "my-move-choose");
  await part.getByRole("button", { name: "Move to B3" }).click();
  await expect(part).toContainText("You have moved from A2 to B3.");
  expect(await plan("A2", "B3")).toEqual(["Available", "Sold"]);
  await expect(page.getByRole("article", { name: "Stall ticket" })).toContainText("B3");
  await expect
    .poll(
      () =>
        own.query(
          "SELECT r.amount_paise FROM refunds r JOIN orders o USING (order_id) WHERE o.subject_id = $1 AND r.state = 'succeeded'",
          [id],
        ),
      { timeout: 180_000 },
    )
    .toHaveLength(1);
  await page.reload();
  await expect(page.getByText(/₹9,000/).first()).toBeVisible();
  await downloads(page, /^Download CRN\/.*\(PDF\)$/);
  await inspect(page, "my-move-cheaper");
});

test("a move that nobody pays lapses: the booking stays, and the page says so", async ({ page }) => {
  const { id, email } = await sold("B4");
  const asked = await admin.post(`/api/v1/mela/admin/bookings/${id}/stall-moves`, { toStallId: "A4", reason: REASON });
  const moveId = String(asked.body["moveId"]);
  const link = await linkIn(email, "Stall A4 is kept for you");
  await page.setViewportSize(NARROW);
  await page.goto(link);
  const part = page.getByRole("region", { name: "Move to another stall" });
  await expect(part.getByRole("button", { name: "Stay at B4" })).toBeVisible();
  await own.query("UPDATE stall_moves SET until = clock_timestamp() WHERE id = $1", [moveId]);
  await own.nudge(`stall-move/${moveId}`);
  await expect(part).toContainText("The move to A4 was not paid in time, so you are still at B4.", {
    timeout: 120_000,
  });
  expect(await plan("B4", "A4")).toEqual(["Sold", "Available"]);
  await inspect(page, "my-move-lapsed");
  await expect
    .poll(async () => (await own.mails.to(email)).map(({ subject }) => subject), { timeout: 120_000 })
    .toContainEqual(expect.stringContaining("A4"));
});
