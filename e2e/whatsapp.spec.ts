import { expect } from "@playwright/test";
import { WHATSAPP_CONSENT, WHATSAPP_CONSENTS } from "@sakhi/domain/whatsapp/whatsapp-consent";
import { TestWhatsapp } from "@sakhi/testkit/whatsapp-simulator";
import { inspect } from "./support/inspect.js";
import { withOwnApi } from "./support/own-api.js";
import {
  fillIn,
  onCheckout,
  onTicket,
  payByUpi,
  policies,
  proceed,
  reserveOnPlan,
  someDetails,
} from "./support/registration.js";
import { freeStall } from "./support/stalls.js";
import { test } from "./support/test.js";

const SENTENCE = WHATSAPP_CONSENTS[WHATSAPP_CONSENT];

// The shared product has no WhatsApp, so that every other journey shows that no page mentions it.
test("a payer ticks messages on WhatsApp with her registration, and ends them in My booking", async ({ page }) => {
  const meta = await TestWhatsapp.start({ SIMULATOR_APPROVES: "on" });
  try {
    await withOwnApi({ RATE_LIMITS: "off", HELD_SHARE_PERCENT: "100", ...meta.settings }, async (site) => {
      const stall = await freeStall();
      await page.goto(`${site}/paid-events/mela`);
      await reserveOnPlan(page, stall);
      await fillIn(page, someDetails());
      const tick = page.getByRole("checkbox", { name: SENTENCE });
      await expect(tick).not.toBeChecked();
      await tick.check();
      await inspect(page, "whatsapp-tick");
      await policies(page).check();
      await proceed(page).click();
      await onCheckout(page);
      await payByUpi(page);
      await onTicket(page, stall.stallId);
      await page.getByRole("link", { name: "My booking" }).first().click();
      const part = page.getByRole("region", { name: "Messages on WhatsApp" });
      await expect(part.getByRole("checkbox", { name: SENTENCE })).toBeChecked();
      await expect(part).toContainText("You agreed on");
      await inspect(page, "whatsapp-my-booking");
      await part.getByRole("checkbox", { name: SENTENCE }).click();
      await expect(part.getByRole("status")).toHaveText("Saved: no more messages on WhatsApp.");
      await expect(part.getByRole("checkbox", { name: SENTENCE })).not.toBeChecked();
    });
  } finally {
    await meta.stop();
  }
});
