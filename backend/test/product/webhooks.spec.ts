import { afterAll, beforeAll, expect, it, jest } from "@jest/globals";
import { expectSuccess } from "@sakhi/testkit/http-visitor";
import { TestProduct } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";
import { WebhookReceiver } from "@sakhi/testkit/webhook-receiver";

// A retry could hide a lost webhook.
jest.retryTimes(0);

const ADMINISTRATOR = { username: "organiser", password: "a-password-for-product-tests" };
const SALES = 30;
const SENDING_MS = 120_000;

let product: TestProduct;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  product = await TestProduct.start({
    settings: { ADMIN_USERNAME: ADMINISTRATOR.username, ADMIN_PASSWORD: ADMINISTRATOR.password },
  });
});
afterAll(async () => {
  await product.stop();
  await receiver.stop();
});

it(
  "notifies another system of every sale, each with one id, while the worker is killed in the middle",
  async () => {
    const admin = product.visitor();
    expectSuccess(await admin.post("/api/v1/mela/admin/login", ADMINISTRATOR));
    const { slug } = (await admin.get("/api/v1/mela/facts")).body as { slug: string };
    const added = await admin.post("/api/v1/mela/admin/webhooks", {
      ...{ name: "Books", url: receiver.url, kinds: ["booking.sold"] },
    });
    expectSuccess(added);
    const { secret } = added.body as { secret: string };
    // Answered late, so that the worker is killed while some are under way.
    receiver.behaviours.push(...Array.from({ length: 8 }, () => "silence" as const));
    const orders: string[] = [];
    for (let nth = 1; nth <= SALES; nth += 1) {
      const sale = await admin.post(`/api/v1/mela/admin/stalls/B${nth}/sell-offline?event=${slug}`, {
        ...{
          fullName: "Meera Iyer",
          email: `sale${nth}@example.com`,
          phoneNumber: "9811100001",
          businessName: "Meera Pottery",
        },
        ...{ pincode: "560001", method: "cash", reference: `receipt ${nth}`, reason: "a test" },
      });
      expectSuccess(sale);
      orders.push((sale.body as { orderId: string }).orderId);
    }
    await until("some to be under way", () => Promise.resolve(receiver.received.length > 0), SENDING_MS);
    await product.jobs.kill();
    receiver.behaviours.length = 0;
    // Skips the time for which the killed process' claims count, and the waits between attempts.
    const hurry = () =>
      product.query(
        `UPDATE webhook_deliveries SET claimed_at = claimed_at - interval '1 minute', queued_at = queued_at - interval '10 minutes',
                due_at = least(due_at, clock_timestamp()) WHERE state IN ('waiting', 'sending')`,
      );
    await hurry();
    await product.jobs.start();
    await until(
      "all to be delivered",
      async () => {
        const [left] = await product.query<{ count: string }>(
          "SELECT count(*) FROM webhook_deliveries WHERE state <> 'delivered'",
        );
        if (left?.count !== "0")
          await product.query(
            "UPDATE webhook_deliveries SET due_at = least(due_at, clock_timestamp()) WHERE state = 'waiting'",
          );
        return left?.count === "0";
      },
      SENDING_MS,
    );
    const idsByOrder = new Map<unknown, Set<string>>();
    for (const { id, event } of receiver.received) {
      const { orderId } = event.data;
      idsByOrder.set(orderId, (idsByOrder.get(orderId) ?? new Set()).add(id));
    }
    expect([...idsByOrder.keys()].toSorted()).toEqual(orders.toSorted());
    expect([...idsByOrder.values()].every(({ size }) => size === 1)).toBe(true);
    expect(receiver.received.every((each) => WebhookReceiver.isSigned(each, secret))).toBe(true);
    // Those that were under way came twice.
    expect(receiver.received.length).toBeGreaterThan(SALES);
  },
  60_000 + 2 * SENDING_MS,
);
