import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, it, jest } from "@jest/globals";
import type { PostgresServer } from "@sakhi/testkit/postgres-server";
import { until } from "@sakhi/testkit/until";
import type { TestProduct } from "@sakhi/testkit/product";
import { expectSoldOnce } from "./sale.js";

let postgres: PostgresServer;
let product: TestProduct;

/** Connections of the product's processes. */
async function connections(): Promise<number> {
  const [found] = await product.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename LIKE '%\\_app'",
  );
  return found?.count ?? 0;
}

/** Milliseconds after the first connection of a process: what it opens is half open, or just in use. */
const MOMENTS = [0, 20, 50, 80, 120, 200];

/** PostgreSQL killed with -9 under the product. */
export function databaseAway(
  running: () => { readonly product: TestProduct; readonly postgres: PostgresServer },
): void {
  beforeAll(() => {
    ({ product, postgres } = running());
    // A race that is lost once is lost.
    jest.retryTimes(0);
  });

  describe("PostgreSQL killed with -9", () => {
    it.each(["jobs", "orchestrator"] as const)("while %s starts ends no process by a lost connection", async (name) => {
      const part = product[name];
      const all = [...product.apis, product.orchestrator, product.jobs];
      // Only its own connections count.
      await Promise.all(all.map((each) => each.kill()));
      for (const moment of MOMENTS) {
        await part.kill();
        await until("all connections to be gone", async () => (await connections()) === 0);
        part.launch();
        await until("its first connection", async () => (await connections()) > 0);
        await pause(moment);
        await postgres.kill();
        await postgres.start();
        // One that could not begin says so and ends; its supervisor starts it again.
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
    });

    it("has every call answered 503 with Retry-After, in a line a second without a stack", async () => {
      const read = (): number => product.apis[0].output().split("\n").length;
      const visitors = Array.from({ length: 8 }, () => product.visitor());
      const statuses: string[] = [];
      let away = true;
      const ask = async (visitor: (typeof visitors)[number]): Promise<void> => {
        for (let index = 0; away; index += 1) {
          const calls = [() => visitor.reserve(`B${(index % 50) + 1}`), () => visitor.release("B1")];
          const answer = await calls[index % 2]!();
          statuses.push(`${answer.status}${answer.status >= 500 ? ` ${String(answer.body["code"])}` : ""}`);
        }
      };
      const asking = visitors.map(ask);
      await until("the first answers", () => statuses.length > 50);
      const linesBefore = read();
      const began = Date.now();
      await postgres.kill();
      await until("a hundred answers without it", () => statuses.filter((each) => each.startsWith("503")).length > 100);
      const refused = await fetch(`${product.sites[0]}/api/v1/mela/release`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie: visitors[0]?.cookie ?? "" },
        body: JSON.stringify({ stallId: "B1" }),
      });
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
      // The plan that was kept is not shown on: it would be old for as long as this lasts.
      const plan = await fetch(`${product.sites[0]}/api/v1/mela/layout`);
      expect([plan.status, plan.headers.get("retry-after")]).toEqual([503, "2"]);
      await postgres.start();
      away = false;
      await Promise.all(asking);
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
