import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";

/**
 * Waits until the page that people return to from the provider says how the payment went. It asks by itself for some
 * seconds only; where the machine needed longer, its own "Check again" is pressed, as a person would.
 */
export async function onVerdict(page: Page, verdict: "Payment Successful!" | "Payment Failed"): Promise<void> {
  const said = page.getByRole("heading", { level: 1, name: verdict });
  const again = page.getByRole("main").getByText("Check again", { exact: true }).first();
  await expect(async () => {
    await expect(said.or(again).first()).toBeVisible();
    if (await again.isVisible()) await again.click({ timeout: 5_000 });
    await expect(said).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 180_000 });
}
