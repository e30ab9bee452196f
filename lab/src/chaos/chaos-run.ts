import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { AcknowledgedFacts } from "@sakhi/testkit/acknowledged-facts";
import { SeededRandom } from "@sakhi/testkit/seeded-random";
import { ChaosProduct } from "./chaos-product.js";
import type { ChaosServers } from "./chaos-product.js";
import type { Demand } from "./demand.js";
import { FaultInjector } from "./fault-injector.js";
import { ChaosLog } from "./log.js";
import { Operator } from "./operators.js";
import { figuresOf } from "./report.js";
import type { ChaosReport } from "./report.js";
import { schedule } from "./schedule.js";
import { verify } from "./verify.js";
import { visit } from "./visitors.js";

/** Options of a chaos run. */
export interface ChaosOptions extends ChaosServers {
  readonly seed: number;
  readonly minutes: number;
  readonly demand: Demand;
  /** Faults that this machine cannot inject, for the report. */
  readonly notRun: readonly string[];
  /** Aborts the chaos run: heals and stops everything, without a report. */
  readonly stop: AbortSignal;
  readonly say: (line: string) => void;
}

const OPERATORS = 3;
/** Longest pause between two visitors of one loop, in ms. */
const PAUSE_MS = 800;
/** All work must have finished this long after the last fault: payment windows, offers, years, two sweeps. In ms. */
const QUIET_MS = 300_000;

/** Queries of unfinished work; each must become empty. */
const UNFINISHED: Readonly<Record<string, string>> = {
  "outbox rows": "SELECT id, topic, attempts, last_error FROM outbox WHERE relayed_at IS NULL",
  webhooks: "SELECT id, type, attempts, last_error FROM webhook_inbox WHERE handled_at IS NULL",
  mails:
    // A summary of strangers' messages waits for the end of its hour (decision 91).
    "SELECT id, template, state, attempts, last_error, claimed_at FROM mails WHERE state NOT IN ('sent', 'failed') AND (due_at IS NULL OR due_at <= clock_timestamp())",
  "invoices without their PDF": "SELECT id, issued_at, requeued_at FROM invoices WHERE pdf IS NULL",
  holds: "SELECT id, stall_key, hold_expires_at FROM bookings WHERE state IN ('held', 'registered')",
  payments: `SELECT id, stall_key, order_id, pay_until FROM bookings b WHERE state = 'paying' AND NOT EXISTS (
    SELECT 1 FROM issues i WHERE i.booking_id = b.id AND i.resolved_at IS NULL)`,
  // What is to be paid back by hand waits for a person, with an issue: a rule of verify.
  refunds: `SELECT refund_id, order_id, state, created_at FROM refunds
    WHERE state IN ('requested', 'pending') AND NOT by_hand`,
  offers: "SELECT id, order_id, expires_at FROM stall_offers WHERE state = 'open'",
  // A move may wait for its money for an hour; one that is being paid, or whose time is over, comes to an end.
  moves: `SELECT id, state, until, pay_until FROM stall_moves WHERE state = 'asked' AND (until < clock_timestamp()
    OR EXISTS (SELECT FROM orders o WHERE o.move_id = stall_moves.id AND o.state IN ('unsent', 'open', 'closing')))`,
  messages: "SELECT id, state, started_at FROM messages WHERE state IN ('waiting', 'sending') AND timing = 'now'",
  "places that took a stall": `SELECT w.id, b.state FROM waiting_places w JOIN bookings b ON b.id = w.booking_id
    WHERE w.state = 'taken' AND w.ended_at IS NULL AND b.state IN ('sold', 'released')`,
  "listings and unpaid applications": `SELECT id, state, live_until, updated_at FROM listing_applications
    WHERE state IN ('submitted', 'paying', 'live')`,
};

/** Runs a chaos run on a dedicated product, waits until all work has finished, and checks the result. */
export async function chaosRun(options: ChaosOptions): Promise<ChaosReport> {
  const log = new ChaosLog(options.say);
  const product = await ChaosProduct.start(options, log);
  try {
    return await chaosOn(product, log, options);
  } finally {
    await product.stop();
  }
}

async function chaosOn(product: ChaosProduct, log: ChaosLog, options: ChaosOptions): Promise<ChaosReport> {
  const { seed, minutes, demand, stop } = options;
  setMaxListeners(0, stop);
  const lengthMs = minutes * 60_000;
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const stage = { product, demand, log, facts: new AcknowledgedFacts(), closing: closing.signal };
  const operators = Array.from(
    { length: OPERATORS },
    (_, index) => new Operator(stage, new SeededRandom(seed + 1_000 + index), index),
  );
  await operators[0]?.setUpSecondFactor();
  if (demand.visitors.waits > 0) await operators[0]?.fillUp();
  if (demand.visitors.moves > 0) await operators[0]?.letHoldersMove();

  log.begins();
  const abilities = {
    redis: product.parts.has("redis"),
    clock: options.fakeTime !== undefined,
    disk: options.disk !== undefined,
  };
  const injector = new FaultInjector(product, log);
  const testErrors: unknown[] = [];
  const people = [
    ...operators.map((operator) => operator.work()),
    ...Array.from({ length: demand.concurrent }, async (_, index) => {
      const random = new SeededRandom(seed + 2_000 + index);
      while (!closing.signal.aborted) {
        await visit(stage, random);
        await delay(random.between(0, PAUSE_MS));
      }
    }),
  ].map((person) => person.catch((error: unknown) => void testErrors.push(error)));
  const faults = injector.run(schedule(seed, lengthMs, abilities), stop);
  await delay(lengthMs, undefined, { signal: stop }).catch(() => undefined);
  // A restart of everything may still take minutes on a busy machine: new work would prolong it, and would have to finish
  // after it.
  log.note("no new actions from now on");
  closing.abort();
  await faults;
  log.note("the last fault has ended");
  const notReturned = await injector.untilAllReturned();
  await Promise.all(people);
  if (testErrors.length > 0) {
    const found = testErrors.map((error) => (error instanceof Error ? error.stack : String(error))).join("\n");
    throw new AggregateError(testErrors, `The chaos run's own visitors or operators failed:\n${found}`);
  }
  const notQuiet = notReturned.length > 0 ? [] : await untilQuiet(product, log, stop);
  stop.throwIfAborted();
  const lost = await stage.facts.lost(product);
  const verification = await verify(product);
  return {
    seed,
    minutes,
    queue: abilities.redis ? "Redis" : "PostgreSQL",
    notRun: options.notRun,
    ...figuresOf(log),
    figures: await figuresOfDatabase(product),
    openIssues: await issuesOf(product),
    factsRemembered: stage.facts.count,
    soldOf: await soldOf(product),
    lost: [...lost, ...(await mailsLost(product))],
    ...verification,
    notReturned,
    notQuiet,
    notSold: demand.sellsOut ? await unsold(product, demand.events) : [],
  };
}

/** Waits until all work has finished. @returns what is unfinished after the timeout */
async function untilQuiet(product: ChaosProduct, log: ChaosLog, stop: AbortSignal): Promise<string[]> {
  // Operators may have extended holds beyond the timeout.
  const [last] = await product.query<{ ms: number | null }>(
    `SELECT (1000 * extract(epoch FROM max(hold_expires_at) - clock_timestamp()))::float8 AS ms
       FROM bookings WHERE state IN ('held', 'registered')`,
  );
  const deadline = performance.now() + QUIET_MS + Math.max(0, last?.ms ?? 0);
  let shown = "";
  for (;;) {
    const found = await Promise.all(
      Object.entries(UNFINISHED).map(async ([name, sql]) => ({ name, rows: await product.query(sql) })),
    );
    const left = found.filter(({ rows }) => rows.length > 0);
    if (left.length === 0 || stop.aborted) return [];
    if (performance.now() > deadline)
      return left.flatMap(({ name, rows }) => rows.map((row) => `${name}: ${JSON.stringify(row)}`));
    const line = left.map(({ name, rows }) => `${rows.length} ${name}`).join(", ");
    if (line !== shown) log.note(`unfinished: ${line}`);
    shown = line;
    await delay(2_000);
  }
}

/** Sold stalls of each event, as "70 of 70". */
async function soldOf(product: ChaosProduct): Promise<Record<string, string>> {
  const rows = await product.query<{ slug: string; sold: string; stalls: string }>(
    `SELECT e.slug, count(DISTINCT s.stall_key) AS stalls, count(b.id) AS sold
       FROM events e JOIN stalls s ON s.event_id = e.id
       LEFT JOIN bookings b ON b.stall_key = s.stall_key AND b.state = 'sold' GROUP BY e.id ORDER BY e.id`,
  );
  return Object.fromEntries(rows.map(({ slug, sold, stalls }) => [slug, `${sold} of ${stalls}`]));
}

/** Stalls of these events that are not sold. */
async function unsold(product: ChaosProduct, events: readonly string[]): Promise<string[]> {
  const rows = await product.query<{ slug: string; stallId: string }>(
    `SELECT e.slug, s.stall_id AS "stallId" FROM stalls s JOIN events e ON e.id = s.event_id
      WHERE (e.slug = ANY($1) OR e.id = (SELECT min(id) FROM events) AND '' = ANY($1))
        AND NOT EXISTS (SELECT 1 FROM bookings b WHERE b.stall_key = s.stall_key AND b.state = 'sold') ORDER BY 1, 2`,
    [[...events]],
  );
  return rows.map(({ slug, stallId }) => `${stallId} of ${slug}`);
}

/** Mails marked as sent in the database that never arrived. */
async function mailsLost(product: ChaosProduct): Promise<string[]> {
  const sent = await product.query<{ id: string; template: string }>(
    "SELECT id, template FROM mails WHERE state = 'sent'",
  );
  const arrived = (await product.mails.all()).map(({ messageId }) => messageId).join("\n");
  return sent.filter(({ id }) => !arrived.includes(id)).map(({ id, template }) => `mail ${template} ${id}`);
}

async function figuresOfDatabase(product: ChaosProduct): Promise<Record<string, number>> {
  const [row] = await product.query<Record<string, string>>(
    `SELECT (SELECT count(*) FROM bookings) AS bookings,
       (SELECT count(*) FROM booking_events WHERE kind IN ('sold', 'sold_late', 'sold_offline')) AS sales,
       (SELECT count(*) FROM booking_events WHERE kind = 'sold_late') AS "late sales",
       (SELECT count(*) FROM bookings WHERE release_reason = 'hold_expired') AS "holds that ran out",
       (SELECT count(*) FROM bookings WHERE release_reason = 'payment_expired') AS "payments that ran out",
       (SELECT count(*) FROM stall_offers) AS "offers of another stall",
       (SELECT count(*) FROM booking_events WHERE kind = 'cancelled') AS cancellations,
       (SELECT count(*) FROM payments WHERE outcome = 'success') AS payments,
       (SELECT count(*) FROM refunds) AS refunds,
       (SELECT count(*) FROM listing_applications WHERE kind <> 'free') AS listings,
       (SELECT count(*) FROM listing_events WHERE kind = 'renewed') AS renewals,
       (SELECT count(*) FROM invoices WHERE kind = 'invoice') AS invoices,
       (SELECT count(*) FROM invoices WHERE kind = 'credit_note') AS "credit notes",
       (SELECT count(*) FROM stall_moves WHERE state = 'moved' AND to_pay_paise > 0) AS "moves paid for",
       (SELECT count(*) FROM stall_moves WHERE state = 'moved' AND refund_paise > 0) AS "moves with a refund",
       (SELECT count(*) FROM stall_moves WHERE state = 'moved') AS "moves made",
       (SELECT count(*) FROM stall_moves WHERE state = 'lapsed') AS "moves that lapsed",
       (SELECT count(*) FROM stall_moves WHERE state = 'withdrawn') AS "moves withdrawn",
       (SELECT count(*) FROM invoices WHERE kind = 'debit_note') AS "debit notes",
       (SELECT count(*) FROM waiting_places) AS "people who waited",
       (SELECT count(*) FROM waiting_places WHERE offered_at IS NOT NULL) AS "stalls offered to them",
       (SELECT count(*) FROM message_recipients WHERE state = 'mailed') AS "messages to holders",
       (SELECT count(*) FROM mails WHERE state = 'sent') AS mails`,
  );
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, count]) => [name, Number(count)]));
}

async function issuesOf(product: ChaosProduct): Promise<Record<string, number>> {
  const rows = await product.query<{ kind: string; count: string }>(
    "SELECT kind, count(*) FROM issues WHERE resolved_at IS NULL GROUP BY kind ORDER BY kind",
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, Number(count)]));
}
