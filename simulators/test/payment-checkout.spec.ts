import { mkdtempSync, appendFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import vm from "node:vm";
import { afterAll, describe, expect, it } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import { startPaymentSimulator } from "../src/payment/server.js";
import { CLIENT, caller, orderBody, startShop, startWorld } from "./harness.js";

const world = await startWorld();
afterAll(() => world.stop());

async function sessionOf(orderId: string, change: object = {}): Promise<string> {
  const { body } = await world.call("POST", "/pg/orders", orderBody(orderId, change));
  return (body as { payment_session_id: string }).payment_session_id;
}

const press = (session: string, fields: Record<string, string>) =>
  fetch(`${world.simulator.url}/checkout/${session}/pay`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(fields),
  });

const paymentsOf = async (orderId: string) => {
  const { body } = await world.call("GET", `/pg/orders/${orderId}/payments`);
  return (body as { payment_status: string; payment_group: string }[]).map(
    ({ payment_status, payment_group }) => `${payment_group} ${payment_status}`,
  );
};

describe("the hosted page", () => {
  it("shows order, amount and methods, and escapes prefilled values", async () => {
    const session = await sessionOf("H-1", { order_amount: 1234567, order_tags: { a: "<b>" } });
    const page = await world.call("GET", `/checkout/${session}`);
    expect(page.status).toBe(200);
    for (const text of ["Payment simulator – no real money", "₹12,34,567.00", "H-1", "Pay by card", "Pay by UPI"]) {
      expect(page.body).toContain(text);
    }
    for (const text of ["Decline this payment", "Cancel and go back", "Pay late", "Card number", "UPI ID"]) {
      expect(page.body).toContain(text);
    }
    const filled = await world.call("GET", `/checkout/${session}?upi_id=%22%3E%3Cscript%3E`);
    expect(filled.body).toContain("&#34;&#62;&#60;script&#62;");
  });

  it.each<[string, Record<string, string>, string]>([
    ["H-2", { action: "upi", upi_id: "testsuccess@gocash" }, "upi SUCCESS"],
    ["H-3", { action: "upi", upi_id: "testfailure@gocash" }, "upi FAILED"],
    [
      "H-4",
      { action: "card", card_number: "4706131211212123", card_expiry: "12/49", card_cvv: "123" },
      "debit_card SUCCESS",
    ],
    ["H-5", { action: "decline", method: "card" }, "debit_card FAILED"],
    ["H-6", { action: "cancel" }, "upi USER_DROPPED"],
    ["H-7", { action: "late", wait: "reported" }, "upi PENDING"],
    ["H-8", { action: "slow", wait: "120" }, "upi PENDING"],
  ])("pays %s by %j as %s and redirects to the shop", async (orderId, fields, payment) => {
    const response = await press(await sessionOf(orderId), fields);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`http://127.0.0.1:3000/payment-success?order_id=${orderId}`);
    expect(await paymentsOf(orderId)).toEqual([payment]);
  });

  it("shows field errors without starting an attempt", async () => {
    const session = await sessionOf("H-9");
    const invalid = await press(session, { action: "upi", upi_id: "testinvalid@gocash" });
    expect(invalid.status).toBe(422);
    expect(await invalid.text()).toContain("This UPI ID is not valid");
    expect((await press(session, { action: "fly" })).status).toBe(422);
    expect(await paymentsOf("H-9")).toEqual([]);
  });

  it("rejects payments of a closed order, and links back", async () => {
    const session = await sessionOf("H-10");
    await world.call("PATCH", "/pg/orders/H-10", { order_status: "TERMINATED" });
    const response = await press(session, { action: "upi", upi_id: "testsuccess@gocash" });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain('href="http://127.0.0.1:3000/payment-success?order_id=H-10"');
    expect(await paymentsOf("H-10")).toEqual([]);
    expect((await world.call("GET", "/checkout/session_wrong")).status).toBe(404);
  });
});

describe("the browser script", () => {
  async function browser() {
    const { body, headers } = await world.call("GET", "/checkout.js");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    const submitted: Record<string, unknown>[] = [];
    const element = (tag: string): Record<string, unknown> => {
      const created: Record<string, unknown> = { tag, children: [], remove: () => undefined };
      created.appendChild = (child: unknown) => (created.children as unknown[]).push(child);
      created.submit = () => submitted.push(created);
      return created;
    };
    const window: Record<string, unknown> = {};
    const document = {
      currentScript: { src: `${world.simulator.url}/checkout.js` },
      createElement: element,
      body: element("body"),
    };
    vm.runInNewContext(String(body), { window, document, URL, fetch, encodeURIComponent });
    type Checkout = (params: { paymentSessionId: string; redirectTarget: string }) => Promise<unknown>;
    const Cashfree = window.Cashfree as (options: { mode: string }) => { checkout: Checkout };
    return { checkout: Cashfree({ mode: "sandbox" }).checkout, submitted };
  }

  it("posts the session to the hosted checkout", async () => {
    const session = await sessionOf("S-1");
    const { checkout, submitted } = await browser();
    expect(await checkout({ paymentSessionId: session, redirectTarget: "_self" })).toEqual({ redirect: true });
    expect(submitted).toMatchObject([
      {
        method: "POST",
        target: "_self",
        action: `${world.simulator.url}/pg/view/sessions/checkout`,
        children: [{ name: "payment_session_id", value: session }],
      },
    ]);
    const response = await fetch(`${world.simulator.url}/pg/view/sessions/checkout`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ payment_session_id: session }),
    });
    expect([response.status, response.headers.get("location")]).toEqual([303, `/checkout/${session}`]);
  });

  it("resolves with an error for an invalid or expired session", async () => {
    const session = await sessionOf("S-2");
    await world.call("POST", "/control/orders/S-2/expire");
    const { checkout, submitted } = await browser();
    for (const paymentSessionId of ["session_wrong", session, ""]) {
      expect(await checkout({ paymentSessionId, redirectTarget: "_self" })).toMatchObject({
        error: { code: "payment_session_id_invalid" },
      });
    }
    expect(submitted).toEqual([]);
  });
});

describe("a restart", () => {
  it("restores orders, pending attempts and unsent webhooks, even after a truncated line", async () => {
    const folder = mkdtempSync(join(tmpdir(), "simulator-"));
    const dataPath = join(folder, "state.jsonl");
    const shop = await startShop();
    try {
      const first = await startPaymentSimulator({ ...CLIENT, dataPath });
      const call = caller(first.url);
      await call("POST", "/pg/orders", orderBody("P-1", { order_meta: { notify_url: shop.url } }), {
        "x-idempotency-key": "p1",
      });
      await call("PUT", "/control/webhooks", { delayMs: 3_600_000 });
      await call("POST", "/control/orders/P-1/pay", { method: "upi", outcome: "failed" });
      await call("POST", "/control/orders/P-1/pay", { method: "upi", outcome: "pending", afterMs: 200 });
      await first.stop();
      appendFileSync(dataPath, '{"kind":"order","id":"torn');
      const later = Date.now() + 7_200_000;
      const second = await startPaymentSimulator({ ...CLIENT, dataPath, now: () => later });
      await until("both webhooks", () => shop.received.length === 2);
      const again = caller(second.url);
      expect((await again("GET", "/pg/orders/P-1")).body).toMatchObject({ order_status: "PAID" });
      const replay = await again("POST", "/pg/orders", orderBody("P-1", { order_meta: { notify_url: shop.url } }), {
        "x-idempotency-key": "p1",
      });
      expect(replay.headers.get("x-idempotency-replayed")).toBe("true");
      await second.stop();
    } finally {
      await shop.stop();
      rmSync(folder, { recursive: true });
    }
  });
});
