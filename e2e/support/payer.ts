import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { operator } from "./administrator.js";
import { mailbox, product } from "./product.js";
import { post } from "./stalls.js";

/** The outcome in an order's payment status. */
interface Outcome {
  readonly kind: string;
  readonly refund?: { readonly state: string };
}

/** Waits until the outcome of an order is the expected one. */
export async function untilOutcome(orderId: string, isExpected: (outcome: Outcome) => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        const response = await fetch(`${product.site}/api/v1/mela/payment-status/${orderId}`);
        const { outcome } = (await response.json()) as { outcome?: Outcome };
        return outcome !== undefined && isExpected(outcome) ? "as expected" : outcome;
      },
      { timeout: 180_000 },
    )
    .toBe("as expected");
}

/** The key to a booking, or to a brand's page, in a mail to an address. */
export async function linkInMail(email: string): Promise<string> {
  let link = "";
  await expect
    .poll(
      async () => {
        for (const mail of await mailbox.to(email)) {
          link ||= /\S+\/(?:my-booking|my\/brand)#[\w.-]+/.exec((await mailbox.body(mail)).text)?.[0] ?? "";
        }
        return link;
      },
      { timeout: 180_000 },
    )
    .not.toBe("");
  return link;
}

/** Cancels the booking of a stall as an operator. @param body the refund */
export async function cancel(stallId: string, body: object): Promise<void> {
  const api = await operator();
  const plan = (await (await api.get("/api/v1/mela/admin/plan")).json()) as { stallId: string; bookingId?: string }[];
  const { bookingId } = plan.find((stall) => stall.stallId === stallId) ?? {};
  await post(api, `/mela/admin/bookings/${bookingId}/cancel`, { ...body, reason: "asked for by phone" });
}

/**
 * Emulates a phone on a slow network: about 400 kbit/s, 400 ms latency.
 *
 * @returns restores the network's speed, because later tests reuse the window
 */
export async function onSlowPhone(page: Page): Promise<() => Promise<void>> {
  await page.setViewportSize({ width: 360, height: 740 });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  return () => devtools.detach();
}
