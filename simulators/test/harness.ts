/** Shared by the simulators' HTTP specs: a simulator, and a shop that receives its webhooks. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { startPaymentSimulator } from "../src/payment/server.js";
import type { PaymentSimulator, PaymentSimulatorOptions } from "../src/payment/server.js";

export const CLIENT = { clientId: "test-id", clientSecret: "test-secret" };

export interface Received {
  headers: http.IncomingHttpHeaders;
  body: string;
  type: string;
  /** Number of webhooks answered before it arrived. */
  answeredBefore: number;
}

export interface Shop {
  url: string;
  received: Received[];
  /** Statuses of the next responses; 200 once empty. */
  statuses: number[];
  /** Delays of the next responses, in ms; 0 once empty. */
  delays: number[];
  stop(): Promise<void>;
}

/** A server that records every webhook. */
export async function startShop(): Promise<Shop> {
  const received: Received[] = [];
  const statuses: number[] = [];
  const delays: number[] = [];
  let answered = 0;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const { type } = JSON.parse(body) as { type: string };
      received.push({ headers: request.headers, body, type, answeredBefore: answered });
      const status = statuses.shift() ?? 200;
      setTimeout(() => {
        answered += 1;
        response.writeHead(status).end();
      }, delays.shift() ?? 0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    statuses,
    delays,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface Reply {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text if it is not JSON. */
  body: unknown;
}

export type Caller = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;

/** Calls a simulator, with the provider's headers under /pg. */
export function caller(url: string): Caller {
  return async (method, path, body, headers = {}) => {
    const provider = { "x-client-id": CLIENT.clientId, "x-client-secret": CLIENT.clientSecret };
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(path.startsWith("/pg") ? { ...provider, "x-api-version": "2025-01-01" } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    let parsed: unknown = text;
    try {
      parsed = JSON.parse(text);
    } catch {
      // Not JSON: a page or a script.
    }
    return { status: response.status, headers: response.headers, body: parsed };
  };
}

export interface World {
  simulator: PaymentSimulator;
  shop: Shop;
  call: Caller;
  stop(): Promise<void>;
}

/** Starts a simulator that sends its webhooks to a shop. */
export async function startWorld(options: Partial<PaymentSimulatorOptions> = {}): Promise<World> {
  const shop = await startShop();
  const simulator = await startPaymentSimulator({ ...CLIENT, webhookUrl: shop.url, refundDelayMs: 20, ...options });
  return {
    simulator,
    shop,
    call: caller(simulator.url),
    stop: async () => {
      await simulator.stop();
      await shop.stop();
    },
  };
}

/** Body of a valid request to create an order. */
export function orderBody(orderId: string, change: object = {}): Record<string, unknown> {
  return {
    order_id: orderId,
    order_amount: 1180,
    order_currency: "INR",
    customer_details: { customer_id: "visitor_1", customer_phone: "9876543210", customer_name: "Asha" },
    order_meta: { return_url: "http://127.0.0.1:3000/payment-success?order_id={order_id}" },
    ...change,
  };
}
