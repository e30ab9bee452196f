import { expect, type CDPSession, type Locator, type Page } from "@playwright/test";
import { openDashboard } from "./support/administrator.js";
import { inspect } from "./support/inspect.js";
import { payByApi, someApplication } from "./support/listing.js";
import { mailbox, product as running } from "./support/product.js";
import { NARROW, WIDE } from "./support/sizes.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

/** A slow mobile network: 100 kB a second, 300 ms to the server. */
const SLOW = { latency: 300, downloadThroughput: 100 * 1024, uploadThroughput: 100 * 1024 };
const FAST = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
/** Fourteen pictures are uploaded slowly, and decoded one after the other. */
const PATIENT = { timeout: 300_000 };

const PRODUCTS = ["Mango pickle", "Lemon pickle", "Garlic pickle", "Chilli pickle", "Lemon squash"] as const;
/** Photographs of each product; twelve in all. */
const PHOTOGRAPHS = [3, 3, 2, 2, 2] as const;

/** A photograph of about 100 kB, with pixels of its own. */
async function photograph(page: Page, seed: number): Promise<Buffer> {
  const url = await page.evaluate((start) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [800, 600];
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("the browser draws nothing");
    let state = start * 7919 + 1;
    for (let x = 0; x < 800; x += 4) {
      for (let y = 0; y < 600; y += 4) {
        state = (state * 48271) % 2147483647;
        context.fillStyle = `hsl(${(start * 25 + (state % 60)) % 360} 60% ${30 + (state % 40)}%)`;
        context.fillRect(x, y, 4, 4);
      }
    }
    return canvas.toDataURL("image/jpeg", 0.8);
  }, seed);
  return withPlace(Buffer.from(url.split(",")[1] ?? "", "base64"));
}

/** The picture with the metadata of a phone: taken in Jaipur, 26.9 N 75.8 E. */
function withPlace(jpeg: Buffer): Buffer {
  const tiff = Buffer.alloc(128);
  tiff.write("II*\0", 0, "latin1");
  tiff.writeUInt32LE(8, 4);
  const entry = (at: number, [tag, type, count, value]: readonly [number, number, number, number]): void => {
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(count, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  };
  // One entry: where the directory of the place is.
  tiff.writeUInt16LE(1, 8);
  entry(10, [0x8825, 4, 1, 26]);
  tiff.writeUInt16LE(4, 26);
  entry(28, [1, 2, 2, "N".charCodeAt(0)]);
  entry(40, [2, 5, 3, 80]);
  entry(52, [3, 2, 2, "E".charCodeAt(0)]);
  entry(64, [4, 5, 3, 104]);
  for (const [at, degrees] of [
    [80, 269],
    [104, 758],
  ] as const) {
    tiff.writeUInt32LE(degrees, at);
    tiff.writeUInt32LE(10, at + 4);
    for (const zero of [8, 16]) {
      tiff.writeUInt32LE(0, at + zero);
      tiff.writeUInt32LE(1, at + zero + 4);
    }
  }
  const exif = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(exif.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}

/** Words of metadata, in each format that may be served. */
const METADATA = /Exif|EXIF|ns\.adobe\.com/;

const group = (page: Page, name: string): Locator => page.getByRole("group", { name, exact: true });
const product = (page: Page, name: string): Locator =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { level: 3, name, exact: true }) })
    .last();

/** Chooses pictures for a place of the page. */
async function choose(page: Page, place: string, ...buffers: readonly Buffer[]): Promise<void> {
  await group(page, place)
    .locator('input[type="file"]')
    .setInputFiles(buffers.map((buffer, at) => ({ name: `photo ${at}.jpg`, mimeType: "image/jpeg", buffer })));
}

async function network(cdp: CDPSession, conditions: typeof SLOW, offline = false): Promise<void> {
  await cdp.send("Network.emulateNetworkConditions", { offline, ...conditions });
}

/** The newest link to her page in her mails, once there are this many. */
async function linkOf(email: string, count: number): Promise<string> {
  const links: string[] = [];
  await expect
    .poll(async () => {
      links.length = 0;
      for (const mail of await mailbox.to(email)) {
        const link = /http\S*\/my\/brand#\S+/.exec((await mailbox.body(mail)).text)?.[0];
        if (link !== undefined) links.push(link);
      }
      return links.length;
    }, PATIENT)
    .toBe(count);
  // Newest first.
  return links[0] ?? "";
}

test.use({ viewport: NARROW });

test("a new brand comes from the mail to a live page on a slow network that breaks twice; an operator changes a word and returns a picture; nothing is lost", async ({
  page,
}) => {
  test.slow();
  const application = someApplication();
  const { brandName, email } = application;
  await payByApi(application);
  await page.goto(await linkOf(email, 1));
  await expect(page.getByRole("heading", { level: 1, name: brandName })).toBeVisible();
  const buffers: Buffer[] = [];
  for (let seed = 0; seed < 15; seed += 1) buffers.push(await photograph(page, seed));
  expect(buffers.every((buffer) => METADATA.test(buffer.toString("latin1")))).toBe(true);
  const take = (count: number): Buffer[] => buffers.splice(0, count);
  const cdp = await page.context().newCDPSession(page);
  await network(cdp, SLOW);

  await choose(page, "Logo", ...take(1));
  await choose(page, "Cover", ...take(1));
  await page
    .getByLabel("Your story")
    .fill("We cook mango and lemon pickels in small batches, as our grandmothers did.");
  await page.getByRole("textbox", { name: /^Instagram/ }).fill("@saheli_pickles");
  for (const [at, name] of PRODUCTS.entries()) {
    await page.getByRole("button", { name: "Add a product" }).click();
    const fields = product(page, `Product ${at + 1}`);
    await fields.getByLabel("Category").selectOption("Food & Food Products");
    await fields.getByLabel("Name", { exact: true }).fill(name);
    const named = product(page, name);
    await named.getByLabel("Price", { exact: true }).selectOption("fixed");
    await named.getByLabel("Rupees").fill(String(250 + at));
    await choose(page, `Photographs: ${name}`, ...take(PHOTOGRAPHS[at] ?? 0));
    if (at === 1) {
      // The first break, in the middle of the uploads.
      await network(cdp, SLOW, true);
      await expect(
        group(page, `Photographs: ${name}`)
          .getByText(/interrupted/)
          .first(),
      ).toBeVisible(PATIENT);
      await network(cdp, SLOW);
    }
    if (at === 3) {
      // The second one, while she types.
      await network(cdp, SLOW, true);
      await named.getByLabel("Description").fill("Red chillies from Mathania.");
      await expect(page.getByText(/^No connection\./)).toBeVisible();
      await network(cdp, SLOW);
    }
  }
  for (const [place, count] of [
    ["Logo", 1],
    ["Cover", 1],
    ...PRODUCTS.map((name, at) => [`Photographs: ${name}`, PHOTOGRAPHS[at] ?? 0] as const),
  ] as const) {
    await expect(group(page, place).getByRole("button", { name: /^Remove picture/ })).toHaveCount(count, PATIENT);
  }
  await expect(page.getByText("Saved", { exact: true })).toBeVisible(PATIENT);
  // Nothing is lost by a reload either.
  await page.reload();
  await expect(product(page, "Chilli pickle").getByLabel("Description")).toHaveValue("Red chillies from Mathania.");
  await expect(page.getByRole("button", { name: /^Remove picture/ })).toHaveCount(14);
  await expect(group(page, "Photographs: Lemon squash").getByRole("img").first()).toBeVisible(PATIENT);
  await inspect(page, "my-brand-full");
  await page.getByRole("button", { name: "Send for review" }).click();
  await expect(page.getByText(/^Sent\./)).toBeVisible(PATIENT);

  // The operator corrects a word and returns one picture.
  await network(cdp, FAST);
  await page.setViewportSize(WIDE);
  await openDashboard(page, "listings");
  await page.getByRole("button", { name: `Review the page of ${brandName}` }).click();
  const review = page.getByRole("dialog", { name: `Review the page of ${brandName}` });
  await review
    .getByRole("textbox", { name: "Story, After" })
    .fill("We cook mango and lemon pickles in small batches, as our grandmothers did.");
  const mango = review
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "Mango pickle: pictures", exact: true }) });
  await expect(mango.getByRole("img")).toHaveCount(3);
  await mango.getByRole("checkbox").nth(2).check();
  await inspect(page, "admin-page-review");
  await page.setViewportSize(NARROW);
  await inspect(page, "admin-page-review-narrow");
  await review.getByLabel("Reason, mailed to the owner").fill("This one shows another brand's jar.");
  await review.getByRole("button", { name: "Return the picture" }).click();
  await sawToast(page, "Returned; its owner gets a mail");

  // She reads why, adds another photograph, and sends it again.
  await page.goto(await linkOf(email, 2));
  await expect(page.getByText("This one shows another brand's jar.")).toBeVisible();
  await expect(page.getByLabel("Your story")).toHaveValue(/lemon pickles/);
  const photographs = group(page, "Photographs: Mango pickle");
  await expect(photographs.getByRole("button", { name: /^Remove picture/ })).toHaveCount(2);
  await expect(page.getByRole("button", { name: /^Remove picture/ })).toHaveCount(13);
  await choose(page, "Photographs: Mango pickle", ...take(1));
  await expect(photographs.getByRole("button", { name: /^Remove picture/ })).toHaveCount(3, PATIENT);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Send for review" }).click();
  await expect(page.getByText(/^Sent\./)).toBeVisible();

  await page.setViewportSize(WIDE);
  await openDashboard(page, `listings&q=${encodeURIComponent(brandName)}`);
  await page.getByRole("button", { name: `Application of ${brandName}` }).click();
  await expect(page.getByRole("dialog", { name: brandName }).getByText("Waits for your review")).toBeVisible();
  await page.getByRole("link", { name: "Review her page" }).click();
  await review.getByRole("button", { name: "Accept" }).click();
  await sawToast(page, "Accepted; its owner gets a mail");
  await page.getByRole("button", { name: `Application of ${brandName}` }).click();
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  const approval = page.getByRole("alertdialog", { name: `List ${brandName}?` });
  await expect(approval.getByText(/goes live as she made it/)).toBeVisible();
  await approval.getByRole("button", { name: "Approve and list" }).click();
  await sawToast(page, `${brandName} is live`);

  // The public page, on a phone.
  await page.setViewportSize(NARROW);
  await page.goto(`/brands/${encodeURIComponent(brandName)}`);
  await expect(page.getByRole("heading", { level: 1, name: brandName })).toBeVisible();
  await expect(page.getByText(/lemon pickles in small batches/).first()).toBeVisible();
  for (const name of PRODUCTS) await expect(page.getByText(name).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: `Write to ${brandName}` })).toBeVisible();
  await inspect(page, "brand-page-live");

  // A product's pictures, by keys: chosen, closed, and back on its card.
  const opener = page.getByRole("link", { name: "Mango pickle", exact: true }).first();
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Mango pickle" });
  const large = dialog.getByRole("img", { name: "Mango pickle" });
  await expect(large).toBeVisible();
  const firstPicture = await large.getAttribute("src");
  await expect(dialog.getByRole("button", { name: /^Picture \d of 3$/ })).toHaveCount(3);
  const second = dialog.getByRole("button", { name: "Picture 2 of 3" });
  await second.focus();
  await page.keyboard.press("Space");
  await expect(second).toHaveAttribute("aria-pressed", "true");
  await expect(large).not.toHaveAttribute("src", firstPicture ?? "");
  await inspect(page, "product-dialog-pictures");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  const response = await page.request.get(
    `${running.site}/api/v1/listings/live?brandName=${encodeURIComponent(brandName)}`,
  );
  interface Shown {
    readonly files: readonly { readonly url: string }[];
  }
  const listings = (await response.json()) as {
    readonly productPictures: readonly Shown[];
    readonly logoPicture: Shown;
    readonly coverPicture: Shown;
  }[];
  expect(listings.map(({ productPictures }) => productPictures.length).toSorted()).toEqual([2, 2, 2, 3, 3]);
  const [first] = listings;
  const shown = [first!.logoPicture, first!.coverPicture, ...listings.flatMap((each) => each.productPictures)];
  const urls = new Set(shown.flatMap(({ files }) => files.map(({ url }) => url)));
  expect(urls.size).toBeGreaterThanOrEqual(14 * 2);
  for (const url of urls) {
    const file = await page.request.get(new URL(url, running.site).href);
    expect(file.status()).toBe(200);
    expect(METADATA.test((await file.body()).toString("latin1"))).toBe(false);
  }
});
