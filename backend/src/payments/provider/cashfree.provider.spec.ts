import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { Logger } from "@nestjs/common";
import { freePort } from "@sakhi/testkit/ports";
import { testConfig } from "../../../test/support/config.js";
import { Counters } from "../../platform/metrics/counters.js";
import { CashfreeClient } from "./cashfree.client.js";
import { CashfreeProvider } from "./cashfree.provider.js";
import type { OrderRequest } from "./payment-provider.js";

const SECRET = "secret-that-no-log-may-hold";
/** The server's next response, the requests it received, and our log. */
let nextResponse: { readonly status: number; readonly body: string; readonly headers?: Record<string, string> };
let requests: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: string }[];
let logged: string[];
const servers: Server[] = [];

/** @returns its base URL */
async function serve(handler: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<string> {
  const server = createServer((request, response) => void handler(request, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const address = await serve(async (request, response) => {
  const { method, url, headers } = request;
  requests.push({ method, url, headers, body: await text(request) });
  response.writeHead(nextResponse.status, { "content-type": "application/json", ...nextResponse.headers });
  response.end(nextResponse.body);
});
beforeEach(() => {
  requests = [];
  logged = [];
  jest.spyOn(Logger.prototype, "warn").mockImplementation((...line: unknown[]) => {
    logged.push(JSON.stringify(line));
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const counters = new Counters();
const provider = (url = `${address}/pg`): CashfreeProvider =>
  new CashfreeProvider(
    testConfig({
      DATABASE_URL: "postgres://x@127.0.0.1:1/x",
      CASHFREE_BASE_URL: url,
      CASHFREE_CLIENT_SECRET: SECRET,
      CASHFREE_CLIENT_ID: "our-id",
    }),
    counters,
  );

const ACCOUNT = { environment: "sandbox", clientId: "our-id", clientSecret: SECRET } as const;
const REQUEST: OrderRequest = {
  orderId: "MELA1",
  amountPaise: 2_700_050,
  currency: "INR",
  customer: { id: "abc", phone: "9876543210" },
  returnUrl: "http://127.0.0.1/back?order_id={order_id}",
  expiresAt: "2026-11-21T10:00:00Z",
  installation: "this-database",
};
const ENTITY = {
  order_id: "MELA1",
  order_status: "ACTIVE",
  order_amount: 27_000.5,
  order_currency: "INR",
  payment_session_id: "session_1",
  order_expiry_time: "2026-11-21T15:30:00+05:30",
  created_at: "2026-11-21T15:00:00+05:30",
  customer_details: { customer_id: "abc", customer_phone: "9876543210" },
  order_tags: { installation: "this-database" },
};

describe("CashfreeProvider", () => {
  it("creates an order in rupees with the pinned version and the idempotency key, and parses paise and times", async () => {
    nextResponse = { status: 200, body: JSON.stringify(ENTITY) };
    const response = await provider().createOrder(REQUEST, "0d1ab3f2-0000-4000-8000-000000000000");
    expect(response).toEqual({
      kind: "done",
      value: {
        orderId: "MELA1",
        status: "ACTIVE",
        amountPaise: 2_700_050,
        currency: "INR",
        sessionId: "session_1",
        expiresAt: new Date("2026-11-21T10:00:00Z"),
        customerId: "abc",
        installation: "this-database",
        createdAt: new Date("2026-11-21T09:30:00Z"),
      },
    });
    expect(requests[0]?.url).toBe("/pg/orders");
    expect(requests[0]?.headers).toMatchObject({
      "x-api-version": "2025-01-01",
      "x-idempotency-key": "0d1ab3f2-0000-4000-8000-000000000000",
      "x-client-secret": SECRET,
    });
    expect(JSON.parse(requests[0]?.body ?? "")).toEqual({
      order_id: "MELA1",
      order_amount: 27_000.5,
      order_currency: "INR",
      order_expiry_time: "2026-11-21T10:00:00Z",
      customer_details: { customer_id: "abc", customer_phone: "9876543210" },
      order_meta: { return_url: "http://127.0.0.1/back?order_id={order_id}" },
      order_tags: { installation: "this-database" },
    });
  });

  it.each([
    ["a stall", "B12", "B12"],
    ["the stalls of one order", "B12+A3", "B12+A3"],
    ["as many as an order can have", "A1+A2+A3+A4+A5+A6", "A1+A2+A3+A4+A5+A6"],
    ["nothing that is none", "B12+", undefined],
    ["nothing that we never write", "A1+A2+A3+A4+A5+A6+A7", undefined],
    ["no list of another kind", "B12,A3", undefined],
  ])("reads %s in an order's tags", async (_, stall, stallId) => {
    const id = "0d1ab3f2-0000-4000-8000-000000000000";
    const tags = { ...ENTITY.order_tags, booking: id, stall, event: "the-mela" };
    nextResponse = { status: 200, body: JSON.stringify({ ...ENTITY, order_tags: tags }) };
    const response = await provider().createOrder(REQUEST, id);
    const subject = { type: "booking", id, ...(stallId === undefined ? {} : { stallId, event: "the-mela" }) };
    expect(response.kind === "done" && response.value.subject).toEqual(subject);
  });

  it("asks for a UPI QR code, and takes nothing but a PNG for one", async () => {
    const answer = (qrcode: unknown) => ({
      status: 200,
      body: JSON.stringify({ channel: "qrcode", cf_payment_id: "1", data: { url: null, payload: { qrcode } } }),
    });
    const ask = () =>
      provider().payByUpiQr({ sessionId: "session_1", expiresAt: new Date("2026-11-21T10:00:00.000Z") }, randomUUID());
    const png = `data:image/png;base64,${"iVBOR".repeat(20)}=`;
    nextResponse = answer(png);
    expect(await ask()).toEqual({ kind: "done", value: png });
    expect(requests[0]).toMatchObject({ method: "POST", url: "/pg/orders/sessions" });
    expect(JSON.parse(requests[0]?.body ?? "")).toEqual({
      payment_session_id: "session_1",
      transaction_expiry_time: "2026-11-21T10:00:00Z",
      payment_method: { upi: { channel: "qrcode" } },
    });
    const script = "data:image/svg+xml,<svg onload='alert(1)'/>";
    for (const odd of [
      undefined,
      null,
      7,
      "",
      script,
      `${png} onerror=x`,
      `data:image/png;base64,${"A".repeat(130_000)}`,
    ]) {
      nextResponse = answer(odd);
      expect(await ask()).toEqual({ kind: "unknown", why: "server_error" });
    }
  });

  it("requests a refund in rupees, with a note that fits partial refunds and listings too", async () => {
    const entity = { cf_refund_id: "1", order_id: "LIST1", refund_status: "PENDING", refund_amount: 0.5 };
    nextResponse = { status: 200, body: JSON.stringify(entity) };
    await provider().refund({ orderId: "LIST1", refundId: "RFND1", amountPaise: 50 }, randomUUID());
    expect(requests[0]?.url).toBe("/pg/orders/LIST1/refunds");
    const sent = { refund_id: "RFND1", refund_amount: 0.5, refund_note: "Refund of order LIST1" };
    expect(JSON.parse(requests[0]?.body ?? "")).toEqual(sent);
  });

  it.each([400, 401, 403, 404, 409, 422, 429])("reports status %d as refused", async (status) => {
    nextResponse = { status, body: JSON.stringify({ message: "asha@example.com", code: "some_code", type: "x" }) };
    expect(await provider().readOrder("MELA1")).toEqual({ kind: "refused", status, code: "some_code" });
  });

  it.each([
    [500, "{}"],
    [502, "<html>bad gateway</html>"],
    [503, ""],
    [408, "{}"],
    [200, "<html>welcome to the airport's network</html>"],
    [200, "{}"],
    [200, JSON.stringify({ ...ENTITY, order_amount: "a lot" })],
    [200, JSON.stringify({ ...ENTITY, order_amount: null })],
    [200, JSON.stringify({ ...ENTITY, order_amount: -1 })],
    [200, JSON.stringify({ ...ENTITY, order_amount: 1e300 })],
    [200, JSON.stringify({ ...ENTITY, order_status: "PAID\u0000" })],
    [200, JSON.stringify({ ...ENTITY, order_status: { toString: "PAID" } })],
    [200, JSON.stringify({ ...ENTITY, order_id: "MELA2" })],
    [200, "null"],
    [200, "[]"],
    [200, "{"],
    [200, "7"],
    [204, ""],
    // A followed redirect would leak our secret.
    [302, ""],
  ])("reports status %d with the body %s as unknown", async (status, body) => {
    nextResponse = { status, body, headers: { location: `${address}/elsewhere` } };
    expect(await provider().readOrder("MELA1")).toEqual({ kind: "unknown", why: "server_error" });
    expect(requests).toHaveLength(1);
  });

  it("parses amounts given as numbers, strings or imprecise floats", async () => {
    for (const order_amount of [27_000.5, "27000.50", 27_000.5 + 1e-9]) {
      nextResponse = { status: 200, body: JSON.stringify({ ...ENTITY, order_amount }) };
      expect(await provider().readOrder("MELA1")).toMatchObject({ value: { amountPaise: 2_700_050 } });
    }
  });

  it("rejects a response about another order, and matches the order id regardless of case", async () => {
    const payment = { cf_payment_id: "1", payment_status: "SUCCESS", payment_amount: 1, payment_currency: "INR" };
    const refund = { cf_refund_id: "1", refund_status: "SUCCESS", refund_amount: 1 };
    const kindsFor = async (order_id: string | undefined) => {
      nextResponse = { status: 200, body: JSON.stringify({ ...ENTITY, order_id }) };
      const order = await provider().readOrder("MELA1");
      const ended = await provider().terminate("MELA1");
      nextResponse = { status: 200, body: JSON.stringify([{ ...payment, order_id }]) };
      const payments = await provider().readPayments("MELA1");
      nextResponse = { status: 200, body: JSON.stringify([{ ...refund, order_id }]) };
      const refunds = await provider().readRefunds("MELA1");
      return [order, ended, payments, refunds].map(({ kind }) => kind);
    };
    expect(await kindsFor("mela1")).toEqual(["done", "done", "done", "done"]);
    expect(await kindsFor("MELA2")).toEqual(["unknown", "unknown", "unknown", "unknown"]);
    expect(await kindsFor(undefined)).toEqual(["unknown", "unknown", "unknown", "unknown"]);
  });

  it("treats invalid values of optional fields as missing", async () => {
    for (const odd of [null, "", 0.5, {}, [], "two words", "\u0000", "x".repeat(5_000)]) {
      const times = { order_expiry_time: odd, created_at: odd };
      const sent = { ...times, payment_session_id: odd, customer_details: odd, order_tags: odd };
      nextResponse = { status: 200, body: JSON.stringify({ ...ENTITY, ...sent }) };
      expect(await provider().readOrder("MELA1")).toMatchObject({
        kind: "done",
        value: { expiresAt: undefined, customerId: undefined, installation: undefined, createdAt: undefined },
      });
    }
  });

  it("rejects bodies of more than a megabyte", async () => {
    nextResponse = { status: 200, body: JSON.stringify({ ...ENTITY, order_note: "x".repeat(1024 * 1024) }) };
    expect(await provider().readOrder("MELA1")).toEqual({ kind: "unknown", why: "server_error" });
    nextResponse = { status: 400, body: JSON.stringify({ code: "some_code", more: "x".repeat(1024 * 1024) }) };
    expect(await provider().readOrder("MELA1")).toEqual({ kind: "refused", status: 400, code: "" });
    nextResponse = { status: 200, body: JSON.stringify(ENTITY) };
    expect((await provider().readOrder("MELA1")).kind).toBe("done");
  });

  it("escapes ids in paths, and hides its keys from inspect and JSON.stringify", async () => {
    nextResponse = { status: 404, body: "{}" };
    await provider().readPayments("a/b?c#d");
    expect(requests[0]).toMatchObject({ method: "GET", url: "/pg/orders/a%2Fb%3Fc%23d/payments" });
    expect(inspect(provider(), { depth: 9, showHidden: true })).not.toContain(SECRET);
    expect(JSON.stringify(new CashfreeClient(ACCOUNT))).not.toContain(SECRET);
  });

  it.each([
    ["a response that never starts", () => undefined],
    ["a response that never ends", (response: ServerResponse) => void response.writeHead(200).write('{"order_id":')],
  ])("gives up on %s after the timeout", async (_case, begin) => {
    const baseUrl = await serve((_request, response) => begin(response));
    const client = new CashfreeClient({ ...ACCOUNT, baseUrl }, 100);
    expect(await client.send({ method: "GET", path: "/orders/MELA1" })).toEqual({
      ...{ kind: "unknown", why: "timeout", cause: "no answer in time (TimeoutError)" },
    });
  });

  it("reports a broken or refused connection as a network error", async () => {
    const broken = await serve((request, response) => {
      response.writeHead(200, { "content-length": "100" }).write("{");
      setImmediate(() => request.socket.destroy());
    });
    const why = "network";
    expect(await provider(`${broken}/pg`).readOrder("MELA1")).toEqual({
      ...{ kind: "unknown", why, cause: expect.stringContaining("the connection was cut") as unknown },
    });
    expect(await provider(`http://127.0.0.1:${await freePort()}/pg`).readOrder("MELA1")).toEqual({
      ...{ kind: "unknown", why, cause: "the connection is refused (ECONNREFUSED)" },
    });
  });

  it("reports a list that is not an array, or a payment without an id, as unknown", async () => {
    nextResponse = { status: 200, body: "{}" };
    expect((await provider().readPayments("MELA1")).kind).toBe("unknown");
    nextResponse = { status: 200, body: JSON.stringify([{ payment_status: "SUCCESS" }]) };
    expect((await provider().readPayments("MELA1")).kind).toBe("unknown");
    expect((await provider().readRefunds("MELA1")).kind).toBe("unknown");
  });

  it("logs failures without the secret, the body or the original error", async () => {
    nextResponse = { status: 400, body: JSON.stringify({ message: "asha@example.com", code: "x y z" }) };
    await provider().createOrder(REQUEST, "0d1ab3f2-0000-4000-8000-000000000000");
    await provider("http://127.0.0.1:1/pg").readOrder("MELA1");
    expect(logged).toHaveLength(2);
    expect(logged.join()).not.toMatch(/secret|asha|9876543210/);
  });
});
