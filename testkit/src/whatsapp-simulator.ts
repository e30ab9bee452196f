import { createHmac } from "node:crypto";
import { fileURLToPath } from "node:url";
import { freePort } from "./ports.js";
import { TestProcess } from "./processes.js";

const CALL_MS = 60_000;

/** The settings of the tests at Meta. */
const META = {
  WHATSAPP_TOKEN: "a-token-of-meta-for-tests-only",
  WHATSAPP_PHONE_NUMBER_ID: "100000000000001",
  WHATSAPP_BUSINESS_ACCOUNT_ID: "100000000000002",
  WHATSAPP_APP_SECRET: "an-app-secret-of-meta-for-tests",
};

/** A message that the simulator accepted. */
export interface SimulatedWhatsapp {
  readonly id: string;
  readonly to: string;
  readonly template: string;
  readonly parameters: readonly string[];
  readonly text: string;
  readonly callbackData?: string;
}

/** The WhatsApp of specs: the built simulator (simulators/README.md) in a process of its own. */
export class TestWhatsapp {
  private constructor(
    readonly url: string,
    private readonly process: TestProcess,
  ) {}

  /** @param settings of the simulator, e.g. SIMULATOR_APPROVES */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<TestWhatsapp> {
    const port = await freePort();
    const simulator = new TestProcess({
      name: "WhatsApp simulator",
      command: process.execPath,
      args: [fileURLToPath(new URL("../../simulators/dist/bundle/whatsapp.js", import.meta.url))],
      env: { PATH: process.env["PATH"] ?? "", SIMULATOR_PORT: String(port), ...META, ...settings },
    });
    await simulator.start();
    return new TestWhatsapp(`http://127.0.0.1:${port}`, simulator);
  }

  async stop(): Promise<void> {
    await this.process.kill();
  }

  /** Settings that point the product to this simulator. */
  get settings(): Record<string, string> {
    return { ...META, WHATSAPP_VERIFY_TOKEN: "a-verification-for-tests-only", WHATSAPP_BASE_URL: this.url };
  }

  /** Header with which Meta signs a body. */
  sign(body: string, secret = META.WHATSAPP_APP_SECRET): string {
    return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  }

  messages(): Promise<SimulatedWhatsapp[]> {
    return this.control("GET", "/messages");
  }

  /** Sets the state of all templates, or of one. */
  judge(status: string, more: { readonly name?: string; readonly reason?: string } = {}): Promise<unknown> {
    return this.control("PUT", "/templates", { status, ...more });
  }

  webhooks(how: object): Promise<unknown> {
    return this.control("PUT", "/webhooks", how);
  }

  fault(endpoint: "messages" | "templates", kind: string, more: object = {}): Promise<unknown> {
    return this.control("PUT", "/faults", { endpoint, kind, times: 1, ...more });
  }

  /** Reports about an accepted message. */
  report(id: string, status: string, more: object = {}): Promise<unknown> {
    return this.control("POST", "/report", { id, status, ...more });
  }

  /** Somebody writes to us. */
  answer(from: string, text: string): Promise<unknown> {
    return this.control("POST", "/answer", { from, text });
  }

  reset(): Promise<unknown> {
    return this.control("POST", "/reset");
  }

  private async control<T>(method: "GET" | "POST" | "PUT", path: string, body?: object): Promise<T> {
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
