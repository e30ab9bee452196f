import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { operator } from "./administrator.js";
import { mailbox, product } from "./product.js";

/** What a payer's own status says of her order. */
interface Outcome {
  readonly kind: string;
  readonly secondAmount?: number;
  readonly refund?: { readonly state: string; readonly amount: number };
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

/**
 * A link in the newest mail to an address that has one.
 *
 * @param page what the link opens
 */
export async function linkInMail(email: string, page: "my-booking" | "mela/offer" = "my-booking"): Promise<string> {
  const pattern = new RegExp(`\\S+/${page}#[\\w.-]+`);
  let link = "";
  await expect
    .poll(
      async () => {
        for (const mail of await mailbox.to(email)) {
          link ||= pattern.exec((await mailbox.body(mail)).text)?.[0] ?? "";
        }
        return link;
      },
      { timeout: 180_000 },
    )
    .not.toBe("");
  return link;
}

/** An operator does something with the booking on a stall. */
export async function operate(
  stallId: string,
  action: "cancel" | "move" | "release",
  body: object = {},
): Promise<void> {
  const api = await operator();
  const plan = (await (await api.get("/api/v1/mela/admin/plan")).json()) as { stallId: string; bookingId?: string }[];
  const { bookingId } = plan.find((stall) => stall.stallId === stallId) ?? {};
  const answer = await api.post(`/api/v1/mela/admin/bookings/${bookingId}/${action}`, {
    data: { ...body, reason: "asked for by phone" },
  });
  if (!answer.ok()) throw new Error(`${action} ${stallId}: ${await answer.text()}`);
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
