import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { MAX_ENDPOINTS, RETRY_SECONDS } from "@sakhi/domain/integrations/webhook.rules";
import { WebhookReceiver } from "@sakhi/testkit/webhook-receiver";
import { IntegrationsJobsModule, IntegrationsModule } from "../../src/integrations/integrations.module.js";
import { WebhookClient } from "../../src/integrations/webhook-client.js";
import { WebhookDeliveryService } from "../../src/integrations/webhook-delivery.service.js";
import { WebhookDispatchService } from "../../src/integrations/webhook-dispatch.service.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { apiError } from "../bookings/mela.js";
import { ListingTest } from "../listings/listing-app.js";
import type { TestAdministrator } from "../operator/operator.js";

// Webhooks to other systems (docs/decisions/0128): from the sale to the receiver, with the library of the specification.

const test = await ListingTest.open({}, [IntegrationsModule]);
const { mela } = test;
const receiver = await WebhookReceiver.start();

@Module({ imports: [PlatformModule.with(mela.config, mela.db.source), IntegrationsJobsModule] })
class JobsTestModule {}
const jobs = await NestFactory.createApplicationContext(JobsTestModule, { logger: false });
const delivery = jobs.get(WebhookDeliveryService, { strict: false });
const dispatch = jobs.get(WebhookDispatchService);

let operator: TestAdministrator;
let viewer: TestAdministrator;
let slug: string;
afterAll(async () => {
  await jobs.close();
  await receiver.stop();
  await test.close();
});
beforeAll(async () => {
  operator = await test.administrator("asha");
  viewer = await test.administrator("lata", "viewer");
  ({ slug } = await mela.firstEvent());
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.behaviours.length = 0;
});
afterEach(async () => {
  await mela.query("DELETE FROM webhook_endpoints");
  await mela.query("DELETE FROM webhook_events");
  await mela.query("DELETE FROM outbox WHERE payload->>'queue' = 'webhooks'");
});

const ALL = ["booking.sold", "booking.cancelled", "booking.moved", "listing.live"];
const endpointDto = (changes: object = {}) => ({ name: "Ledger", url: receiver.url, kinds: ALL, ...changes });
async function add(changes: object = {}): Promise<{ id: string; secret: string }> {
  const { status, body } = await operator.post("webhooks", endpointDto(changes));
  expect([status, body["code"]]).toEqual([201, undefined]);
  return body as { id: string; secret: string };
}
const queued = (): Promise<string[]> =>
  mela.column("SELECT payload->'data'->>'deliveryId' FROM outbox WHERE payload->>'queue' = 'webhooks' ORDER BY id");
const waiting = (): Promise<string[]> =>
  mela.column(
    "SELECT id FROM webhook_deliveries WHERE state = 'waiting' AND due_at <= clock_timestamp() ORDER BY created_at, id",
  );
/** Makes one attempt of all that is due. */
async function send(): Promise<string[]> {
  const outcomes: string[] = [];
  for (const id of await waiting()) outcomes.push(await delivery.deliver(id));
  return outcomes;
}
const makeDue = () => mela.query("UPDATE webhook_deliveries SET due_at = clock_timestamp() WHERE state = 'waiting'");
const states = (): Promise<string[]> =>
  mela.column("SELECT state || ' ' || attempts FROM webhook_deliveries ORDER BY created_at, id");
const endpoint = async (id: string): Promise<Record<string, unknown>> => {
  const { body } = await operator.get("webhooks");
  return (body as unknown as Record<string, unknown>[]).find((each) => each["id"] === id) ?? {};
};
const log = async (id: string, query = "") =>
  (await operator.get(`webhooks/${id}/deliveries${query}`)).body as unknown as Record<string, unknown>[];
let stall = 0;
const nextStall = (): string => `B${(stall += 1)}`;

describe("what other systems are notified", () => {
  it("is a sale, its move and its cancellation, signed and without anything about a person", async () => {
    const { secret } = await add();
    const [from, to] = [nextStall(), nextStall()];
    const { bookingId, orderId } = await test.sold(from);
    expect((await operator.move(bookingId, to)).status).toBe(200);
    expect((await operator.cancel(bookingId, "full")).status).toBe(200);
    // Written with their cause, for the relay.
    expect(await queued()).toHaveLength(3);
    expect(await send()).toEqual(["delivered", "delivered", "delivered"]);
    const common = {
      bookingId,
      orderId,
      event: slug,
      stallType: "General",
      amountPaise: expect.any(Number) as unknown,
    };
    expect(receiver.received.map(({ event: { type, data } }) => [type, data])).toEqual([
      ["booking.sold", { ...common, stall: from }],
      ["booking.moved", { ...common, stall: to, fromStall: from }],
      ["booking.cancelled", { ...common, stall: to, refundPaise: expect.any(Number) as unknown }],
    ]);
    const cancelled = receiver.received[2]?.event.data;
    expect(cancelled?.["refundPaise"]).toBe(cancelled?.["amountPaise"]);
    for (const each of receiver.received) {
      expect(WebhookReceiver.isSigned(each, secret)).toBe(true);
      expect(WebhookReceiver.isSigned({ ...each, body: `${each.body} ` }, secret)).toBe(false);
      expect(each.id).toMatch(/^evt_[0-9a-f]{32}$/);
      expect(each.body).not.toMatch(/asha|@|(?<!\d)98\d{8}(?!\d)|rao/i);
      expect(each.headers["content-type"]).toBe("application/json");
    }
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(3);
  });

  it("is a walk-in's sale, and no hold, block or registration", async () => {
    await add();
    const [sold, held, blocked] = [nextStall(), nextStall(), nextStall()];
    await mela.registrant(held);
    await operator.block(blocked);
    const moved = await mela.value(
      "SELECT b.id FROM bookings b JOIN stalls s USING (stall_key) WHERE s.stall_id = $1",
      [held],
    );
    expect((await operator.move(moved ?? "", nextStall())).status).toBe(200);
    expect((await operator.sellOffline(sold)).status).toBe(201);
    await send();
    expect(receiver.received.map(({ event }) => [event.type, event.data["stall"]])).toEqual([["booking.sold", sold]]);
  });

  it("is a listing that goes live, with its brand's slug", async () => {
    await add({ kinds: ["listing.live"] });
    const brandName = `Loom & Co ${Date.now()}`;
    const { applicationId } = await test.paid({ brandName });
    const approved = await operator.post(`listings/${applicationId}/approve`, { noPictures: true });
    expect(approved.status).toBe(200);
    await send();
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.event).toMatchObject({
      type: "listing.live",
      data: { applicationId, brand: brandName.toLowerCase().replace("& ", "").replaceAll(" ", "-"), module: "shops" },
    });
    expect(String(receiver.received[0]?.event.data["liveUntil"])).toMatch(/^20\d\d-/);
  });

  it("is only what an endpoint asks for: its kinds, its events", async () => {
    const other = await mela.addEvent(`other-${Date.now()}`, "Another Mela");
    const slugOfOther = await mela.value("SELECT slug FROM events WHERE id = $1", [other]);
    await add({ name: "Cancellations", kinds: ["booking.cancelled"] });
    await add({ name: "Another event", events: [slugOfOther] });
    await add({ name: "This event", kinds: ["booking.sold"], events: [slug] });
    await test.sold(nextStall());
    await send();
    expect(receiver.received.map(({ event }) => event.type)).toEqual(["booking.sold"]);
    expect(
      await mela.column("SELECT w.name FROM webhook_deliveries d JOIN webhook_endpoints w ON w.id = d.endpoint_id"),
    ).toEqual(["This event"]);
  });

  it("is nothing without an endpoint, and nothing of what is undone with its transaction", async () => {
    const sold = await test.sold(nextStall());
    expect(await mela.value<number>("SELECT count(*)::int FROM webhook_events")).toBe(0);
    const { id } = await add();
    await operator.post(`webhooks/${id}/enabled`, { enabled: false });
    expect((await operator.move(sold.bookingId, nextStall())).status).toBe(200);
    expect(await mela.value<number>("SELECT count(*)::int FROM webhook_events")).toBe(0);
    await operator.post(`webhooks/${id}/enabled`, { enabled: true });
    // To a stall that is sold: refused.
    const taken = nextStall();
    await test.sold(taken);
    await mela.query("DELETE FROM webhook_events");
    expect((await operator.move(sold.bookingId, taken)).status).toBe(409);
    expect(await mela.value<number>("SELECT count(*)::int FROM webhook_events")).toBe(0);
  });

  it("does not hold up a sale: an endpoint is deleted while 5 stalls are sold", async () => {
    const { id } = await add();
    const stalls = Array.from({ length: 5 }, nextStall);
    const sales = Promise.all(stalls.map((each) => operator.sellOffline(each)));
    const deleted = operator.post(`webhooks/${id}/delete`, { reason: "no longer needed" });
    expect((await sales).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect((await deleted).status).toBe(200);
  });

  it("has the same id if the history is restored", async () => {
    await add();
    const { bookingId } = await test.sold(nextStall());
    const [first] = await mela.column("SELECT id FROM webhook_events");
    await mela.query("DELETE FROM webhook_events");
    const { BookingHistoryService } = await import("../../src/bookings/booking-history.service.js");
    await mela.db.database.transaction((tx) =>
      test.get(BookingHistoryService).record(tx, bookingId, { kind: "sold", actor: "system" }),
    );
    expect(await mela.column("SELECT id FROM webhook_events")).toEqual([first]);
  });
});

describe("a delivery", () => {
  it("is tried again later and later with the same id, then given up, and can be sent again", async () => {
    const { id } = await add();
    await test.sold(nextStall());
    receiver.behaviours.push(...Array.from({ length: RETRY_SECONDS.length + 1 }, () => 500));
    for (const [index, seconds] of RETRY_SECONDS.entries()) {
      expect(await send()).toEqual(["again"]);
      const [left] = await mela.column<number>(
        "SELECT extract(epoch FROM due_at - clock_timestamp())::float8 FROM webhook_deliveries",
      );
      expect([index, left! > seconds * 0.9, left! <= seconds * 1.1 + 1]).toEqual([index, true, true]);
      await makeDue();
    }
    expect(await send()).toEqual(["failed"]);
    expect(new Set(receiver.received.map((each) => each.id)).size).toBe(1);
    const [entry] = await log(id, "?state=failed");
    expect(entry).toMatchObject({
      state: "failed",
      kind: "booking.sold",
      problem: "It answered 500",
      webhookId: receiver.received[0]?.id,
    });
    expect((entry?.["attempts"] as object[] | undefined)?.[0]).toMatchObject({
      status: 500,
      problem: "It answered 500",
      answer: "as asked",
    });
    expect(entry?.["attempts"]).toHaveLength(11);
    expect(await endpoint(id)).toMatchObject({ failed: 1, waiting: 0 });

    // One, then all.
    expect((await operator.post(`webhooks/${id}/deliveries/${String(entry?.["id"])}/again`, {})).status).toBe(200);
    await dispatch.turn();
    expect(await send()).toEqual(["delivered"]);
    expect(new Set(receiver.received.map((each) => each.id)).size).toBe(1);
    await test.sold(nextStall());
    await mela.query("UPDATE webhook_deliveries SET state = 'failed', ended_at = now() WHERE state = 'waiting'");
    expect((await operator.post(`webhooks/${id}/failed/again`, {})).body).toMatchObject({ deliveries: 1 });
    expect(await send()).toEqual(["delivered"]);
    expect(await endpoint(id)).toMatchObject({ failed: 0, waiting: 0 });
  });

  it("keeps the first 500 bytes of an answer, and reads no more than a little of a long one", async () => {
    const { id } = await add();
    receiver.behaviours.push((response) => {
      response.writeHead(400, { "content-type": "text/plain" });
      response.write(`\u0000\u0007${"ä".repeat(400)}`);
      // Endless: the sender hangs up.
      const more = setInterval(() => response.write("x".repeat(8_000)), 1);
      response.once("close", () => clearInterval(more));
    });
    await operator.post(`webhooks/${id}/ping`, {});
    expect(await send()).toEqual(["failed"]);
    const [entry] = await log(id);
    const [attempt] = (entry?.["attempts"] ?? []) as { answer: string; ms: number }[];
    expect(attempt?.answer).toMatch(/^ä{248,249}$/);
    expect(attempt?.ms).toBeLessThan(5_000);
  });

  it("follows no redirect", async () => {
    const { id } = await add();
    receiver.behaviours.push((response) => response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end());
    await operator.post(`webhooks/${id}/ping`, {});
    await send();
    expect(receiver.received).toHaveLength(1);
    expect((await log(id))[0]).toMatchObject({ state: "failed", problem: "It answered 302" });
  });

  it("says why nothing answered", async () => {
    const silent = await WebhookReceiver.start();
    const { url } = silent;
    await silent.stop();
    const { id } = await add({ url });
    await operator.post(`webhooks/${id}/ping`, {});
    await send();
    expect((await log(id))[0]).toMatchObject({ problem: "No answer: the connection is refused (ECONNREFUSED)" });
  });

  it("is taken over after its process died, with the same id; a second worker waits before", async () => {
    await add();
    await test.sold(nextStall());
    const [id = ""] = await waiting();
    receiver.behaviours.push("silence");
    const dead = delivery.deliver(id);
    while (receiver.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await delivery.deliver(id)).toBe("busy");
    await mela.query("UPDATE webhook_deliveries SET claimed_at = claimed_at - interval '1 minute'");
    expect(await delivery.deliver(id)).toBe("delivered");
    expect(new Set(receiver.received.map((each) => each.id)).size).toBe(1);
    expect(receiver.received).toHaveLength(2);
    // The first gives up on its silence; what was received stays received.
    expect(await dead).toBe("again");
    expect(await states()).toEqual(["delivered 2"]);
  });

  it("is made once by eight workers at a time", async () => {
    await add();
    await test.sold(nextStall());
    const [id = ""] = await waiting();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => delivery.deliver(id)));
    expect(outcomes.filter((each) => each === "delivered")).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
  });

  it("is signed with both secrets for a day after a rotation", async () => {
    const { id, secret } = await add();
    const { body } = await operator.post(`webhooks/${id}/secret`, {});
    const next = String(body["secret"]);
    expect(next).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    await operator.post(`webhooks/${id}/ping`, {});
    await send();
    expect([secret, next].map((each) => WebhookReceiver.isSigned(receiver.received[0]!, each))).toEqual([true, true]);
    expect(String((await endpoint(id))["previousUntil"])).toMatch(/^20/);
    await mela.query("UPDATE webhook_endpoints SET previous_until = clock_timestamp()");
    await operator.post(`webhooks/${id}/ping`, {});
    await send();
    expect([secret, next].map((each) => WebhookReceiver.isSigned(receiver.received[1]!, each))).toEqual([false, true]);
    const stored = await mela.value("SELECT w::text FROM webhook_endpoints w");
    for (const each of [secret, next]) expect(stored).not.toContain(each.slice(6));
    const shown = JSON.stringify([await operator.get("webhooks"), await log(id)]);
    for (const each of [secret, next]) expect(shown).not.toContain(each.slice(6));
  });

  it("runs into the example of the API's description", async () => {
    const { secret } = await add({ url: "http://127.0.0.1:1/" });
    const example = fileURLToPath(new URL("../../assets/integrations/receiver.mjs", import.meta.url));
    const running = spawn(process.execPath, [example], { env: { PORT: "0", WEBHOOK_SECRET: secret } });
    let stdout = "";
    running.stdout.on("data", (part: Buffer) => (stdout += part.toString()));
    await once(running.stdout, "data");
    const port = /listening on (\d+)/.exec(stdout)?.[1];
    await mela.query("UPDATE webhook_endpoints SET url = $1", [`http://127.0.0.1:${port}/`]);
    const { orderId } = await test.sold(nextStall());
    expect(await send()).toEqual(["delivered"]);
    await mela.query("UPDATE webhook_deliveries SET state = 'waiting', ended_at = NULL, due_at = now()");
    expect(await send()).toEqual(["delivered"]);
    // Another secret than its own is refused.
    await operator.post(`webhooks/${(await mela.value("SELECT id FROM webhook_endpoints")) ?? ""}/secret`, {});
    await mela.query("UPDATE webhook_endpoints SET previous_until = clock_timestamp()");
    await mela.query("UPDATE webhook_deliveries SET state = 'waiting', ended_at = NULL, due_at = now()");
    expect(await send()).toEqual(["again"]);
    running.kill();
    await once(running, "close");
    // Twice received, once done.
    expect(stdout.split("\n").filter((each) => each.startsWith("booking.sold"))).toHaveLength(1);
    expect(stdout).toContain(orderId);
  });
});

describe("an endpoint", () => {
  it("that does not answer gets one delivery at a time, then as many as its pace allows", async () => {
    await add();
    await operator.sellOffline(nextStall());
    receiver.behaviours.push(500);
    expect(await send()).toEqual(["again"]);
    for (let sales = 0; sales < 4; sales += 1) await operator.sellOffline(nextStall());
    await mela.query("DELETE FROM outbox WHERE payload->>'queue' = 'webhooks'");
    await makeDue();
    await dispatch.turn();
    expect(await queued()).toHaveLength(1);
    await dispatch.turn();
    expect(await queued()).toHaveLength(2);
    const [first = "", second = ""] = await queued();
    // While one is under way, another waits.
    receiver.behaviours.push("silence");
    const silent = delivery.deliver(first);
    while (receiver.received.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(await delivery.deliver(second)).toBe("again");
    expect(await silent).toBe("again");
    // Once it answers, the rest follows together.
    await makeDue();
    expect(await delivery.deliver(second)).toBe("delivered");
    await makeDue();
    await mela.query("DELETE FROM outbox WHERE payload->>'queue' = 'webhooks'");
    await dispatch.turn();
    expect(await queued()).toHaveLength(4);
  });

  it("is disabled after five days without a delivery, with a notice, and enabled again", async () => {
    const { id } = await add();
    await operator.sellOffline(nextStall());
    await operator.sellOffline(nextStall());
    await mela.query("UPDATE webhook_endpoints SET failing_since = clock_timestamp() - interval '5 days'");
    receiver.behaviours.push(503);
    const [first = ""] = await waiting();
    expect(await delivery.deliver(first)).toBe("failed");
    expect(await states()).toEqual(["failed 1", "failed 0"]);
    expect(await endpoint(id)).toMatchObject({ disabledBy: "failing", failed: 2 });
    const issue = () =>
      mela.column(
        "SELECT kind || ' ' || (facts->>'endpoint') || ' ' || (facts->>'why') FROM issues WHERE resolved_at IS NULL",
      );
    expect(await issue()).toEqual(["webhook_disabled Ledger failing"]);
    // Nothing is kept for it meanwhile, and nothing of it is sent again.
    await operator.sellOffline(nextStall());
    expect(await states()).toHaveLength(2);
    expect(apiError(await operator.post(`webhooks/${id}/failed/again`, {}))).toEqual([409, "webhook_disabled"]);
    // A test reaches it all the same.
    await operator.post(`webhooks/${id}/ping`, {});
    expect(await send()).toEqual(["delivered"]);
    expect((await operator.post(`webhooks/${id}/enabled`, { enabled: true })).status).toBe(200);
    expect(await issue()).toEqual([]);
    expect((await operator.post(`webhooks/${id}/failed/again`, {})).body).toMatchObject({ deliveries: 2 });
    expect(await send()).toEqual(["delivered", "delivered"]);
  });

  it("that answers 410 is disabled at once", async () => {
    const { id } = await add();
    await operator.sellOffline(nextStall());
    receiver.behaviours.push(410);
    expect(await send()).toEqual(["failed"]);
    expect(await endpoint(id)).toMatchObject({ disabledBy: "gone" });
    await mela.query("DELETE FROM issues WHERE kind = 'webhook_disabled'");
  });

  it("of another network is not asked in production: private addresses, their names, and http", async () => {
    const client = new WebhookClient(
      Object.assign(Object.create(mela.config) as typeof mela.config, { production: true }),
    );
    const sendTo = async (url: string) =>
      (await client.send({ url, eventId: id, body: "{}", keys: [Buffer.alloc(24)] })).problem;
    const id = "00000000-0000-4000-8000-000000000000";
    const { port } = new URL(receiver.url);
    for (const host of [
      "127.0.0.1",
      "localhost",
      "10.0.0.1",
      "169.254.169.254",
      "192.168.1.1",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "[fd00::1]",
      "0.0.0.0",
      "2130706433",
    ])
      expect([host, await sendTo(`https://${host}:${port}/`)]).toEqual([
        host,
        "Not sent: its name leads into a private network",
      ]);
    expect(await sendTo("http://93.184.216.34/")).toBe("Not sent: the address must start with https://");
    expect(receiver.received).toHaveLength(0);
  });

  it.each([
    ["no kind", { kinds: [] }],
    ["an unknown kind", { kinds: ["booking.held"] }],
    ["a test as its kind", { kinds: ["test.ping"] }],
    ["no address", { url: "" }],
    ["a password in its address", { url: "https://a:b@example.com/" }],
    ["another protocol", { url: "file:///etc/passwd" }],
    ["a number as its address", { url: 5 }],
    ["no name", { name: "x" }],
    ["a secret of its own", { secret: "whsec_x" }],
  ])("is refused with %s", async (_, changes) => {
    expect((await operator.post("webhooks", endpointDto(changes))).status).toBe(400);
  });

  it("is an operator's: a viewer reads, and changes nothing", async () => {
    const { id } = await add();
    expect((await viewer.get("webhooks")).status).toBe(200);
    expect((await viewer.get(`webhooks/${id}/deliveries`)).status).toBe(200);
    for (const path of [
      "webhooks",
      `webhooks/${id}/delete`,
      `webhooks/${id}/enabled`,
      `webhooks/${id}/secret`,
      `webhooks/${id}/ping`,
      `webhooks/${id}/failed/again`,
    ])
      expect([path, apiError(await viewer.post(path, {}))]).toEqual([path, [403, "operators_only"]]);
    expect(apiError(await viewer.put(`webhooks/${id}`, endpointDto()))).toEqual([403, "operators_only"]);
  });

  it("is changed, deleted and audited without its address and secret", async () => {
    const { id, secret } = await add({ url: "https://example.com/hooks/key-in-the-path" });
    expect((await operator.put(`webhooks/${id}`, endpointDto({ name: "Books", kinds: ["booking.sold"] }))).status).toBe(
      200,
    );
    expect(await endpoint(id)).toMatchObject({ name: "Books", kinds: ["booking.sold"], url: receiver.url });
    await operator.post(`webhooks/${id}/secret`, {});
    expect((await operator.post(`webhooks/${id}/delete`, { reason: "no longer needed" })).status).toBe(200);
    expect(apiError(await operator.post(`webhooks/${id}/ping`, {}))).toEqual([404, "webhook_not_found"]);
    const entries = await mela.query<{ action: string }>("SELECT * FROM audit_log WHERE subject_id = $1 ORDER BY id", [
      `webhook ${id}`,
    ]);
    expect(entries.map(({ action }) => action)).toEqual([
      ...["webhook_endpoint_added", "webhook_endpoint_changed", "webhook_secret_rotated", "webhook_endpoint_deleted"],
    ]);
    expect(JSON.stringify(entries)).not.toMatch(
      new RegExp(`key-in-the-path|${secret.slice(6, 20).replaceAll("+", String.raw`\+`)}`),
    );
  });

  it("is added once by a request that is repeated, whose kept answer has no secret", async () => {
    const again = (path: string, body: object, key: string) =>
      operator.browser.post(`/api/v1/mela/admin/${path}`, body, { "idempotency-key": key.repeat(32) });
    const [first, second] = [await again("webhooks", endpointDto(), "a"), await again("webhooks", endpointDto(), "a")];
    expect(second.body).toEqual(first.body);
    expect(String(first.body["secret"])).toMatch(/^whsec_/);
    const id = String(first.body["id"]);
    const rotated = await again(`webhooks/${id}/secret`, {}, "b");
    expect((await again(`webhooks/${id}/secret`, {}, "b")).body).toEqual(rotated.body);
    expect(rotated.body["secret"]).not.toBe(first.body["secret"]);
    const kept = await mela.column("SELECT response::text FROM operator_requests");
    expect(kept).toContain(JSON.stringify(id));
    expect(kept.join(" ")).not.toContain("whsec_");
  });

  it("is one of twenty", async () => {
    await mela.query(
      `INSERT INTO webhook_endpoints (id, name, url, kinds, secret, created_by)
       SELECT gen_random_uuid(), 'E' || n, 'https://example.com/', '{booking.sold}', 'x', 'asha' FROM generate_series(1, $1::int) n`,
      [MAX_ENDPOINTS],
    );
    expect(apiError(await operator.post("webhooks", endpointDto()))).toEqual([409, "webhooks_full"]);
  });
});

it("forgets deliveries after 30 days, but none that waits", async () => {
  await add();
  await operator.sellOffline(nextStall());
  await send();
  await operator.sellOffline(nextStall());
  await mela.query("UPDATE webhook_events SET at = at - interval '31 days'");
  await mela.query("UPDATE webhook_deliveries SET ended_at = ended_at - interval '31 days' WHERE state = 'delivered'");
  expect(await dispatch.prune()).toBe(1);
  expect(await states()).toEqual(["waiting 0"]);
  expect(await mela.value<number>("SELECT count(*)::int FROM webhook_attempts")).toBe(0);
});
