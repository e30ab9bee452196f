/**
 * Measures the administrator's reads, each alone at a fixed rate, and the CSV export once. Needs an administrator in
 * ADMIN_USERNAME and ADMIN_PASSWORD, and a database with as many registrations as are to be measured.
 *
 *   node scripts/bench/administration.mjs http://127.0.0.1:3000 [--rate 10] [--seconds 10]
 */
import { parseArgs } from "node:util";
import { measure, row, TABLE_HEAD } from "./measure.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rate: { type: "string", default: "10" }, seconds: { type: "string", default: "10" } },
});
const base = positionals[0] ?? "http://127.0.0.1:3000";
const rate = Number(values.rate);
const count = rate * Number(values.seconds);

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
  "registrations, sorted by amount": "registrations?limit=25&sort=finalAmount&order=desc",
  "figures and charts": "admin/summary",
  "floor plan": "admin/plan",
  "story of B12": "admin/stalls/B12/story",
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
