import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { expectSuccess, type HttpVisitor } from "@sakhi/testkit/http-visitor";
import { TestProduct } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";
import { bookingOf, planOf, sellStall } from "./sale.js";

// Moves of sold bookings to stalls of another price while the worker is killed. Premium stalls (A) cost ₹36,000, the others ₹27,000.

// A retry could hide a second move or refund.
jest.retryTimes(0);

const ADMINISTRATOR = { username: "organiser", password: "a-password-for-product-tests" };
const BOOKING = "/api/v1/mela/my-booking";
const MINUTES = 120_000;

let product: TestProduct;
let admin: HttpVisitor;
beforeAll(async () => {
  product = await TestProduct.start({
    settings: { ADMIN_USERNAME: ADMINISTRATOR.username, ADMIN_PASSWORD: ADMINISTRATOR.password },
  });
  admin = product.visitor();
  expectSuccess(await admin.post("/api/v1/mela/admin/login", ADMINISTRATOR));
});
afterAll(() => product.stop());
/** A sold stall, its booking, and the browser of its holder, who opened her mailed link. */
async function holderOf(stallId: string) {
  const order = await sellStall(product, stallId);
  const { id } = await bookingOf(product, order.orderId);
  let token: string | undefined;
  await until("the link to the booking", async () => {
    for (const mail of await product.mails.to(order.email))
      token ??= /\/my-booking#([\w.~-]+)/.exec((await product.mails.body(mail)).text)?.[1];
    return token !== undefined;
  });
  const holder = product.visitor();
  expectSuccess(await holder.post(`${BOOKING}/session`, { token }));
  return { ...order, id, holder };
}
const ask = async (bookingId: string, toStallId: string): Promise<string> => {
  const path = `/api/v1/mela/admin/bookings/${bookingId}/stall-moves`;
  const { body } = expectSuccess(await admin.post(path, { toStallId, reason: "asked by phone" }));
  return String(body["moveId"]);
};
const pays = async (holder: HttpVisitor, moveId: string): Promise<string> => {
  let orderId = "";
  await until("the payment to open", async () => {
    const { body } = await holder.post(`${BOOKING}/moves/${moveId}/pay`, {});
    orderId = (body["orderId"] as string | undefined) ?? "";
    return orderId !== "";
  });
  return orderId;
};
const stateOf = async (moveId: string): Promise<string | undefined> =>
  (await product.query<{ state: string }>("SELECT state FROM stall_moves WHERE id = $1", [moveId]))[0]?.state;
const untilMove = (moveId: string, state: string) =>
  until(`the move to be ${state}`, async () => (await stateOf(moveId)) === state, MINUTES);
const plan = async (...stalls: string[]): Promise<unknown[]> => {
  const all = await planOf(product);
  return stalls.map((stallId) => all.find((stall) => stall.stallId === stallId)?.status);
};
const count = async (sql: string, ...parameters: unknown[]): Promise<number> =>
  Number((await product.query<{ count: string }>(`SELECT count(*) FROM ${sql}`, parameters))[0]?.count);
const mails = (bookingId: string, template: string) =>
  count("mails WHERE booking_id = $1 AND template = $2", bookingId, template);

describe("kill -9 of the orchestrator", () => {
  it("while a move waits for its money and is paid: the other stall is hers once, the first free only then", async () => {
    const { id, orderId, holder } = await holderOf("B1");
    const moveId = await ask(id, "A1");
    await until("the workflow to look", async () => (await mails(id, "move-asked")) === 1);
    await product.orchestrator.kill();
    // Nobody decides now: both stalls are kept from everyone else.
    expect(await plan("B1", "A1")).toEqual(["Sold", "Reserved"]);
    expect((await product.visitor().reserve("A1")).status).toBe(409);
    const moveOrder = await pays(holder, moveId);
    // The simulator's webhook settles it without a worker, or the worker that starts does: both at once here.
    await Promise.all([product.payments.pay(moveOrder), product.orchestrator.start()]);
    await product.orchestrator.kill();
    await product.orchestrator.start();
    await untilMove(moveId, "moved");
    expect(await plan("B1", "A1")).toEqual(["Available", "Sold"]);
    expect(await bookingOf(product, orderId)).toMatchObject({ state: "sold", stallId: "A1" });
    await product.whenQuiet();
    expect([
      await count("booking_events WHERE booking_id = $1 AND kind = 'moved'", id),
      await count("invoices WHERE order_id = $1 AND kind = 'debit_note'", moveOrder),
      await count("refunds WHERE order_id IN ($1, $2)", orderId, moveOrder),
      await mails(id, "booking-moved"),
    ]).toEqual([1, 1, 0, 1]);
    await until("the workflow to end", async () => {
      const { status } = await product.workflowOf(`stall-move/${moveId}`, (handle) => handle.describe());
      return status.name === "COMPLETED";
    });
  });

  it("while its time ends: it lapses once, the booking stays, and money that comes late goes back once", async () => {
    const { id, holder } = await holderOf("B2");
    const moveId = await ask(id, "A2");
    const moveOrder = await pays(holder, moveId);
    await product.orchestrator.kill();
    // Its window and its own time end while no worker runs.
    await product.query(
      `UPDATE stall_moves SET until = clock_timestamp() - interval '1 second', pay_until = clock_timestamp() - interval '1 second'
        WHERE id = $1`,
      [moveId],
    );
    await product.payments.expire(moveOrder, 0);
    await product.query(
      "UPDATE orders SET provider_expires_at = clock_timestamp() - interval '31 seconds' WHERE order_id = $1",
      [moveOrder],
    );
    expect(await plan("B2", "A2")).toEqual(["Sold", "Reserved"]);
    await product.orchestrator.start();
    await product.nudge(`stall-move/${moveId}`);
    await untilMove(moveId, "lapsed");
    expect(await plan("B2", "A2")).toEqual(["Sold", "Available"]);
    expectSuccess(await product.visitor(1).reserve("A2"));
    await product.orchestrator.kill();
    await product.payments.pay(moveOrder, { force: true });
    await product.orchestrator.start();
    await until(
      "the late money to be on its way",
      async () => (await count("refunds WHERE order_id = $1", moveOrder)) > 0,
      MINUTES,
    );
    await product.orchestrator.killAndRestart();
    await until(
      "the late money to be back",
      async () => (await count("refunds WHERE order_id = $1 AND state = 'succeeded'", moveOrder)) === 1,
      MINUTES,
    );
    const { refunds } = await product.payments.order(moveOrder);
    expect(refunds.map(({ refund_amount }) => refund_amount)).toEqual([9_000]);
    expect([await mails(id, "move-over"), await count("invoices WHERE order_id = $1", moveOrder)]).toEqual([1, 0]);
    expect(await plan("B2")).toEqual(["Sold"]);
  });

  it("while the refund of a cheaper move runs: the money goes back once, with one credit note", async () => {
    const { id, orderId, holder } = await holderOf("A3");
    await product.orchestrator.kill();
    const moveId = await ask(id, "B3");
    // The move is made; its money waits for the worker.
    expect([await stateOf(moveId), ...(await plan("A3", "B3"))]).toEqual(["moved", "Available", "Sold"]);
    const again = await admin.post(`/api/v1/mela/admin/bookings/${id}/stall-moves`, {
      ...{ toStallId: "A4", reason: "asked by phone" },
    });
    expect([again.status, again.body["code"]]).toEqual([409, "refund_running"]);
    await product.payments.fault("refund", "timeout", { orderId });
    await product.orchestrator.start();
    // The provider has the refund, and the worker does not know it yet.
    await until(
      "the provider to have the refund",
      async () => (await product.payments.order(orderId)).refunds.length > 0,
    );
    await product.orchestrator.killAndRestart();
    await until(
      "the refund to arrive",
      async () => (await count("refunds WHERE order_id = $1 AND state = 'succeeded'", orderId)) === 1,
      MINUTES,
    );
    const { refunds } = await product.payments.order(orderId);
    expect(refunds.map(({ refund_amount }) => refund_amount)).toEqual([9_000]);
    await product.whenQuiet();
    expect([
      await count("invoices WHERE order_id = $1 AND kind = 'credit_note'", orderId),
      await mails(id, "refund-ended"),
      await mails(id, "booking-moved"),
    ]).toEqual([1, 1, 1]);
    expect(expectSuccess(await holder.get(`${BOOKING}/moves`)).body).toMatchObject({ stallId: "B3" });
  });
});

it("leaves nothing that verify finds", async () => {
  const rules = ["move-keeps-its-stall", "move-is-paid", "moves-end-in-time", "invoice-as-sale", "money-accounted"];
  const { results } = await product.verify("--only", rules.join(","));
  expect(results.map(({ name, outcome }) => `${name} ${outcome}`).toSorted()).toEqual(
    rules.map((name) => `${name} holds`).toSorted(),
  );
});
