import { expect, type Page } from "@playwright/test";
import hindiDocument from "../domain/messages/hi/document.json" with { type: "json" };
import hindi from "../domain/messages/hi/mela.json" with { type: "json" };
import { buy } from "./support/bookings.js";
import { inspect } from "./support/inspect.js";
import { caches, keptNames, offline, otherRelease, ownBrowser, whenKept } from "./support/offline.js";
import { linkInMail } from "./support/payer.js";
import { product } from "./support/product.js";
import { reserveOnPlan, stallOnPlan } from "./support/registration.js";
import { NARROW } from "./support/sizes.js";
import { freeStall, otherVisitor, reserveFor } from "./support/stalls.js";
import { test } from "./support/test.js";

// Pages that were seen open without network, as they were, and say so (docs/decisions/0109).

const AS_IT_WAS = /as it was at \d\d:\d\d IST, without network\.$/;
const note = (page: Page) => page.getByRole("status").filter({ hasText: AS_IT_WAS });
const ticket = (page: Page) => page.getByRole("article", { name: "Stall ticket" });

for (const viewport of [NARROW, { width: 780, height: 360 }]) {
  const size = `${viewport.width}x${viewport.height}`;

  test(`${size}: a ticket opens without network, says since when, and is of now once there is network`, async ({
    browser,
  }) => {
    const sale = await buy(await freeStall());
    const page = await ownBrowser(browser, product.site, viewport);
    await page.goto(`/paid-events/mela/payment-success?order_id=${sale.orderId}`);
    await expect(ticket(page)).toContainText(sale.orderId);
    await whenKept(page);
    await expect.poll(() => keptNames(page, "ticket")).toHaveLength(1);

    await offline(page, true);
    await page.reload();
    await expect(note(page)).toHaveText(/^Your ticket as it was/);
    await expect(ticket(page)).toContainText(sale.orderId);
    await expect(ticket(page)).toContainText(sale.stall.stallId);
    // Its code for the gate is for who paid, or has the link: see below.
    await expect(page.getByRole("img", { name: /QR code/ })).toBeHidden();
    await expect(page.getByRole("button", { name: "Add to calendar" })).toBeVisible();
    await inspect(page, `offline-ticket-${size}`);
    // Another order's ticket is not kept.
    await page.goto("/paid-events/mela/payment-success?order_id=MELA1764000000000ABCD1234");
    await expect(ticket(page)).toBeHidden();
    await page.goto(`/paid-events/mela/payment-success?order_id=${sale.orderId}`);
    await expect(note(page)).toBeVisible();

    await offline(page, false);
    await expect(note(page)).toBeHidden();
    await expect(ticket(page)).toContainText(sale.orderId);
    await page.context().close();
  });

  test(`${size}: My booking opens without network as last seen, with its link, and is gone once it is closed`, async ({
    browser,
  }) => {
    const sale = await buy(await freeStall());
    const link = await linkInMail(sale.email);
    const page = await ownBrowser(browser, product.site, viewport);
    await page.goto(link);
    await expect(ticket(page)).toContainText(sale.orderId);
    await whenKept(page);
    await expect.poll(() => keptNames(page, "linked-booking")).toHaveLength(1);
    const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    for (const secret of [sale.email, sale.fullName, link.split("#")[1] ?? ""]) expect(stored).not.toContain(secret);

    await offline(page, true);
    await page.reload();
    await expect(note(page)).toHaveText(/^Your booking as it was/);
    await expect(ticket(page)).toContainText(sale.orderId);
    await expect(page.getByText(/^You paid ₹/)).toBeVisible();
    await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
    await inspect(page, `offline-my-booking-${size}`);

    // A day later, only the link opens it.
    await page.evaluate(() => {
      for (const name of Object.keys(localStorage).filter((each) => each.startsWith("kept.1.opened-booking")))
        localStorage.setItem(name, JSON.stringify({ ...JSON.parse(localStorage.getItem(name) ?? ""), until: 0 }));
    });
    await page.goto("/my-booking");
    await page.reload();
    await expect(page.getByText("We could not open your booking.")).toBeVisible();
    await expect(ticket(page)).toBeHidden();
    await inspect(page, `offline-my-booking-without-link-${size}`);
    const other = link.slice(0, -1) + (link.endsWith("A") ? "B" : "A");
    for (const [opened, isShown] of [
      [other, false],
      [link, true],
    ] as const) {
      await page.goto("about:blank");
      await page.goto(opened);
      await expect(isShown ? note(page) : page.getByText("We could not open your booking.")).toBeVisible();
      await expect(ticket(page)).toBeVisible({ visible: isShown });
    }

    await offline(page, false);
    await expect(note(page)).toBeHidden();
    await expect(page.getByText(sale.email)).toBeVisible();
    await page.getByRole("button", { name: "Close on this device" }).click();
    await expect(page.getByRole("heading", { name: "Your booking is closed on this device" })).toBeVisible();
    await expect.poll(() => keptNames(page, "linked-booking")).toEqual([]);
    await offline(page, true);
    await page.goto("about:blank");
    await page.goto(link);
    await expect(page.getByText("We could not open your booking.")).toBeVisible();
    await expect(ticket(page)).toBeHidden();
    await page.context().close();
  });

  test(`${size}: the plan opens without network as it was, and is of now once there is network`, async ({
    browser,
  }) => {
    const stall = await freeStall();
    const page = await ownBrowser(browser, product.site, viewport);
    await page.goto("/paid-events/mela");
    await expect(stallOnPlan(page, stall.stallId)).toHaveAccessibleName(/Available$/);
    await whenKept(page);
    await expect.poll(() => keptNames(page, "plan")).toHaveLength(1);

    await offline(page, true);
    await page.reload();
    await expect(note(page)).toHaveText(/^The plan as it was/);
    // Only now: a stream that is open is not ended by the emulation.
    const visitor = await otherVisitor();
    await reserveFor(visitor, stall.stallId);
    await page.reload();
    await expect(note(page)).toHaveText(/^The plan as it was/);
    await expect(stallOnPlan(page, stall.stallId)).toHaveAccessibleName(/Available$/);
    await inspect(page, `offline-plan-${size}`);
    // Another page says that it needs the network, and where to go.
    await page.goto("/products");
    await expect(page.getByRole("heading", { name: "There is no network" })).toBeVisible();
    await inspect(page, `offline-not-kept-${size}`);
    await page.getByRole("link", { name: "The floor plan, as it was last" }).click();
    await expect(note(page)).toBeVisible();

    await offline(page, false);
    await expect(note(page)).toBeHidden();
    await expect(stallOnPlan(page, stall.stallId)).toHaveAccessibleName(/Reserved$/);
    await visitor.post("/api/v1/mela/release", { data: { stallId: stall.stallId } });
    await visitor.dispose();
    await page.context().close();
  });

  test(`${size}: a hold's clock continues without network, also after a reload, and the stall is there again after`, async ({
    browser,
  }) => {
    const stall = await freeStall();
    const page = await ownBrowser(browser, product.site, viewport);
    await reserveOnPlan(page, stall);
    await whenKept(page);

    await offline(page, true);
    await expect(page.getByText(/Your stall is kept for \d:\d\d.*whether it was released elsewhere/)).toBeVisible();
    const timer = page.getByRole("timer");
    const before = await timer.textContent();
    await expect(timer).not.toHaveText(before ?? "");
    await page.reload();
    await expect(timer).toHaveText(new RegExp(`^${stall.stallId} is kept for you for \\d:\\d\\d more\\.$`));
    await expect(page.getByText(/Whether the stall was released elsewhere/)).toBeVisible();
    await inspect(page, `offline-hold-${size}`);
    const counted = await timer.textContent();
    await expect(timer).not.toHaveText(counted ?? "");

    await offline(page, false);
    await expect(page.getByRole("textbox", { name: "Full Name" })).toBeVisible();
    await expect(timer).toHaveText(/^\d:\d\d$/);
    await page.request.post("/api/v1/mela/release", { data: { stallId: stall.stallId } });
    await page.context().close();
  });
}

test("a page in Hindi opens without network in Hindi, and only what Hindi needs is kept", async ({ browser }) => {
  const page = await ownBrowser(browser, product.site, NARROW);
  await page.goto("/hi/paid-events/mela");
  const { stallId } = await freeStall();
  await expect(stallOnPlan(page, stallId)).toBeVisible();
  await whenKept(page);
  await expect.poll(() => keptNames(page, "plan")).toHaveLength(1);
  const kept = Object.entries(await caches(page.context()));
  expect(kept.map(([name]) => name)).toEqual([expect.stringMatching(/^site-hi-/)]);
  expect(kept[0]?.[1]).toEqual(expect.arrayContaining(["/hi/offline.html", "/hi/not-kept.html"]));

  await offline(page, true);
  await page.reload();
  const { thisPlan } = hindi.plan;
  await expect(page.getByRole("status").filter({ hasText: thisPlan })).toContainText("IST");
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await expect(stallOnPlan(page, stallId)).toBeVisible();
  await inspect(page, "offline-plan-hindi");
  await page.goto("/hi/products");
  await expect(page.getByRole("heading", { name: hindiDocument.noNetwork })).toBeVisible();
  await inspect(page, "offline-not-kept-hindi");
  // The home page, which is not below the worker's folder, says the same, as the English one does.
  await page.goto("/hi");
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await expect(page.getByRole("heading", { name: hindiDocument.noNetwork })).toBeVisible();
  await page.getByRole("link", { name: hindiDocument.plan }).click();
  await expect(stallOnPlan(page, stallId)).toBeVisible();
  await expect(page).toHaveURL(/\/hi\/paid-events\/mela$/);

  await offline(page, false);
  await expect(page.getByRole("status").filter({ hasText: thisPlan })).toBeHidden();
  await page.context().close();
});

/** Asks for the worker again and says the caches. It joins an update that the browser has started by itself: to be repeated. */
async function updated(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => undefined);
  });
  return Object.keys(await caches(page.context()));
}

test("a new release replaces the worker, and open pages keep their files", async ({ browser }) => {
  const release = await otherRelease(product.site);
  const page = await ownBrowser(browser, release.site, NARROW);
  await page.goto("/paid-events/mela");
  await whenKept(page);
  const [first] = Object.entries(await caches(page.context()));
  const [name, files] = first ?? ["", []];
  expect(files).toEqual(expect.arrayContaining(["/offline.html", "/not-kept.html", "/favicon.svg"]));
  expect(files.filter((file) => file.startsWith("/api"))).toEqual([]);
  const lazy = files.find((file) => /\/hold-over|\.js$/.test(file) && !file.includes("start")) ?? "";

  // The next release has another name, and no longer a file that open pages of the first may load.
  const next = `site-${"0".repeat(12)}`;
  release.change("/worker.js", (text) => text.replaceAll(name.slice("site-".length), next.slice("site-".length)));
  await expect.poll(() => updated(page)).toEqual([name, next]);
  release.change(lazy, undefined);
  const status = await page.evaluate(async (file) => (await fetch(file)).status, lazy);
  expect(status).toBe(200);
  await offline(page, true);
  await page.reload();
  await expect(note(page)).toBeVisible();
  await page.context().close();
  await release.close();
});

test("OFFLINE_PAGES=off removes the worker and its files", async ({ browser }) => {
  const release = await otherRelease(product.site);
  const page = await ownBrowser(browser, release.site, NARROW);
  await page.goto("/paid-events/mela");
  await whenKept(page);
  expect(Object.keys(await caches(page.context()))).toHaveLength(1);

  // What the site sends as its worker then.
  const remover = await (await fetch(`${product.site}/no-worker.js`)).text();
  release.change("/worker.js", () => remover);
  await expect.poll(() => updated(page)).toEqual([]);
  await page.goto("about:blank");
  await page.goto("/paid-events/mela/payment-success?order_id=x");
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await page.context().close();
  await release.close();
});

test("the site can be installed: its manifest names pages and icons that are there", async ({ page }) => {
  await page.goto("/");
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const answer = await page.request.get(href ?? "");
  expect(answer.headers()["content-type"]).toBe("application/manifest+json");
  const {
    icons,
    start_url: start,
    shortcuts,
  } = (await answer.json()) as {
    icons: { src: string; type: string }[];
    start_url: string;
    shortcuts: { url: string }[];
  };
  for (const { src, type } of icons) expect((await page.request.get(src)).headers()["content-type"]).toBe(type);
  for (const path of [start, ...shortcuts.map(({ url }) => url)])
    expect((await page.request.get(path)).status()).toBe(200);
  const devtools = await page.context().newCDPSession(page);
  const { errors } = await devtools.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
});
