import "reflect-metadata";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { get, type IncomingMessage, type Server } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { Controller, Get, Module } from "@nestjs/common";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import type { LoadReading } from "@sakhi/domain/site/overload.rules";
import { TestSimulator } from "@sakhi/testkit/payment-simulator";
import { until } from "@sakhi/testkit/until";
import { ApiModule } from "../../src/api.module.js";
import { seedStalls } from "../../src/stalls/stalls.seed.js";
import { orderId as newOrderId, TestVisitor } from "../bookings/mela.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";
import { startTestApp } from "../support/http-app.js";

// The whole api over its limit, by a given reading instead of by work (docs/decisions/0102-overload.md).

const CALM: LoadReading = { delayMs: 3, late: 0 };
const BUSY: LoadReading = { delayMs: 1_100, late: 0 };
const FULL: LoadReading = { delayMs: 3, late: 200 };
const PERSON = { "sec-fetch-dest": "document", accept: "text/html,application/xhtml+xml" };
const FILES = {
  "server/first-view.js": "export const firstView = async (address) => ({ styles: '', html: `<p>${address}</p>` });",
  "site/index.html":
    "<!doctype html><html><head><!--app-head--></head><body><div id=root><!--first-view--></div></body></html>",
  "site/.vite/screens.json": "{}",
  "site/assets/index-1.js": "export {};",
};

let db: TestDatabase;
let folder: string;
let app: NestFastifyApplication;
let reading = CALM;
let settings: Record<string, string>;

beforeAll(async () => {
  const simulator = await TestSimulator.start();
  db = await createTestDatabase();
  await seedStalls(db.database);
  folder = await mkdtemp(join(tmpdir(), "site-"));
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  settings = { PUBLIC_URL: "http://127.0.0.1:1", ...simulator.settings };
  const config = testConfig({ ...settings, OVERLOAD: "on", REDIS_URL: "", DATABASE_URL: db.url });
  app = await startTestApp(ApiModule.with(config, db.source, join(folder, "site")), config, () => reading);
});
afterAll(async () => {
  await app.close();
  await db.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  reading = CALM;
});

const page = (url: string, headers: Record<string, string> = PERSON) => app.inject({ url, headers });

it("shows a newcomer a page that opens the same address by itself, with a spread", async () => {
  expect((await page("/paid-events/mela?stall=B12")).statusCode).toBe(200);
  reading = BUSY;
  const pauses = new Set<number>();
  for (let count = 0; count < 20; count += 1) {
    const response = await page("/paid-events/mela?stall=B12");
    expect(response.statusCode).toBe(503);
    const { headers, body } = response;
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
    });
    // Neither another address nor a cookie.
    expect([headers["location"], headers["set-cookie"]]).toEqual([undefined, undefined]);
    const seconds = Number(headers["retry-after"]);
    expect(body).toContain("<h1>Many people are here at this moment</h1>");
    expect(body).toContain(`<meta http-equiv="refresh" content="${seconds}" />`);
    expect(body).toContain(`tries again in ${seconds} seconds`);
    expect(body).toContain('<a class="button" href="">Try now</a>');
    expect(body).not.toContain("<script");
    pauses.add(seconds);
  }
  expect(pauses.size).toBeGreaterThan(1);
  reading = CALM;
  expect((await page("/paid-events/mela?stall=B12")).statusCode).toBe(200);
});

it("costs no compression, and answers programs in the API's form", async () => {
  reading = FULL;
  const compressed = await page("/", { ...PERSON, "accept-encoding": "br, gzip" });
  expect([compressed.statusCode, compressed.headers["content-encoding"]]).toEqual([503, undefined]);
  const call = await page("/api/v1/search?q=asha", { accept: "application/json" });
  expect(call.statusCode).toBe(503);
  expect(Number(call.headers["retry-after"])).toBeGreaterThan(0);
  const message = "Many people are here at this moment, so we did nothing yet. Please try again in a little while.";
  expect(call.json()).toEqual({ statusCode: 503, code: "overloaded", message, error: message });
});

it("lets open pages go on while newcomers wait", async () => {
  const visitor = new TestVisitor(app);
  reading = BUSY;
  expect((await page("/")).statusCode).toBe(503);
  expect((await visitor.reserve("B2")).status).toBe(201);
  reading = FULL;
  const refused = await new TestVisitor(app).reserve("B3");
  expect([refused.status, refused.body["code"]]).toEqual([503, "overloaded"]);
  expect(await db.database.query("SELECT 1 FROM bookings JOIN stalls USING (stall_key) WHERE stall_id = 'B3'")).toEqual(
    [],
  );
  reading = CALM;
  expect((await new TestVisitor(app).reserve("B3")).status).toBe(201);
});

it("lets who holds a stall register, pay and see the outcome, whatever the load", async () => {
  const visitor = new TestVisitor(app);
  expect((await visitor.reserve("B1")).status).toBe(201);
  reading = { delayMs: Number.POSITIVE_INFINITY, late: 100_000 };
  expect((await visitor.myHold()).body).toMatchObject({ stallId: "B1" });
  expect((await page("/paid-events/mela/register?stallId=B1")).statusCode).toBe(200);
  const orderId = newOrderId();
  const registered = await visitor.register("B1", { orderId });
  expect(registered.status).toBe(201);
  const initiated = await visitor.post("/api/v1/cashfree/initiate", {
    orderId,
    amount: Number(registered.body["finalAmount"]),
    metadata: { type: "mela_stall", stallId: "B1", stallType: "General" },
  });
  expect([initiated.status, initiated.body["code"]]).toEqual([201, undefined]);
  expect((await visitor.get(`/api/v1/mela/payment-status/${orderId}`)).status).toBe(200);
  expect((await page(`/paid-events/mela/payment-success?order_id=${orderId}`)).statusCode).toBe(200);
  expect((await page("/my-booking")).statusCode).toBe(200);
});

it("takes the payment provider's webhooks and supervisors' checks, whatever the load", async () => {
  reading = FULL;
  const body = JSON.stringify({ type: "PAYMENT_SUCCESS_WEBHOOK", data: { order: { order_id: "MELA1t1" } } });
  const timestamp = String(Date.now());
  const signature = createHmac("sha256", settings["CASHFREE_CLIENT_SECRET"] ?? "")
    .update(timestamp + body)
    .digest("base64");
  const webhook = await app.inject({
    method: "POST",
    url: "/api/v1/cashfree/webhook",
    headers: { "content-type": "application/json", "x-webhook-signature": signature, "x-webhook-timestamp": timestamp },
    payload: body,
  });
  expect(webhook.statusCode).toBe(200);
  for (const url of ["/healthz", "/readyz", "/api/v1/status", "/api/v1/mela/layout", "/assets/index-1.js"])
    expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 200]);
});

it("refuses exactly these calls of the API at the highest load", async () => {
  reading = FULL;
  const refused: string[] = [];
  const { paths } = JSON.parse(
    readFileSync(new URL("../../assets/generated/openapi.json", import.meta.url), "utf8"),
  ) as { paths: Record<string, object> };
  for (const [path, operations] of Object.entries(paths))
    for (const method of Object.keys(operations)) {
      // Not the value that a route expects: only who answers counts.
      const url = path.replaceAll(/\{\w+\}/g, "x");
      const response = await app.inject({ method: method.toUpperCase() as "GET", url });
      if (response.statusCode === 503 && response.json<{ code: string }>().code === "overloaded")
        refused.push(`${method} ${path}`);
    }
  expect(refused.toSorted()).toEqual([
    "get /api/public/brand-names",
    "get /api/v1/bookings",
    "get /api/v1/brand-stalls",
    "get /api/v1/brand-stalls/at",
    "get /api/v1/image-proxy",
    "get /api/v1/listings/categories",
    "get /api/v1/listings/highlights",
    "get /api/v1/listings/live",
    "get /api/v1/listings/past-events",
    "get /api/v1/mela/events",
    "get /api/v1/mela/layout/drawing",
    "get /api/v1/mela/layout/events",
    "get /api/v1/search",
    "post /api/v1/brand-enquiries",
    "post /api/v1/brand-views",
    "post /api/v1/corporate-gifting/submit",
    "post /api/v1/find-my-listing",
    "post /api/v1/mela/find-my-booking",
    "post /api/v1/mela/reserve",
    "post /api/v1/mela/verify-listing",
    "post /api/v1/mela/verify-phone",
    "post /api/v1/support/submit",
  ]);
});

it("counts who was asked to wait", async () => {
  const counted = async () => {
    const { body } = await app.inject({
      url: "/metrics",
      headers: { authorization: "Bearer a-metrics-token-for-tests" },
    });
    return ["new", "open"].map((what) =>
      Number(new RegExp(`^sakhi_asked_to_wait_total\\{what="${what}"\\} (\\d+)$`, "m").exec(body)?.[1]),
    );
  };
  const [before = 0, openBefore = 0] = await counted();
  reading = FULL;
  await page("/");
  await page("/about");
  await page("/api/v1/search");
  expect(await counted()).toEqual([before + 2, openBefore + 1]);
});

describe("what an api measures of itself", () => {
  let waiting: (() => void)[] = [];
  @Controller("api/probe")
  class SlowController {
    @Get("slow")
    slow(): Promise<void> {
      return new Promise((resolve) => waiting.push(resolve));
    }
  }
  @Module({ controllers: [SlowController] })
  class SlowModule {}

  it("counts the calls that have waited long, and forgets those whose browser has left", async () => {
    let now = 0;
    const clock = jest.spyOn(performance, "now").mockImplementation(() => now);
    const config = testConfig({ DATABASE_URL: "postgres://localhost/none", OVERLOAD: "on" });
    // Only the calls count here: on a busy machine the event loop is late too.
    const slow = await startTestApp(SlowModule, config, ({ late }) => ({ delayMs: 0, late }));
    const answerAll = () => {
      for (const answer of waiting) answer();
      waiting = [];
    };
    try {
      await slow.listen(0, "127.0.0.1");
      const address = `${await slow.getUrl()}/api/probe/slow`;
      const server: Server = slow.getHttpServer();
      const connections = promisify(server.getConnections.bind(server));
      const arrived = (count: number) =>
        until(`${count} calls to wait`, () => Promise.resolve(waiting.length === count));
      const ask = (): Promise<number> =>
        new Promise((resolve, reject) => {
          const answered = (response: IncomingMessage) => {
            void text(response).then(() => resolve(response.statusCode ?? 0), reject);
          };
          get(address, { agent: false }, answered).on("error", reject);
        });
      const first = Array.from({ length: 200 }, ask);
      await arrived(200);
      now += 1_001;
      expect(await ask()).toBe(503);
      answerAll();
      expect(new Set(await Promise.all(first))).toEqual(new Set([200]));
      await until("all connections to end", async () => (await connections()) === 0);
      const left = Array.from({ length: 200 }, () => get(address, { agent: false }).on("error", () => undefined));
      await arrived(200);
      for (const call of left) call.destroy();
      await until("the browsers to leave", async () => (await connections()) === 0);
      now += 1_001;
      const later = ask();
      await arrived(201);
      answerAll();
      expect(await later).toBe(200);
    } finally {
      clock.mockRestore();
      // An unanswered call keeps the server from closing.
      answerAll();
      await slow.close();
    }
  });
});
