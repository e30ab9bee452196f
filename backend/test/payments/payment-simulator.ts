import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The keys that the tests' settings and the simulator share. */
const CLIENT = { CASHFREE_CLIENT_ID: "test-client", CASHFREE_CLIENT_SECRET: "test-secret-of-the-simulator" };
/** Only to say that it did not come: far beyond what the slowest machine needs. */
const START_MS = 120_000;
const STOP_MS = 30_000;

/** An order as the simulator's control API shows it; only what the tests look at. */
export interface SimulatedOrder {
  readonly order: { readonly order_status: string; readonly order_expiry_time: string };
  readonly paymentId?: string;
  readonly payments: readonly { readonly cf_payment_id: string; readonly payment_status: string }[];
  readonly refunds: readonly { readonly refund_id: string; readonly refund_status: string }[];
  readonly webhooks: readonly { readonly type: string; readonly body: string }[];
}

/** How an attempt is made; see simulators/README.md. */
export interface SimulatedPayment {
  readonly method?: "upi" | "card";
  readonly outcome?: "success" | "failed" | "dropped" | "pending";
  readonly surcharge?: number;
  readonly amount?: number;
  readonly force?: boolean;
  readonly keepOrderStatus?: boolean;
}

/** A payment provider of a spec's own: the real simulator process, driven by its control API. */
export class TestSimulator {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  /** Starts the built simulator (`npm test` builds it first). It takes short windows. */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<TestSimulator> {
    const main = fileURLToPath(new URL("../../../simulators/dist/payment/main.js", import.meta.url));
    const child = spawn(process.execPath, [main], {
      env: {
        PATH: process.env["PATH"],
        SIMULATOR_HOST: "127.0.0.1",
        SIMULATOR_MIN_EXPIRY_SECONDS: "1",
        SIMULATOR_REFUND_DELAY_MS: "20",
        // A webhook that could not be delivered comes again after 120 ms, not after two minutes.
        SIMULATOR_RETRY_SCALE: "0.001",
        ...CLIENT,
        ...settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    return new TestSimulator(await addressOf(child), child);
  }

  /** Settings with which the product uses this simulator. */
  get settings(): Record<string, string> {
    return { CASHFREE_BASE_URL: `${this.url}/pg`, ...CLIENT };
  }

  async control<T>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object): Promise<T> {
    const answer = await fetch(`${this.url}/control${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === "" ? {} : JSON.parse(text)) as T;
  }

  order(orderId: string): Promise<SimulatedOrder> {
    return this.control("GET", `/orders/${orderId}`);
  }

  pay(orderId: string, how: SimulatedPayment = {}): Promise<SimulatedOrder> {
    return this.control("POST", `/orders/${orderId}/pay`, { method: "upi", outcome: "success", ...how });
  }

  finish(orderId: string, paymentId: string, outcome: string, more: object = {}): Promise<SimulatedOrder> {
    return this.control("POST", `/orders/${orderId}/attempts/${paymentId}/finish`, { outcome, ...more });
  }

  expire(orderId: string): Promise<SimulatedOrder> {
    return this.control("POST", `/orders/${orderId}/expire`);
  }

  /** @param times null: until cleared */
  async fault(endpoint: string, kind: string, more: object = {}): Promise<void> {
    await this.control("PUT", "/faults", { endpoint, kind, ...more });
  }

  async noFaults(): Promise<void> {
    await this.control("DELETE", "/faults");
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once("exit", resolve));
    if (this.child.exitCode !== null) return;
    this.child.kill("SIGTERM");
    const late = setTimeout(() => this.child.kill("SIGKILL"), STOP_MS);
    await gone;
    clearTimeout(late);
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let told = "";
    const late = setTimeout(() => reject(new Error(`the simulator did not start: ${told}`)), START_MS);
    const listen = (chunk: Buffer): void => {
      told += chunk.toString("utf8");
      const address = /(http:\/\/\S+?)(?=\s)/.exec(told)?.[1];
      if (address === undefined) return;
      clearTimeout(late);
      resolve(address);
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("exit", (code) => {
      clearTimeout(late);
      reject(new Error(`the simulator ended with ${code}: ${told}`));
    });
  });
}
