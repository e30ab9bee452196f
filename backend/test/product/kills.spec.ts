import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { until } from "./until.js";
import { granted } from "./http-visitor.js";
import type { HttpAnswer, HttpVisitor } from "./http-visitor.js";
import { TestProduct } from "./product.js";
import { bookingOf, closedAs, expectSoldOnce, untilState } from "./sale.js";

const STEPS = ["reserve", "register", "initiate", "pay", "settle"] as const;
type Step = (typeof STEPS)[number];

let product: TestProduct;

beforeAll(async () => {
  product = await TestProduct.start();
});
afterAll(() => product.stop());

/** A call that an api process may die under: asked again at the other one, as a load balancer has it. */
async function stubborn(visitor: HttpVisitor, ask: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  let answer: HttpAnswer | undefined;
  await until("an answer", async () => {
    try {
      answer = await ask();
    } catch {
      answer = undefined;
    }
    // 409 payment_in_progress: what was cut off had been done, which the form says and goes on.
    if (answer !== undefined && answer.status < 500) return true;
    visitor.site = product.sites.find((site) => site !== visitor.site) ?? visitor.site;
    return false;
  });
  return granted(answer!);
}

/** A whole booking with the victim killed during and right after one of its steps. */
async function bookWith(stallId: string, at: Step, kill: () => Promise<void>, copies = 1): Promise<void> {
  const visitor = product.visitor();
  const orderId = String(visitor.registration(stallId)["orderId"]);
  const step = async (name: Step, ask: () => Promise<HttpAnswer>): Promise<HttpAnswer> => {
    // Under way while the process dies, and before the next step begins.
    const [answer] = await Promise.all([stubborn(visitor, ask), ...(name === at ? [kill()] : [])]);
    return answer;
  };
  await step("reserve", () => visitor.reserve(stallId));
  const { body } = await step("register", () => visitor.register(visitor.registration(stallId, orderId)));
  await step("initiate", () =>
    visitor.initiate(visitor.payment(stallId, orderId, Number(body["finalAmount"]))),
  );
  const [paid] = await Promise.all([product.payments.pay(orderId), ...(at === "pay" ? [kill()] : [])]);
  expect(paid.paymentId).toBeDefined();
  // The browser returns and looks; a webhook may have met a dead process, and comes again only after minutes.
  await until("the visitor to be told", async () => {
    const { body: told } = await stubborn(visitor, () => visitor.status(orderId));
    return told["paymentStatus"] === "payment_successful";
  });
  if (at === "settle") {
    await untilState(product, orderId, "sold");
    await kill();
  }
  await expectSoldOnce(product, { orderId, email: visitor.email }, { copies });
  const { id } = await bookingOf(product, orderId);
  expect(await closedAs(product, id)).toEqual({ outcome: "sold", stallId, orderId });
}

describe("kill -9", () => {
  it.each(STEPS.map((step, index) => [step, `A${index + 1}`] as const))(
    "of the orchestrator at %s: the booking still ends right",
    (step, stallId) => bookWith(stallId, step, () => product.orchestrator.killAndRestart()),
  );

  it.each(STEPS.map((step, index) => [step, `B${index + 1}`] as const))(
    "of jobs at %s: the booking still ends right",
    (step, stallId) => bookWith(stallId, step, () => product.jobs.killAndRestart(), 2),
  );

  it.each(STEPS.map((step, index) => [step, `B${index + 11}`] as const))(
    "of the visitor's api at %s: the booking still ends right",
    (step, stallId) => bookWith(stallId, step, () => product.apis[0].killAndRestart()),
  );
});

describe("kill -9 in the worst moments", () => {
  it("of an api that waits for the provider's answer: the order it opened is found and paid", async () => {
    const visitor = product.visitor();
    const { orderId, email, finalAmount } = await visitor.reserveAndRegister("A11");
    await product.payments.fault({ endpoint: "createOrder", kind: "timeout", orderId });
    const payment = visitor.payment("A11", orderId, finalAmount);
    const lost = visitor.initiate(payment).catch(() => undefined);
    await until("the provider to have the order", async () =>
      (await product.payments.orders()).some(({ order_id }) => order_id === orderId),
    );
    await product.apis[0].kill();
    expect(await lost).toBeUndefined();
    await product.apis[0].start();
    // For half a minute the dead one's question is believed to be under way; then the order is read.
    const again = await stubborn(visitor, () => visitor.initiate(payment));
    expect(again.body["orderId"]).toBe(orderId);
    await product.payments.pay(orderId);
    await expectSoldOnce(product, { orderId, email });
  });

  it("of the orchestrator while it closes an order: the stall is free in the end", async () => {
    const visitor = product.visitor();
    const { orderId } = await visitor.reserveAndInitiate("A12");
    await product.payments.fault({ endpoint: "terminate", kind: "timeout", orderId });
    // Turning to another stall ends the window of this one while the order is still active.
    granted(await visitor.reserve("A13"));
    await until("the order to be asked to end", async () => {
      const { order } = await product.payments.order(orderId);
      return order.order_status === "TERMINATED";
    });
    await product.orchestrator.killAndRestart();
    await untilState(product, orderId, "released");
    const { id } = await bookingOf(product, orderId);
    expect(await closedAs(product, id)).toMatchObject({ outcome: "released", stallId: "A12" });
  });

  it("of jobs inside SMTP, with the message taken and the yes not heard: at most one duplicate, of the same id", async () => {
    const visitor = product.visitor();
    const order = await visitor.reserveAndInitiate("A14");
    product.smtpGate.withhold();
    await product.payments.pay(order.orderId);
    await until("the mail server to have taken the mail", () => product.smtpGate.withheld > 0);
    await product.jobs.kill();
    expect(await product.mails.to(order.email)).toHaveLength(1);
    product.smtpGate.pass();
    // A mail being sent is believed to be so for two minutes; here they have passed already.
    await product.query(
      "UPDATE mails SET claimed_at = claimed_at - interval '3 minutes' WHERE to_address = $1 AND state = 'sending'",
      [order.email],
    );
    await product.jobs.start();
    await expectSoldOnce(product, order, { copies: 2 });
    expect(await product.mails.to(order.email)).toHaveLength(2);
  });
});
