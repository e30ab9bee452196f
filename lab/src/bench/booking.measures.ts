import { answered, middle, others, rateOf, STALLS, type BenchProduct, timing } from "./bench-product.js";
import type { LoadResult } from "./load-commands.js";
import type { Cpu } from "./machine.js";
import { median, type Result, type Row, spread } from "./table.js";

/** States in which a booking occupies its stall, as in the index bookings_one_live_per_stall. */
const LIVE_STATES = ["held", "registered", "paying", "sold", "blocked"];

/** Baseline: a hold and its release, by one statement each. */
const BASELINE = [
  {
    name: "hold",
    text: `INSERT INTO bookings (id, stall_key, state, price_paise, held_at, hold_expires_at)
           SELECT gen_random_uuid(), stall_key, 'held', price_paise, clock_timestamp(),
                  clock_timestamp() + interval '10 minutes'
             FROM stalls WHERE stall_id = $1 AND event_id = (SELECT min(id) FROM events)
           ON CONFLICT (stall_key) WHERE state IN (${LIVE_STATES.map((state) => `'${state}'`).join(", ")}) DO NOTHING
           RETURNING id`,
  },
  {
    name: "end",
    text: `UPDATE bookings SET state = 'released', release_reason = 'left', ended_at = clock_timestamp()
            WHERE id = $1 AND state = 'held' RETURNING id`,
  },
];

function cpuRow(response: Cpu, whole: Cpu): Row {
  const responses = response.api + response["PostgreSQL for api"];
  const everything = Object.values(whole).reduce((sum, ms) => sum + ms, 0);
  return {
    "api CPU ms": whole.api,
    "PostgreSQL for api": whole["PostgreSQL for api"],
    "PostgreSQL for the rest": whole["PostgreSQL for the rest"],
    Temporal: whole.Temporal,
    orchestrator: whole.orchestrator,
    jobs: whole.jobs,
    responses,
    "background work": everything - whole.api - whole["PostgreSQL for api"],
  };
}

/** Reserve and release, each visitor on a different stall. */
export async function reserveAlone(bench: BenchProduct): Promise<Result[]> {
  const rows: Row[] = [];
  const cpu: Row[] = [];
  for (const [clients, pairs] of [
    [1, bench.scaled(150, 10)],
    [10, bench.scaled(1_000, 20)],
    [50, bench.scaled(2_000, 50)],
  ] as const) {
    const stalls = STALLS.slice(-clients);
    const rounds: LoadResult[] = [];
    const baseline: LoadResult[] = [];
    let costs: Row = {};
    for (let round = 0; round < bench.options.rounds; round += 1) {
      const { result, response, whole } = await bench.metered(
        (pairsMade: LoadResult) => timing(pairsMade, "release").count,
        () => bench.visits({ kind: "reserve-release", stalls }, { kind: "closed", clients, visits: pairs }),
      );
      rounds.push(result);
      costs = cpuRow(response, whole);
      baseline.push(await bench.sql(clients, pairs * 2, BASELINE, stalls));
    }
    const rate = rateOf(rounds, "release", "pairs/s");
    const sql = rateOf(baseline, "end", "by SQL/s")["by SQL/s"];
    rows.push({
      clients,
      ...rate,
      "by SQL/s": sql ?? 0,
      "share %": (Number(rate["pairs/s"]) / Number(sql)) * 100,
      "reserve p50 ms": middle(rounds, "reserve", "p50"),
      "reserve p99 ms": middle(rounds, "reserve", "p99"),
      "release p50 ms": middle(rounds, "release", "p50"),
      "SQL p99 ms": middle(baseline, "hold", "p99"),
      refused: others(rounds, "reserve", "201"),
    });
    cpu.push({ clients, ...costs });
  }
  return [
    {
      title: "Reserve and release, a separate stall for each visitor",
      about:
        "Each pair is a new visitor with a separate address on an open connection: reserve, then release, with all limits on. The baseline writes the same two facts with one prepared statement each, without notifications.",
      rows,
    },
    {
      title: "What one reserve and release cost, CPU ms",
      about:
        "Measured until the last workflow has closed, minus the idle cost of the same time. PostgreSQL backends count towards the process whose connection they serve.",
      rows: cpu,
    },
  ];
}

/** Concurrent visitors on one stall. */
export async function reserveContended(bench: BenchProduct): Promise<Result[]> {
  const rows: Row[] = [];
  for (const visits of [30, 200, 1_000].map((count) => bench.scaled(count, 10))) {
    const results: LoadResult[] = [];
    for (let round = 0; round < bench.options.rounds; round += 1) {
      const stall = STALLS[20 + round] ?? "B1";
      results.push(await bench.visits({ kind: "reserve", stalls: [stall] }, { kind: "at-once", visits }));
      await bench.freeAll();
    }
    rows.push({
      "visitors at once": visits,
      winners: median(results.map((each) => answered(each, "reserve", "201"))),
      refused: median(results.map((each) => answered(each, "reserve", "409"))),
      "other responses": Math.max(
        ...results.map((each) => visits - answered(each, "reserve", "201") - answered(each, "reserve", "409")),
      ),
      "p50 ms": middle(results, "reserve", "p50"),
      "p99 ms": middle(results, "reserve", "p99"),
      "spread of p50 %": spread(results.map((each) => timing(each, "reserve").p50)),
    });
  }
  return [
    {
      title: "One stall, many visitors at the same moment",
      about: "Connections are already open, as on an open page; all requests are sent within the same millisecond.",
      rows,
    },
  ];
}

/** The rush of the opening minute. */
export async function openingMinute(bench: BenchProduct): Promise<Result[]> {
  const [visits, overMs] = [bench.scaled(5_000, 50), bench.scaled(60_000, 1_000)];
  const result = await bench.visits({ kind: "rush", stalls: STALLS }, { kind: "open", visits, overMs });
  const [live] = await bench.query<{ most: number; live: number }>(
    `SELECT coalesce(max(count), 0)::int AS most, coalesce(sum(count), 0)::int AS live FROM
      (SELECT count(*) FROM bookings WHERE state = ANY($1) GROUP BY stall_key) each`,
    [LIVE_STATES],
  );
  const statuses = Object.entries(timing(result, "reserve").statuses);
  const broken = statuses.filter(([status]) => status === "error" || status.startsWith("5"));
  await bench.freeAll();
  return [
    {
      title: "The opening minute",
      about: `${visits} visitors in ${overMs / 1000} s on a fixed schedule, each on a separate connection: the plan, then one of the 70 stalls at random.`,
      rows: [
        {
          visitors: visits,
          "stalls held": live?.live ?? 0,
          "most holds on one stall": live?.most ?? 0,
          "layout p50 ms": timing(result, "layout").p50,
          "layout p99 ms": timing(result, "layout").p99,
          "reserve p50 ms": timing(result, "reserve").p50,
          "reserve p99 ms": timing(result, "reserve").p99,
          "5xx or no response": broken.reduce((sum, [, count]) => sum + count, 0),
        },
      ],
    },
  ];
}

/** From the reservation to the sold stall. */
export async function wholeBooking(bench: BenchProduct): Promise<Result[]> {
  const rows: Row[] = [];
  const cpu: Row[] = [];
  for (const clients of [1, 10, 50]) {
    const bookings = clients === 1 ? bench.scaled(20, 2) : bench.scaled(70, 3);
    const rounds: LoadResult[] = [];
    let costs: Row = {};
    for (let round = 0; round < bench.options.rounds; round += 1) {
      const { result, response, whole } = await bench.metered(
        (booked: LoadResult) => answered(booked, "booking", "200"),
        () =>
          bench.visits(
            { kind: "booking", stalls: STALLS, simulator: bench.product.payments.url },
            { kind: "closed", clients, visits: bookings },
          ),
      );
      rounds.push(result);
      costs = cpuRow(response, whole);
      await bench.freeAll();
    }
    const p = (name: string, figure: "p50" | "p99"): number => middle(rounds, name, figure);
    rows.push({
      clients,
      ...rateOf(rounds, "booking", "sold/s"),
      "reserve p50 ms": p("reserve", "p50"),
      "register p50 ms": p("create-provisional-registration", "p50"),
      "register p99 ms": p("create-provisional-registration", "p99"),
      "initiate p50 ms": p("initiate", "p50"),
      "initiate p99 ms": p("initiate", "p99"),
      "of it the provider p50 ms": p("initiate, provider", "p50"),
      "own part p50 ms": p("initiate, own", "p50"),
      "payment-status p50 ms": p("payment-status", "p50"),
      "paid to sold p50 ms": p("paid to sold", "p50"),
      "whole p50 ms": p("booking", "p50"),
    });
    cpu.push({ clients, ...costs });
  }
  return [
    {
      title: "Whole bookings",
      about:
        "Reserve, register, initiate (which calls the provider by HTTP; its part is the simulator's time from request to response), pay at the simulator, then payment-status every 50 ms until sold; new visitors each time.",
      rows,
    },
    { title: "What one booking costs, CPU ms", about: "With its invoice, PDF and mail.", rows: cpu },
  ];
}

/** Many holds that expire at the same moment. */
export async function holdsEnd(bench: BenchProduct): Promise<Result[]> {
  const count = Math.max(STALLS.length, bench.options.holds);
  const extra = count - STALLS.length;
  await bench.visits({ kind: "reserve", stalls: STALLS }, { kind: "closed", clients: 10, visits: STALLS.length });
  if (extra > 0) await addHolds(bench, extra);
  await bench.whenQuiet();
  const at = Date.now() + 3_000 + extra * 2;
  const moved = await bench.query<{ id: string }>(
    "UPDATE bookings SET hold_expires_at = to_timestamp($1 / 1000.0) WHERE state = 'held' RETURNING id",
    [at],
  );
  for (const { id } of moved.slice(0, STALLS.length)) await bench.product.nudge(`stall-booking/${id}`);
  const wanted = STALLS.slice(-10);
  const bookable = await bench.load({ command: "bookable", origin: bench.site, at, stalls: STALLS, wanted });
  // Excludes the stalls that were reserved again.
  await bench.holdsEnded(at);
  await bench.freeAll();
  const ends = (await bench.endsSince(new Date(at))).map((end) => end - at).toSorted((a, b) => a - b);
  const end = (share: number): number =>
    ends[Math.min(ends.length - 1, Math.floor(moved.length * share))] ?? Number.NaN;
  if (extra > 0) await removeHolds(bench);
  return [
    {
      title: "The end of a hold",
      about:
        "All holds end at the same moment. 60 of the 70 stalls are observed on the plan (read every 5 ms), 10 are requested continuously; in ms after the deadline. Workflow end times are from Temporal.",
      rows: [
        {
          holds: moved.length,
          "plan says Available p50 ms": timing(bookable, "plan").p50,
          "p99 ms": timing(bookable, "plan").max,
          "reserve that won, sent ms": timing(bookable, "reserve sent").max,
          "its response ms": timing(bookable, "reserve answered").max,
          "workflow ended p50 ms": end(0.5),
          "workflow ended p99 ms": end(0.99),
        },
      ],
    },
  ];
}

/** Adds held stalls beyond the plan, without a visitor; their workflows are started as usual. */
async function addHolds(bench: BenchProduct, count: number): Promise<void> {
  await bench.query(
    `INSERT INTO stalls (event_id, stall_id, type, price_paise, x, y)
     SELECT (SELECT min(id) FROM events), 'X' || n, 'General', 2700000, 1000 + n % 100 * 12, 1000 + n / 100 * 12 FROM generate_series(1, $1::int) n`,
    [count],
  );
  await bench.query(
    `WITH made AS (
       INSERT INTO bookings (id, stall_key, state, price_paise, held_at, hold_expires_at)
       SELECT gen_random_uuid(), stall_key, 'held', price_paise, clock_timestamp(), clock_timestamp() + interval '10 minutes'
         FROM stalls WHERE stall_id LIKE 'X%' RETURNING id, stall_key)
     INSERT INTO outbox (topic, payload)
     SELECT 'workflow', jsonb_build_object('workflowType', 'stallBooking', 'workflowId', 'stall-booking/' || id,
       'args', jsonb_build_array(jsonb_build_object('bookingId', id)), 'signal', 'recheck',
       'searchAttributes', jsonb_build_object('StallId', stall_id, 'Stage', 'held'))
       FROM made JOIN stalls USING (stall_key)`,
  );
  await bench.query("SELECT pg_notify('outbox', 'workflow')");
}

async function removeHolds(bench: BenchProduct): Promise<void> {
  await bench.query("ALTER TABLE booking_events DISABLE TRIGGER booking_events_are_kept");
  await bench.query(
    "DELETE FROM booking_events WHERE booking_id IN (SELECT id FROM bookings JOIN stalls USING (stall_key) WHERE stall_id LIKE 'X%')",
  );
  await bench.query("ALTER TABLE booking_events ENABLE TRIGGER booking_events_are_kept");
  await bench.query("DELETE FROM bookings WHERE stall_key IN (SELECT stall_key FROM stalls WHERE stall_id LIKE 'X%')");
  await bench.query("DELETE FROM stalls WHERE stall_id LIKE 'X%'");
}
