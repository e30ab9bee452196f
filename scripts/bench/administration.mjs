/**
 * Measures the administrator's reads, each alone at a fixed rate, and the CSV export once. Needs an administrator in
 * ADMIN_USERNAME and ADMIN_PASSWORD. With --fill it first adds so many registrations to the database at --database (the
 * address stands in addresses.json of the data folder); never to one that is in earnest use.
 *
 *   node scripts/bench/administration.mjs http://127.0.0.1:3000 [--rate 10] [--seconds 10] [--fill 10000 --database …]
 */
import { parseArgs } from "node:util";
import pg from "pg";
import { measure, row, TABLE_HEAD } from "./measure.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rate: { type: "string", default: "10" },
    seconds: { type: "string", default: "10" },
    fill: { type: "string", default: "0" },
    database: { type: "string" },
  },
});
const base = positionals[0] ?? "http://127.0.0.1:3000";
const rate = Number(values.rate);
const count = rate * Number(values.seconds);

/** Registrations whose holds ran out, of many people and four prices, over the last weeks. @param {number} count */
async function fill(count) {
  if (values.database === undefined) throw new Error("--fill needs --database");
  const database = new pg.Client({ connectionString: values.database });
  await database.connect();
  await database.query(
    `INSERT INTO bookings (id, stall_id, state, release_reason, price_paise, final_paise, order_id, full_name, email,
       phone, business_name, pincode, registered_at, held_at)
     SELECT gen_random_uuid(), 'B' || (1 + n % 50), 'released', 'hold_expired', 2700000, 2700000 - 270000 * (n % 4),
            'BENCH' || gen_random_uuid(), 'Asha ' || n, 'asha' || n || '@example.com', '9876543210', 'Weaves ' || n,
            '560001', now() - n * interval '3 minutes', now() - n * interval '3 minutes'
       FROM generate_series(1, $1::int) n`,
    [count],
  );
  await database.query("VACUUM ANALYZE bookings");
  await database.end();
}
if (Number(values.fill) > 0) await fill(Number(values.fill));

const login = await fetch(`${base}/api/v1/mela/admin/login`, {
  method: "POST",
  headers: { "content-type": "application/json", origin: base },
  body: JSON.stringify({
    username: process.env["ADMIN_USERNAME"],
    password: process.env["ADMIN_PASSWORD"],
  }),
});
if (!login.ok) throw new Error(`login: ${login.status} ${await login.text()}`);
const cookie = (login.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
/** @param {string} path */
const get = (path) => fetch(`${base}/api/v1/mela/${path}`, { headers: { cookie } });

const scenarios = {
  "registrations, first page of 25": "registrations?limit=25",
  "registrations, page 200": "registrations?limit=25&offset=5000",
  "registrations, 500 rows": "registrations?limit=500",
  "registrations, search": "registrations?limit=25&q=asha%2099",
  "registrations, sorted by amount": "registrations?limit=25&sort=netAmount&order=desc",
  "figures and charts": "admin/summary",
  "floor plan": "admin/plan",
  "history of B12": "admin/stalls/B12/history",
  attention: "admin/attention",
  operations: "admin/operations",
};
console.log(`${rate} requests/s, ${values.seconds} s each, ${base}\n${TABLE_HEAD}`);
for (const [name, path] of Object.entries(scenarios)) {
  console.log(row(name, await measure(() => get(path), { rate, count })));
}

const start = performance.now();
const csv = Buffer.from(await (await get("admin/registrations.csv")).arrayBuffer());
const ms = performance.now() - start;
const rows = csv.toString("utf8").split("\r\n").length - 2;
console.log(`\nexport: ${rows} rows, ${(csv.length / 1e6).toFixed(1)} MB, ${(ms / 1000).toFixed(2)} s`);
