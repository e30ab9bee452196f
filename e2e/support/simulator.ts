import type { Product } from "./product.js";

/** An order as the payment simulator knows it. */
export interface SimulatedOrder {
  readonly order: { readonly order_status: string; readonly order_amount: number };
  readonly payments: readonly { readonly cf_payment_id: string; readonly payment_status: string }[];
  readonly refunds: readonly { readonly refund_status: string; readonly refund_amount: number }[];
}

async function call(product: Product, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${product.simulator}/control${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`simulator ${method} ${path}: ${answer.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

/** Steers the payment simulator as an operator would steer a sandbox. */
export function simulatorOf(product: Product) {
  return {
    order: async (orderId: string) => (await call(product, "GET", `/orders/${orderId}`)) as SimulatedOrder,
    pay: (orderId: string, attempt: Record<string, unknown>) =>
      call(product, "POST", `/orders/${orderId}/pay`, attempt),
    /** The bank's answer about an order's newest payment that waits for it. */
    bankAnswers: async (orderId: string, outcome: "success") => {
      const { payments } = (await call(product, "GET", `/orders/${orderId}`)) as SimulatedOrder;
      const waiting = payments.findLast(({ payment_status: status }) => status === "PENDING");
      if (waiting === undefined) throw new Error(`no payment of ${orderId} waits for the bank`);
      await call(product, "POST", `/orders/${orderId}/attempts/${waiting.cf_payment_id}/finish`, { outcome });
    },
    webhooks: (orderId: string, how: Record<string, unknown>) =>
      call(product, "PUT", "/webhooks", { ...how, orderId }),
    fault: (fault: Record<string, unknown>) => call(product, "PUT", "/faults", fault),
  };
}
