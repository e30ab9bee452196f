import { fileURLToPath } from "node:url";
import { TestProcess } from "./processes.js";
import { freePort } from "./ports.js";

/** The client id and secret that the tests' settings and a spec's own simulator share. */
const CLIENT = { CASHFREE_CLIENT_ID: "test-client", CASHFREE_CLIENT_SECRET: "test-secret-of-the-simulator" };
const CALL_MS = 120_000;

/** An order as the simulator's control API shows it; only what the tests read. */
export interface SimulatedOrder {
  readonly order: {
    readonly order_id: string;
    readonly order_status: string;
    readonly order_amount: number;
    readonly order_expiry_time: string;
  };
  readonly paymentId?: string;
  readonly payments: readonly { readonly cf_payment_id: string; readonly payment_status: string }[];
  readonly refunds: readonly {
    readonly refund_id: string;
    readonly refund_status: string;
    readonly refund_amount: number;
  }[];
  readonly webhooks: readonly {
    readonly type: string;
    readonly body: string;
    readonly deliveries: readonly unknown[];
  }[];
}

/** How an attempt to pay is made. */
export interface SimulatedPayment {
  readonly method?: "upi" | "card";
  readonly outcome?: "success" | "failed" | "dropped" | "pending";
  readonly surcharge?: number;
  readonly amount?: number;
  readonly force?: boolean;
  readonly keepOrderStatus?: boolean;
}

/** Drives a payment simulator through its control API (simulators/README.md). */
export class PaymentSimulator {
  constructor(readonly url: string) {}

  order(orderId: string): Promise<SimulatedOrder> {
    return this.control("GET", `/orders/${orderId}`);
  }

  orders(): Promise<SimulatedOrder["order"][]> {
    return this.control("GET", "/orders");
  }

  /** Pays as the hosted page does; `attempt` adds to or changes a successful one by UPI. */
  pay(orderId: string, attempt: SimulatedPayment = {}): Promise<SimulatedOrder> {
    return this.control("POST", `/orders/${orderId}/pay`, { method: "upi", outcome: "success", ...attempt });
  }

  /** A second payment on an order that is paid already. */
  secondSuccess(orderId: string): Promise<SimulatedOrder> {
    return this.control("POST", `/orders/${orderId}/second-success`, { method: "card" });
  }

  /** The bank's decision about an attempt that is pending. */
  finish(orderId: string, paymentId: string, outcome: string, more: object = {}): Promise<SimulatedOrder> {
    return this.control("POST", `/orders/${orderId}/attempts/${paymentId}/finish`, { outcome, ...more });
  }

  /** The bank's decision about an order's newest pending attempt. */
  async finishPending(orderId: string, outcome: string): Promise<void> {
    const { payments } = await this.order(orderId);
    const pending = payments.findLast(({ payment_status: status }) => status === "PENDING");
    if (pending === undefined) throw new Error(`no payment of ${orderId} is pending`);
    await this.finish(orderId, pending.cf_payment_id, outcome);
  }

  /** Ends an order's time to pay, now or in `inMs`. */
  expire(orderId: string, inMs = 0): Promise<SimulatedOrder> {
    return this.control("POST", `/orders/${orderId}/expire`, { inMs });
  }

  /** Ends the wait of a termination that was requested. */
  terminated(orderId: string): Promise<unknown> {
    return this.control("POST", `/orders/${orderId}/terminated`);
  }

  /** How an order's webhooks are sent from now on. */
  webhooks(orderId: string, how: object): Promise<unknown> {
    return this.control("PUT", "/webhooks", { ...how, orderId });
  }

  sendWebhook(orderId: string, type: string, times: number): Promise<unknown> {
    return this.control("POST", `/orders/${orderId}/webhook`, { type, times });
  }

  /** @param more `times` null: until cleared */
  fault(endpoint: string, kind: string, more: object = {}): Promise<unknown> {
    return this.control("PUT", "/faults", { endpoint, kind, ...more });
  }

  noFaults(): Promise<unknown> {
    return this.control("DELETE", "/faults");
  }

  configure(settings: object): Promise<unknown> {
    return this.control("PUT", "/settings", settings);
  }

  async control<T>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.url}/control${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      signal: AbortSignal.timeout(CALL_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`simulator ${method} ${path}: ${response.status} ${text}`);
    return (text === "" ? {} : JSON.parse(text)) as T;
  }
}

/**
 * The payment provider of specs: the built simulator, which accepts short windows, in a process of its own that serves the
 * spec files of a worker one after another.
 */
export class TestSimulator extends PaymentSimulator {
  private static running: Promise<TestSimulator> | undefined;

  /** As new: what specs before have left with it is forgotten. It ends with the worker. */
  static async start(): Promise<TestSimulator> {
    const simulator = await (TestSimulator.running ??= TestSimulator.launch());
    await simulator.control("POST", "/reset");
    return simulator;
  }

  private static async launch(): Promise<TestSimulator> {
    const port = await freePort();
    const simulator = new TestProcess({
      name: "payment simulator",
      command: process.execPath,
      args: [fileURLToPath(new URL("../../simulators/dist/bundle/payment.js", import.meta.url))],
      env: {
        PATH: process.env["PATH"] ?? "",
        SIMULATOR_HOST: "127.0.0.1",
        SIMULATOR_PORT: String(port),
        SIMULATOR_MIN_EXPIRY_SECONDS: "1",
        SIMULATOR_REFUND_DELAY_MS: "20",
        // A webhook that could not be delivered comes again after 120 ms, not after two minutes.
        SIMULATOR_RETRY_SCALE: "0.001",
        ...CLIENT,
      },
    });
    await simulator.start();
    simulator.unref();
    return new TestSimulator(`http://127.0.0.1:${port}`);
  }

  /** Settings with which the product uses this simulator. */
  get settings(): Record<string, string> {
    return { CASHFREE_BASE_URL: `${this.url}/pg`, ...CLIENT };
  }
}
