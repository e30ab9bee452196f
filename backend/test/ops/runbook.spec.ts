import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { TestWorker } from "@sakhi/testkit/temporal";
import { until } from "@sakhi/testkit/until";
import { Connection } from "@temporalio/client";
import { BookingActivities } from "../../src/bookings/booking.activities.js";
import { ISSUE_KINDS } from "../../src/issues/issues.service.js";
import { runSqlCommand } from "../../src/ops/sql-command.js";
import type { WorkflowNudge } from "../../src/platform/outbox/outbox.js";
import { ensureNamespace } from "../../src/platform/temporal/temporal-connection.js";
import { OperatorTest } from "../operator/operator.js";

/** A row of a query, every value as text. */
type Row = Readonly<Record<string, string | null>>;

let test: OperatorTest;
let temporal: Connection;
/** All pages of the runbook, one after the other; and each by its path. */
let runbook: string;
let pages: ReadonlyMap<string, string>;
/** The sold booking that was moved from B12 to B14, and its order. */
let moved: { bookingId: string; orderId: string };

/**
 * B12: sold, then moved to B14; then a hold that expired and was replaced; then a payment. B20: cancelled with a full
 * refund. B30: paid late and sold. B31: paid too late, with an offer. B40: a hold that has expired and was not released.
 * B50: blocked.
 */
beforeAll(async () => {
  const folder = fileURLToPath(new URL("../../../docs/operations", import.meta.url));
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith(".md"));
  const texts = paths.map(async (path) => [path, await readFile(join(folder, path), "utf8")] as const);
  pages = new Map(await Promise.all(texts));
  runbook = [...pages.values()].join("\n");
  temporal = await Connection.connect({ address: process.env["TEMPORAL_ADDRESS"] ?? "" });
  await ensureNamespace(temporal, "default");
  test = await OperatorTest.open();
  const { mela, simulator } = test;
  const operator = await test.administrator("vasudha");

  moved = await test.sold("B12", { email: "asha@example.com" });
  await test.renderInvoices(moved.orderId);
  await operator.move(moved.bookingId, "B14");
  await mela.visitor().reserve("B12");
  await mela.expire("B12");
  await test.paying("B12", { email: "second@example.com", phoneNumber: "9876500002" });

  const cancelled = await test.sold("B20");
  await operator.cancel(cancelled.bookingId, "full");
  const late = await test.released("B30");
  await simulator.pay(late.orderId, { force: true });
  await test.settle(late.orderId);
  await test.settle((await test.paidTooLate("B31")).orderId);
  await mela.visitor().reserve("B40");
  await mela.expire("B40");
  await operator.block("B50", "pillar");
});
afterAll(async () => {
  await temporal.close();
  await test.close();
});

/** The runbook's placeholders, replaced by the moved booking's. */
const filledIn = (text: string): string =>
  text
    .replaceAll("00000000-0000-0000-0000-000000000000", moved.bookingId)
    .replaceAll("MELA1795000000000t1", moved.orderId);

const select = (query: string): Promise<string[]> => runSqlCommand([filledIn(query), "--json"], test.mela.db.url);
const count = (query: string): Promise<unknown> =>
  temporal.workflowService.countWorkflowExecutions({ namespace: "default", query });

/** The code blocks of a text in a language. */
function blocks(language: string, text = runbook): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, code = ""]) =>
    code.trim(),
  );
}

/** The text of a page. */
function page(path: string): string {
  const text = pages.get(path);
  if (text === undefined) throw new Error(`no page ${path}`);
  return text;
}

/** The rows of a page's query for a stall. */
async function rowsOf(path: string, nth = 0, stallId = "B12"): Promise<Row[]> {
  const query = blocks("sql", page(path))[nth] ?? "";
  return (await select(query.replaceAll("'B12'", `'${stallId}'`))).map((line) => JSON.parse(line) as Row);
}

const column = (found: readonly Row[], ...names: string[]): (string | null | undefined)[][] =>
  found.map((row) => names.map((name) => row[name]));

describe("docs/operations", () => {
  it.each([
    { language: "SQL", least: 20, queries: () => blocks("sql"), run: select },
    {
      language: "Temporal",
      least: 10,
      queries: () => blocks("temporal").flatMap((text) => text.split("\n")),
      run: count,
    },
  ])("contains only $language queries that run", async ({ least, queries, run }) => {
    expect(queries().length).toBeGreaterThan(least);
    const broken: string[] = [];
    for (const query of queries())
      await run(query).catch((error: unknown) => broken.push(`${String(error)}: ${query}`));
    expect(broken).toEqual([]);
  });

  it("shows after a query what it prints", async () => {
    const shown = [...runbook.matchAll(/^```sql\n((?:(?!```)[\s\S])*)```\n\n```text\n(.*)\n/gm)];
    expect(shown.length).toBeGreaterThan(4);
    for (const [, query = "", heads = ""] of shown) {
      const [printed = ""] = await runSqlCommand([filledIn(query)], test.mela.db.url);
      expect(heads.trim().split(/ {2,}/)).toEqual(printed.trim().split(/ {2,}/));
    }
  });

  describe("why a stall is not free", () => {
    const PAGE = "questions/why-is-b12-not-free.md";
    it.each([
      ["B12", [["paying", null]]],
      ["B14", [["sold", null]]],
      ["B50", [["blocked", "pillar"]]],
      ["B20", []],
    ])("%s", async (stallId, expected) => {
      expect(column(await rowsOf(PAGE, 0, stallId), "state", "block_reason")).toEqual(expected);
    });

    it("a hold that is over, though not released, is recognised by its time", async () => {
      const [hold] = await rowsOf(PAGE, 0, "B40");
      expect(hold?.["state"]).toBe("held");
      const [now] = await select("SELECT clock_timestamp() AT TIME ZONE 'Asia/Kolkata' AS now");
      const { now: text } = JSON.parse(now ?? "{}") as { now: string };
      expect(String(hold?.["held_until_ist"]) < text).toBe(true);
    });
  });

  describe("why a stall was released", () => {
    const PAGE = "questions/why-was-b12-released-at-1403.md";
    it.each([
      [
        "B12",
        [
          ["payment_opened", "provider"],
          ["payment_started", "visitor"],
          ["registered", "visitor"],
          ["reserved", "visitor"],
          ["hold_released", "system"],
          ["reserved", "visitor"],
          ["moved", "operator"],
          ["invoice_issued", "system"],
          ["sold", "provider"],
          ["payment_opened", "provider"],
          ["payment_started", "visitor"],
          ["registered", "visitor"],
          ["reserved", "visitor"],
        ],
      ],
      ["B14", [["moved", "operator"]]],
    ])("%s, newest first, moves from and to it included", async (stallId, expected) => {
      const found = await rowsOf(PAGE, 0, stallId);
      expect(column(found, "kind", "actor")).toEqual(expected);
      expect(found.find(({ kind }) => kind === "moved")).toMatchObject({
        note: "B12 to B14",
        booking_id: moved.bookingId,
      });
    });

    it("a sale that was cancelled, and one paid late", async () => {
      expect(column(await rowsOf(PAGE, 0, "B20"), "kind").flat()).toContain("cancelled");
      expect(column(await rowsOf(PAGE, 0, "B30"), "kind", "note")).toEqual(
        expect.arrayContaining([
          ["payment_released", "payment_expired"],
          ["sold_late", expect.stringContaining("MELA")],
        ]),
      );
      expect(column(await rowsOf(PAGE, 0, "B31"), "kind").flat()).toContain("stall_offered");
    });

    it("the audit log names who moved it and why", async () => {
      expect(column(await rowsOf(PAGE, 1), "administrator", "action", "reason")).toEqual([
        ["vasudha", "booking_moved", "asked for by phone"],
      ]);
    });
  });

  it("finds the payment and the mails of somebody who has none", async () => {
    const path = "questions/she-paid-and-has-no-mail.md";
    expect(column(await rowsOf(path), "stall_id", "state", "order_state", "payments", "booking_id")).toEqual([
      ["B14", "sold", "paid", "1", moved.bookingId],
    ]);
    expect(column(await rowsOf(path, 1), "template", "state")).toEqual([
      ["booking-confirmed", "queued"],
      ["booking-link", "queued"],
      ["booking-moved", "queued"],
    ]);
  });

  it("reads a booking from its first to its last stall", async () => {
    const stalls = column(await rowsOf("questions/read-its-history.md"), "stall_id", "kind");
    expect(stalls[0]).toEqual(["B12", "reserved"]);
    expect(stalls.at(-1)).toEqual(["B14", "moved"]);
  });

  it("explains every kind of issue", () => {
    const table = page("issues.md");
    const explained = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, kind]) => kind);
    expect(explained.sort()).toEqual([...ISSUE_KINDS].sort());
  });

  it("is checked by queries that fail on an unknown column or attribute", async () => {
    await expect(select("SELECT colour FROM bookings")).rejects.toThrow("colour");
    await expect(count('Colour = "red"')).rejects.toThrow("Colour");
  });

  it("is read by a command that cannot write", async () => {
    await expect(select("DELETE FROM mails")).rejects.toThrow("read-only");
    await expect(select("SET transaction_read_only = off; DELETE FROM mails")).rejects.toThrow("multiple commands");
    await expect(runSqlCommand([], test.mela.db.url)).rejects.toThrow("Usage");
  });
});

describe("Temporal's history, read by the documented commands", () => {
  let worker: TestWorker;
  beforeAll(async () => {
    const activities = test.get(BookingActivities);
    worker = await TestWorker.start({
      lookUpBooking: activities.lookUpBooking.bind(activities),
      releaseExpiredHold: activities.releaseExpiredHold.bind(activities),
    });
    // A run up to the sale, and one for the move, as the relay starts them.
    const nudges = await test.mela.query<{ payload: WorkflowNudge }>(
      "SELECT payload FROM outbox WHERE topic = 'workflow' AND payload->>'workflowId' = $1 ORDER BY id",
      [`stall-booking/${moved.bookingId}`],
    );
    const { payload } = nudges.at(-1) ?? {};
    for (let runs = 0; runs < 2; runs += 1) {
      const handle = await worker.workflows.start(payload?.workflowType ?? "", {
        workflowId: payload?.workflowId ?? "",
        taskQueue: worker.taskQueue,
        args: [...(payload?.args ?? [])],
      });
      await handle.result();
    }
  });
  afterAll(() => worker.close());

  /** Runs the documented command that contains `text`. @returns what it prints */
  async function documented(text: string, changes: (command: string) => string = (command) => command) {
    const command = blocks("sh")
      .flatMap((block) => block.split("\n"))
      .find((line) => line.startsWith("npm run temporal -- ") && line.includes(text));
    const words = changes(filledIn(command ?? "").replace("npm run temporal -- ", "")).match(/'[^']*'|\S+/g) ?? [];
    const { stdout } = await promisify(execFile)(
      process.env["TEMPORAL_CLI"] ?? "",
      words.map((word) => word.replaceAll("'", "")),
      {
        env: { ...process.env, TEMPORAL_ADDRESS: process.env["TEMPORAL_ADDRESS"] ?? "", HOME: `/tmp/${randomUUID()}` },
      },
    );
    return stdout;
  }

  it("a query prints the whole history of the moved booking, from the newest run", async () => {
    const printed = await documented("--type history");
    for (const text of ["reserved", "sold", "moved", "B14", moved.orderId]) expect(printed).toContain(text);
  });

  it("lists the runs of a workflow, and shows the earlier one by its id", async () => {
    let runs: { execution: { runId: string } }[] = [];
    await until("both runs to be listed", async () => {
      runs = JSON.parse(await documented("'WorkflowId =", (command) => `${command} -o json`)) as typeof runs;
      return runs.length === 2;
    });
    const first = runs.at(-1)?.execution.runId ?? "";
    const shown = await documented("--run-id", (command) => `${command.replace("<run id>", first)} -o json`);
    const { events } = JSON.parse(shown) as {
      events: { eventType: string; userMetadata?: { summary?: { data?: string } } }[];
    };
    const markers = events.filter(({ eventType }) => eventType === "EVENT_TYPE_MARKER_RECORDED");
    expect(markers.length).toBeGreaterThan(0);
    const { summary } = markers[0]?.userMetadata ?? {};
    expect(Buffer.from(summary?.data ?? "", "base64").toString()).toContain("Look up the booking");
  });
});
