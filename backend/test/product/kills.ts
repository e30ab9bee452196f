import { beforeAll, describe, expect, it, jest } from "@jest/globals";
import { expectSuccess } from "@sakhi/testkit/http-visitor";
import type { HttpReply, HttpVisitor } from "@sakhi/testkit/http-visitor";
import type { TestProduct } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";
import { bookingsOf, closedAs, expectSoldOnce, freeStalls, untilState } from "./sale.js";

const STEPS = ["reserve", "register", "initiate", "pay", "settle"] as const;
/** Of an order with two stalls. */
const STEPS_OF_TWO = ["reserve", "add", "register", "initiate", "pay", "settle"] as const;
type Step = (typeof STEPS_OF_TWO)[number];
/** The stalls of an order. */
type Stalls = readonly [first: string, further?: string];

let product: TestProduct;

/** Retries a call on the other api process if one crashes, like a load balancer. */
async function callWithFailover(visitor: HttpVisitor, call: () => Promise<HttpReply>): Promise<HttpReply> {
  let reply: HttpReply | undefined;
  await until("a response", async () => {
    try {
      reply = await call();
    } catch {
      reply = undefined;
    }
    // Includes 409 payment_in_progress: the interrupted call had succeeded.
    if (reply !== undefined && reply.status < 500) return true;
    visitor.site = product.sites.find((site) => site !== visitor.site) ?? visitor.site;
    return false;
  });
  return expectSuccess(reply!);
}

/**
 * A barrier that kills the victim once all callers have arrived. The callers continue while the victim dies and restarts.
 */
function killBarrier(count: number, kill: () => Promise<void>): () => Promise<Kill> {
  let missing = count;
  let release: (killing: Kill) => void;
  const started = new Promise<Kill>((resolve) => (release = resolve));
  return () => {
    missing -= 1;
    if (missing === 0) {
      const killing = kill();
      release({ over: () => killing });
    }
    return started;
  };
}

interface Kill {
  over(): Promise<void>;
}

/** Books and pays for the stalls of an order. The victim is killed during step `at`, and has restarted before the next step. */
async function bookWith([stallId, further]: Stalls, at: Step, atTheKill: () => Promise<Kill>, copies: number) {
  const visitor = product.visitor();
  const orderId = String(visitor.registration(stallId)["orderId"]);
  const step = async <T>(name: Step, doing: () => Promise<T>): Promise<T> => {
    if (name !== at) return await doing();
    const kill = await atTheKill();
    const [done] = await Promise.all([doing(), kill.over()]);
    return done;
  };
  const callStep = (name: Step, call: () => Promise<HttpReply>): Promise<HttpReply> =>
    step(name, () => callWithFailover(visitor, call));
  await callStep("reserve", () => visitor.reserve(stallId));
  if (further !== undefined) await callStep("add", () => visitor.reserve(further, true));
  const { body } = await callStep("register", () => visitor.register(visitor.registration(stallId, orderId)));
  await callStep("initiate", () => visitor.initiate(visitor.payment(stallId, orderId, Number(body["finalAmount"]))));
  const paid = await step("pay", () => product.payments.pay(orderId));
  expect(paid.paymentId).toBeDefined();
  // The browser polls the return page: a webhook to a dead process is retried only after minutes.
  await until("the visitor to be notified", async () => {
    const { body: reported } = await callWithFailover(visitor, () => visitor.status(orderId));
    return reported["paymentStatus"] === "payment_successful";
  });
  await untilState(product, orderId, "sold");
  await step("settle", () => Promise.resolve());
  await expectSoldOnce(product, { orderId, email: visitor.email }, { copies });
  const sold = await bookingsOf(product, orderId);
  expect(sold.map((each) => each.stallId)).toEqual(further === undefined ? [stallId] : [stallId, further]);
  for (const each of sold) {
    expect(await closedAs(product, each.id)).toEqual({ outcome: "sold", stallId: each.stallId, orderId });
  }
}

/**
 * Makes five bookings, each at a different step when the victim is killed, and six of two stalls, likewise.
 *
 * @param pairs whether orders with two stalls are made, of stalls that no other test names
 */
async function bookAtEveryStepWith(
  stallOf: (index: number) => string,
  kill: () => Promise<void>,
  { copies = 1, pairs = false }: { readonly copies?: number; readonly pairs?: boolean } = {},
): Promise<void> {
  const stepsOfTwo = pairs ? STEPS_OF_TWO : [];
  // Other tests here name stalls before B21; later ones may be sold by those of payments that missed their time window.
  const free = (await freeStalls(product)).filter((stall) => stall.startsWith("B") && Number(stall.slice(1)) > 20);
  const atTheKill = killBarrier(STEPS.length + stepsOfTwo.length, kill);
  await Promise.all([
    ...STEPS.map((at, index) => bookWith([stallOf(index)], at, atTheKill, copies)),
    ...stepsOfTwo.map((at, index) => bookWith([free[2 * index] ?? "", free[2 * index + 1]], at, atTheKill, copies)),
  ]);
}

/** kill -9 of each process, at every step and at critical moments. */
export function kills(running: () => TestProduct): void {
  beforeAll(() => {
    product = running();
    // A retry could hide a lost race.
    jest.retryTimes(0);
  });

  describe("kill -9 at every step of a booking: each is still sold once", () => {
    it("of the orchestrator", () =>
      bookAtEveryStepWith(
        (index) => `A${index + 15}`,
        () => product.orchestrator.killAndRestart(),
        { pairs: true },
      ));

    it("of jobs", () =>
      bookAtEveryStepWith(
        (index) => `B${index + 11}`,
        () => product.jobs.killAndRestart(),
        { copies: 2 },
      ));

    it("of the visitor's api", () =>
      bookAtEveryStepWith(
        (index) => `B${index + 16}`,
        () => product.apis[0].killAndRestart(),
        { pairs: true },
      ));
  });

  describe("kill -9 at critical moments", () => {
    it("of an api during its call to the provider: the order is found and paid", async () => {
      const visitor = product.visitor();
      const { orderId, email, finalAmount } = await visitor.reserveAndRegister("A11");
      await product.payments.fault("createOrder", "timeout", { orderId });
      const payment = visitor.payment("A11", orderId, finalAmount);
      const lost = visitor.initiate(payment).catch(() => undefined);
      await until("the provider to have the order", async () =>
        (await product.payments.orders()).some(({ order_id }) => order_id === orderId),
      );
      await product.apis[0].kill();
      // No response, or a 503 if the machine stalled for longer than the provider's timeout.
      expect((await lost)?.status ?? 503).toBe(503);
      await product.apis[0].start();
      // Skips the 30 s for which the dead process's call counts as running.
      await product.query(
        "UPDATE payment_attempts SET created_at = created_at - interval '31 seconds' WHERE order_id = $1",
        [orderId],
      );
      const again = await callWithFailover(visitor, () => visitor.initiate(payment));
      expect(again.body["orderId"]).toBe(orderId);
      await product.payments.pay(orderId);
      await expectSoldOnce(product, { orderId, email });
    });

    it("of the orchestrator while it closes an order of two stalls: both are released", async () => {
      const visitor = product.visitor();
      expectSuccess(await visitor.reserve("A12"));
      expectSuccess(await visitor.reserve("A10", true));
      const { orderId } = await visitor.registerAndInitiate("A12");
      await product.payments.fault("terminate", "timeout", { orderId });
      // Reserving another stall ends this one's payment window while the order is still active.
      expectSuccess(await visitor.reserve("A13"));
      await until("the termination of the order", async () => {
        const { order } = await product.payments.order(orderId);
        return order.order_status === "TERMINATED";
      });
      await product.orchestrator.killAndRestart();
      await untilState(product, orderId, "released");
      const [first, further] = await bookingsOf(product, orderId);
      expect(further).toMatchObject({ state: "released", reason: first?.reason, stallId: "A10" });
      expect(await closedAs(product, first?.id ?? "")).toMatchObject({ outcome: "released", stallId: "A12" });
      expectSuccess(await product.visitor(1).reserve("A10"));
    });

    it("of jobs after the mail server accepted a mail, before its reply: at most one duplicate, with the same Message-ID", async () => {
      const visitor = product.visitor();
      const order = await visitor.reserveAndInitiate("A14");
      // No other mail may be in progress.
      await product.whenQuiet();
      product.mailLink.break({ kind: "unacknowledged" });
      await product.payments.pay(order.orderId);
      await until("the mail server to accept the mail", () => product.mailLink.unacknowledged > 0);
      await product.jobs.kill();
      // One, unless the machine stalled past the SMTP timeout and the mail was sent again.
      const accepted = product.mailLink.unacknowledged;
      expect(await product.mails.to(order.email)).toHaveLength(accepted);
      product.mailLink.heal();
      // Skips the two minutes for which the mail counts as being sent.
      await product.query(
        "UPDATE mails SET claimed_at = claimed_at - interval '3 minutes' WHERE to_address = $1 AND state = 'sending'",
        [order.email],
      );
      await product.jobs.start();
      await expectSoldOnce(product, order, { copies: accepted + 1 });
      expect((await product.mails.to(order.email)).length).toBeGreaterThan(accepted);
    });
  });
}
