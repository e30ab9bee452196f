import { DomainError } from "@sakhi/domain/errors/error-codes";
import fc from "fast-check";
import { OrdersService } from "../../../../backend/src/payments/orders.service.js";
import { RefundsService } from "../../../../backend/src/payments/refunds.service.js";
import { WebhooksService } from "../../../../backend/src/payments/webhooks.service.js";
import { Database } from "../../../../backend/src/platform/database/database.js";
import { DATABASE_RULES } from "../../../../backend/src/verify/rules.js";
import type { TestResponse } from "../../../../backend/test/bookings/mela.js";
import type { TestAdministrator } from "../../../../backend/test/operator/operator.js";
import type { PayingTest } from "../../../../backend/test/payments/paying.js";
import { emptyTables } from "../../../../backend/test/support/database.js";
import { brokenRules } from "../../../../backend/test/verify/broken-rules.js";
import { moneyDifferences } from "./invariants.js";
import { Crashes, type Step, type World } from "./property-runs.js";

/** Number of people who act. */
export const PEOPLE = 3;
export const who = fc.nat({ max: PEOPLE - 1 });

/** Tables to empty besides those of bookings. Seeds and administrators stay. */
const MORE_TABLES = [
  ...["invoice_counters", "webhook_inbox", "audit_log"],
  ...["listing_applications", "listing_orders", "listing_events", "listings", "product_images", "highlights"],
];
/** The product's rules that hold at all times. */
const ANY_TIME = DATABASE_RULES.filter(({ moving }) => !moving);
/** Rounds of due work after which everything has ended. */
const ROUNDS = 8;
/** States of everything that can still change. */
const STATES = `
  SELECT id::text, state FROM bookings UNION ALL SELECT id::text, state FROM listing_applications
   UNION ALL SELECT order_id, state FROM orders UNION ALL SELECT refund_id, state FROM refunds
   UNION ALL SELECT id::text, state FROM stall_offers ORDER BY 1, 2`;

/** Shared by the models of stalls and listings: the provider, its webhooks, refunds, and the workers' part. */
export abstract class Market<Test extends PayingTest> implements World {
  readonly crashes: Crashes;

  protected constructor(
    readonly test: Test,
    readonly operator: TestAdministrator,
  ) {
    this.crashes = new Crashes(test.get(Database));
  }

  /** Replaces all people. */
  protected abstract newPeople(): void;
  /** The order that a person currently pays. */
  protected abstract orderOf(index: number): string | undefined;
  /** Expires all deadlines. */
  protected abstract allTimePasses(): Promise<void>;
  /** Processes due holds, payments and applications, as workflows and sweep do. */
  protected abstract workOwn(): Promise<void>;
  /** Subjects that should have ended by now. */
  protected abstract unfinished(): Promise<string[]>;

  async fresh(): Promise<void> {
    await emptyTables(this.test.mela.db.source, ...MORE_TABLES);
    await this.calm();
    this.newPeople();
  }

  broken(): Promise<string[]> {
    return brokenRules(this.test.mela.db.database, ANY_TIME);
  }

  async events(): Promise<string[]> {
    return this.ids("SELECT kind AS id FROM booking_events UNION ALL SELECT kind FROM listing_events");
  }

  async rest(): Promise<string[]> {
    await this.calm();
    let before = "";
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const id of await this.ids("SELECT order_id AS id FROM payment_attempts")) {
        await this.test.simulator.finishPending(id, "failed").catch(() => undefined);
        await this.finishRefunds(id).catch(() => undefined);
        // The provider retries a webhook until it is accepted.
        await this.deliverAll(id, 1).catch(() => undefined);
      }
      await this.allTimePasses();
      await this.work();
      const after = JSON.stringify(await this.test.mela.query(STATES));
      if (after === before) break;
      before = after;
    }
    const { database } = this.test.mela.db;
    const left = await this.unfinished();
    // A payment of another amount keeps its stall until an operator decides.
    const awaitsOperator = (await this.ids("SELECT id::text FROM issues WHERE resolved_at IS NULL")).length > 0;
    return [
      ...(await this.broken()),
      ...(await moneyDifferences(database, this.test.simulator)),
      ...(awaitsOperator ? [] : left),
    ];
  }

  /** An action of a payer or the bank at the provider; ignored if the provider refuses it. */
  async atProvider(index: number, act: (orderId: string) => Promise<unknown>): Promise<void> {
    const orderId = this.orderOf(index);
    if (orderId !== undefined) await act(orderId).catch(() => undefined);
  }

  /** Delivers each webhook of an order, or only the newest, `times` times, and handles them if `handled`. */
  async webhooks(index: number, times: number, handled: boolean, isNewest: boolean): Promise<void> {
    await this.atProvider(index, (orderId) => this.deliverAll(orderId, times, isNewest));
    if (handled) await this.test.get(WebhooksService).handleWaiting();
  }

  /** Does the given parts of what workflows, relay and sweep do. */
  async work(parts: readonly Part[] = PARTS): Promise<void> {
    await this.attemptsAge();
    for (const part of parts) {
      switch (part) {
        case "webhooks":
          await this.test.mela.query(
            "UPDATE webhook_inbox SET not_before = clock_timestamp() WHERE handled_at IS NULL",
          );
          await this.test.get(WebhooksService).handleWaiting();
          break;
        case "own":
          await this.workOwn();
          break;
        case "orders": {
          const unanswered = await this.test.get(OrdersService).unansweredAttempts(20);
          const known = await this.ids(
            "SELECT order_id AS id FROM orders WHERE state NOT IN ('unsent', 'void') ORDER BY 1",
          );
          for (const id of [...unanswered, ...known]) await this.test.settlement.settleOrder(id, "workflow");
          break;
        }
        case "refunds":
          for (const id of await this.ids("SELECT refund_id AS id FROM refunds ORDER BY 1")) {
            await this.test.get(RefundsService).requestRefund(id);
            await this.test.get(RefundsService).checkRefund(id);
          }
          break;
      }
    }
  }

  close(): Promise<void> {
    return this.test.close();
  }

  /** Skips the 30 s wait for an attempt whose process died during the call to the provider. */
  protected attemptsAge(): Promise<unknown[]> {
    return this.test.mela.query(
      "UPDATE payment_attempts SET created_at = created_at - interval '31 seconds' WHERE state IN ('creating', 'unknown')",
    );
  }

  /** Refuses a 5xx response, except 503 (the provider is unreachable) or during a crash. */
  protected accepted(response: TestResponse): TestResponse {
    if (response.status >= 500 && response.status !== 503 && !this.crashes.happened) {
      throw new Error(`responded ${response.status}: ${JSON.stringify(response.body)}`);
    }
    return response;
  }

  protected async ids(sql: string): Promise<string[]> {
    return (await this.test.mela.query<{ id: string }>(sql)).map(({ id }) => id);
  }

  private async calm(): Promise<void> {
    const { simulator } = this.test;
    await simulator.noFaults();
    await simulator.configure({
      refundDelayMs: 0,
      refundOutcome: "SUCCESS",
      terminationRequested: false,
      terminationDelayMs: 0,
    });
    // The model delivers them, in any order and number.
    await simulator.control("PUT", "/webhooks", { drop: true });
  }

  /** Completes pending refunds. */
  private async finishRefunds(orderId: string): Promise<void> {
    const { refunds } = await this.test.simulator.order(orderId);
    for (const { refund_id: id } of refunds.filter(({ refund_status: status }) => status === "PENDING")) {
      await this.test.simulator.control("POST", `/orders/${orderId}/refunds/${id}/finish`, { status: "SUCCESS" });
    }
  }

  private async deliverAll(orderId: string, times: number, isNewest = false): Promise<void> {
    const { webhooks } = await this.test.simulator.order(orderId);
    for (const { body } of webhooks.slice(isNewest ? -1 : 0)) {
      for (let time = 0; time < times; time += 1) await this.test.sendWebhook(body);
    }
  }
}

/** Parts of the workers' job; `own`: holds, payments and applications. */
const PARTS = ["webhooks", "own", "orders", "refunds"] as const;
type Part = (typeof PARTS)[number];

/** Ignores a DomainError: another action may have been faster. */
export async function rejectedOrDone(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

/** A step, with its name in counterexamples. */
export function step<M extends World>(name: string, act: (market: M) => Promise<unknown>): Step<M> {
  return {
    name,
    act: async (market) => {
      await act(market);
    },
  };
}

/** Chooses among kinds of steps by weight. */
export function weighted<M extends World>(...kinds: readonly [number, fc.Arbitrary<Step<M>>][]): fc.Arbitrary<Step<M>> {
  return fc.oneof(...kinds.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Steps of payers and the bank at the provider, its faults, its webhooks, and the workers. */
export function providerSteps<M extends Market<PayingTest>>(): fc.Arbitrary<Step<M>> {
  const outcome = fc.constantFrom("success", "success", "failed", "pending" as const);
  const endpoint = fc.constantFrom("createOrder", "getOrder", "getPayments", "terminate", "refund", "getRefunds");
  const settings = fc.constantFrom(
    { terminationRequested: true },
    { refundOutcome: "FAILED" },
    { refundOutcome: "SUCCESS" },
    { refundDelayMs: 60_000 },
  );
  const control = (m: M, v: number, what: string) =>
    m.atProvider(v, (order) => m.test.simulator.control("POST", `/orders/${order}/${what}`, {}));
  return weighted<M>(
    [
      7,
      fc
        .tuple(who, outcome, fc.boolean())
        .map(([v, how, force]) =>
          step(`${v} pays: ${how}${force ? ", however late" : ""}`, (m) =>
            m.atProvider(v, (order) => m.test.simulator.pay(order, { outcome: how, force })),
          ),
        ),
    ],
    [1, who.map((v) => step(`${v} pays twice`, (m) => control(m, v, "second-success")))],
    [
      2,
      fc
        .tuple(who, fc.constantFrom("success", "failed"))
        .map(([v, how]) =>
          step(`the bank decides for ${v}: ${how}`, (m) =>
            m.atProvider(v, (order) => m.test.simulator.finishPending(order, how)),
          ),
        ),
    ],
    [1, who.map((v) => step(`the money of ${v} is returned by the provider`, (m) => control(m, v, "auto-refund")))],
    [
      4,
      fc
        .tuple(who, fc.integer({ min: 1, max: 2 }), fc.boolean(), fc.boolean())
        .map(([v, times, handled, isNewest]) =>
          step(
            `${isNewest ? "the newest webhook" : "webhooks"} for ${v}, ${times} times${handled ? ", handled" : ""}`,
            (m) => m.webhooks(v, times, handled, isNewest),
          ),
        ),
    ],
    [
      2,
      fc
        .tuple(endpoint, fc.constantFrom("error500", "lostAnswer"))
        .map(([where, kind]) => step(`${kind} of ${where}`, (m) => m.test.simulator.fault(where, kind, { times: 1 }))),
    ],
    [1, settings.map((how) => step(`the provider: ${JSON.stringify(how)}`, (m) => m.test.simulator.configure(how)))],
    [
      5,
      fc.subarray([...PARTS], { minLength: 1 }).map((parts) => step(`work: ${parts.join(", ")}`, (m) => m.work(parts))),
    ],
  );
}
