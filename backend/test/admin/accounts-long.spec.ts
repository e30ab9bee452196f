import { execFile } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { AdminModule } from "../../src/admin/admin.module.js";
import { MelaTest } from "../bookings/mela.js";
import { ADMIN, logIn } from "./administration.js";

/** Sales in the file. EXPORT_ROWS=100000 measures a long one (docs/performance.md). */
const COUNT = Number(process.env["EXPORT_ROWS"] ?? 2_000);

/** LibreOffice, if this machine has it (Debian: package libreoffice-calc-nogui). */
const OFFICE = await ["soffice", "libreoffice"].reduce<Promise<string | undefined>>(async (found, name) => {
  if ((await found) !== undefined) return found;
  const isThere = await promisify(execFile)("sh", ["-c", `command -v ${name}`]).then(
    () => true,
    () => false,
  );
  return isThere ? name : undefined;
}, Promise.resolve(undefined));
if (OFFICE === undefined) process.stderr.write("not run: opening exports in LibreOffice (no soffice here)\n");
/** How long it may take to open a long file on a busy machine, in ms. */
const OPENING_MS = 60_000 + COUNT * 10;

const folder = mkdtempSync(join(tmpdir(), "sakhi-exports-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let mela: MelaTest;
let cookie: string;
let port: number;
beforeAll(async () => {
  mela = await MelaTest.start({}, [AdminModule]);
  cookie = (await logIn(mela, "asha", "viewer")).cookie ?? "";
  await mela.app.listen(0, "127.0.0.1");
  port = (mela.app.getHttpServer() as { address(): { port: number } }).address().port;
  await mela.query(
    `INSERT INTO orders (order_id, subject_type, subject_id, amount_paise, state)
     SELECT 'LONG' || n, 'application', gen_random_uuid(), 99900, 'paid' FROM generate_series(1, $1::int) n`,
    [COUNT],
  );
  await mela.query(
    `INSERT INTO payments (provider_payment_id, order_id, provider_status, outcome, amount_paise, currency, completed_at)
     SELECT 'pay' || n, 'LONG' || n, 'SUCCESS', 'success', 99900, 'INR', now() FROM generate_series(1, $1::int) n`,
    [COUNT],
  );
  await mela.query("UPDATE orders SET sold_payment_id = 'pay' || substr(order_id, 5) WHERE order_id LIKE 'LONG%'");
  await mela.query(
    `INSERT INTO invoices (id, number, kind, order_id, issued_at, content)
     SELECT gen_random_uuid(), 'INV/26-27/' || lpad(n::text, 6, '0'), 'invoice', 'LONG' || n, now() - n * interval '1 second',
            jsonb_build_object('version', 1, 'kind', 'invoice', 'orderId', 'LONG' || n, 'issuedAt', now(),
              'recipient', jsonb_build_object('name', 'Meera ' || md5(n::text), 'businessName', md5(n::text), 'address', repeat(md5(n::text), 4)),
              'seller', jsonb_build_object('gstin', '27AAPFU0939F1ZV', 'name', 'Sakhi Bazaar', 'address', repeat('address ', 12)),
              'placeOfSupply', '{"code": "27", "name": "Maharashtra"}'::jsonb, 'totalInWords', repeat('word ', 12),
              'line', '{"product": "listing", "description": "Listing of Loom for a year", "sac": "998365", "pricePaise": 99900, "discountPaise": 0}'::jsonb,
              'tax', '{"totalPaise": 99900, "taxablePaise": 84662, "heads": [{"name": "CGST", "ratePercent": 9, "paise": 7619}, {"name": "SGST", "ratePercent": 9, "paise": 7619}]}'::jsonb)
       FROM generate_series(1, $1::int) n`,
    [COUNT],
  );
  await mela.query("ANALYZE orders, payments, invoices");
});
afterAll(() => mela.close());

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
/** Memory in use, without garbage. */
const inUse = (): number => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
/** Bytes of the file between two readings of the memory. */
const STEP = 1_000_000;

it.each(["csv", "xlsx"])("makes a long %s of the accounts while it is read", async (format) => {
  const before = inUse();
  const started = performance.now();
  const asked = request({ port, path: `${ADMIN}/accounts.${format}?event=all`, headers: { cookie } });
  asked.end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  let [bytes, lines, looked, most] = [0, 0, 0, 0];
  const file = createWriteStream(join(folder, `accounts.${format}`));
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (!file.write(part)) await once(file, "drain");
    for (const byte of part) if (byte === 10) lines += 1;
    if (bytes - looked >= STEP) most = Math.max(most, inUse() - before);
    if (bytes - looked >= STEP) looked = bytes;
  }
  await new Promise<void>((resolve) => file.end(resolve));
  if (process.env["EXPORT_ROWS"] !== undefined) {
    const figures = [`${((performance.now() - started) / 1000).toFixed(1)} s`, `${(bytes / 1e6).toFixed(1)} MB`];
    process.stderr.write(
      `${COUNT} sales as ${format}: ${figures.join(", ")}, ${(most / 1e6).toFixed(0)} MB more memory in use\n`,
    );
  }
  // The heading, the sales, and the totals.
  if (format === "csv") expect(lines).toBe(COUNT + 2);
  expect(most).toBeLessThan(30_000_000);
});

(OFFICE === undefined ? it.skip : it).each(["csv", "xlsx"])(
  "a long %s opens in LibreOffice with every row, its texts, days and sums",
  async (format) => {
    const out = join(folder, `from-${format}`);
    const started = performance.now();
    await promisify(execFile)(
      "nice",
      [
        ...[
          "-n",
          "19",
          OFFICE ?? "",
          `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`,
          "--headless",
        ],
        // Comma, double quote, UTF-8, from line 1; cells as they are shown.
        ...[
          "--infilter=CSV:44,34,76,1",
          "--convert-to",
          "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false",
        ].filter((argument) => format === "csv" || !argument.startsWith("--infilter")),
        ...["--outdir", out, join(folder, `accounts.${format}`)],
      ],
      { timeout: OPENING_MS },
    );
    if (process.env["EXPORT_ROWS"] !== undefined)
      process.stderr.write(
        `LibreOffice opened the ${format} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
      );
    const [head = "", ...lines] = (await readFile(join(out, "accounts.csv"), "utf8"))
      .replace(/^\uFEFF/, "")
      .trim()
      .split("\n");
    expect(lines).toHaveLength(COUNT + 1);
    const columns = head.split(",");
    const place = (name: string) => columns.indexOf(name);
    const cells = (line: string) => line.split(",");
    const numbers = new Set(lines.slice(0, -1).map((line) => cells(line)[place("Number")]));
    expect(numbers.size).toBe(COUNT);
    expect([...numbers][0]).toMatch(/^INV\/26-27\/\d{6}$/);
    const total = cells(lines.at(-1) ?? "");
    expect(total[0]).toBe("Total");
    expect(Number(total[place("List Price")])).toBe(COUNT * 999);
  },
  OPENING_MS + 10_000,
);
