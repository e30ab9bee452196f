import { setTimeout as delay } from "node:timers/promises";
import { type Browser, expect, type Page } from "@playwright/test";
import { HttpVisitor } from "@sakhi/testkit/http-visitor";
import { openDashboard } from "./support/administrator.js";
import { duplicate, REASON } from "./support/designer.js";
import { whenUsable } from "./support/first-view.js";
import { inspect } from "./support/inspect.js";
import { withOwnApi } from "./support/own-api.js";
import { product } from "./support/product.js";
import { stallOnPlan } from "./support/registration.js";
import { test } from "./support/test.js";
import { recordToasts, sawToast } from "./support/toasts.js";

// A race that fails once has failed: no retries (docs/decisions/0018).
test.describe.configure({ retries: 0 });

/** Visitors who wait at each event: one with a browser, the others call the API as one does. */
const WAITING = 300;
/** Stall of the visitor with a browser, for which nobody else tries. */
const OWN_STALL = "B50";
/** From the operator's entry to the first opening: both forms are saved in it, and all are refused once. */
const LEAD_MS = 40_000;
/** The second event opens so much later than the first. */
const APART_MS = 3_000;
const HOLD_MS = 600_000;

/** A moment as the form's field takes it: India's time, to the second. */
const inIndia = (at: number): string => new Date(at + 5.5 * 3_600_000).toISOString().slice(0, 19);

/** Publishes a duplicate of the seed event with the operator's dashboard. @returns its slug */
async function publishOne(page: Page): Promise<string> {
  const slug = await duplicate();
  await openDashboard(page, `event&event=${slug}`);
  await page
    .getByRole("button", { name: /^Publish The Mela Drawn/ })
    .first()
    .click();
  const dialog = page.getByRole("alertdialog", { name: /^Publish The Mela/ });
  await dialog.getByLabel("Reason").fill(REASON);
  await dialog.getByRole("button", { name: "Publish the event" }).click();
  await sawToast(page, "is published");
  return slug;
}

/** Opens the form of an event's facts, with the reason already given. */
async function openFacts(page: Page) {
  await page.getByRole("button", { name: "Change the Mela" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Change the Mela" });
  await dialog.getByLabel("Reason").fill(REASON);
  return {
    opensAt: (at: number) => dialog.getByLabel("Stall sales open (India's time)").fill(inIndia(at)),
    save: async () => {
      await dialog.getByRole("button", { name: "Save the event" }).click();
      await sawToast(page, "The event is changed everywhere");
    },
  };
}

/** A browser of its own at an event's plan. */
async function waitAtPlan(browser: Browser, slug: string): Promise<Page> {
  const page = await (await browser.newContext({ locale: "en-IN" })).newPage();
  await recordToasts(page);
  await whenUsable(page);
  await page.goto(`${product.site}/paid-events/${slug}`);
  await expect(stallOnPlan(page, OWN_STALL)).toBeVisible();
  return page;
}

/** What became of a visitor's tries: refused before the opening, then once answered otherwise. */
interface Outcome {
  readonly refusedBefore: number;
  readonly code: string;
  readonly stallId: string;
  /** When the hold was made, in ms since 1970, by the database's clock. */
  readonly heldAt: number | undefined;
}

/** Tries for a stall once at once, and from a second before the opening until the answer is another one. */
async function visit(visitor: HttpVisitor, stallId: string, opening: number): Promise<Outcome> {
  let refusedBefore = 0;
  for (;;) {
    const { status, body } = await visitor.reserve(stallId);
    const code = status === 201 ? "reserved" : String(body["code"]);
    if (code !== "sales_not_open") {
      const heldAt = code === "reserved" ? Date.parse(String(body["expiresAt"])) - HOLD_MS : undefined;
      return { refusedBefore, code, stallId, heldAt };
    }
    expect(body["opensAt"]).toBe(new Date(opening).toISOString());
    refusedBefore += 1;
    await delay(Math.max(0, opening - 1_000 - Date.now()));
  }
}

test("an operator opens two events, each at its second, with 300 visitors waiting at each", async ({
  page,
  browser,
}) => {
  const second = await page.context().newPage();
  await recordToasts(second);
  const tabs = [page, second] as const;
  const slugs = [await publishOne(page), await publishOne(second)] as const;
  const waiting = [await waitAtPlan(browser, slugs[0]), await waitAtPlan(browser, slugs[1])] as const;
  const forms = [await openFacts(page), await openFacts(second)] as const;
  await inspect(page, "admin-opening");

  await withOwnApi({ RATE_LIMITS: "off", HELD_SHARE_PERCENT: "100" }, async (site) => {
    const first = Math.ceil((Date.now() + LEAD_MS) / 1_000) * 1_000;
    const openings = [first, first + APART_MS] as const;
    for (const [n, form] of forms.entries()) {
      await tabs[n]?.bringToFront();
      await form.opensAt(openings[n] ?? first);
      await form.save();
    }
    // The open pages learn of it automatically.
    for (const each of waiting) await expect(each.getByText(/^Stall sales open on /)).toBeVisible();
    const plan = await new HttpVisitor(site).layout();
    const stalls = (plan.body as unknown as { stallId: string }[])
      .map(({ stallId }) => stallId)
      .filter((stallId) => stallId !== OWN_STALL);
    expect(stalls).toHaveLength(69);

    const visits = slugs.map((slug, event) =>
      Promise.all(
        Array.from({ length: WAITING - 1 }, (_, n) => {
          const visitor = new HttpVisitor(site);
          visitor.event = slug;
          return visit(visitor, stalls[n % stalls.length] ?? "", openings[event] ?? first);
        }),
      ),
    );
    const browsers = waiting.map(async (each) => {
      await expect(each.getByText(/^Stall sales open on /)).toBeHidden();
      await stallOnPlan(each, OWN_STALL).click();
      await each.getByRole("button", { name: "Yes, Reserve" }).click();
      await expect(each.getByRole("heading", { level: 1, name: "Stall registration" })).toBeVisible();
    });
    for (const [event, outcomes] of (await Promise.all(visits)).entries()) {
      const opening = openings[event] ?? first;
      const reserved = outcomes.filter(({ code }) => code === "reserved");
      expect(outcomes.filter(({ refusedBefore }) => refusedBefore === 0)).toEqual([]);
      expect(reserved.map(({ stallId }) => stallId).toSorted()).toEqual(stalls.toSorted());
      expect(reserved.filter(({ heldAt }) => heldAt === undefined || heldAt < opening)).toEqual([]);
      const others = outcomes.filter(({ code }) => code !== "reserved").map(({ code }) => code);
      expect(new Set(others)).toEqual(new Set(["stall_reserved"]));
    }
    await Promise.all(browsers);
  });
  // Every stall of both is held; of the current event's stalls, none is by this.
  for (const slug of slugs) {
    const plan = await page.request.get(`/api/v1/mela/layout?event=${slug}`);
    const statuses = ((await plan.json()) as { status: string }[]).map(({ status }) => status);
    expect(statuses).toEqual(Array.from({ length: 70 }, () => "Reserved"));
  }
  await waiting[0].goto(`/paid-events/${slugs[0]}`);
  await expect(stallOnPlan(waiting[0], OWN_STALL)).toBeVisible();
  await inspect(waiting[0], "plan-all-reserved");
  await Promise.all(waiting.map((each) => each.context().close()));
});
