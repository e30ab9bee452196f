import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { BOOKING_STATES } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { SeededRandom } from "@sakhi/testkit/seeded-random";
import { HoldsService } from "../../src/bookings/holds.service.js";
import { StallOfferResponsesService } from "../../src/bookings/stall-offer-responses.service.js";
import { OfferLinksService } from "../../src/mail/offer-links.service.js";
import { RefundsService } from "../../src/payments/refunds.service.js";
import { DATABASE_RULES } from "../../src/verify/rules.js";
import { brokenRules } from "../verify/broken-rules.js";
import { OperatorTest } from "./operator.js";
import { SoakOperator, SoakVisitor, type Done, type Stage } from "./soak/actors.js";

// No retries: a race condition must fail the run even if it occurs rarely.
jest.retryTimes(0);

/** The soak ends after at least this many actions, rule checks and successful kinds (of ten) of operator actions. */
const ACTIONS = 500;
const CHECKS = 30;
const OPERATOR_KINDS = 7;
const VISITOR_KINDS = ["initiate", "pay", "register", "reserve"];
/** Maximum duration of the soak, in ms; on a slow machine the tests then fail for what was not covered. */
const LONGEST_SOAK_MS = 480_000;
const VISITORS = 8;
const OPERATORS = 2;
/** SOAK_SEED repeats the random choices of a run, though not the interleaving of concurrent actors. */
const SEED = Number(process.env["SOAK_SEED"] ?? randomInt(1_000_000));

/** The rules that hold at any moment; the others need mails sent and invoices rendered. */
const AT_ANY_MOMENT = DATABASE_RULES.filter(({ moving }) => !moving);
const broken = (rules: typeof AT_ANY_MOMENT): Promise<string[]> => brokenRules(test.mela.db.database, rules);

let test: OperatorTest;
const done: Done[] = [];
/** Rules found broken during the soak, and the number of checks. */
const brokenDuringSoak: string[] = [];
let checks = 0;

beforeAll(async () => {
  test = await OperatorTest.open();
  await test.mela.query("INSERT INTO coupons (code, percentage, max_uses) VALUES ('FEW', 20, 3)");
});
afterAll(() => test.close());

const ids = (sql: string): Promise<string[]> => test.mela.column(sql);

/** Simulates deadlines, workflows, the sweep and webhooks until `over`. */
async function simulateEnvironment(random: SeededRandom, over: () => boolean): Promise<void> {
  while (!over()) {
    switch (random.weighted({ expire: 1, lapse: 2, late: 1, offer: 2, settle: 6, refund: 2 })) {
      case "expire":
        await test.mela.query(
          `UPDATE bookings SET hold_expires_at = clock_timestamp() WHERE id IN (
             SELECT id FROM bookings WHERE state IN ('held', 'registered') ORDER BY random() LIMIT 1)`,
        );
        for (const id of await ids(
          "SELECT id FROM bookings WHERE state IN ('held', 'registered') ORDER BY random() LIMIT 2",
        )) {
          await test.get(HoldsService).releaseExpiredHold(id);
        }
        break;
      case "lapse":
        for (const id of await ids("SELECT id FROM bookings WHERE state = 'paying' ORDER BY random() LIMIT 1")) {
          await test.mela.query("UPDATE bookings SET pay_until = clock_timestamp() WHERE id = $1", [id]);
          await test.expiredPayments.closeExpiredPayment(id);
        }
        break;
      case "late":
        for (const id of await ids(
          `SELECT order_id AS id FROM orders o
            WHERE state = 'closed' AND NOT EXISTS (SELECT 1 FROM stall_offers f WHERE f.order_id = o.order_id) LIMIT 1`,
        )) {
          await test.simulator.pay(id, { force: true });
          await test.settle(id);
        }
        break;
      case "offer":
        for (const id of await ids("SELECT id FROM stall_offers WHERE state = 'open' ORDER BY random() LIMIT 1")) {
          await chooseOffer(random, id);
        }
        break;
      case "settle":
        for (const id of await ids("SELECT order_id AS id FROM payment_attempts ORDER BY random() LIMIT 2")) {
          await test.settlement.settleOrder(id, random.one(["webhook", "sweep", "workflow"]));
        }
        break;
      case "refund":
        for (const id of await ids("SELECT refund_id AS id FROM refunds ORDER BY random() LIMIT 1")) {
          await test.get(RefundsService).requestRefund(id);
          await test.get(RefundsService).checkRefund(id);
        }
        break;
    }
  }
}

/** A payer of late money accepts, declines or ignores the offer. */
async function chooseOffer(random: SeededRandom, id: string): Promise<void> {
  const responses = test.get(StallOfferResponsesService);
  const token = test.get(OfferLinksService).token({ id, version: 1 });
  try {
    switch (random.one(["accept", "accept", "decline", "over"])) {
      case "accept": {
        const { freeStalls } = await responses.find(token, "127.0.0.1");
        if (freeStalls.length > 0) await responses.accept(token, random.one(freeStalls), "127.0.0.1");
        break;
      }
      case "decline":
        await responses.decline(token, "127.0.0.1");
        break;
      case "over":
        await test.mela.query("UPDATE stall_offers SET expires_at = clock_timestamp() WHERE id = $1", [id]);
        await responses.find(token, "127.0.0.1");
        break;
    }
  } catch (apiError) {
    // Another actor was first, or the offer has ended.
    if (!(apiError instanceof DomainError)) throw apiError;
  }
}

/** Checks the next rule; as a single statement it sees a consistent snapshot. */
async function checkNextRule(): Promise<void> {
  const rule = AT_ANY_MOMENT[checks % AT_ANY_MOMENT.length]!;
  checks += 1;
  brokenDuringSoak.push(...(await broken([rule])));
}

/** Kinds of successful actions of visitors and operators. */
function worked(): { readonly visitors: Set<string>; readonly operators: Set<string> } {
  const successes = done.filter(({ status }) => status < 300);
  return {
    visitors: new Set(successes.map(({ what }) => what)),
    operators: new Set(successes.flatMap(({ audited }) => (audited === undefined ? [] : [audited.action]))),
  };
}

/** Whether everything was covered, independent of the machine's speed. */
function enough(): boolean {
  if (done.length < ACTIONS || checks < CHECKS) return false;
  const { visitors, operators } = worked();
  return operators.size >= OPERATOR_KINDS && VISITOR_KINDS.every((kind) => visitors.has(kind));
}

/** Runs all actors concurrently, each sequentially, until everything is covered. */
async function soak(): Promise<void> {
  const stage: Stage = {
    test,
    done,
    booking: async (random, states) => {
      const wanted = random.next() < 0.8 ? states : BOOKING_STATES;
      const found = await test.mela.query<{ id: string; stallId: string }>(
        `SELECT id, stall_id AS "stallId" FROM bookings JOIN stalls USING (stall_key) WHERE state = ANY($1) ORDER BY held_at DESC LIMIT 30`,
        [wanted],
      );
      return found.length === 0 ? { id: "none", stallId: "B1" } : random.one(found);
    },
  };
  const actors: { act(): Promise<void> }[] = [];
  for (let index = 0; index < VISITORS; index += 1) {
    const phone = `97000000${String(index).padStart(2, "0")}`;
    actors.push(new SoakVisitor(`visitor${index}`, phone, new SeededRandom(SEED + index), stage));
  }
  for (let index = 0; index < OPERATORS; index += 1) {
    const username = `operator${index}`;
    const operator = await test.administrator(username);
    const random = new SeededRandom(SEED + VISITORS + index);
    // Three concurrent sessions per operator, so that they also conflict with themselves.
    for (let session = 0; session < 3; session += 1) actors.push(new SoakOperator(username, operator, random, stage));
  }
  const lastMoment = performance.now() + LONGEST_SOAK_MS;
  const isRunning = (): boolean => !enough() && performance.now() < lastMoment;
  let over = false;
  const environment = simulateEnvironment(new SeededRandom(SEED + 99), () => over);
  try {
    await Promise.all(
      actors.map(async (actor) => {
        for (let turn = 0; isRunning(); turn += 1) {
          await actor.act();
          if (turn % 2 === 0) await checkNextRule();
        }
      }),
    );
  } finally {
    over = true;
    await environment;
  }
}

describe(`${ACTIONS} concurrent actions of visitors and operators, seed ${SEED}`, () => {
  beforeAll(soak);

  it("return no server errors", () => {
    expect(done.length).toBeGreaterThanOrEqual(ACTIONS);
    expect(done.filter(({ status }) => status >= 500)).toEqual([]);
    const unexpected = done.filter(({ status }) => status === 401 || status === 400 || status === 429);
    expect(unexpected.filter(({ code }) => code !== "invalid_request")).toEqual([]);
  });

  it("cover nearly all kinds of actions", () => {
    const { visitors, operators } = worked();
    expect([...visitors]).toEqual(expect.arrayContaining(VISITOR_KINDS));
    // Of ten kinds; chance decides which are missing.
    expect(operators.size).toBeGreaterThanOrEqual(OPERATOR_KINDS);
  });

  it("cause no deadlock", async () => {
    const deadlocks = "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()";
    expect(await test.mela.value<number>(deadlocks)).toBe(0);
  });

  it("break no rule, during the soak and at its end", async () => {
    expect(brokenDuringSoak).toEqual([]);
    expect(await broken(AT_ANY_MOMENT)).toEqual([]);
    expect(checks).toBeGreaterThanOrEqual(CHECKS);
  });

  it("write one audit log entry per successful operator action and none per rejected one", async () => {
    const lines = await ids(
      `SELECT action || ' ' || subject_id AS line FROM audit_log WHERE action <> 'administrator_added'
          AND subject_type IN ('booking', 'stall', 'coupon') ORDER BY 1`,
    );
    const expected = done.flatMap(({ audited }) =>
      audited === undefined ? [] : [`${audited.action} ${audited.subjectId}`],
    );
    expect(lines.toSorted()).toEqual(expected.toSorted());
    const withoutReason = await test.mela.query(
      `SELECT 1 FROM audit_log WHERE administrator_id IS NOT NULL AND reason IS NULL
          AND subject_type IN ('booking', 'stall', 'coupon')`,
    );
    expect(withoutReason).toEqual([]);
  });

  it("leave no open order and raise no issue once all payment windows have ended", async () => {
    for (const id of await ids("SELECT id FROM bookings WHERE state = 'paying'")) {
      await test.mela.query("UPDATE bookings SET pay_until = clock_timestamp() WHERE id = $1", [id]);
      await test.expiredPayments.closeExpiredPayment(id);
    }
    expect(await ids("SELECT id FROM bookings WHERE state = 'paying'")).toEqual([]);
    // Refunds of offline sales wait for an operator to confirm that the money was handed over.
    expect(await test.mela.query("SELECT kind, facts FROM issues WHERE kind <> 'refund_by_hand'")).toEqual([]);
    expect(await broken(AT_ANY_MOMENT)).toEqual([]);
  });
});
