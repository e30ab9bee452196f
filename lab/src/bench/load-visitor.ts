import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { HttpVisitor, type HttpReply, newOrderId } from "@sakhi/testkit/http-visitor";
import { Client } from "undici";
import type { Timing } from "./load-commands.js";

/** Timeout of a call, in ms; far beyond what is measured. */
export const CALL_MS = 120_000;

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly cookie: string | undefined;
}

/** Measured durations, by kind of request. */
export class Stopwatch {
  private readonly kinds = new Map<string, { readonly times: number[]; readonly statuses: Record<string, number> }>();

  add(name: string, ms: number, status: string): void {
    const { times, statuses } = this.kinds.get(name) ?? { times: [], statuses: {} };
    this.kinds.set(name, { times, statuses });
    times.push(ms);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }

  timings(): Record<string, Timing> {
    return Object.fromEntries(
      [...this.kinds].map(([name, { times, statuses }]) => {
        const sorted = Float64Array.from(times).toSorted();
        const at = (share: number): number =>
          sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
        return [name, { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1), statuses }];
      }),
    );
  }
}

/** A connection that sends one request after another, like a browser. */
export class Connection {
  private readonly client: Client;

  constructor(origin: string, newConnections = false) {
    this.client = new Client(origin, {
      // 0 closes the connection after each response.
      pipelining: newConnections ? 0 : 1,
      keepAliveTimeout: 120_000,
      headersTimeout: CALL_MS,
      bodyTimeout: CALL_MS,
    });
  }

  send(
    method: "GET" | "POST" | "PUT",
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
    keepsText = true,
  ): Promise<Reply> {
    return new Promise((resolve, reject) => {
      let status = 0;
      let cookie: string | undefined;
      const chunks: Buffer[] = [];
      this.client.dispatch(
        { method, path, headers, body: body ?? null },
        {
          onRequestStart: () => undefined,
          onResponseStart(_controller, statusCode, received) {
            status = statusCode;
            const given = received["set-cookie"];
            cookie = (Array.isArray(given) ? given[0] : given)?.split(";")[0];
          },
          onResponseData(_controller, chunk) {
            if (keepsText) chunks.push(chunk);
          },
          onResponseEnd: () => resolve({ status, text: Buffer.concat(chunks).toString("utf8"), cookie }),
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });
  }

  close(): Promise<void> {
    return this.client.destroy();
  }
}

let visitors = Math.floor(Math.random() * 1_000_000);

/** A new visitor with their own address; each call is timed by the last fixed part of its path. */
export class Visitor extends HttpVisitor {
  private readonly address: string;

  constructor(
    private readonly connection: Connection,
    private readonly stopwatch: Stopwatch,
  ) {
    visitors += 1;
    super("", visitors);
    // The last octet changes last: visitors of a sale come from different networks, and holds are counted by /24 too.
    this.address = `10.${visitors & 255}.${(visitors >> 8) & 255}.${(visitors >> 16) & 255}`;
  }

  protected override async call(
    method: "GET" | "POST" | "PUT",
    path: string,
    body: object | undefined,
  ): Promise<HttpReply> {
    const [, , , , name = ""] = path.split("/");
    const headers = {
      "x-forwarded-for": this.address,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
    };
    const began = performance.now();
    try {
      const reply = await this.connection.send(method, path, headers, body && JSON.stringify(body));
      this.stopwatch.add(name, performance.now() - began, String(reply.status));
      this.cookie = reply.cookie ?? this.cookie;
      return { status: reply.status, body: JSON.parse(reply.text || "{}") as HttpReply["body"] };
    } catch {
      this.stopwatch.add(name, performance.now() - began, "error");
      return { status: 0, body: {} };
    }
  }

  /** Makes a whole booking, until the stall is sold. */
  async book(stallId: string, simulator: Connection): Promise<void> {
    const began = performance.now();
    const orderId = newOrderId();
    if ((await this.reserve(stallId)).status !== 201) return;
    const registered = await this.register(this.registration(stallId, orderId));
    if (registered.status !== 201) return;
    const payment = this.payment(stallId, orderId, Number(registered.body["finalAmount"]));
    const sentAt = performance.now();
    const opened = await this.initiate(payment);
    const openedMs = performance.now() - sentAt;
    if (opened.status >= 300) return;
    const paid = await simulator.send(
      "POST",
      `/control/orders/${orderId}/pay`,
      { "content-type": "application/json" },
      JSON.stringify({ method: "upi", outcome: "success" }),
    );
    if (paid.status >= 300) {
      this.stopwatch.add("booking", performance.now() - began, "not paid");
      return;
    }
    const { creationMs } = JSON.parse(paid.text) as { creationMs: number };
    this.stopwatch.add("initiate, provider", creationMs, "200");
    this.stopwatch.add("initiate, own", openedMs - creationMs, "200");
    const paidAt = performance.now();
    while ((await this.status(orderId)).body["paymentStatus"] !== "payment_successful") {
      if (performance.now() - paidAt > CALL_MS) {
        this.stopwatch.add("booking", CALL_MS, "not sold");
        return;
      }
      await delay(50);
    }
    this.stopwatch.add("paid to sold", performance.now() - paidAt, "200");
    this.stopwatch.add("booking", performance.now() - began, "200");
  }
}
