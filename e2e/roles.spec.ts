import { type Browser, expect, type Page } from "@playwright/test";
import { DASHBOARD, fillLogin, logIn, operator } from "./support/administrator.js";
import { whenUsable } from "./support/first-view.js";
import { inspect } from "./support/inspect.js";
import { mailbox, product } from "./support/product.js";
import { NARROW, WIDE } from "./support/sizes.js";
import { currentEvent, post } from "./support/stalls.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

// What each role of the team sees and can do, from the invitation on.

const REASON = "the team of the Mela";
const PASSWORD = "copper lantern meadow 7";
const EMAIL = "meera@roles.example";
const PHONE = "9845012345";

/** An event far away with a sold stall. @returns its slug and title */
async function publishedMela(edition: string): Promise<{ slug: string; title: string }> {
  const api = await operator();
  const facts = {
    ...{ name: "The Team Mela", edition, days: `${edition}-08-07 09:30 to 18:30`, planOf: await currentEvent() },
    ...{ venueName: "Exhibition ground", venueDescription: "The exhibition ground by the river" },
    ...{ street: "Station Road", locality: "Panchavati", city: "Nashik", pin: "422003", stateCode: "27" },
    ...{ mapUrl: "https://www.openstreetmap.org/", reason: REASON, salesCloseAt: `${edition}-08-06T12:30:00.000Z` },
  };
  const made = (await (await post(api, "/mela/admin/events", facts)).json()) as { slug: string; title: string };
  await post(api, `/mela/admin/events/${made.slug}/publish`, { reason: REASON });
  await post(api, `/mela/admin/stalls/B1/sell-offline?event=${made.slug}`, {
    ...{ fullName: "Meera Iyer", email: EMAIL, phoneNumber: PHONE, businessName: "Meera Pottery", pincode: "560001" },
    ...{ method: "cash", reference: "receipt 1", reason: REASON },
  });
  return made;
}

/** Invites somebody in the dashboard. @param events titles of her events; none for all of them */
async function invite(page: Page, username: string, role: string, events: readonly string[]): Promise<void> {
  await page.getByRole("button", { name: "Invite a colleague" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Invite a colleague" });
  await dialog.getByRole("textbox", { name: "Username" }).fill(username);
  await dialog.getByRole("textbox", { name: "Email address" }).fill(`${username}@roles.example`);
  await dialog.getByLabel("Role").selectOption({ label: role });
  if (events.length > 0) await dialog.getByRole("checkbox", { name: "All events, also future ones" }).uncheck();
  for (const title of events) await dialog.getByRole("checkbox", { name: title, exact: true }).check();
  await dialog.getByRole("textbox", { name: "Reason" }).fill(REASON);
  await dialog.getByRole("button", { name: "Send the link" }).click();
  await sawToast(page, `The invitation for "${username}" goes out by mail. It works once, for a day.`);
}

/** Follows the link of an invitation, chooses the password, and logs in. */
async function join(
  browser: Browser,
  username: string,
  size: Readonly<Record<"width" | "height", number>> = WIDE,
): Promise<Page> {
  let link = "";
  await expect
    .poll(
      async () => {
        for (const mail of await mailbox.to(`${username}@roles.example`))
          link ||= /\S+\/admin-invitation#[\w.-]+/.exec((await mailbox.body(mail)).text)?.[0] ?? "";
        return link;
      },
      { timeout: 120_000 },
    )
    .not.toBe("");
  const context = await browser.newContext({ viewport: size, reducedMotion: "reduce", baseURL: product.site });
  const page = await context.newPage();
  await whenUsable(page);
  await page.goto(link);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByRole("textbox", { name: "Username" })).toBeVisible();
  await fillLogin(page, { username, password: PASSWORD });
  // A page opened before the answer would come without the session.
  await page.waitForURL((url) => !url.pathname.endsWith("/admin-login"));
  return page;
}

const menuOf = (page: Page): Promise<string[]> =>
  page.getByRole("navigation", { name: "Views of the dashboard" }).getByRole("link").allInnerTexts();

async function open(page: Page, view: string): Promise<void> {
  await page.goto(`${DASHBOARD}?view=${view}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

test("an owner invites; each role sees its views only, does its work, and reads what it does not include", async ({
  page,
  browser,
}) => {
  test.setTimeout(360_000);
  const edition = String(2089 - test.info().retry);
  const { slug, title } = await publishedMela(edition);
  const name = (role: string): string => `${role}-${edition}`;
  await page.setViewportSize(WIDE);
  await logIn(page);
  await open(page, "team");
  await invite(page, name("omana"), "Organiser", [title]);
  await invite(page, name("anju"), "Accountant", []);
  await invite(page, name("kavya"), "Content", []);
  await invite(page, name("gauri"), "Gate", [title]);
  await invite(page, name("vera"), "Viewer", [title]);
  await page.getByLabel("Role", { exact: true }).selectOption({ label: "Accountant" });
  await expect(page.getByText("Sees no phone numbers or e-mail addresses.").first()).toBeVisible();
  await inspect(page, "admin-team");
  await page.setViewportSize(NARROW);
  await inspect(page, "admin-team-narrow");
  await page.setViewportSize(WIDE);

  await test.step("who runs an event: her event only, with its phone numbers; helpers, but no owner", async () => {
    const hers = await join(browser, name("omana"));
    await expect(hers.getByRole("cell", { name: "Meera Pottery" }).first()).toBeVisible();
    const menu = await menuOf(hers);
    expect(menu).toEqual(expect.arrayContaining(["Registrations", "Messages", "Team"]));
    for (const view of ["GST", "Brands", "Personal data"]) expect(menu).not.toContain(view);
    await open(hers, "event");
    await expect(hers.getByLabel("Event", { exact: true }).first().getByRole("option")).toHaveCount(1);
    await open(hers, "brands");
    await expect(hers.getByRole("heading", { name: "Brands: not for your role" })).toBeVisible();
    await inspect(hers, "admin-refused");
    await open(hers, "team");
    await hers.getByRole("button", { name: "Invite a colleague" }).click();
    const roles = hers.getByRole("alertdialog").getByLabel("Role").getByRole("option");
    await expect(roles).toHaveText(["Organiser", "Accountant", "Gate", "Viewer"]);
    const other = await hers.request.get(`/api/v1/mela/registrations?event=${await currentEvent()}`);
    expect(other.status()).toBe(404);
    await hers.context().close();
  });

  await test.step("accountant: money and files without contacts", async () => {
    const hers = await join(browser, name("anju"));
    await open(hers, `registrations&event=${slug}`);
    await expect(hers.getByRole("cell", { name: "Meera Pottery" }).first()).toBeVisible();
    await expect(hers.getByText(PHONE)).toHaveCount(0);
    const menu = await menuOf(hers);
    expect(menu).toContain("GST");
    for (const view of ["Messages", "Brands", "Team"]) expect(menu).not.toContain(view);
    const csv = await (await hers.request.get(`/api/v1/mela/admin/registrations.csv?event=${slug}`)).text();
    expect(csv).toContain("Meera Pottery");
    for (const hidden of [EMAIL, PHONE]) expect(csv).not.toContain(hidden);
    await hers.context().close();
  });

  await test.step("content: opens the listings, not the bookings", async () => {
    const hers = await join(browser, name("kavya"));
    await expect(hers.getByRole("link", { name: "Listings", exact: true })).toHaveAttribute("aria-current", "page");
    expect(await menuOf(hers)).toEqual(expect.arrayContaining(["Brands", "Site", "Enquiries"]));
    await open(hers, "registrations");
    await expect(hers.getByRole("heading", { name: "Registrations: not for your role" })).toBeVisible();
    await hers.getByRole("link", { name: "To what you may see" }).click();
    await expect(hers.getByRole("link", { name: "Listings", exact: true })).toHaveAttribute("aria-current", "page");
    await hers.context().close();
  });

  await test.step("gate: the gate's page, and nothing else", async () => {
    const hers = await join(browser, name("gauri"), NARROW);
    await expect(hers.getByRole("button", { name: "Scan a ticket" })).toBeVisible();
    await hers.goto(DASHBOARD);
    await expect(hers.getByRole("button", { name: "Scan a ticket" })).toBeVisible();
    await hers.context().close();
  });

  await test.step("viewer: sees and changes nothing; leaves in one press, everywhere", async () => {
    const hers = await join(browser, name("vera"));
    await expect(hers.getByRole("cell", { name: "Meera Pottery" }).first()).toBeVisible();
    await open(hers, "event");
    await expect(hers.getByRole("button", { name: /^Reschedule/ })).toHaveCount(0);
    await open(hers, "account");
    await hers.getByRole("button", { name: "Leave", exact: true }).click();
    await hers.getByRole("alertdialog", { name: "Leave the team" }).getByRole("button", { name: "Leave" }).click();
    await expect(hers.getByRole("textbox", { name: "Username" })).toBeVisible();
    await fillLogin(hers, { username: name("vera"), password: PASSWORD });
    await expect(hers.getByText("Invalid username or password").first()).toBeVisible();
    await hers.context().close();
  });

  await test.step("owner: changes a role at once", async () => {
    await open(page, "team");
    await page.getByRole("button", { name: `Role ${name("omana")}` }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByLabel("Role").selectOption({ label: "Viewer" });
    await dialog.getByRole("textbox", { name: "Reason" }).fill(REASON);
    await dialog.getByRole("button", { name: "Change the role" }).click();
    await sawToast(page, `The role of "${name("omana")}" is changed.`);
    await expect(page.getByRole("row", { name: new RegExp(name("omana")) })).toContainText("Viewer");
  });
});
