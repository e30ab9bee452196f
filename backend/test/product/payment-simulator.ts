/** An order as the payment simulator's control API shows it. */
export interface SimulatedOrder {
  readonly order: {
    readonly order_id: string;
    readonly order_status: string;
    readonly order_amount: number;
    readonly order_expiry_time: string;
  };
  readonly payments: readonly { readonly cf_payment_id: string; readonly payment_status: string }[];
  readonly refunds: readonly { readonly refund_status: string; readonly refund_amount: number }[];
  readonly webhooks: readonly { readonly type: string; readonly deliveries: readonly unknown[] }[];
}

/** Only to say that no answer came: far beyond what the slowest machine needs. */
const CALL_MS = 120_000;

/** Steers a payment simulator through its control API (simulators/README.md). */
export class PaymentSimulator {
  constructor(readonly url: string) {}

  order(orderId: string): Promise<SimulatedOrder> {
    return this.call("GET", `/orders/${orderId}`) as Promise<SimulatedOrder>;
  }

  orders(): Promise<SimulatedOrder["order"][]> {
    return this.call("GET", "/orders") as Promise<SimulatedOrder["order"][]>;
  }

  /** Pays as the hosted page does; `attempt` adds to or changes a successful one by UPI. */
  async pay(orderId: string, attempt: Record<string, unknown> = {}): Promise<{ paymentId: string }> {
    const body = { method: "upi", outcome: "success", ...attempt };
    return (await this.call("POST", `/orders/${orderId}/pay`, body)) as { paymentId: string };
  }

  finish(orderId: string, paymentId: string, outcome: string): Promise<unknown> {
    return this.call("POST", `/orders/${orderId}/attempts/${paymentId}/finish`, { outcome });
  }

  /** Ends an order's time to pay, now or in `inMs`. */
  expire(orderId: string, inMs = 0): Promise<SimulatedOrder> {
    return this.call("POST", `/orders/${orderId}/expire`, { inMs }) as Promise<SimulatedOrder>;
  }

  /** Ends the wait of a termination that was requested. */
  terminated(orderId: string): Promise<unknown> {
    return this.call("POST", `/orders/${orderId}/terminated`);
  }

  webhooks(orderId: string, how: Record<string, unknown>): Promise<unknown> {
    return this.call("PUT", "/webhooks", { ...how, orderId });
  }

  sendWebhook(orderId: string, type: string, times: number): Promise<unknown> {
    return this.call("POST", `/orders/${orderId}/webhook`, { type, times });
  }

  fault(fault: Record<string, unknown>): Promise<unknown> {
    return this.call("PUT", "/faults", fault);
  }

  settings(settings: Record<string, unknown>): Promise<unknown> {
    return this.call("PUT", "/settings", settings);
  }

  private async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${this.url}/control${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CALL_MS),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`simulator ${method} ${path}: ${answer.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }
}
