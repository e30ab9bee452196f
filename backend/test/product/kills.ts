import { beforeAll, describe, expect, it, jest } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import { granted } from "@sakhi/testkit/http-visitor";
import type { HttpReply, HttpVisitor } from "@sakhi/testkit/http-visitor";
import type { TestProduct } from "@sakhi/testkit/product";
import { bookingOf, closedAs, expectSoldOnce, untilState } from "./sale.js";

const STEPS = ["reserve", "register", "initiate", "pay", "settle"] as const;
type Step = (typeof STEPS)[number];

let product: TestProduct;

/** A call that an api process may die under: asked again at the other one, as a load balancer has it. */
async function stubborn(visitor: HttpVisitor, ask: () => Promise<HttpReply>): Promise<HttpReply> {
  let answer: HttpReply | undefined;
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

/**
 * Waits until all callers have arrived, then kills: every caller continues from there while the victim dies and
 * comes back.
 */
function killWhenAllAreHere(count: number, kill: () => Promise<void>): () => Promise<Kill> {
  let missing = count;
  let begin: (killing: Kill) => void;
  const started = new Promise<Kill>((resolve) => (begin = resolve));
  return () => {
    missing -= 1;
    if (missing === 0) {
      const killing = kill();
      begin({ over: () => killing });
    }
    return started;
  };
}

interface Kill {
  over(): Promise<void>;
}

/** A whole booking with the victim killed during and right after one of its steps. */
async function bookWith(stallId: string, at: Step, atTheKill: () => Promise<Kill>, copies: number) {
  const visitor = product.visitor();
  const orderId = String(visitor.registration(stallId)["orderId"]);
  // Under way while the process dies, and before the next step begins.
  const step = async <T>(name: Step, doing: () => Promise<T>): Promise<T> => {
    if (name !== at) return await doing();
    const kill = await atTheKill();
    const [done] = await Promise.all([doing(), kill.over()]);
    return done;
  };
  const asked = (name: Step, ask: () => Promise<HttpReply>): Promise<HttpReply> =>
    step(name, () => stubborn(visitor, ask));
  await asked("reserve", () => visitor.reserve(stallId));
  const { body } = await asked("register", () => visitor.register(visitor.registration(stallId, orderId)));
  await asked("initiate", () => visitor.initiate(visitor.payment(stallId, orderId, Number(body["finalAmount"]))));
  const paid = await step("pay", () => product.payments.pay(orderId));
  expect(paid.paymentId).toBeDefined();
  // The browser returns and looks; a webhook may have met a dead process, and comes again only after minutes.
  await until("the visitor to be notified", async () => {
    const { body: reported } = await stubborn(visitor, () => visitor.status(orderId));
    return reported["paymentStatus"] === "payment_successful";
  });
  await untilState(product, orderId, "sold");
  await step("settle", () => Promise.resolve());
  await expectSoldOnce(product, { orderId, email: visitor.email }, { copies });
  const { id } = await bookingOf(product, orderId);
  expect(await closedAs(product, id)).toEqual({ outcome: "sold", stallId, orderId });
}

/** Five bookings, each of which is at another step when the victim is killed. */
async function bookAtEveryStepWith(
  stallOf: (index: number) => string,
  kill: () => Promise<void>,
  copies = 1,
): Promise<void> {
  const atTheKill = killWhenAllAreHere(STEPS.length, kill);
  await Promise.all(STEPS.map((at, index) => bookWith(stallOf(index), at, atTheKill, copies)));
}

/** kill -9 of each process, at every step and in the worst moments. */
export function kills(running: () => TestProduct): void {
  beforeAll(() => {
    product = running();
    // A race that is lost once is lost.
    jest.retryTimes(0);
  });

  describe("kill -9 at every step of a booking: each still ends right", () => {
    it("of the orchestrator", () =>
      bookAtEveryStepWith(
        (index) => `A${index + 15}`,
        () => product.orchestrator.killAndRestart(),
      ));

    it("of jobs", () =>
      bookAtEveryStepWith(
        (index) => `B${index + 11}`,
        () => product.jobs.killAndRestart(),
        2,
      ));

    it("of the visitor's api", () =>
      bookAtEveryStepWith(
        (index) => `B${index + 16}`,
        () => product.apis[0].killAndRestart(),
      ));
  });

  describe("kill -9 in the worst moments", () => {
    it("of an api that waits for the provider's answer: the order it opened is found and paid", async () => {
      const visitor = product.visitor();
      const { orderId, email, finalAmount } = await visitor.reserveAndRegister("A11");
      await product.payments.fault("createOrder", "timeout", { orderId });
      const payment = visitor.payment("A11", orderId, finalAmount);
      const lost = visitor.initiate(payment).catch(() => undefined);
      await until("the provider to have the order", async () =>
        (await product.payments.orders()).some(({ order_id }) => order_id === orderId),
      );
      await product.apis[0].kill();
      // Nothing, or, where the machine stood still for longer than we wait for the provider, that nobody knows.
      expect((await lost)?.status ?? 503).toBe(503);
      await product.apis[0].start();
      // For half a minute the dead one's question is believed to be under way; here that has passed already.
      await product.query(
        "UPDATE payment_attempts SET created_at = created_at - interval '31 seconds' WHERE order_id = $1",
        [orderId],
      );
      const again = await stubborn(visitor, () => visitor.initiate(payment));
      expect(again.body["orderId"]).toBe(orderId);
      await product.payments.pay(orderId);
      await expectSoldOnce(product, { orderId, email });
    });

    it("of the orchestrator while it closes an order: the stall is free in the end", async () => {
      const visitor = product.visitor();
      const { orderId } = await visitor.reserveAndInitiate("A12");
      await product.payments.fault("terminate", "timeout", { orderId });
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
      // No other mail may be the one that is withheld.
      await product.whenQuiet();
      product.smtpGate.withhold();
      await product.payments.pay(order.orderId);
      await until("the mail server to have taken the mail", () => product.smtpGate.withheld > 0);
      await product.jobs.kill();
      // One, unless the machine stood still until the yes was no longer waited for, and the mail was sent again.
      const taken = product.smtpGate.withheld;
      expect(await product.mails.to(order.email)).toHaveLength(taken);
      product.smtpGate.pass();
      // A mail being sent is believed to be so for two minutes; here they have passed already.
      await product.query(
        "UPDATE mails SET claimed_at = claimed_at - interval '3 minutes' WHERE to_address = $1 AND state = 'sending'",
        [order.email],
      );
      await product.jobs.start();
      await expectSoldOnce(product, order, { copies: taken + 1 });
      expect((await product.mails.to(order.email)).length).toBeGreaterThan(taken);
    });
  });
}
