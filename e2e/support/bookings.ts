import { randomInt } from "node:crypto";
import { expect } from "@playwright/test";
import type { APIRequestContext, Page } from "@playwright/test";
import { untilOutcome } from "./payer.js";
import { simulator } from "./product.js";
import { someDetails } from "./registration.js";
import type { Details } from "./registration.js";
import type { Stall } from "./stalls.js";
import { otherVisitor, post, reserveFor } from "./stalls.js";

/** A registration made through the API. */
interface Registered {
  readonly orderId: string;
  readonly fullName: string;
  readonly email: string;
  readonly stall: Stall;
}

/** Registers a visitor for a stall they hold. */
export async function register(visitor: APIRequestContext, stall: Stall, more: Details = {}): Promise<Registered> {
  const details = { ...someDetails(), ...more };
  const orderId = `MELA${Date.now()}_${randomInt(36 ** 6).toString(36)}`;
  await post(visitor, "/mela/create-provisional-registration", {
    ...details,
    orderId,
    gstNumber: "",
    gstAddress: "",
    stallId: stall.stallId,
    stallType: stall.type,
    paymentStatus: "payment_pending",
  });
  return { orderId, fullName: details.fullName, email: details.email, stall };
}

/** Reserves a stall, registers for it and initiates the payment. */
export async function beginPayment(visitor: APIRequestContext, stall: Stall, more?: Details): Promise<Registered> {
  await reserveFor(visitor, stall.stallId);
  const registered = await register(visitor, stall, more);
  await post(visitor, "/cashfree/initiate", {
    orderId: registered.orderId,
    amount: stall.price,
    metadata: { type: "mela_stall", stallId: stall.stallId, stallType: stall.type },
  });
  return registered;
}

/** Books and pays for a stall through the API, as another visitor or the given one; resolves once it is sold. */
export async function buy(stall: Stall, more?: Details, by?: APIRequestContext): Promise<Registered> {
  const visitor = by ?? (await otherVisitor());
  const registered = await beginPayment(visitor, stall, more);
  await simulator.pay(registered.orderId, { method: "upi", outcome: "success" });
  await untilOutcome(registered.orderId, ({ kind }) => kind === "sold");
  if (by === undefined) await visitor.dispose();
  return registered;
}

/** Reserves a stall as the page's visitor, through the API, and opens its registration. */
export async function openRegistration(page: Page, { stallId, type, price }: Stall): Promise<void> {
  await reserveFor(page.request, stallId);
  await page.goto(`/paid-events/mela/register?stallId=${stallId}&type=${type}&price=${price}`);
  await expect(page.getByRole("timer")).toBeVisible();
}
