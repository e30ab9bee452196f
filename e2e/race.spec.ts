import { expect } from "@playwright/test";
import { whenUsable } from "./support/first-view.js";
import { inspect } from "./support/inspect.js";
import { stallOnPlan } from "./support/registration.js";
import { freeStall, statusOf } from "./support/stalls.js";
import { test } from "./support/test.js";
import { recordToasts, sawToast } from "./support/toasts.js";

// A race that fails once has failed: no retries (docs/decisions/0018).
test.describe.configure({ retries: 0 });

test("two browsers race for a stall: one gets it, the other sees an error and similar stalls", async ({ browser }) => {
  const stall = await freeStall("General");
  const pages = await Promise.all(
    ["one", "two"].map(async () => {
      const page = await (await browser.newContext({ locale: "en-IN" })).newPage();
      await whenUsable(page);
      await recordToasts(page);
      return page;
    }),
  );
  await Promise.all(
    pages.map(async (page) => {
      await page.goto("/paid-events/mela");
      await stallOnPlan(page, stall.stallId).click();
    }),
  );
  await Promise.all(pages.map((page) => page.getByRole("button", { name: "Yes, Reserve" }).click()));
  const outcomes = await Promise.all(
    pages.map(async (page) => {
      const won = page.getByRole("heading", { level: 1, name: "Stall registration" });
      const lost = page.getByRole("dialog", { name: `${stall.stallId} has just gone` });
      await expect(won.or(lost)).toBeVisible();
      return (await lost.isVisible()) ? "lost" : "won";
    }),
  );
  expect(outcomes.toSorted()).toEqual(["lost", "won"]);
  expect(await statusOf(stall.stallId)).toBe("Reserved");

  const loser = pages[outcomes.indexOf("lost")]!;
  await sawToast(loser, "Reservation Failed", "This stall is currently reserved by another person");
  const dialog = loser.getByRole("dialog", { name: `${stall.stallId} has just gone` });
  await inspect(loser, "plan-lost-race");
  await expect(dialog.getByRole("button", { name: /^[AB]\d+, Standard, ₹27,000$/ }).first()).toBeVisible();
  await Promise.all(pages.map((page) => page.context().close()));
});
