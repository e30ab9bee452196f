import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { operator } from "./administrator.js";
import { mailbox, product } from "./product.js";

/** What a payer's own status says of her order. */
interface Outcome {
  readonly kind: string;
  readonly refund?: { readonly state: string };
}

/** Waits until the outcome of an order is as it should be. */
export async function untilOutcome(orderId: string, isRight: (outcome: Outcome) => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${product.site}/api/v1/mela/payment-status/${orderId}`);
        const { outcome } = (await answer.json()) as { outcome?: Outcome };
        return outcome !== undefined && isRight(outcome) ? "as it should be" : outcome;
      },
      { timeout: 180_000 },
    )
    .toBe("as it should be");
}

/** The link to her booking in the newest mail to an address that has one. */
export async function linkInMail(email: string): Promise<string> {
  let link = "";
  await expect
    .poll(
      async () => {
        for (const mail of await mailbox.to(email)) {
          link ||= /\S+\/my-booking#[\w.-]+/.exec((await mailbox.body(mail)).text)?.[0] ?? "";
        }
        return link;
      },
      { timeout: 180_000 },
    )
    .not.toBe("");
  return link;
}

/** An operator cancels the booking on a stall. @param body what goes back */
export async function cancel(stallId: string, body: object): Promise<void> {
  const api = await operator();
  const plan = (await (await api.get("/api/v1/mela/admin/plan")).json()) as { stallId: string; bookingId?: string }[];
  const { bookingId } = plan.find((stall) => stall.stallId === stallId) ?? {};
  const answer = await api.post(`/api/v1/mela/admin/bookings/${bookingId}/cancel`, {
    data: { ...body, reason: "asked for by phone" },
  });
  if (!answer.ok()) throw new Error(`cancel ${stallId}: ${await answer.text()}`);
}

/**
 * A phone on a slow network: about 400 kbit/s, and 400 ms for each answer.
 *
 * @returns what ends the slowness: the window is used again
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
