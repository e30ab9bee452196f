import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import office from "../domain/messages/en/office.json" with { type: "json" };
import { ADDRESSES } from "./support/addresses.js";
import { DASHBOARD, logIn } from "./support/administrator.js";
import { inspect } from "./support/inspect.js";
import { fitsWithLargeText } from "./support/large-text.js";
import { product } from "./support/product.js";
import { buildPseudoLanguage, inPseudoLanguage } from "./support/pseudo-language.js";
import { NARROW } from "./support/sizes.js";
import { currentEvent, freeStall } from "./support/stalls.js";
import { collectData, typedByHand } from "./support/typed-by-hand.js";

// A language that nobody speaks: what is not in it was typed by hand, and its texts are 40 % longer (docs/decisions/0130). All public
// pages and the dashboard's views are walked by `npm run lab -- pseudo-language`; here those that a booking and a listing begin on.

const ALL = process.env["PSEUDO_LANGUAGE"] === "all";
const FEW = ["home", "brand", "support", "join"];

/** Our own people, whose names are the same in every language. */
const PEOPLE = [
  "Meenal Sabnis",
  "Farzana Merchant",
  "Kavitha Raghavan",
  "Lalita Hembrom",
  "Jasleen Gill",
  "Roshni Fernandes",
];

test.describe.configure({ mode: "serial" });

let context: BrowserContext;
let page: Page;
let data: Set<string>;

test.beforeAll(async ({ browser }) => {
  await buildPseudoLanguage();
  context = await browser.newContext({ baseURL: product.site, viewport: NARROW, reducedMotion: "reduce" });
  await inPseudoLanguage(context);
  page = await context.newPage();
  page.on("dialog", (dialog) => void dialog.accept());
  data = collectData(page);
});

test.afterAll(async () => {
  await context.close();
});

/** Waits until a page shows its content. */
async function settled(): Promise<void> {
  // A question over the page hides its heading from screen readers.
  await expect(page.locator("h1").first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

/** Expects a page to show nothing typed by hand, and to hold the longer texts at 360 px. */
async function check(name: string, typed: readonly string[] = []): Promise<void> {
  await settled();
  // What the page has fetched is known a moment after it is shown.
  await expect.soft
    .poll(() => typedByHand(page, data, [...typed, ...PEOPLE]), {
      message: `${name}: words that come from no catalogue`,
    })
    .toEqual([]);
  await inspect(page, `pseudo-${name}`);
}

test("a text typed by hand is found, and one of a catalogue, a name and data are not", async () => {
  await page.goto("/about");
  await settled();
  await page.evaluate(() => {
    const line = document.createElement("p");
    line.textContent = "Typed by hand";
    const named = document.createElement("button");
    named.setAttribute("aria-label", "Close it");
    const fine = document.createElement("p");
    fine.textContent = "⟦Bóók B12 ⟦tódáý⟧ át Typed Hall⟧ · Sakhi Bazaar · WhatsApp · GSTIN";
    const split = document.createElement("p");
    split.innerHTML = "⟦<span lang=en>Sakhi Hall</span>: bóók⟧";
    document.querySelector("main")?.append(line, named, fine, split);
  });
  const found = await typedByHand(page, data);
  expect(found).toEqual(expect.arrayContaining(["p: Typed by hand", "button aria-label: Close it"]));
  expect(found.filter((each) => each.includes("Sakhi"))).toEqual([]);
});

for (const [name, address] of Object.entries(ADDRESSES).filter(([each]) =>
  ALL ? each !== "adminMails" : FEW.includes(each),
))
  test(`${name} has no words typed by hand, and holds longer ones`, async () => {
    await page.goto(address.includes(":event") ? address.replace(":event", await currentEvent()) : address);
    await check(name);
    if (FEW.includes(name)) await fitsWithLargeText(page, `pseudo-${name}`);
  });

if (ALL)
  for (const view of Object.keys(office.views))
    test(`the dashboard's ${view} has no words typed by hand, and holds longer ones`, async () => {
      await logIn(page);
      await page.goto(`${DASHBOARD}?view=${view}`);
      await expect(page.locator("main h2, main h3, main table, main form").first()).toBeVisible();
      await check(`dashboard-${view}`, ["Documents issued"]);
    });

test("the plan, its list, the question and the registration with its errors, too", async () => {
  const { stallId } = await freeStall();
  await page.goto("/paid-events/mela");
  await expect(page.locator(`[data-stall="${stallId}"]`)).toBeVisible();
  await check("plan");
  await fitsWithLargeText(page, "pseudo-plan");
  await page.locator(`[data-stall="${stallId}"]`).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText(stallId);
  await check("reserve");
  await question.getByRole("button").filter({ hasText: "Ýés" }).click();
  await expect(page).toHaveURL(/\/register/);
  await page.locator("input[name=fullName]").fill("Asha Rao");
  await page.locator("form button[type=submit]").last().click();
  await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
  await check("register", ["Asha Rao"]);
  await fitsWithLargeText(page, "pseudo-register");
  await page.request.post("/api/v1/mela/release", { data: { stallId } });
});
