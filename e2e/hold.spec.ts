import { scryptSync, randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";
import { openDashboard } from "./support/administrator.js";
import { register } from "./support/bookings.js";
import { inspect } from "./support/inspect.js";
import { mailbox } from "./support/product.js";
import { reserveOnPlan, stallOnPlan } from "./support/registration.js";
import { reserveBriefly } from "./support/short-hold.js";
import { freeStall, reserveFor, statusOf } from "./support/stalls.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

/** Parses the seconds shown by a countdown. */
async function secondsLeft(where: Locator): Promise<number> {
  const [, minutes, seconds] = /(\d+):(\d\d)/.exec((await where.textContent()) ?? "") ?? [];
  return Number(minutes) * 60 + Number(seconds);
}

interface Hold {
  readonly expiresAt: string;
  readonly serverTime: string;
}

/** The visitor's hold, from the API. */
const holdOf = async (page: Page): Promise<Hold> =>
  (await (await page.request.get("/api/v1/mela/my-hold")).json()) as Hold;

/** Seconds left of a hold by the server's clock. */
const leftOf = ({ expiresAt, serverTime }: Hold): number => (Date.parse(expiresAt) - Date.parse(serverTime)) / 1000;

/**
 * Expects the countdown to show the server's time. It may lag by the response time and on a busy machine, but is never
 * ahead; checked repeatedly, so that a slow one passes and a wrong one fails.
 */
async function expectServersTime(page: Page, where: Locator): Promise<void> {
  await expect(async () => {
    const before = leftOf(await holdOf(page));
    const shown = await secondsLeft(where);
    const after = leftOf(await holdOf(page));
    expect(shown).toBeGreaterThanOrEqual(Math.floor(after) - 1);
    expect(shown).toBeLessThanOrEqual(Math.min(600, before + 60));
  }).toPass({ timeout: 120_000 });
}

test("a browser solves a required proof of work in a web worker and reserves; its Back button confirms before the stall is released", async ({
  page,
}) => {
  const [nonce, salt] = [randomBytes(16), randomBytes(16)];
  const parameters = {
    algorithm: "SCRYPT",
    nonce: nonce.toString("hex"),
    salt: salt.toString("hex"),
    cost: 8192,
    memoryCost: 8,
    parallelism: 1,
    keyLength: 32,
    // A sixteenth of the tries: some seconds of one core at most.
    keyPrefix: "0",
  };
  const proofs: (string | undefined)[] = [];
  // The product under test requires no proof (scripts/lib/test-servers.mjs): the first response is replaced.
  await page.route("**/api/v1/mela/reserve", async (route) => {
    const { proof } = route.request().postDataJSON() as { proof?: string };
    proofs.push(proof);
    if (proofs.length > 1) return route.continue();
    const message = "Your browser has to be checked first.";
    const json = { statusCode: 429, code: "proof_required", message, error: message };
    return route.fulfill({ status: 429, json: { ...json, challenge: { parameters, signature: "00" } } });
  });
  const stall = await freeStall();
  await reserveOnPlan(page, stall);
  expect(proofs).toEqual([undefined, expect.any(String)]);
  const { solution } = JSON.parse(Buffer.from(proofs[1] ?? "", "base64").toString()) as {
    solution: { counter: number; derivedKey: string };
  };
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(solution.counter);
  const key = scryptSync(Buffer.concat([nonce, counter]), salt, 32, { N: 8192, r: 8, p: 1 }).toString("hex");
  expect(key).toMatch(/^0/);
  expect(solution.derivedKey).toBe(key);

  await page.goBack();
  const confirmation = page.getByRole("alertdialog", { name: `Leave and release ${stall.stallId}?` });
  await expect(confirmation).toBeVisible();
  await inspect(page, "register-leave");
  await confirmation.getByRole("button", { name: "Stay here" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Stall registration" })).toBeVisible();
  expect(await statusOf(stall.stallId)).toBe("Reserved");
  // The page has gone forward again, from where Back had brought it.
  await expect(page).toHaveURL(/\/register/);
  await page.goBack();
  await confirmation.getByRole("button", { name: "Release and leave" }).click();
  await expect(page).toHaveURL("/paid-events/mela");
  await expect.poll(() => statusOf(stall.stallId)).toBe("Available");
});

test("an expired registered hold shows a toast, opens the plan, frees the stall, sends a mail, and is in the stall's history", async ({
  page,
}) => {
  const stall = await freeStall();
  await reserveBriefly(page.request, stall.stallId, 30);
  const { email } = await register(page.request, stall);
  await page.goto(`/paid-events/mela/register?stallId=${stall.stallId}&type=${stall.type}&price=${stall.price}`);
  await expect(page.getByRole("timer")).toBeVisible();
  await sawToast(page, "Reservation Expired", "Your stall reservation has expired. Please try again.");
  await expect(page).toHaveURL("/paid-events/mela");
  await expect(stallOnPlan(page, stall.stallId)).toHaveAccessibleName(/, Available$/);
  const [mail] = await mailbox.waitFor(email, 1);
  expect(mail?.subject).toMatch(new RegExp(`^Your reservation of stall ${stall.stallId} has ended \\(Mela \\d{4}\\)$`));

  await openDashboard(page, "plan");
  await stallOnPlan(page, stall.stallId).click();
  const dialog = page.getByRole("dialog", { name: `Stall ${stall.stallId}` });
  await expect(dialog.locator('[data-event="hold_released"]').first()).toContainText(/ran out|expired/i);
  await inspect(page, "admin-stall-history");
});

test("a returning visitor sees the held stall and its time, replaces it by another, and releases that one", async ({
  page,
}) => {
  const first = await freeStall();
  await reserveFor(page.request, first.stallId);
  const second = await freeStall();
  await page.goto("/paid-events/mela");
  const banner = page.getByRole("region", { name: "Your stall" });
  await expect(banner).toContainText(`You hold ${first.stallId}`);
  await expectServersTime(page, banner.getByText(/^\d+:\d\d left$/));
  await expect(stallOnPlan(page, first.stallId)).toHaveAccessibleName(/, reserved for you$/);
  await inspect(page, "plan-held");
  await stallOnPlan(page, second.stallId).click();
  const dialog = page.getByRole("dialog", { name: "Confirm Stall Reservation" });
  await expect(dialog).toContainText(`Reserving this one releases ${first.stallId}.`);
  await dialog.getByRole("button", { name: "Yes, Reserve" }).click();
  await expect(page.getByRole("timer")).toBeVisible();
  expect(await statusOf(first.stallId)).toBe("Available");
  expect(await statusOf(second.stallId)).toBe("Reserved");

  await page.goto("/paid-events/mela");
  await banner.getByRole("button", { name: "Release" }).click();
  const confirmation = page.getByRole("alertdialog", { name: `Release ${second.stallId}?` });
  await expect(confirmation).toBeVisible();
  await inspect(page, "plan-give-up");
  await confirmation.getByRole("button", { name: `Release ${second.stallId}` }).click();
  await sawToast(page, `${second.stallId} released`);
  await expect(banner).toBeHidden();
  await expect.poll(() => statusOf(second.stallId)).toBe("Available");
});
