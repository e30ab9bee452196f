import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { beginPayment, buy } from "./support/bookings.js";
import { linkInMail, operate, untilOutcome } from "./support/payer.js";
import { simulator } from "./support/product.js";
import { fillIn, onCheckout, onTicket, policies, proceed, reserveOnPlan, someDetails } from "./support/registration.js";
import { freeStall, otherVisitor, statusOf } from "./support/stalls.js";
import { test } from "./support/test.js";

/**
 * Pictures of every state a payer can be in, on a phone and on a desktop: `npm run pictures` makes them. Each state is
 * reached on the running product, through its API, the operators' actions and the payment simulator.
 */
test.skip(process.env["PICTURES"] !== "on", "pictures are made by `npm run pictures`");
test.describe.configure({ mode: "parallel", retries: 0 });

const SIZES = [
  { width: 360, height: 780 },
  { width: 1280, height: 900 },
] as const;

async function picture(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.fonts.ready);
    const path = `${test.info().project.outputDir}/states/${name}-${size.width}.png`;
    await page.screenshot({ path, fullPage: true, animations: "disabled" });
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(tooWide, `${name} at ${size.width} px is too wide`).toBeLessThanOrEqual(0);
  }
}

/** Her booking, from the newest mail, and the page that the payment leads back to. */
async function pictures(
  page: Page,
  name: string,
  { email, orderId }: { readonly email: string; readonly orderId: string },
): Promise<void> {
  await page.goto("about:blank");
  await page.goto(await linkInMail(email));
  await expect(page.getByRole("heading", { level: 1, name: "My booking" })).toBeVisible();
  // What comes on demand is there, too; what has ended can't be changed.
  const changes = page.getByRole("region", { name: "Ask us for a change" });
  const [send, write] = [changes.getByRole("button").first(), changes.getByRole("link", { name: "Contact Support" })];
  await expect(send.or(write).first()).toBeVisible();
  await picture(page, name);
  await page.goto(`/paid-events/mela/payment-success?order_id=${orderId}`);
  const result = page
    .getByRole("region", { name: "Order details" })
    .or(page.getByRole("article", { name: "Stall ticket" }));
  await expect(result.first()).toBeVisible();
  await picture(page, `${name}-result`);
}

test("held, paying and sold", async ({ page }) => {
  const stall = await freeStall();
  await reserveOnPlan(page, stall);
  await picture(page, "held");
  const details = someDetails();
  await fillIn(page, details);
  await policies(page).check();
  await proceed(page).click();
  const orderId = await onCheckout(page);
  await page.goto("/paid-events/mela");
  await expect(page.getByRole("region", { name: "Your stall" })).toBeVisible();
  await picture(page, "paying-plan");
  await page.goto(`/paid-events/mela/payment-failure?order_id=${orderId}`);
  await expect(page.getByRole("link", { name: "Correct my details" })).toBeVisible();
  await picture(page, "paying-result");
  await page.getByRole("link", { name: "Correct my details" }).click();
  await page.getByRole("button", { name: "Correct my details" }).waitFor();
  await picture(page, "paying");
  await page.getByRole("button", { name: "Correct my details" }).click();
  await page.getByRole("textbox", { name: "Full Name" }).fill("Aasha Rao");
  await picture(page, "paying-correcting");
  await page.getByRole("button", { name: "Save my details" }).click();
  await page.getByText("Your details are corrected.").waitFor();
  await picture(page, "paying-corrected");
  await simulator.pay(orderId);
  await page.goto(`/paid-events/mela/payment-success?order_id=${orderId}`);
  await onTicket(page, stall.stallId);
  await pictures(page, "sold", { ...details, orderId });
});

test("moved", async ({ page }) => {
  const sale = await buy(await freeStall("General"));
  const toStallId = (await freeStall("General")).stallId;
  await operate(sale.stall.stallId, "move", { toStallId });
  await untilOutcome(sale.orderId, ({ kind }) => kind === "moved");
  await pictures(page, "moved", sale);
});

for (const [name, body] of [
  ["full", { refund: "full" }],
  ["partial", { refund: "partial", refundAmount: 10_000 }],
  ["none", { refund: "none" }],
] as const) {
  test(`cancelled, refund ${name}`, async ({ page }) => {
    const sale = await buy(await freeStall());
    await operate(sale.stall.stallId, "cancel", body);
    await untilOutcome(sale.orderId, ({ kind, refund }) =>
      name === "none" ? kind === "cancelled_without_refund" : refund?.state === "succeeded",
    );
    await pictures(page, `cancelled-${name}`, sale);
  });
}

test("late money: another stall is offered, declined, and the money goes back", async ({ page }) => {
  const visitor = await otherVisitor();
  const late = await beginPayment(visitor, await freeStall());
  const { stallId } = late.stall;
  await operate(stallId, "release");
  await expect.poll(() => statusOf(stallId)).toBe("Available");
  await buy(late.stall);
  await simulator.pay(late.orderId, { force: true });
  await untilOutcome(late.orderId, ({ kind }) => kind === "late_offer");
  await pictures(page, "late-offered", late);
  const offer = await linkInMail(late.email, "mela/offer");
  await page.goto("about:blank");
  await page.goto(offer);
  await picture(page, "late-offer");
  const token = offer.split("#")[1];
  const declined = await visitor.post("/api/v1/mela/offer/decline", { data: { token } });
  expect(declined.ok()).toBe(true);
  await untilOutcome(late.orderId, ({ refund }) => refund?.state === "succeeded");
  await pictures(page, "late-refunded", late);
  await visitor.dispose();
});

test("a second payment goes back", async ({ page }) => {
  const sale = await buy(await freeStall());
  await simulator.secondSuccess(sale.orderId);
  await untilOutcome(
    sale.orderId,
    ({ secondAmount, refund }) => secondAmount !== undefined && refund?.state === "succeeded",
  );
  await pictures(page, "paid-twice", sale);
});
