/** @typedef {import("./guides.mjs").Walk} Walk */

const DASHBOARD = "/paid-events/mela/dashboard";

/** Opens a view. @param {Walk} walk @param {string} view of the dashboard @param {string} [more] of its address */
export async function view({ page, site }, view, more = "") {
  await page.goto(`${site}${DASHBOARD}?view=${view}${more}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.locator(`[data-view="${view}"] [aria-current]`).waitFor();
}
