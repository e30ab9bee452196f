import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import office from "../domain/messages/hi/office.json" with { type: "json" };
import { DASHBOARD, logIn } from "./support/administrator.js";
import { beginPayment, buy } from "./support/bookings.js";
import { payByApi, someApplication } from "./support/listing.js";
import { currentEvent, freeStall, otherVisitor } from "./support/stalls.js";
import { test } from "./support/test.js";
import { collectData, typedByHand } from "./support/typed-by-hand.js";

// The dashboard in Hindi on a phone: every view, and what opens over them, without a word of English but data. What axe checks is the
// same in every language, and inspected in English; longer texts than these are by `npm run lab -- pseudo-language`.

test.use({ viewport: { width: 360, height: 780 } });

/** The GST portal's name of a table. */
const PORTAL = ["Documents issued"];

/** A view of the dashboard in Hindi. */
const at = (query: string): string => `/hi${DASHBOARD}?${query}`;

async function read(page: Page, data: ReadonlySet<string>, name: string): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(page.getByTestId("skeleton")).toHaveCount(0);
  // What the page has fetched is known a moment after it is shown.
  const words = { message: `${name}: English words`, timeout: 15_000 };
  await expect.soft.poll(() => typedByHand(page, data, PORTAL), words).toEqual([]);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.soft.poll(overflow, { message: `${name} overflows 360 px` }).toBeLessThanOrEqual(0);
}

test("every view of the dashboard is in Hindi", async ({ page }) => {
  test.slow();
  const visitor = await otherVisitor();
  const data = collectData(page);
  const sender = { firstName: "Ashafab", lastName: "Rao", email: `e2e-${randomUUID().slice(0, 8)}@example.com` };
  const enquiry = { ...sender, subject: "My listing", message: "How do I change the picture?" };
  const sent = await visitor.post("/api/v1/support/submit", {
    data: enquiry,
    headers: { "x-form-filled-ms": "60000" },
  });
  expect(sent.status()).toBe(201);
  await visitor.dispose();
  await logIn(page);
  for (const [view, title] of Object.entries(office.views)) {
    await page.goto(at(`view=${view}`));
    await expect(page.locator(`nav [data-view=${view}]`).first()).toContainText(title);
    await expect(page.locator("main h2, main h3, main table, main form").first()).toBeVisible();
    await read(page, data, view);
  }
});

test("what opens over the views is in Hindi: a booking, a stall, an application, a brand", async ({ page }) => {
  const data = collectData(page);
  const stall = await freeStall("General");
  const sale = await buy(stall);
  const visitor = await otherVisitor();
  const held = await beginPayment(visitor, await freeStall("General"));
  const application = someApplication();
  await payByApi(application);
  await logIn(page);
  const dialog = page.getByRole("dialog").last();
  for (const [name, text] of [
    ["booking", sale.orderId],
    ["booking-held", held.orderId],
  ] as const) {
    await page.goto(at(`q=${text}`));
    await page.getByRole("row").filter({ hasText: text }).getByRole("button").first().click();
    await expect(dialog).toContainText(text);
    await read(page, data, name);
  }
  await page.goto(at(`view=plan&event=${await currentEvent()}&stall=${stall.stallId}`));
  await expect(dialog).toContainText(stall.stallId);
  await read(page, data, "stall");
  await page.goto(at(`view=listings&q=${encodeURIComponent(application.brandName)}`));
  await page.getByRole("row").filter({ hasText: application.brandName }).getByRole("button").first().click();
  await expect(dialog).toContainText(application.brandName);
  await read(page, data, "application");
  await page.goto(at("view=brands"));
  await page.getByRole("row").nth(1).getByRole("button").first().click();
  await expect(dialog).toBeVisible();
  await read(page, data, "brand");
  await visitor.dispose();
});
