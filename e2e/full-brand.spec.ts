import { expect, type Locator, type Page } from "@playwright/test";
import { operator } from "./support/administrator.js";
import { inspect } from "./support/inspect.js";
import { payByApi, someApplication } from "./support/listing.js";
import { linkInMail } from "./support/payer.js";
import { NARROW } from "./support/sizes.js";
import { post } from "./support/stalls.js";
import { test } from "./support/test.js";

/** Pictures of all owners are decoded one after the other. */
const PATIENT = { timeout: 300_000 };
const PRODUCTS = ["Mango pickle", "Lemon pickle", "Garlic pickle", "Chilli pickle"] as const;
/**
 * What a full page takes (docs/performance.md). The third release took 21 fields, six pictures and about 45 presses for the same, with a
 * tap in each field; these presses are those besides.
 */
const COST = { fields: 10, presses: 14 };

/** A photograph in the colours of a jar, of its own pixels. */
async function photograph(page: Page, hue: number, width: number, height: number): Promise<Buffer> {
  const url = await page.evaluate(
    ([shade, wide, high]) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [wide, high];
      const context = canvas.getContext("2d");
      if (context === null) throw new Error("the browser draws nothing");
      context.fillStyle = `hsl(${shade} 55% 45%)`;
      context.fillRect(0, 0, wide, high);
      context.fillStyle = "#f6e7c4";
      context.fillRect(wide * 0.35, high * 0.25, wide * 0.3, high * 0.5);
      return canvas.toDataURL("image/jpeg");
    },
    [hue, width, height] as const,
  );
  return Buffer.from(url.split(",")[1] ?? "", "base64");
}

/** A person who reads only the screen: every field she fills in and every press is counted. */
class Owner {
  fields = 0;
  presses = 0;

  constructor(readonly page: Page) {}

  async press(what: Locator): Promise<void> {
    this.presses += 1;
    await what.click();
  }

  /** A tap in the field, and the words. */
  async fill(field: Locator, words: string): Promise<void> {
    this.fields += 1;
    await field.fill(words);
  }

  /** A press on the button of a place, and the picture chosen in the phone's gallery. */
  async picture(place: string, bytes: Buffer): Promise<void> {
    const group = this.page.getByRole("group", { name: place, exact: true });
    const chooser = this.page.waitForEvent("filechooser");
    await this.press(group.getByRole("button", { name: /^(?:Choose|Take|Another)/ }).last());
    await (await chooser).setFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer: bytes });
    await expect(group.getByRole("button", { name: /^Remove picture 1/ })).toBeVisible(PATIENT);
  }
}

test.use({ viewport: NARROW });

test("a full brand is made, looked at, sent and shared in few fields and presses by someone who reads only the screen", async ({
  page,
}) => {
  test.slow();
  const application = someApplication();
  await payByApi(application);
  await page.goto(await linkInMail(application.email));
  await expect(page.getByRole("heading", { level: 1, name: application.brandName })).toBeVisible();
  await expect(page.getByText(/^Nothing to send/)).toBeVisible();
  const owner = new Owner(page);

  await owner.picture("Logo", await photograph(page, 330, 800, 500));
  await owner.picture("Cover", await photograph(page, 25, 1600, 900));
  await owner.fill(page.getByRole("textbox", { name: /^WhatsApp/ }), "9845012345");
  await owner.fill(page.getByRole("textbox", { name: /^Instagram/ }), "@meena_pickles");
  for (const [at, name] of PRODUCTS.entries()) {
    await owner.press(page.getByRole("button", { name: "Add a product" }));
    const product = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { level: 3, name: `Product ${at + 1}`, exact: true }) })
      .last();
    // The price is one price, in the brand's category, until she says otherwise.
    await expect(product.getByLabel("Price", { exact: true })).toHaveValue("fixed");
    await expect(product.getByLabel("Category")).not.toHaveValue("");
    await owner.fill(product.getByLabel("Rupees"), String(250 + at));
    await owner.fill(product.getByLabel("Name", { exact: true }), name);
    await owner.picture(`Photographs: ${name}`, await photograph(page, 60 + at * 60, 900, 1200));
  }

  await owner.press(page.getByRole("button", { name: "See how it looks" }));
  await expect(page.getByText(/^This is how your page will look\./)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: application.brandName })).toBeVisible();
  for (const name of PRODUCTS) await expect(page.getByText(name).first()).toBeVisible();
  await expect(page.getByText("₹250").first()).toBeVisible();
  await expect(page.getByRole("link", { name: /Ask on WhatsApp/ })).toBeVisible();
  await inspect(page, "my-brand-look");
  await owner.press(page.getByRole("link", { name: "Back to my page" }));
  await owner.press(page.getByRole("button", { name: "Send for review" }));
  await expect(page.getByText(/^Sent\./)).toBeVisible();

  // An operator lets it through.
  const api = await operator();
  const { brandName } = application;
  const changes = (await (await api.get("/api/v1/mela/admin/brand-changes")).json()) as {
    readonly id: string;
    readonly brandName: string;
    readonly applicationId: string;
  }[];
  const change = changes.find((each) => each.brandName === brandName);
  if (change === undefined) throw new Error("her page does not wait for a review");
  const path = `/mela/admin/brand-changes/${change.id}`;
  const { version } = (await (await api.get(`/api/v1${path}`)).json()) as { readonly version: number };
  await post(api, `${path}/accept`, { version });
  await post(api, `/mela/admin/listings/${change.applicationId}/approve`, {});

  await page.reload();
  const share = page.getByRole("region", { name: "Share your page" });
  await expect(share.getByRole("img", { name: /^QR code/ })).toBeVisible();
  const card = page.waitForEvent("download");
  await owner.press(share.getByRole("button", { name: "Download your card" }));
  expect((await card).suggestedFilename()).toMatch(/\.png$/);

  // Hidden and back, without a review.
  await page.getByRole("button", { name: "Hide Lemon pickle from everyone" }).click();
  await expect(page.getByText("Lemon pickle is hidden.")).toBeVisible();
  await inspect(page, "my-brand-hidden");
  const listed = async (): Promise<string[]> => {
    const answer = await page.request.get(`/api/v1/listings/live?brandName=${encodeURIComponent(brandName)}`);
    return ((await answer.json()) as { readonly name: string }[]).map(({ name }) => name);
  };
  expect(await listed()).not.toContain("Lemon pickle");
  await page.getByRole("button", { name: "Show Lemon pickle again" }).click();
  await expect(page.getByText("Lemon pickle is shown again.")).toBeVisible();
  expect(await listed()).toContain("Lemon pickle");

  expect({ fields: owner.fields, presses: owner.presses }).toEqual(COST);
});
