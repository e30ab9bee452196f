import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, it, jest } from "@jest/globals";
import type { PostgresServer } from "@sakhi/testkit/postgres-server";
import type { TestProduct } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";
import { expectSoldOnce } from "./sale.js";

let postgres: PostgresServer;
let product: TestProduct;

/** Number of connections of the product's processes. */
async function connections(): Promise<number> {
  const [found] = await product.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename LIKE '%\\_app'",
  );
  return found?.count ?? 0;
}

/** When to kill, in ms after a process's first connection: its other connections are then being opened or used. */
const KILL_DELAYS_MS = [0, 20, 50, 80, 120, 200];

/** Kills PostgreSQL with -9 under the running product. */
export function databaseAway(
  running: () => { readonly product: TestProduct; readonly postgres: PostgresServer },
): void {
  beforeAll(() => {
    ({ product, postgres } = running());
    // A retry could hide a lost race.
    jest.retryTimes(0);
  });

  describe("PostgreSQL killed with -9", () => {
    it.each(["jobs", "orchestrator"] as const)(
      "while %s starts: no process crashes on a lost connection",
      async (name) => {
        const part = product[name];
        const all = [...product.apis, product.orchestrator, product.jobs];
        // Stop the others: only this process's connections may count.
        await Promise.all(all.map((each) => each.kill()));
        for (const delayMs of KILL_DELAYS_MS) {
          await part.kill();
          await until("all connections to be gone", async () => (await connections()) === 0);
          part.launch();
          await until("its first connection", async () => (await connections()) > 0);
          await pause(delayMs);
          await postgres.kill();
          await postgres.start();
          // A process that fails to start exits; its supervisor restarts it.
          await part.whenReady().catch(() => part.start());
        }
        await Promise.all(all.filter((each) => !each.isRunning()).map((each) => each.start()));
        expect(part.output()).not.toMatch(/Unhandled 'error' event|unhandled_rejection/);
        const order = await product.visitor().reserveAndInitiate(name === "jobs" ? "A5" : "A6");
        await product.payments.pay(order.orderId);
        await expectSoldOnce(product, order).catch((error: unknown) => {
          const ended = all.filter((each) => !each.isRunning()).map((each) => `${each.options.name} has ended`);
          throw new AggregateError([error], [String(error), ...ended, part.tail()].join("\n"));
        });
      },
    );

    it("makes every call return 503 with Retry-After, and logs one line a second without a stack", async () => {
      const lineCount = (): number => product.apis[0].output().split("\n").length;
      const visitors = Array.from({ length: 8 }, () => product.visitor());
      const statuses: string[] = [];
      let isDown = true;
      const keepCalling = async (visitor: (typeof visitors)[number]): Promise<void> => {
        for (let index = 0; isDown; index += 1) {
          const calls = [() => visitor.reserve(`B${(index % 50) + 1}`), () => visitor.release("B1")];
          const { status, body } = await calls[index % 2]!();
          statuses.push(`${status}${status >= 500 ? ` ${String(body["code"])}` : ""}`);
        }
      };
      const calling = visitors.map(keepCalling);
      await until("the first responses", () => statuses.length > 50);
      const linesBefore = lineCount();
      const began = Date.now();
      await postgres.kill();
      await until("a hundred 503 responses", () => statuses.filter((each) => each.startsWith("503")).length > 100);
      const refused = await fetch(`${product.sites[0]}/api/v1/mela/release`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie: visitors[0]?.cookie ?? "" },
        body: JSON.stringify({ stallId: "B1" }),
      });
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
      // The cached plan is not served either: it would stay stale.
      const plan = await fetch(`${product.sites[0]}/api/v1/mela/layout`);
      expect([plan.status, plan.headers.get("retry-after")]).toEqual([503, "2"]);
      await postgres.start();
      isDown = false;
      await Promise.all(calling);
      await until("the plan", async () => (await fetch(`${product.sites[0]}/api/v1/mela/layout`)).ok);
      expect(statuses.filter((each) => each.startsWith("5") && each !== "503 service_unavailable")).toEqual([]);
      const lines = product.apis[0]
        .output()
        .split("\n")
        .slice(linesBefore - 1);
      expect(lines.filter((line) => line.includes('"place"') || line.includes('"level":"error"'))).toEqual([]);
      const failed = lines.filter((line) => line.includes('"status":503'));
      expect(failed.length).toBeGreaterThan(0);
      expect(failed.length).toBeLessThanOrEqual((Date.now() - began) / 1_000 + 2);
    });
  });
}
