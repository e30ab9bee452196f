import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, it, jest } from "@jest/globals";
import type { HttpReply, HttpVisitor } from "@sakhi/testkit/http-visitor";
import type { SimulatedOrder } from "@sakhi/testkit/payment-simulator";
import { TestProduct } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";
import pg from "pg";

// A retry could hide a lost race.
jest.retryTimes(0);

let product: TestProduct;

beforeAll(async () => {
  product = await TestProduct.start();
});
afterAll(() => product.stop());

function visitors(count: number): HttpVisitor[] {
  return Array.from({ length: count }, (_, index) => product.visitor(index % 2 === 0 ? 0 : 1));
}

/** Number of 503 responses received; the log counts them too. */
let unavailable = 0;

/**
 * Retries a call while the product is overloaded: on a slow machine, this many concurrent calls exceed its queue.
 */
async function retried(call: () => Promise<HttpReply>): Promise<HttpReply> {
  for (;;) {
    const reply = await call();
    const { code } = reply.body;
    if (code === "service_unavailable") unavailable += 1;
    else if (code !== "provider_unavailable") return reply;
  }
}

/** Log line of failed requests; database failures share one line a second, with their number. */
interface FailedRequest {
  readonly status: number;
  readonly requests?: number;
}

function failedRequests(): FailedRequest[] {
  const lines = product.logs().split("\n");
  return lines
    .filter((line) => line.includes('"event":"request"') && line.endsWith("}"))
    .map((line) => (JSON.parse(line) as { readonly message: FailedRequest }).message)
    .filter(({ status }) => status >= 500);
}

/** Expects no other failures than overload: 503, never 500, and each of them counted in the log. */
async function expectNoOtherErrors(): Promise<void> {
  expect(product.errors()).toEqual([]);
  // "At least": the provider's webhooks can get a 503 too, and are retried.
  await until("every 503 to be counted in the log", () => {
    const counted = failedRequests().reduce((sum, { requests = 0 }) => sum + requests, 0);
    return counted >= unavailable;
  });
  expect(failedRequests().filter(({ status }) => status !== 503)).toEqual([]);
}

it("gives a stall to exactly one of 200 visitors who reserve it concurrently", async () => {
  const replies = await Promise.all(visitors(200).map((visitor) => retried(() => visitor.reserve("B12"))));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  const rejections = replies.filter(({ status }) => status !== 201);
  expect(rejections).toHaveLength(199);
  for (const { status, body } of rejections) {
    expect({ status, code: body["code"] }).toEqual({ status: 409, code: "stall_reserved" });
    const similar = body["similar"] as { stallId: string; type: string; price: number }[];
    expect(similar).toHaveLength(3);
    // All of the same type.
    expect(similar.map(({ type, price }) => `${type} ${price}`)).toEqual(Array(3).fill("General 27000"));
  }
  const [count] = await product.query<{ bookings: string; visitors: string }>(
    "SELECT (SELECT count(*) FROM bookings) AS bookings, (SELECT count(*) FROM visitors) AS visitors",
  );
  // A refused visitor leaves no rows.
  expect(count).toEqual({ bookings: "1", visitors: "1" });
  await expectNoOtherErrors();
});

/** Checks continuously, on its own connection, that no stall has two live bookings. */
class Checker {
  checks = 0;
  readonly found: string[] = [];
  private stopping = false;
  private running: Promise<void> | undefined;
  private readonly client: pg.Client;

  constructor(connectionString: string) {
    this.client = new pg.Client({ connectionString });
  }

  async start(): Promise<void> {
    await this.client.connect();
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.running;
    await this.client.end();
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const { rows } = await this.client.query<{ stall_id: string }>(
        `SELECT min(stall_id) AS stall_id FROM bookings JOIN stalls USING (stall_key) WHERE state IN ('held', 'registered', 'paying', 'sold', 'blocked')
          GROUP BY stall_key HAVING count(*) > 1`,
      );
      this.checks += 1;
      this.found.push(...rows.map((row) => row.stall_id));
    }
  }
}

/** Acts as a random visitor; collects every response in `replies`. */
async function actRandomly(visitor: HttpVisitor, stalls: readonly string[], replies: HttpReply[]): Promise<void> {
  const collected = (reply: HttpReply): HttpReply => {
    replies.push(reply);
    return reply;
  };
  let params = stalls[randomInt(stalls.length)]!;
  for (let tries = 0; tries < 4; tries += 1) {
    const reserved = collected(await retried(() => visitor.reserve(params)));
    if (reserved.status === 409) {
      const similar = (reserved.body["similar"] ?? []) as { stallId: string }[];
      params = similar[0]?.stallId ?? stalls[randomInt(stalls.length)]!;
      continue;
    }
    const choice = randomInt(10);
    if (choice < 2) {
      collected(await retried(() => visitor.release(params)));
      params = stalls[randomInt(stalls.length)]!;
      continue;
    }
    // Some keep the hold without registering.
    if (choice < 3) return;
    const registration = visitor.registration(params);
    const registered = collected(await retried(() => visitor.register(registration)));
    if (registered.status !== 201 || choice < 4) return;
    const orderId = String(registration["orderId"]);
    const amount = Number(registered.body["finalAmount"]);
    const payment = visitor.payment(params, orderId, amount);
    if (collected(await retried(() => visitor.initiate(payment))).status !== 201) return;
    if (choice === 4) await product.payments.pay(orderId, { outcome: "failed" });
    if (choice > 4) await product.payments.pay(orderId);
    collected(await retried(() => visitor.status(orderId)));
    return;
  }
}

it("never has two live bookings of a stall while 300 visitors book 70 stalls randomly", async () => {
  const layout = (await retried(() => product.visitor().get("/api/v1/mela/layout"))).body as unknown as {
    stallId: string;
  }[];
  const stalls = layout.map(({ stallId }) => stallId);
  expect(stalls).toHaveLength(70);
  const checker = new Checker(product.databaseUrl);
  await checker.start();
  const replies: HttpReply[] = [];
  // Usually one round; more until enough payments and checks have happened for the test to be significant.
  let paid: SimulatedOrder["order"][] = [];
  while (paid.length <= 20 || checker.checks <= 100) {
    await Promise.all(visitors(300).map((visitor) => actRandomly(visitor, stalls, replies)));
    paid = (await product.payments.orders()).filter(({ order_status }) => order_status === "PAID");
    // Expires the remaining holds.
    await product.query(
      "UPDATE bookings SET hold_expires_at = clock_timestamp() WHERE state IN ('held', 'registered')",
    );
  }
  await until("every paid order to be sold", async () => {
    const [sold] = await product.query<{ count: string }>("SELECT count(*) FROM bookings WHERE state = 'sold'");
    return Number(sold?.count) === paid.length;
  });
  await product.whenQuiet();
  await checker.stop();

  expect(checker.found).toEqual([]);
  const statuses = new Set(replies.map(({ status }) => status));
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);

  const sold = await product.query<{ stall_id: string; order_id: string }>(
    "SELECT stall_id, order_id FROM bookings JOIN stalls USING (stall_key) WHERE state = 'sold'",
  );
  expect(new Set(sold.map(({ stall_id }) => stall_id)).size).toBe(sold.length);
  expect(sold.map(({ order_id }) => order_id).sort()).toEqual(paid.map(({ order_id }) => order_id).sort());
  const invoices = await product.query<{ order_id: string; number: string }>(
    "SELECT order_id, number FROM invoices ORDER BY number",
  );
  expect(invoices.map(({ order_id }) => order_id).sort()).toEqual(sold.map(({ order_id }) => order_id).sort());
  // Gapless.
  expect(invoices.map(({ number }) => Number(number.split("/").at(-1)))).toEqual(invoices.map((_, index) => index + 1));
  // Nor in the history: no booking of a stall started before the previous one had ended.
  const overlapping = await product.query(
    `SELECT a.stall_key FROM bookings a JOIN bookings b
         ON a.stall_key = b.stall_key AND a.id <> b.id AND a.held_at <= b.held_at
      WHERE CASE WHEN a.state = 'released' THEN a.ended_at ELSE 'infinity' END > b.held_at`,
  );
  expect(overlapping).toEqual([]);
  await expectNoOtherErrors();
});
