import { newOrderId } from "@sakhi/testkit/http-visitor";
import { until } from "@sakhi/testkit/until";
import { STALLS, timing } from "../bench/bench-product.js";
import { Connection, Stopwatch, Visitor } from "../bench/load-visitor.js";
import type { CostProduct, Sample } from "./cost-product.js";

/** Keeps a measurement. */
type Keep = (operation: string, clients: number, sample: Sample) => void;

/** What each operation is, for the table's reader. */
export const OPERATIONS: Readonly<Record<string, string>> = {
  rest: "nobody is there (the table of its own)",
  plan: "a page reads the plan (200)",
  poll: "an open page asks whether the plan has changed (304)",
  "stream's change": "a stall is reserved or released while 100 pages follow the plan",
  reserve: "a visitor takes a stall for ten minutes; its workflow starts a second later",
  registration: "her details, coupon and order",
  initiate: "her payment is opened at the provider",
  "settled payment": "from the provider's webhook to the sold stall, with invoice and mail",
  mail: "the confirmation is rendered and sent once more, with its papers",
  invoice: "the invoice is rendered once more",
  "expired hold": "a hold's ten minutes are over; its workflow ends",
};

const LAYOUT = "/api/v1/mela/layout";
const EXPIRY_MS = 30_000;

interface Booker {
  readonly visitor: Visitor;
  readonly connection: Connection;
  readonly stall: string;
  readonly orderId: string;
  amount: number;
}

/** Calls made by so many at a time. @returns how long each took, in ms */
async function inTurns<T>(items: readonly T[], clients: number, call: (item: T) => Promise<void>): Promise<number[]> {
  const waiting = [...items];
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const began = performance.now();
        await call(next);
        times.push(performance.now() - began);
      }
    }),
  );
  return times;
}

async function readPlan(product: CostProduct, clients: number, ms: number, keep: Keep): Promise<void> {
  const headers = { "accept-encoding": "gzip, deflate, br" };
  const etag = (await fetch(product.site + LAYOUT, { headers })).headers.get("etag") ?? "";
  for (const [name, more] of [
    ["plan", {}],
    ["poll", { "if-none-match": etag }],
  ] as const) {
    let reading: Awaited<ReturnType<CostProduct["read"]>> | undefined;
    const sample = await product.measure(
      () => reading?.count ?? 0,
      async () => {
        reading = await product.read(LAYOUT, { headers, more, clients, ms });
        return [reading.p50];
      },
    );
    const bare = await reading?.compare();
    keep(name, clients, bare === undefined ? sample : { ...sample, bare });
  }
}

async function changes(product: CostProduct, keep: Keep): Promise<void> {
  await product.load({ command: "open-streams", origin: product.site, count: 100 });
  const count = 10;
  const sample = await product.measure(
    () => count,
    async () => {
      const stall = STALLS.at(-1) ?? "";
      const result = await product.load({ command: "change-streams", origin: product.site, stall, changes: count });
      return [timing(result, "change").p50];
    },
  );
  await product.load({ command: "close-streams" });
  keep("stream's change", 1, sample);
}

function expectStatus(what: string, { status, body }: { status: number; body: unknown }): void {
  if (status >= 300) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
}

function bookers(product: CostProduct, count: number): Booker[] {
  return STALLS.slice(0, count).map((stall) => {
    const connection = new Connection(product.site);
    return { connection, stall, visitor: new Visitor(connection, new Stopwatch()), orderId: newOrderId(), amount: 0 };
  });
}

/** Whole bookings, one step at a time: each step's follow-up work ends before the next. */
async function bookings(product: CostProduct, clients: number, count: number, keep: Keep): Promise<void> {
  const people = bookers(product, count);
  const step = async (name: string, call: (booker: Booker) => Promise<void>): Promise<void> => {
    keep(
      name,
      clients,
      await product.measure(
        () => count,
        () => inTurns(people, clients, call),
      ),
    );
  };
  for (const { connection } of people) await connection.send("GET", "/healthz", {});
  await step("reserve", async ({ visitor, stall }) => expectStatus("reserve", await visitor.reserve(stall)));
  await step("registration", async (booker) => {
    const reply = await booker.visitor.register(booker.visitor.registration(booker.stall, booker.orderId));
    expectStatus("registration", reply);
    booker.amount = Number(reply.body["finalAmount"]);
  });
  await step("initiate", async ({ visitor, stall, orderId, amount }) =>
    expectStatus("initiate", await visitor.initiate(visitor.payment(stall, orderId, amount))),
  );
  const sold = product.measure(
    () => count,
    async () => {
      const began = performance.now();
      await inTurns(people, clients, async ({ orderId }) => void (await product.product.payments.pay(orderId)));
      await until(
        "the stalls to be sold",
        async () => (await product.count("bookings WHERE state = 'sold'")) === count,
      );
      return [(performance.now() - began) / count];
    },
  );
  keep("settled payment", clients, await sold);
  await Promise.all(people.map(({ connection }) => connection.close()));
}

/** The newest sales' mails and papers, once more. */
async function again(product: CostProduct, count: number, keep: Keep): Promise<void> {
  const repeated = (queue: string, undo: string): Promise<Sample> =>
    product.measure(
      () => count,
      async () => {
        await product.repeatJobs(queue, count, undo);
        return [];
      },
    );
  const newest = (table: string, when: string): string =>
    `(SELECT id FROM ${table} ORDER BY ${when} DESC LIMIT ${count})`;
  keep(
    "mail",
    1,
    await repeated("mails", `UPDATE mails SET state = 'queued' WHERE id IN ${newest("mails", "created_at")}`),
  );
  keep(
    "invoice",
    1,
    await repeated("invoices", `UPDATE invoices SET pdf = NULL WHERE id IN ${newest("invoices", "issued_at")}`),
  );
}

async function expiries(product: CostProduct, count: number, keep: Keep): Promise<void> {
  const people = bookers(product, count);
  await inTurns(people, 5, async ({ visitor, stall }) => expectStatus("reserve", await visitor.reserve(stall)));
  await Promise.all(people.map(({ connection }) => connection.close()));
  await product.whenQuiet();
  await product.endHolds(EXPIRY_MS);
  await product.whenQuiet();
  const held = "bookings WHERE state = 'held'";
  const sample = await product.measure(
    () => count,
    async () => {
      await until("the holds to end", async () => (await product.count(held)) === 0, EXPIRY_MS * 4);
      return [];
    },
  );
  keep("expired hold", 1, sample);
}

/** What is measured of one product before the other's turn. */
type Part = (product: CostProduct, keep: Keep) => Promise<void>;

/** Measures every wanted operation once, in parts. */
export function partsOf(options: {
  readonly only: readonly string[];
  readonly count: number;
  readonly readMs: number;
}): Part[] {
  const { only, count, readMs } = options;
  const wanted = (...names: string[]): boolean => only.length === 0 || names.some((name) => only.includes(name));
  const parts: Part[] = [];
  if (wanted("plan", "poll"))
    for (const clients of [1, 10, 50]) parts.push((product, keep) => readPlan(product, clients, readMs, keep));
  if (wanted("stream's change")) parts.push(changes);
  const steps = wanted("reserve", "registration", "initiate", "settled payment");
  const papers = wanted("mail", "invoice");
  for (const clients of steps ? [1, 10] : papers ? [10] : [])
    parts.push(async (product, keep) => {
      await bookings(product, clients, count, keep);
      if (papers && clients === 10) await again(product, count, keep);
      await product.freeAll();
    });
  if (wanted("expired hold")) parts.push((product, keep) => expiries(product, count, keep));
  return parts;
}
