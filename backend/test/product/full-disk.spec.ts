import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { CAN_LIMIT_FILES, withFileLimit } from "@sakhi/testkit/full-disk";
import { TestProduct } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";
import { sellStall } from "./sale.js";

// A disk that is full, for a sale, a backup and a restore: the kernel refuses the processes every further byte.

const PICTURE = `${"c".repeat(40)}-320.webp`;
/** Larger than the record, smaller than a backup. */
const PICTURE_BYTES = 200_000;
const LIMIT_BYTES = 100_000;
const TOO_LARGE = "the file would be larger than a limit of this machine allows (EFBIG).";

let folder: string;
let product: TestProduct;
const inFolder = (...names: string[]) => join(folder, ...names);

beforeAll(async () => {
  // Each continues what the one before has left.
  jest.retryTimes(0);
  folder = mkdtempSync(join(tmpdir(), "sakhi-full-"));
  const settings = {
    PICTURES_DIR: inFolder("pictures"),
    BACKUP_DIR: inFolder("backups"),
    RECORD_DIR: inFolder("record"),
  };
  product = await TestProduct.start({ settings });
  await mkdir(inFolder("pictures", "cc"), { recursive: true });
  await writeFile(inFolder("pictures", "cc", PICTURE), randomBytes(PICTURE_BYTES));
  await product.query(
    `WITH made AS (INSERT INTO pictures (id, subject_type, subject_id, state, bytes, received, width, height, placeholder, ended_at)
       VALUES (gen_random_uuid(), 'brand', gen_random_uuid(), 'ready', 9, 9, 320, 200, 'data:image/webp;base64,AA', clock_timestamp())
       RETURNING id)
     INSERT INTO picture_files SELECT id, $1, 'webp', 320, 200, $2 FROM made`,
    [PICTURE, PICTURE_BYTES],
  );
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true });
});

const sell = (stallId: string) => sellStall(product, stallId);

/** Nothing of a log, no colour, no stack. */
function expectSentences(text: string): void {
  for (const part of ["\u001b", "[Nest]", '"event"', "\n    at "]) expect(text).not.toContain(part);
}
async function command(name: string, ...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await product.command(name, ...args);
  expect([exitCode, stderr]).toEqual([0, ""]);
  expectSentences(stdout);
  return stdout;
}

/** The file of the record with this name. */
function record(name: "orders" | "sent-mails" | "position"): string {
  return inFolder("record", readdirSync(inFolder("record")).find((each) => each.startsWith(name)) ?? "none");
}
const orders = (): string[] =>
  readFileSync(record("orders"), "utf8")
    .split("\n")
    .flatMap((line) => /^\{"order":"(\w+)"/.exec(line)?.[1] ?? []);
const sold = () =>
  product.query<{ stall_id: string }>(
    "SELECT stall_id FROM bookings JOIN stalls USING (stall_key) WHERE state = 'sold' ORDER BY 1",
  );
const stored = () => readdirSync(inFolder("backups")).toSorted();

(CAN_LIMIT_FILES ? describe : describe.skip)("a full disk", () => {
  it("of the record and the pictures stops no sale, and what could not be written follows", async () => {
    const { apis, jobs } = product;
    const all = [...apis, jobs].map(({ pid }) => pid);
    const order = await withFileLimit(all, 0, async () => {
      const first = await sell("A1");
      await until("the log to say so", () =>
        ["orders", "sent mails"].every((log) =>
          product.logs().includes(`the log of ${log} was not written: Error EFBIG`),
        ),
      );
      return first;
    });
    expect(product.logs()).not.toContain(order.email);
    expect(product.errors()).toEqual([]);
    await until(
      "the record to have it",
      () =>
        orders().includes(order.orderId) &&
        existsSync(record("sent-mails")) &&
        readFileSync(record("sent-mails"), "utf8").includes(order.orderId),
    );
    await product.whenQuiet();
    // No draft of the position is left.
    const names = () => readdirSync(inFolder("record"));
    await until("three files", () => names().every((name) => /\.jsonl?$/.test(name)));
    expect(JSON.parse(readFileSync(record("position"), "utf8"))).toMatchObject({ recoveries: 0 });
  });

  it("in the midst of a line spoils neither that line nor the next, also of another process", async () => {
    const [api] = product.apis;
    const { size } = statSync(record("orders"));
    const cut = await withFileLimit([api.pid], size + 20, async () => {
      const order = await sell("A2");
      expect(statSync(record("orders")).size).toBe(size + 20);
      return order;
    });
    const next = await product.visitor(1).reserveAndInitiate("A3");
    await until("both lines", () => [cut, next].every(({ orderId }) => orders().includes(orderId)));
  });

  it("during a backup leaves the earlier ones, and says so in a sentence", async () => {
    await product.whenQuiet();
    await command("backup");
    const before = stored();
    expect(before).toHaveLength(2);
    for (const verb of [[], ["record"]]) {
      const limit = verb.length === 0 ? LIMIT_BYTES : 100;
      expect(await product.commandWithLimit(limit, "backup", ...verb)).toEqual({
        exitCode: 1,
        stdout: "",
        stderr: `The backups' store failed to store a file: ${TOO_LARGE}`,
      });
      // Nothing partial.
      expect(stored()).toEqual(before);
    }
    expect(await product.query("SELECT succeeded FROM backup_runs ORDER BY id DESC LIMIT 1")).toEqual([
      { succeeded: false },
    ]);
    expect(await command("backup", "check")).toContain(`${before[0] ?? ""} is whole`);
  });

  it("that took the archive and not its description: the archive is removed", async () => {
    const before = stored();
    const archive = before.find((name) => name.endsWith(".tar.gz")) ?? "";
    // A folder stands where the description would be written, whichever second it is named after.
    const taken = (at: Date) => archive.replace(/\d{8}T\d{6}Z/, at.toISOString().replace(/[-:]|\.\d+/g, ""));
    const now = Date.now();
    for (let second = 0; second < 60; second += 1)
      await mkdir(inFolder("backups", `${taken(new Date(now + second * 1_000))}.json.part`));
    const { exitCode, stderr } = await product.command("backup");
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^The backups' store failed to store a file: .*\.$/)]);
    for (const name of stored()) if (name.endsWith(".part")) rmSync(inFolder("backups", name), { recursive: true });
    expect(stored()).toEqual(before);
    await command("backup", "record");
  });

  it("during a restore leaves an empty database, and the same command works once there is room", async () => {
    const before = await sold();
    expect(before).toHaveLength(2);
    await product.loseDatabase(async () => {
      for (const lost of ["pictures", "record"]) rmSync(inFolder(lost), { recursive: true });
      // The record does not fit, then a picture does not.
      for (const limit of [10, LIMIT_BYTES]) {
        const failed = await product.commandWithLimit(limit, "restore");
        expect([failed.exitCode, failed.stderr]).toEqual([1, expect.stringMatching(/^[IT][^\n]*$/)]);
        expect(failed.stderr).toContain(TOO_LARGE);
        expectSentences(failed.stdout);
        expect(await product.query("SELECT FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
        expect(readdirSync(inFolder("record")).filter((name) => !/\.(?:jsonl?|mark)$/.test(name))).toEqual([]);
      }
      expect(readdirSync(inFolder("pictures", "parts"))).toEqual([]);
      const printed = await command("restore");
      // Although the first try has put it there.
      expect(printed).toContain("The record of opened orders is a copy");
    });
    expect(statSync(inFolder("pictures", "cc", PICTURE)).size).toBe(PICTURE_BYTES);
    const { output } = await product.recover();
    expectSentences(output);
    const opened = await product.recover("open", "--reason", "all read", "--yes");
    expect(opened).toEqual({ exitCode: 0, output: "Sales are open." });
    await product.whenQuiet();
    expect(await sold()).toEqual(before);
  });
});
