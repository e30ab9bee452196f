import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { inspect } from "./support/inspect.js";
import { payByApi, someApplication } from "./support/listing.js";
import { linkInMail } from "./support/payer.js";
import { NARROW } from "./support/sizes.js";
import { test } from "./support/test.js";

/** A photograph; each has pixels of its own. */
async function photograph(page: Page, red: number): Promise<Buffer> {
  const url = await page.evaluate((shade) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1200, 900];
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("the browser draws nothing");
    context.fillStyle = `rgb(${shade}, 120, 60)`;
    context.fillRect(0, 0, 1200, 900);
    return canvas.toDataURL("image/jpeg");
  }, red);
  return Buffer.from(url.split(",")[1] ?? "", "base64");
}

const group = (page: Page, name: string) => page.getByRole("group", { name, exact: true });

/** Chooses files for a place of the page. */
async function choose(page: Page, place: string, ...buffers: readonly Buffer[]): Promise<void> {
  await group(page, place)
    .locator('input[type="file"]')
    .setInputFiles(buffers.map((buffer, at) => ({ name: `photo ${at}.jpg`, mimeType: "image/jpeg", buffer })));
}

/** Pictures of all owners are decoded one after the other. */
const PATIENT = { timeout: 300_000 };

test.use({ viewport: NARROW });

test("an owner makes her page on a phone by the link of a mail: nothing is lost by a broken connection or a reload", async ({
  page,
}) => {
  const application = someApplication();
  await payByApi(application);
  await page.goto(await linkInMail(application.email));
  await expect(page.getByRole("heading", { level: 1, name: application.brandName })).toBeVisible();
  // The secret does not stay in the address.
  await expect(page).toHaveURL(/\/my\/brand$/);

  // Something that is no picture gets a sentence, and nothing else is lost.
  await choose(page, "Logo", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"));
  await expect(group(page, "Logo").getByRole("status")).not.toHaveText(/Uploading|checked/);
  await group(page, "Logo")
    .getByRole("button", { name: /^Remove photo 0/ })
    .click();

  await choose(page, "Logo", await photograph(page, 200));
  await expect(group(page, "Logo").getByRole("button", { name: /^Remove picture 1/ })).toBeVisible(PATIENT);
  await expect(group(page, "Logo").getByRole("img")).toBeVisible();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  // The connection breaks in the middle of an upload, and comes back.
  let broken = true;
  await page.route("**/api/v1/uploads**", (route) => (broken ? route.abort("connectionreset") : route.continue()));
  await choose(page, "Cover", await photograph(page, 90));
  await expect(group(page, "Cover").getByText(/interrupted/)).toBeVisible();
  broken = false;
  await expect(group(page, "Cover").getByRole("button", { name: /^Remove picture 1/ })).toBeVisible(PATIENT);

  await page.getByRole("button", { name: "Add a product" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Indigo stole");
  await page.getByLabel("Category").selectOption({ index: 1 });
  await page.getByLabel("Price", { exact: true }).selectOption("fixed");
  await page.getByLabel("Rupees").fill("₹1,250");
  const place = "Photographs: Indigo stole";
  await choose(page, place, await photograph(page, 10), await photograph(page, 30), await photograph(page, 50));
  const photographs = group(page, place);
  await expect(photographs.getByRole("button", { name: /^Remove picture 3/ })).toBeVisible(PATIENT);
  // By keys.
  await photographs.getByLabel("Picture 1 in words").fill("A stole on a loom");
  await photographs.getByRole("button", { name: "Move picture 1 later" }).press("Enter");
  await expect(photographs.getByLabel("Picture 2 in words")).toHaveValue("A stole on a loom");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  // What must be seen of the cover is at its top: pressed on the picture, then moved by a key. Each frame follows.
  const cover = group(page, "Cover");
  await cover.getByRole("button", { name: "Choose what is seen: Cover" }).click();
  const whole = cover.locator("[data-whole]");
  const box = await whole.boundingBox();
  await whole.click({ position: { x: (box?.width ?? 0) * 0.25, y: (box?.height ?? 0) * 0.1 } });
  const frames = cover.locator("figure img");
  await expect(frames).toHaveCount(3);
  await expect(frames.first()).toHaveCSS("object-position", /^2[45]% (?:9|10|11)%$/);
  const across = cover.getByRole("slider", { name: "Left to right: Cover" });
  await across.press("Home");
  for (const frame of await frames.all()) await expect(frame).toHaveCSS("object-position", /^0% /);
  await across.press("ArrowRight");
  await expect(across).toHaveAttribute("aria-valuetext", "1 % from the left");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await inspect(page, "my-brand");

  // Read from her application's address.
  await expect(page.getByLabel("Place", { exact: true })).toHaveValue("Mysuru, Karnataka");
  // Nothing is lost by a reload.
  await page.reload();
  await expect(photographs.getByLabel("Picture 2 in words")).toHaveValue("A stole on a loom");
  await expect(page.getByLabel("Rupees")).toHaveValue("1,250");
  await expect(frames.first()).toHaveCSS("object-position", /^1% /);
  await page.getByRole("button", { name: "Send for review" }).dblclick();
  await expect(page.getByText(/^Sent\./)).toBeVisible();
});
