import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { TestProduct, type Verification } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";
import { sellStall, untilState } from "./sale.js";

// The drill of an operator who loses the machine's disks: the commands are the bundled ones, with the roles of production.

const PICTURES = ["avif", "webp"].map((format) => `${"c".repeat(40)}-320.${format}`);

let folder: string;
let product: TestProduct;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sakhi-drill-"));
});
async function start(ownTemporal = false): Promise<void> {
  product = await TestProduct.start({
    ownTemporal,
    settings: {
      PICTURES_DIR: join(folder, "pictures"),
      BACKUP_DIR: join(folder, "backups"),
      RECORD_DIR: join(folder, "record"),
    },
  });
}
afterEach(async () => {
  await product.stop();
  rmSync(folder, { recursive: true });
});

const sell = (stallId: string) => sellStall(product, stallId);

async function backup(...verb: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await product.command("backup", ...verb);
  expect([exitCode, stderr]).toEqual([0, ""]);
  return stdout;
}

const sold = () =>
  product.query<{ stall_id: string; email: string; number: string }>(
    `SELECT stall_id, b.email, i.number FROM bookings b JOIN stalls USING (stall_key) JOIN invoices i ON i.order_id = b.order_id
      WHERE b.state = 'sold' ORDER BY stall_id`,
  );
const problems = ({ results }: Verification): string[] =>
  results.filter(({ outcome }) => outcome !== "holds").map(({ name }) => name);

it("loses database, pictures and record, and has everything back from the backup, the provider and the record's copy", async () => {
  await start();
  await mkdir(join(folder, "pictures", "cc"), { recursive: true });
  for (const name of PICTURES) await writeFile(join(folder, "pictures", "cc", name), "a picture");
  await product.query(
    `WITH made AS (INSERT INTO pictures (id, subject_type, subject_id, state, bytes, received, width, height, placeholder, ended_at)
       VALUES (gen_random_uuid(), 'brand', gen_random_uuid(), 'ready', 9, 9, 320, 200, 'data:image/webp;base64,AA', clock_timestamp())
       RETURNING id)
     INSERT INTO picture_files
     SELECT id, name, split_part(name, '.', 2), 320, 200, 9 FROM made, unnest($1::text[]) AS name`,
    [PICTURES],
  );
  await sell("A1");
  await product.whenQuiet();
  expect(await backup()).toMatch(
    /^manual-[0-9a-f]{12}-\d{8}T\d{6}Z\.tar\.gz: \d+\.\d MB, \d+ rows, \d+ files of pictures\nSHA-256 [0-9a-f]{64}: /,
  );

  // The drill needs its database; then it restores beside the product that sells.
  const without = await product.command("backup", "drill");
  expect([without.exitCode, without.stderr]).toEqual([
    1,
    expect.stringContaining("let a superuser run CREATE DATABASE"),
  ]);
  await product.createDrillDatabase();
  const [drill] = await Promise.all([backup("drill"), sell("A2")]);
  expect(drill).toMatch(/was restored: \d+ rows, \d+ rules hold$/);
  expect((await product.command("restore")).stderr).toMatch(
    /has \d+ tables: a backup is restored into an empty one only/,
  );

  // Sold after the backup; the record is copied every few minutes.
  const paying = await product.visitor().reserveAndInitiate("A3");
  await product.whenQuiet();
  await backup("record");
  const before = await sold();
  expect(before.map(({ stall_id: id }) => id)).toEqual(["A1", "A2"]);

  const printed = await product.loseAndRestoreBackup(() => {
    for (const lost of ["pictures", "record"]) rmSync(join(folder, lost), { recursive: true });
  });
  expect(printed).toContain("Sales are paused");
  expect(await readdir(join(folder, "pictures", "cc"))).toEqual(PICTURES);
  expect((await product.visitor().reserve("A2")).body).toMatchObject({ code: "sales_paused" });

  const { output } = await product.recover();
  expect(output).not.toContain("NO ANSWER");
  await product.whenQuiet();
  expect(await sold()).toEqual(before);
  await product.payments.pay(paying.orderId);
  await untilState(product, paying.orderId, "sold");
  expect((await product.recover("open", "--reason", "all read", "--yes")).output).toContain("Sales are open.");
  await sell("A4");
  await product.whenQuiet();
  expect(problems(await product.verify("--grace", "60"))).toEqual([]);
});

it("loses the whole machine with Temporal: what the record's copy does not know, the provider's list brings back", async () => {
  await start(true);
  await sell("A1");
  await product.whenQuiet();
  await backup();
  const scheduled = product.longCommand("backup", "schedule");
  await scheduled.start();
  const known = await sell("A2");
  /** Whether a complete copy of the record names an order. */
  const isCopied = async (orderId: string): Promise<boolean> => {
    const names = await readdir(join(folder, "backups"));
    const copies = names.filter((name) => name.startsWith("record") && names.includes(`${name}.json`));
    const texts = copies.map(async (name) => gunzipSync(await readFile(join(folder, "backups", name))));
    return (await Promise.all(texts)).some((text) => text.includes(orderId));
  };
  const orders = async () =>
    readFile(
      join(
        folder,
        "record",
        (await readdir(join(folder, "record"))).find((name) => name.startsWith("orders"))!,
      ),
      "utf8",
    );
  // The record leaves the machine as it grows, without a hand.
  expect(await orders()).toContain(known.orderId);
  await until("the record's copy", () => isCopied(known.orderId), 60_000);
  await scheduled.stop();
  // In the seconds after that copy: paid, confirmed, and named by nothing that is left.
  const last = await sell("A3");
  await product.whenQuiet();
  const before = await sold();
  expect(before.map(({ stall_id: id }) => id)).toEqual(["A1", "A2", "A3"]);

  const printed = await product.loseAndRestoreBackup(
    () => rmSync(join(folder, "record"), { recursive: true }),
    "temporal",
  );
  expect(printed).toContain("the payment provider knows");
  const { output } = await product.recover();
  expect(output).toContain("only the provider knows");
  await product.whenQuiet();
  // On a busy machine, the sale that is created again is settled after that.
  await until("both sales", async () => (await sold()).length === 2);
  expect((await sold()).map(({ stall_id: id }) => id)).toEqual(["A1", "A2"]);
  // Nothing is sold before a person has compared.
  expect((await product.recover("open", "--reason", "all read", "--yes")).output).toContain("Compare it first");
  expect((await product.visitor().reserve("A3")).body).toMatchObject({ code: "sales_paused" });

  const file = join(folder, "orders.csv");
  await writeFile(file, "name,amount\nx,1\n");
  expect((await product.recover("--orders", file)).output).toContain('no column "Order Id"');
  const listed = (await product.payments.orders()).map(({ order_id: id, order_amount: amount }) => `${id},${amount}`);
  await writeFile(file, ["Order Id,Order Amount", ...listed].join("\n"));
  expect((await product.recover("--orders", file)).output).toContain("of the provider's files were looked up");
  await product.whenQuiet();
  const after = await sold();
  expect(after.map(({ stall_id: id, email }) => [id, email])).toEqual(
    before.map(({ stall_id: id, email }) => [id, email]),
  );
  expect(after.find(({ email }) => email === last.email)?.stall_id).toBe("A3");
  // No number twice: hers was in her mail.
  expect(new Set(after.map(({ number }) => number)).size).toBe(3);
  expect((await product.recover("compared", "--reason", "the provider's orders of today")).output).toContain(
    "is closed",
  );
  expect((await product.recover("open", "--reason", "all read", "--yes")).output).toContain("Sales are open.");
  expect((await product.visitor().reserve("A3")).body).toMatchObject({ code: "stall_sold" });
});

it("the scheduled process connects again soon after PostgreSQL was away: its health check looks for a connection", async () => {
  await start();
  const scheduled = product.longCommand("backup", "schedule");
  const connections = async () => {
    const found = await product.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'backup' AND datname = current_database()",
    );
    return found.map(({ pid }) => pid);
  };
  try {
    await scheduled.start();
    await until("its connection", async () => (await connections()).length > 0);
    const before = await connections();
    await product.query("SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid", [before]);
    await until("another connection", async () => (await connections()).some((pid) => !before.includes(pid)), 30_000);
  } finally {
    await scheduled.stop();
  }
});
