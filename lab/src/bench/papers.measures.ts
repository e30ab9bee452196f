import { expectSuccess, HttpVisitor } from "@sakhi/testkit/http-visitor";
import { type BenchProduct, STALLS } from "./bench-product.js";
import { median, type Result, type Row } from "./table.js";

const MELA = "/api/v1/mela";
/** Questions that the event asks, all in the form. */
const QUESTIONS = 5;

/** Durations, in ms. */
function row(what: string, durations: readonly number[]): Row {
  const sorted = durations.toSorted((a, b) => a - b);
  return {
    call: what,
    calls: sorted.length,
    "p50 ms": median(sorted),
    "p99 ms": sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN,
  };
}

async function timed<T>(durations: number[], work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  durations.push(performance.now() - began);
  return result;
}

let visitors = 0;

/** New visitors, one after another, each with an address of its own: reserve, register, release. @returns ms of each registration */
async function registrations(bench: BenchProduct, count: number, answers: readonly object[]): Promise<number[]> {
  const durations: number[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    visitors += 1;
    const visitor = new HttpVisitor(bench.site);
    const headers = { "x-forwarded-for": `10.9.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}` };
    const stallId = STALLS[nth % STALLS.length] ?? "";
    expectSuccess(await visitor.post(`${MELA}/reserve`, { stallId }, headers));
    const registration = { ...visitor.registration(stallId), ...(answers.length === 0 ? {} : { answers }) };
    const path = `${MELA}/create-provisional-registration`;
    expectSuccess(await timed(durations, () => visitor.post(path, registration, headers)));
    expectSuccess(await visitor.post(`${MELA}/release`, { stallId }, headers));
  }
  return durations;
}

/** What papers cost: a registration with answers, and the list of who lacks what. */
export async function papers(bench: BenchProduct): Promise<Result[]> {
  const operator = new HttpVisitor(bench.site);
  operator.cookie = await bench.administrator();
  const [event] = await bench.query<{ id: number; slug: string }>("SELECT id, slug FROM events ORDER BY id LIMIT 1");
  if (event === undefined) throw new Error("there is no event");
  const admin = `${MELA}/admin/events/${event.slug}`;
  const own = { origin: bench.site };
  const count = bench.scaled(300, 20);
  await registrations(bench, bench.scaled(50, 5), []);
  const without = await registrations(bench, count, []);

  for (let number = 1; number <= QUESTIONS; number += 1) {
    const question = {
      ...{ label: `Question ${number}`, help: "", kind: "text", choices: "", required: true, asked: "form_or_later" },
      ...{ audience: "every_stall", position: number, reason: "Measured" },
    };
    expectSuccess(await operator.post(`${admin}/questions`, question, own));
  }
  const keys = (
    await bench.query<{ key: string }>("SELECT key FROM event_questions WHERE event_id = $1 AND kind = 'text'", [
      event.id,
    ])
  ).map(({ key }) => key);
  const answers = keys.map((key) => ({ key, value: "Handloom sarees and shawls" }));
  const withAnswers = await registrations(bench, count, answers);

  // Every stall is sold, and lacks one of five answers.
  for (const stallId of STALLS) {
    const buyer = {
      ...{ fullName: "Asha Rao", email: `asha.${stallId}@example.com`, phoneNumber: "9811100001" },
      ...{ businessName: "Asha Weaves", pincode: "560001", method: "cash", reference: "1", reason: "Measured" },
    };
    expectSuccess(await operator.post(`${MELA}/admin/stalls/${stallId}/sell-offline?event=${event.slug}`, buyer, own));
  }
  await bench.query(
    `INSERT INTO paper_answers (booking_id, question_id, value)
     SELECT b.id, q.id, 'Handloom sarees and shawls' FROM bookings b, event_questions q
      WHERE b.state = 'sold' AND q.event_id = $1 AND q.kind = 'text' AND q.position < $2`,
    [event.id, QUESTIONS],
  );
  await bench.settled();
  const [list, csv]: [number[], number[]] = [[], []];
  const headers = { cookie: operator.cookie };
  let rows = 0;
  for (let nth = 0; nth < bench.scaled(200, 10); nth += 1) {
    const read = async (): Promise<unknown[]> =>
      (await (await fetch(`${bench.site}${admin}/papers`, { headers })).json()) as unknown[];
    rows = (await timed(list, read)).length;
    await timed(csv, async () => (await fetch(`${bench.site}${admin}/papers.csv`, { headers })).text());
  }
  return [
    {
      title: "Papers",
      about: `One call at a time, each registration of a new visitor on a stall that she has reserved; then ${rows} sold stalls, each with four of five answers.`,
      rows: [
        row("registration, the event asks nothing", without),
        row(`registration with ${answers.length} answers`, withAnswers),
        row(`list of missing papers, ${rows} bookings`, list),
        row("the same as CSV, with its entry in the audit log", csv),
      ],
    },
  ];
}
