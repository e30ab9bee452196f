import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "./ports.js";
import { TestProcess } from "./processes.js";

/** Credentials of the tests at the payment provider. */
export const PROVIDER = { CASHFREE_CLIENT_ID: "test-client", CASHFREE_CLIENT_SECRET: "test-secret-of-the-simulator" };
const CALL_MS = 120_000;

/** An order in the simulator's control API, as far as tests read it. */
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

/** A payout in the simulator's control API. */
export interface SimulatedPayout {
  readonly payoutId: string;
  readonly utr: string;
  readonly amountPaise: number;
  readonly lines: readonly { readonly eventId: string; readonly type: string; readonly orderId: string | null }[];
}

/** Options of an attempt to pay. */
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

  /** Pays like the hosted page; `attempt` overrides a successful UPI payment. */
  pay(orderId: string, attempt: SimulatedPayment = {}): Promise<SimulatedOrder> {
    return this.control("POST", `/orders/${orderId}/pay`, { method: "upi", outcome: "success", ...attempt });
  }

  /** Makes a second payment on a paid order. */
  secondSuccess(orderId: string): Promise<SimulatedOrder> {
    return this.control("POST", `/orders/${orderId}/second-success`, { method: "card" });
  }

  /** Completes a pending attempt. */
  finish(orderId: string, paymentId: string, outcome: string): Promise<SimulatedOrder> {
    return this.control("POST", `/orders/${orderId}/attempts/${paymentId}/finish`, { outcome });
  }

  /** Completes an order's newest pending attempt. */
  async finishPending(orderId: string, outcome: string): Promise<void> {
    const { payments } = await this.order(orderId);
    const pending = payments.findLast(({ payment_status: status }) => status === "PENDING");
    if (pending === undefined) throw new Error(`no payment of ${orderId} is pending`);
    await this.finish(orderId, pending.cf_payment_id, outcome);
  }

  /** Pays out what was in no payout yet; `plan` plants differences (simulators/src/payment/payouts.ts). */
  payout(plan: object = {}): Promise<SimulatedPayout> {
    return this.control("POST", "/payouts", plan);
  }

  changePayout(payoutId: string, status: string): Promise<SimulatedPayout> {
    return this.control("POST", `/payouts/${payoutId}`, { status });
  }

  /** The report of payouts as a CSV, like the file of the provider's dashboard. */
  async payoutsFile(): Promise<string> {
    const response = await fetch(`${this.url}/control/payouts.csv`, { signal: AbortSignal.timeout(CALL_MS) });
    if (!response.ok) throw new Error(`simulator: ${response.status}`);
    return response.text();
  }

  /** Ends an order's payment window, now or in `inMs`. */
  expire(orderId: string, inMs = 0): Promise<SimulatedOrder> {
    return this.control("POST", `/orders/${orderId}/expire`, { inMs });
  }

  /** Completes a requested termination. */
  terminated(orderId: string): Promise<unknown> {
    return this.control("POST", `/orders/${orderId}/terminated`);
  }

  /** Sets how an order's webhooks are sent from now on. */
  webhooks(orderId: string, how: object): Promise<unknown> {
    return this.control("PUT", "/webhooks", { ...how, orderId });
  }

  sendWebhook(orderId: string, type: string, times: number): Promise<unknown> {
    return this.control("POST", `/orders/${orderId}/webhook`, { type, times });
  }

  /** @param more options; `times: null` lasts until cleared */
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
 * The payment provider of specs: the built simulator, with short windows allowed, in one process per jest worker.
 */
export class TestSimulator extends PaymentSimulator {
  private static running: Promise<TestSimulator> | undefined;
  /** The worker's simulator. In a file, because each spec file has modules of its own. */
  private static readonly addressFile = join(tmpdir(), `sakhi-simulator-of-${process.pid}`);

  /** Starts the simulator, or resets the running one. It ends with the worker. */
  static async start(): Promise<TestSimulator> {
    const simulator = await (TestSimulator.running ??= TestSimulator.found());
    await simulator.control("POST", "/reset");
    return simulator;
  }

  private static async found(): Promise<TestSimulator> {
    if (existsSync(TestSimulator.addressFile)) {
      const running = new TestSimulator(readFileSync(TestSimulator.addressFile, "utf8"));
      const answers = await running.control("POST", "/reset").then(
        () => true,
        () => false,
      );
      // Otherwise left by an earlier process of this id.
      if (answers) return running;
    }
    const launched = await TestSimulator.launch();
    writeFileSync(TestSimulator.addressFile, launched.url);
    return launched;
  }

  private static async launch(): Promise<TestSimulator> {
    const port = await freePort();
    const simulator = new TestProcess({
      name: "payment simulator",
      command: process.execPath,
      args: [fileURLToPath(new URL("../../simulators/dist/bundle/payment.js", import.meta.url))],
      env: {
        PATH: process.env["PATH"] ?? "",
        SIMULATOR_PORT: String(port),
        SIMULATOR_MIN_EXPIRY_SECONDS: "1",
        SIMULATOR_REFUND_DELAY_MS: "20",
        // Failed webhooks are retried after 120 ms instead of two minutes.
        SIMULATOR_RETRY_SCALE: "0.001",
        ...PROVIDER,
      },
    });
    await simulator.start();
    simulator.unref();
    return new TestSimulator(`http://127.0.0.1:${port}`);
  }

  /** Settings that point the product to this simulator. */
  get settings(): Record<string, string> {
    return { CASHFREE_BASE_URL: `${this.url}/pg`, ...PROVIDER };
  }
}
