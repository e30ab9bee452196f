import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { openDashboard } from "./support/administrator.js";
import { duplicate, openDesigner, stall } from "./support/designer.js";
import { inspect } from "./support/inspect.js";
import { ownBrowser } from "./support/offline.js";
import { product } from "./support/product.js";
import { NARROW, WIDE } from "./support/sizes.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

const tool = (page: Page, name: string) => page.getByRole("toolbar", { name: "Tools" }).getByRole("button", { name });
const isSaved = (page: Page) => expect(page.locator("[data-saving=saved]")).toBeVisible();
const count = (page: Page, text: string) => page.getByRole("complementary").getByText(text, { exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
/** Of what screen readers hear. */
const said = (page: Page, text: string | RegExp) =>
  expect(page.locator("[aria-live=polite][aria-atomic=true]").filter({ hasText: text })).toHaveCount(1);
const place = (item: Locator, text: RegExp) => expect(item).toHaveAccessibleName(text);

async function boxOf(item: Locator) {
  const box = await item.boundingBox();
  if (box === null) throw new Error("not drawn");
  return box;
}

/** Draws a frame with the pointer, from before one item to behind another. */
async function marquee(page: Page, first: string, last: string, modifier?: "Shift") {
  await stall(page, first).scrollIntoViewIfNeeded();
  const [from, to] = [await boxOf(stall(page, first)), await boxOf(stall(page, last))];
  if (modifier !== undefined) await page.keyboard.down(modifier);
  await page.mouse.move(from.x - 3, from.y - 1);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  if (modifier !== undefined) await page.keyboard.up(modifier);
}

/** What the draft changes, in words. */
async function compared(page: Page, ...texts: readonly string[]) {
  await tool(page, "Compare").click();
  const dialog = page.getByRole("dialog", { name: "The draft and what is published" });
  for (const text of texts) await expect(dialog).toContainText(text);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(dialog).toBeHidden();
}

test("every tool of the designer, by pointer and by keyboard", async ({ page }) => {
  const slug = await duplicate();
  await page.setViewportSize(WIDE);
  await openDesigner(page, slug);

  // A frame chooses what it touches; keys go on with it, and one undo takes all presses back.
  await marquee(page, "A1", "A3");
  await expect(count(page, "3 chosen")).toBeVisible();
  await said(page, "A1, A2, A3 chosen");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await said(page, "A1 and 2 others moved, to 50 feet from the left, 35 from the top");
  await place(stall(page, "A3"), /50 feet from the left, 55 from the top, chosen$/);
  await page.keyboard.press("ControlOrMeta+z");
  await place(stall(page, "A3"), /40 feet from the left/);
  await marquee(page, "A11", "A12", "Shift");
  await expect(count(page, "5 chosen")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Nothing is chosen. Area:")).toBeVisible();

  // From here without a pointer. Between the lines of the grid, a key goes to the next one.
  await stall(page, "A1").press("Space");
  await page.keyboard.press("Shift+ArrowLeft");
  await place(stall(page, "A1"), /39 feet from the left/);
  await page.keyboard.press("ArrowLeft");
  await place(stall(page, "A1"), /35 feet from the left/);
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("ControlOrMeta+d");
  await expect(stall(page, "A21")).toBeFocused();
  await said(page, "1 duplicated");
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowLeft");
  await place(stall(page, "A21"), /Stall A21, Premium, 30 feet from the left, 40 from the top, chosen/);
  await page.keyboard.press("]");
  await page.keyboard.press("]");
  await said(page, "A21 turned, to 30 degrees");
  await expect(field(page, "Turn in degrees")).toHaveValue("30");
  await page.keyboard.press("Delete");
  await expect(stall(page, "A21")).toHaveCount(0);
  // The focus is still in the drawing, so that undo works.
  await expect(page.locator("[data-item]:focus")).toHaveCount(1);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(stall(page, "A21")).toHaveCount(1);

  // Number, type, size, place and turn in the panel.
  await stall(page, "A21").press("Space");
  await field(page, "Number").fill("c7");
  await field(page, "Number").press("Enter");
  await field(page, "Type").selectOption("Standard");
  for (const [name, value] of [
    ["Width in feet", "20"],
    ["Depth in feet", "15"],
    ["Turn in degrees", "0"],
    ["From the left, in feet", "15"],
    ["From the top, in feet", "150"],
  ] as const) {
    await field(page, name).fill(value);
    await field(page, name).press("Tab");
  }
  await place(stall(page, "C7"), /Stall C7, Standard, 15 feet from the left, 150 from the top, chosen/);
  await inspect(page, "designer-one");

  // Problems while one works: each says what, and goes once it is solved.
  const problems = page.getByRole("region", { name: "Problems" });
  await expect(problems).toContainText("To solve: B21 and C7 overlap.");
  await expect(tool(page, "Publish the plan")).toHaveAttribute("aria-disabled", "true");
  await field(page, "From the left, in feet").fill("-8");
  await field(page, "From the left, in feet").press("Enter");
  await expect(problems).toContainText("To solve: C7 is outside the area.");
  await field(page, "Number").fill("B12");
  await field(page, "Number").press("Enter");
  await expect(problems).toContainText("To solve: B12 is the number of 2 stalls.");
  await stall(page, "B12").last().press("Delete");
  await expect(problems).toContainText("No problems.");

  // Fixtures.
  for (const kind of ["Stage", "Wall", "Facility", "Text", "Entrance"]) await tool(page, kind).press("Enter");
  const entrance = page.locator("[data-kind=entrance]").last();
  await expect(entrance).toHaveAttribute("aria-pressed", "true");
  await tool(page, "Undo").press("Enter");
  await page.locator("[data-kind=facility]").press("Space");
  await field(page, "Text").fill("Drinking water");
  await field(page, "Text").press("Enter");
  await page.locator("[data-kind=facility]").press("ArrowDown");
  await place(page.locator("[data-kind=facility]"), /^Drinking water, 20 feet from the left, 25 from the top, chosen$/);
  await inspect(page, "designer-fixtures");

  // Align and space.
  await page.keyboard.press("Escape");
  for (const number of ["A4", "A14", "B40"]) await stall(page, number).press("Space");
  await page.getByRole("button", { name: "Align top" }).press("Enter");
  await said(page, "Aligned");
  await place(stall(page, "B40"), /65 from the top/);
  await page.getByRole("button", { name: "Space evenly across" }).press("Enter");
  await place(stall(page, "A14"), /85 feet from the left/);

  await tool(page, "Preview at 360 px").press("Enter");
  const preview = page.getByRole("dialog", { name: "The plan on a phone" });
  expect((await boxOf(preview.locator("[data-preview]"))).width).toBe(360);
  await expect(preview.getByText("Drinking water")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(preview).toBeHidden();
  await expect(tool(page, "Preview at 360 px")).toBeFocused();
  await compared(page, "Moved (2)", "Area or fixtures");
  await tool(page, "Undo").focus();
  while ((await tool(page, "Undo").getAttribute("aria-disabled")) !== "true") await page.keyboard.press("Enter");
  await compared(page, "The draft is already what is published.");
  await isSaved(page);
});

/** Chooses a file to import. */
const importFile = (page: Page, name: string, text: string | Buffer) =>
  page
    .locator("input[type=file]")
    .setInputFiles({
      ...{ name, mimeType: name.endsWith("json") ? "application/json" : "text/csv" },
      buffer: Buffer.from(text),
    });

async function exported(page: Page, format: "CSV" | "JSON"): Promise<string> {
  const download = page.waitForEvent("download");
  await tool(page, `Export ${format}`).click();
  return readFile(await (await download).path(), "utf8");
}

test("at 360 px, plans are imported and exported as CSV and JSON; a bad file changes nothing and says what is wrong", async ({
  page,
}) => {
  const slug = await duplicate();
  await page.setViewportSize(NARROW);
  await openDesigner(page, slug);
  const [csv, json] = [await exported(page, "CSV"), await exported(page, "JSON")];

  // There and back: the same plan.
  for (const [name, text] of [
    ["plan.csv", csv],
    ["plan.json", json],
    // As a spreadsheet in India saves it.
    ["Sheet 1.csv", `\uFEFF${csv.replaceAll(",", ";").replaceAll("\n", "\r\n")}`],
  ] as const) {
    await importFile(page, name, text);
    await sawToast(page, "70 stalls imported. Undo brings the former plan back.");
    await compared(page, "The draft is already what is published.");
  }
  expect(await exported(page, "CSV")).toBe(csv);
  expect(await exported(page, "JSON")).toBe(json);

  const refused = page.getByRole("dialog", { name: "This file can't be read" });
  const lines = csv.split("\n");
  for (const [name, text, problems] of [
    [
      "rows.csv",
      [...lines.slice(0, 3), "stall,B3,General,one,2,10,10,0,", "tree,,,1,2,10,10,0,", ...lines.slice(5)].join("\n"),
      [
        "Line 4, column 18: x is a whole number from -5000 to 5000, not “one”.",
        "Line 5, column 1: kind is area, stall, entrance, stage, wall, facility, text, not “tree”.",
      ],
    ],
    ["columns.csv", "stall;price\nB1;36000\n", ["there is no column “stall”", "the column “number” is missing"]],
    ["cut.json", json.slice(0, 400), ["the file is not complete JSON."]],
    ["number.json", json.replace('"x": 40', '"x": "40"'), ["x is a whole number from -5000 to 5000."]],
    ["picture.csv", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0xff, 0xfe]), ["Line 1, column 1:"]],
  ] as const) {
    await importFile(page, name, text);
    await expect(refused).toContainText("Nothing was changed. Please correct the file:");
    for (const problem of problems) await expect(refused).toContainText(problem);
    if (name === "rows.csv") await inspect(page, "designer-import-refused");
    await refused.getByRole("button", { name: "Close" }).last().click();
    await expect(refused).toBeHidden();
    await compared(page, "The draft is already what is published.");
  }

  // A list of stalls from a spreadsheet keeps area and fixtures; what is wrong with the plan is a problem, not an error.
  const block = Array.from(
    { length: 9 },
    (_, nth) => `D${nth + 1},General,${20 + (nth % 3) * 10},${60 + Math.floor(nth / 3) * 10}`,
  );
  await importFile(
    page,
    "stalls.csv",
    ["number,type,x,y", "C1,General,20,40", "C2,Gold,25,40", ...block, ""].join("\n"),
  );
  await sawToast(page, "11 stalls imported. Undo brings the former plan back.");
  const problems = page.getByRole("region", { name: "Problems" });
  await expect(problems).toContainText("C1 and C2 overlap.");
  await expect(problems).toContainText("C2: the event has no type “Gold”.");
  await expect(problems).toContainText("Warning: D5 can't be reached from an entrance by a way of 4 feet.");
  await inspect(page, "designer-imported");
  await tool(page, "Undo").click();
  await expect(stall(page, "B50")).toBeVisible();
  await compared(page, "The draft is already what is published.");
});

test("two operators who draw at once see it, and neither loses a drawing", async ({ page }) => {
  const slug = await duplicate();
  await page.setViewportSize(WIDE);
  const other = await page.context().newPage();
  await other.setViewportSize(WIDE);
  const both = [page, other];
  for (const each of both) await openDesigner(each, slug);
  const move = async (each: Page, number: string, key: string) => {
    if ((await stall(each, number).getAttribute("aria-pressed")) === "false") await stall(each, number).press("Space");
    await stall(each, number).press(key);
  };
  const conflict = (each: Page) =>
    each.getByRole("alert").filter({ hasText: "Somebody else has saved or published this plan in the meantime." });

  await move(page, "A1", "ArrowLeft");
  await isSaved(page);
  await move(other, "A11", "ArrowRight");
  await expect(conflict(other)).toBeVisible();
  // In the window on a phone too, wherever it is scrolled.
  await other.setViewportSize(NARROW);
  for (const there of [tool(other, "Undo"), stall(other, "B26"), other.getByText("Keys", { exact: true })]) {
    await there.scrollIntoViewIfNeeded();
    await expect(conflict(other)).toBeInViewport({ ratio: 1 });
  }
  await other.setViewportSize(WIDE);
  await inspect(other, "designer-conflict");
  // Who leaves with a drawing that is not saved is asked.
  await other.getByRole("link", { name: "Back to the floor plan" }).click();
  const question = other.getByRole("alertdialog", { name: "Your plan is not saved" });
  await inspect(other, "designer-leaving");
  await question.getByRole("button", { name: "Go back" }).click();
  await expect(stall(other, "A11")).toHaveAccessibleName(/95 feet from the left/);

  // Hers is kept; an undo has what the other one drew.
  await other.getByRole("button", { name: "Keep my plan" }).click();
  await expect(conflict(other)).toBeHidden();
  await isSaved(other);
  await tool(other, "Undo").click();
  await expect(stall(other, "A1")).toHaveAccessibleName(/35 feet from the left/);
  await expect(stall(other, "A11")).toHaveAccessibleName(/90 feet from the left/);
  await tool(other, "Redo").click();
  await expect(stall(other, "A11")).toHaveAccessibleName(/95 feet from the left/);
  await isSaved(other);

  // The first one continues, sees it too, and takes the other's; an undo has her own.
  await move(page, "A2", "ArrowLeft");
  await expect(conflict(page)).toBeVisible();
  await page.getByRole("button", { name: "Load theirs" }).click();
  await expect(conflict(page)).toBeHidden();
  await isSaved(page);
  await expect(stall(page, "A11")).toHaveAccessibleName(/95 feet from the left/);
  await tool(page, "Undo").click();
  await expect(stall(page, "A2")).toHaveAccessibleName(/35 feet from the left/);
  await tool(page, "Redo").click();
  await isSaved(page);

  // Without the server nothing is lost either.
  await page.route("**/plan/draft", (route) => route.abort());
  await move(page, "A3", "ArrowLeft");
  await expect(page.locator("[data-saving=failed]")).toBeVisible();
  await page.unroute("**/plan/draft");
  await isSaved(page);
  await page.reload();
  await expect(stall(page, "A3")).toHaveAccessibleName(/35 feet from the left/);
  await expect(stall(page, "A11")).toHaveAccessibleName(/95 feet from the left/);

  // A change that is undone before it is saved needs no saving.
  await move(page, "A3", "ArrowLeft");
  await page.keyboard.press("ControlOrMeta+z");
  await isSaved(page);
  await other.close();
});

test("a duplicated event is chosen in the address, lists what it lacks, and appears to others by itself", async ({
  page,
  browser,
}, { retry }) => {
  // A window of its own: pages of one window have one clock.
  const other = await ownBrowser(browser, product.site, WIDE);
  await other.clock.install();
  await page.setViewportSize(WIDE);
  await openDashboard(page, "event");
  await openDashboard(other, "event");
  // Its time passes below only, however slow the machine is.
  await other.clock.pauseAt(new Date(Date.now() + 5_000));
  const title = `The Mela Copied ${retry}`;
  const row = (each: Page) => each.getByRole("row", { name: new RegExp(title) });

  await page
    .getByRole("button", { name: /^Duplicate The Mela \d/ })
    .first()
    .click();
  const dialog = page.getByRole("alertdialog", { name: /^Duplicate The Mela/ });
  await expect(dialog.getByLabel("Name")).toHaveValue("The Mela");
  await inspect(page, "admin-duplicate");
  await dialog.getByLabel("Edition").fill(`Copied ${retry}`);
  await dialog.getByLabel("Day 1", { exact: true }).fill("2099-03-01");
  await dialog.getByLabel("Reason").fill("next year");
  await dialog.getByRole("button", { name: "Create the draft" }).click();
  await sawToast(page, "The event is created as a draft");
  await expect(row(page)).toContainText("0 of 70");
  const choice = page.getByLabel("Event", { exact: true });
  const address = new URL(page.url()).searchParams.get("event") ?? "";
  await expect(choice).toHaveValue(address);

  // It lacks an end of its sales, which is said instead of a form.
  await page.getByRole("button", { name: `Publish ${title}` }).click();
  const publish = page.getByRole("dialog", { name: `Publish ${title}?` });
  await expect(publish).toContainText("It can't be published yet:");
  await expect(publish).toContainText("The end of its sales is not set.");
  await inspect(page, "admin-publish-lacks");
  await page.keyboard.press("Escape");
  await expect(publish).toBeHidden();

  // Chosen in every view, after a reload, and on the way back.
  await page
    .getByRole("navigation", { name: "Views of the dashboard" })
    .getByRole("link", { name: "Floor plan" })
    .click();
  await expect(page.getByRole("group", { name: /^Floor plan with 70 stalls/ })).toBeVisible();
  await page.reload();
  await expect(choice).toHaveValue(address);
  await choice.selectOption({ index: 0 });
  await expect(page).not.toHaveURL(new RegExp(`event=${address}(&|$)`));
  await page.goBack();
  await expect(choice).toHaveValue(address);
  await page.goBack();
  await expect(row(page)).toBeVisible();
  await expect(choice).toHaveValue(address);

  // Nobody reloads the other page.
  await expect(row(other)).toHaveCount(0);
  await other.clock.runFor(31_000);
  await expect(row(other)).toContainText("Draft");
  await page.getByRole("button", { name: `Delete ${title}` }).click();
  const remove = page.getByRole("alertdialog", { name: `Delete ${title}?` });
  await remove.getByLabel("Reason").fill("a trial");
  await remove.getByRole("button", { name: "Delete the draft" }).click();
  await sawToast(page, `${title} is deleted`);
  await expect(page).not.toHaveURL(new RegExp(`event=${address}(&|$)`));
  await other.clock.runFor(31_000);
  await expect(row(other)).toHaveCount(0);
  await other.context().close();
});
