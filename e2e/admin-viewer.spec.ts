import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { DASHBOARD, fillLogin, LOGIN } from "./support/administrator.js";
import type { Credentials } from "./support/administrator.js";
import { buy } from "./support/bookings.js";
import { inspect } from "./support/inspect.js";
import type { Product } from "./support/product.js";
import { product } from "./support/product.js";
import { stallOnPlan } from "./support/registration.js";
import { freeStall, statusOf } from "./support/stalls.js";
import { test } from "./support/test.js";
import { expectWorkflowClosed } from "./support/workflows.js";

const COMMAND = fileURLToPath(new URL("../scripts/on-product.mjs", import.meta.url));

/** Adds a viewer by the command that docs/running.md gives. */
function addViewer(at: Product): Credentials {
  const who = { username: `viewer-${randomInt(1e9)}`, password: "only here to look around" };
  const added = spawnSync(process.execPath, [COMMAND, "administrator", "add", who.username, "--role", "viewer"], {
    input: `${who.password}\n`,
    encoding: "utf8",
    env: { ...process.env, DATABASE_URL: at.databaseUrl, SAKHI_SKIP_BUILD: "1", SAKHI_IGNORE_ENV_FILE: "1" },
  });
  if (added.status !== 0) throw new Error(`the viewer was not added: ${added.stdout}${added.stderr}`);
  return who;
}

/** Calls of the page itself, with its cookie and its Origin. */
const send = (page: Page, method: string, path: string, body: object) =>
  page.evaluate(
    async ([how, where, what]) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(where, { method: how, headers, body: what });
      const { code } = (await answer.json()) as { code?: string };
      return `${answer.status} ${code ?? ""}`;
    },
    [method, path, JSON.stringify(body)] as const,
  );

/** What stands in a view once it is fetched, and the buttons that would change something. */
const VIEWS = [
  ["plan", /^Sold \d+/, /^(Block|Unblock|Sell offline|Change price)$/],
  ["issues", "Working normally", /^(Refund|Settled|Send the mail|Ask the payment)/],
  ["listings", /^\d+ applications?$/, /^(Approve|Reject)/],
  ["coupons", "MELA10", /^(New coupon|Change|Switch)/],
  ["enquiries", /^\d+ enquir(y|ies)$/, /^(Mark as answered|Approve)/],
  ["operations", "Nudges for Temporal", /^Remove/],
] as const;

test("a viewer sees everything and can change nothing", async ({ page }) => {
  const at = product();
  const viewer = addViewer(at);
  const stall = await freeStall(at);
  const sale = await buy(at, stall);
  // Temporal's pages lead to the run that there is when they are opened, and to none that comes later.
  await expectWorkflowClosed(at, sale.orderId, "sold");
  await page.goto(`${at.site}${LOGIN}`);
  await fillLogin(page, viewer);
  await expect(page).toHaveURL(`${at.site}${DASHBOARD}`);
  await expect(page.getByText("may look, not change")).toBeVisible();
  await inspect(page, "admin-viewer");

  const row = page.getByRole("row").filter({ hasText: sale.orderId });
  await row.getByRole("button", { name: `Details of ${sale.fullName}` }).click();
  const details = page.getByRole("dialog", { name: "Registration Details" });
  await expect(details.getByRole("heading", { name: "What happened", exact: true })).toBeVisible();
  await expect(details.getByRole("button", { name: /^Download INV\// })).toBeVisible();
  await expect(details.getByRole("button", { name: /^(Move|Cancel booking|Send)/ })).toHaveCount(0);
  await inspect(page, "admin-viewer-details");
  const [history] = await Promise.all([
    page.waitForEvent("popup"),
    details.getByRole("link", { name: "Its history in Temporal" }).click(),
  ]);
  const booking = new URL(page.url()).searchParams.get("booking") ?? "";
  await expect(history).toHaveURL(
    new RegExp(`/namespaces/[^/]+/workflows/stall-booking%2F${booking}/[0-9a-f-]+/(history|timeline)`),
  );
  await history.close();

  for (const [view, loaded, changing] of VIEWS) {
    await page.goto(`${at.site}${DASHBOARD}?view=${view}`);
    await expect(page.getByText(loaded).first()).toBeVisible();
    await expect(page.getByRole("button", { name: changing })).toHaveCount(0);
  }
  await page.goto(`${at.site}${DASHBOARD}?view=plan`);
  await stallOnPlan(page, stall.stallId).click();
  const dialog = page.getByRole("dialog", { name: `Stall ${stall.stallId}` });
  await expect(dialog.getByRole("heading", { name: "What happened here" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: VIEWS[0][2] })).toHaveCount(0);

  const admin = "/api/v1/mela/admin";
  for (const [method, path, body] of [
    ["POST", `${admin}/bookings/${booking}/cancel`, { refund: "full", reason: "only to see" }],
    ["POST", `${admin}/stalls/${stall.stallId}/block`, { reason: "only to see" }],
    ["PUT", `${admin}/coupons/MELA10`, { active: false, reason: "only to see" }],
    ["PUT", "/admin/queues/api/queues/mails/retry/failed", {}],
  ] as const) {
    expect(`${path} ${await send(page, method, path, body)}`).toBe(`${path} 403 operators_only`);
  }
  expect(await statusOf(at, stall.stallId)).toBe("Sold");
});
