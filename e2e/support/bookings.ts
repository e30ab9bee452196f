import { randomInt } from "node:crypto";
import { expect } from "@playwright/test";
import type { APIRequestContext } from "@playwright/test";
import { simulatorOf } from "./product.js";
import type { Product } from "./product.js";
import { someDetails } from "./registration.js";
import type { Stall } from "./stalls.js";
import { otherVisitor, reserveFor } from "./stalls.js";

/** What is known of a registration made by the API. */
export interface Registered {
  readonly orderId: string;
  readonly fullName: string;
  readonly email: string;
  readonly stall: Stall;
}

async function post(visitor: APIRequestContext, path: string, data: object): Promise<Record<string, unknown>> {
  const answer = await visitor.post(`/api/v1${path}`, { data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

const newOrderId = () => `MELA${Date.now()}_${randomInt(36 ** 6).toString(36)}`;

/** A visitor reserves a stall and registers for it. The caller disposes of the visitor. */
export async function registerFor(
  visitor: APIRequestContext,
  stall: Stall,
  fullName = "Asha Rao",
): Promise<Registered> {
  await reserveFor(visitor, stall.stallId);
  const details = { ...someDetails(), fullName };
  const orderId = newOrderId();
  await post(visitor, "/mela/create-provisional-registration", {
    ...details,
    orderId,
    gstNumber: "",
    gstAddress: "",
    stallId: stall.stallId,
    stallType: stall.type,
    paymentStatus: "payment_pending",
  });
  return { orderId, fullName, email: details.email, stall };
}

/** A registered visitor opens the payment. */
export async function openPayment(visitor: APIRequestContext, { orderId, stall }: Registered): Promise<void> {
  await post(visitor, "/cashfree/initiate", {
    orderId,
    amount: stall.price,
    metadata: { type: "mela_stall", stallId: stall.stallId, stallType: stall.type },
  });
}

/** Somebody books a stall and pays for it, all by the API; ends when it is sold. */
export async function buy(product: Product, stall: Stall, fullName?: string): Promise<Registered> {
  const visitor = await otherVisitor(product);
  try {
    const registered = await registerFor(visitor, stall, fullName);
    await openPayment(visitor, registered);
    await simulatorOf(product).pay(registered.orderId, { method: "upi", outcome: "success" });
    await expect
      .poll(
        async () => {
          const answer = await visitor.get(`/api/v1/mela/payment-status/${registered.orderId}`);
          return ((await answer.json()) as { paymentStatus: string }).paymentStatus;
        },
        { timeout: 180_000 },
      )
      .toBe("payment_successful");
    return registered;
  } finally {
    await visitor.dispose();
  }
}
