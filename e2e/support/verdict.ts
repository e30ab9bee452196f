import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";

/**
 * Waits until the payment's result page shows the verdict. The page polls for some seconds only; on a slow machine its
 * "Check again" is pressed, as a visitor would.
 */
export async function onVerdict(page: Page, verdict: "Payment Successful!" | "Payment Failed"): Promise<void> {
  const heading = page.getByRole("heading", { level: 1, name: verdict });
  const again = page.getByRole("main").getByText("Check again", { exact: true }).first();
  await expect(async () => {
    await expect(heading.or(again).first()).toBeVisible();
    if (await again.isVisible()) await again.click({ timeout: 5_000 });
    await expect(heading).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 180_000 });
}
