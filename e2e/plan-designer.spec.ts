import { expect, type Page } from "@playwright/test";
import { openDashboard, operator } from "./support/administrator.js";
import { duplicate, EVENTS, openDesigner, REASON, stall } from "./support/designer.js";
import { inspect } from "./support/inspect.js";
import { WIDE } from "./support/sizes.js";
import { post } from "./support/stalls.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

/** Publishes what is drawn. */
async function publish(page: Page) {
  await page.getByRole("button", { name: "Publish the plan" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Publish the plan" });
  await dialog.getByLabel("Reason").fill(REASON);
  return { dialog, confirm: () => dialog.getByRole("button", { name: "Publish the plan" }).click() };
}

test("an operator draws a plan, publishes it, and cannot delete a sold stall", async ({ page }) => {
  const slug = await duplicate();
  const api = await operator();
  const layoutStall = async (number: string) => {
    const response = await api.get(`/api/v1/mela/layout?event=${slug}`);
    // A draft has no public plan.
    if (!response.ok()) return undefined;
    const stalls = (await response.json()) as readonly { stallId: string }[];
    return stalls.find(({ stallId }) => stallId === number);
  };
  await page.setViewportSize(WIDE);
  await openDashboard(page, `event&event=${slug}`);
  await page.getByRole("button", { name: "Add a type" }).click();
  const type = page.getByRole("alertdialog", { name: "Add a stall type" });
  await type.getByLabel("Name").fill("Food");
  await type.getByLabel("Price").fill("41000");
  await type.getByLabel("Reason").fill(REASON);
  await type.getByRole("button", { name: "Add the type" }).click();
  await sawToast(page, "Food is added");

  await openDashboard(page, `plan&event=${slug}`);
  await page.getByRole("link", { name: "Draw this plan" }).click();
  await inspect(page, "designer");

  // Ten stalls by pointer and shift, then moved by a key; all by keyboard from here.
  await stall(page, "A1").click();
  for (let number = 2; number <= 10; number += 1) await stall(page, `A${number}`).click({ modifiers: ["Shift"] });
  await stall(page, "A10").press("ArrowRight");
  await expect(stall(page, "A1")).toHaveAccessibleName(
    "Stall A1, Premium, 45 feet from the left, 35 from the top, chosen",
  );
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(stall(page, "A1")).toHaveAccessibleName(/40 feet from the left/);
  await page.keyboard.press("ControlOrMeta+y");
  await expect(stall(page, "A1")).toHaveAccessibleName(/50 feet from the left/);
  await page.keyboard.press("ArrowLeft");

  await page.getByRole("button", { name: "Add a row" }).click();
  const row = page.getByRole("alertdialog", { name: "Add a row of stalls" });
  await row.getByLabel("Letter").fill("B");
  await row.getByLabel("First number").fill("51");
  await row.getByLabel("Number of stalls").fill("10");
  await row.getByLabel("Type").selectOption("Food");
  await row.getByLabel("First stall, feet from the top").fill("0");
  await inspect(page, "designer-row");
  await row.getByRole("button", { name: "Add the row" }).click();
  // The row lies on the stalls of the upper wall: a problem chooses what it is about.
  await page.getByRole("button", { name: "To solve: B3 and B51 overlap." }).click();
  await expect(stall(page, "B51")).toHaveAttribute("aria-pressed", "true");
  await inspect(page, "designer-problems");
  await page.keyboard.press("Escape");
  // They lie under others: by keyboard.
  for (let number = 51; number <= 60; number += 1) await stall(page, `B${number}`).press("Space");
  for (let step = 0; step < 4; step += 1) await stall(page, "B60").press("ArrowDown");
  await expect(page.getByText("No problems.")).toBeVisible();

  // What is drawn is saved by itself, and there after a reload.
  await expect(page.locator("[data-saving=saved]")).toBeVisible();
  await page.reload();
  await expect(stall(page, "B60")).toHaveAccessibleName("Stall B60, Food, 110 feet from the left, 20 from the top");
  expect(await layoutStall("B60")).toBeUndefined();
  await page.getByRole("button", { name: "Compare" }).click();
  const compare = page.getByRole("dialog", { name: "The draft and what is published" });
  await expect(compare.getByText("Added (10)")).toBeVisible();
  await expect(compare.getByText("Moved (10)")).toBeVisible();
  await inspect(page, "designer-compare");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Preview at 360 px" }).click();
  await expect(page.getByRole("group", { name: "Preview with 80 stalls" })).toBeVisible();
  await inspect(page, "designer-preview");
  await page.keyboard.press("Escape");
  const first = await publish(page);
  await inspect(page, "designer-publish");
  await first.confirm();
  await sawToast(page, "The plan is published as number 2");

  await post(api, `${EVENTS}/${slug}/publish`, { reason: REASON });
  await post(api, `/mela/admin/stalls/B12/sell-offline?event=${slug}`, {
    ...{ fullName: "Meera Iyer", email: "meera@example.com", phoneNumber: "9811100001", businessName: "Meera Pottery" },
    ...{ pincode: "560001", method: "cash", reference: "receipt 17", reason: REASON },
  });
  expect(await layoutStall("B60")).toMatchObject({ type: "Food", price: 41_000, look: "leaf", x: 110, y: 20 });
  await openDesigner(page, slug);
  // A sold stall can be drawn elsewhere, by pointer.
  await stall(page, "B12").scrollIntoViewIfNeeded();
  const box = await stall(page, "B12").boundingBox();
  if (box === null) throw new Error("B12 is not drawn");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(stall(page, "B12")).toHaveAccessibleName(/Stall B12, Standard, sold, 5 feet from the left/);
  await (await publish(page)).confirm();
  await sawToast(page, "The plan is published as number 3");
  expect(await layoutStall("B12")).toMatchObject({ x: 5, status: "Sold" });

  await stall(page, "B12").press("Delete");
  await expect(stall(page, "B12")).toHaveCount(0);
  const refused = await publish(page);
  await refused.confirm();
  await expect(refused.dialog.getByRole("alert")).toContainText("B12 can't be removed: it is sold.");
  await inspect(page, "designer-refused");
  expect(await layoutStall("B12")).toMatchObject({ status: "Sold" });
  await refused.dialog.getByRole("button", { name: "Go back" }).click();

  // The first publication goes back into the draft: visitors see it once it is published again, as number 4.
  await page.getByRole("button", { name: "Earlier plans" }).click();
  const earlier = page.getByRole("alertdialog", { name: "Copy an earlier plan into the draft" });
  await earlier.getByLabel("Publication").selectOption("1");
  await expect(earlier).toContainText("The draft becomes that of publication 1.");
  await inspect(page, "designer-earlier");
  await earlier.getByRole("button", { name: "Copy into the draft" }).click();
  await sawToast(page, "Publication 1 is in the draft. Undo brings the former one back.");
  await expect(stall(page, "B60")).toHaveCount(0);
  await expect(stall(page, "B12")).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(stall(page, "B60")).toHaveCount(1);
  await expect(stall(page, "B12")).toHaveCount(0);
  await page.getByRole("button", { name: "Redo" }).click();
  expect(await layoutStall("B60")).toMatchObject({ type: "Food" });
  await (await publish(page)).confirm();
  await sawToast(page, "The plan is published as number 4");
  expect(await layoutStall("B60")).toBeUndefined();
  expect(await layoutStall("B12")).toMatchObject({ x: 0, status: "Sold" });
});
