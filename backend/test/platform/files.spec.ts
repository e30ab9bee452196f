import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { type CellObject, read, utils } from "@e965/xlsx";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { FileColumn } from "@sakhi/domain/fields/cells";
import { unzipSync } from "fflate";
import { csvStream } from "../../src/platform/files/csv.js";
import { oneBatch, tableOf } from "../../src/platform/files/tables.js";
import { xlsxStream } from "../../src/platform/files/xlsx.js";
import { zipStream } from "../../src/platform/files/zip.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";

interface Row {
  readonly name: string;
  readonly number: string;
  readonly paise: number;
}

const COLUMNS: readonly FileColumn<Row>[] = [
  { name: "Name", cell: ({ name }) => name },
  { name: "Number", cell: ({ number }) => number },
  { name: "Amount", cell: ({ paise }) => ({ paise }), total: true },
  { name: "Count", cell: () => 7 },
  { name: "Day", cell: () => ({ day: "2026-11-05" }) },
  { name: "At", cell: () => ({ at: new Date("2026-11-05T18:30:05Z") }) },
  { name: "Nothing", cell: () => null },
];
const ROWS: readonly Row[] = [
  { name: "=SUM(A1:A2)", number: "123456789012345678", paise: 2_430_050 },
  { name: 'Meera & <"Töchter"> _x0041_ मीरा 🪔', number: "00042", paise: -5 },
  { name: "tab\tline\nend\u0001\uD800", number: "x".repeat(33_000), paise: 0 },
];

describe("a table as a file", () => {
  it("is a CSV that Excel opens right, with its totals", async () => {
    const file = await buffer(csvStream(tableOf("t", COLUMNS, oneBatch(ROWS.slice(0, 2)))));
    expect(file.toString("utf8")).toBe(
      [
        "\uFEFFName,Number,Amount,Count,Day,At,Nothing",
        "'=SUM(A1:A2),'123456789012345678,24300.50,7,2026-11-05,2026-11-06 00:00:05,",
        '"Meera & <""Töchter""> _x0041_ मीरा 🪔",\'00042,-0.05,7,2026-11-05,2026-11-06 00:00:05,',
        "Total,,24300.45,,,,\r\n",
      ].join("\r\n"),
    );
  });

  it("is a workbook that another program reads: texts as texts, amounts and days as numbers", async () => {
    const tables = [
      tableOf("first & last", COLUMNS, oneBatch(ROWS)),
      tableOf("empty", COLUMNS.slice(0, 1), oneBatch<Row>([])),
    ];
    const book = read(await buffer(xlsxStream(tables)), { cellNF: true });
    expect(book.SheetNames).toEqual(["first & last", "empty"]);
    const sheet = book.Sheets["first & last"] ?? {};
    const cells = utils.sheet_to_json<(string | number)[]>(sheet, { header: 1, raw: true });
    expect(cells.slice(0, 4).map((row) => row.slice(0, 4))).toEqual([
      ["Name", "Number", "Amount", "Count"],
      ["=SUM(A1:A2)", "123456789012345678", 24_300.5, 7],
      ['Meera & <"Töchter"> _x0041_ मीरा 🪔', "00042", -0.05, 7],
      ["tab\tline\nend", `${"x".repeat(32_766)}…`, 0, 7],
    ]);
    expect([cells[4]?.[0], cells[4]?.[2]]).toEqual(["Total", 24_300.45]);
    const types = ["A2", "B2", "C2"].map((at) => [(sheet[at] as CellObject).t, (sheet[at] as CellObject).f]);
    expect(types).toEqual([
      ["s", undefined],
      ["s", undefined],
      ["n", undefined],
    ]);
    const shown = utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false });
    expect(shown[1]?.slice(2, 6)).toEqual(["24300.50", "7", "05-Nov-2026", "2026-11-06 00:00:05"]);
  });

  it("is cut off when a part of it fails, so that nobody takes it for whole", async () => {
    const broken = zipStream([
      { name: "a.txt", content: () => ["whole"] },
      {
        name: "b.txt",
        content: async function* () {
          yield await Promise.resolve("half");
          throw new Error("the disk is gone");
        },
      },
    ]);
    await expect(buffer(broken)).rejects.toThrow("the disk is gone");
    const whole = await buffer(zipStream([{ name: "a.txt", stored: true, content: () => ["whole"] }]));
    expect(Object.entries(unzipSync(whole)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([
      ["a.txt", "whole"],
    ]);
  });
});

describe("a long table", () => {
  const COUNT = 100_000;
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.close());

  it(`of ${COUNT} rows is written in constant memory, as fast as it is read`, async () => {
    const wide: readonly FileColumn<{ readonly n: number; readonly text: string }>[] = [
      { name: "n", cell: ({ n }) => n },
      ...Array.from({ length: 11 }, (_, index) => ({
        name: `text ${index}`,
        cell: ({ text: of }: { readonly text: string }) => `${index} ${of}`,
      })),
    ];
    let made = 0;
    const rows = async function* () {
      const sql = `SELECT n, md5(n::text) AS text FROM generate_series(1, ${COUNT}) n`;
      for await (const batch of db.database.batches<{ n: number; text: string }>(sql)) {
        made += batch.length;
        yield batch;
      }
    };
    const file = xlsxStream([tableOf("long", wide, rows())]);
    await once(file, "readable");
    // Nobody reads on: what is made waits for its reader.
    const atRest = async (): Promise<number> => {
      for (let before = -1; before !== made;) {
        before = made;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return made;
    };
    expect(await atRest()).toBeLessThan(20_000);
    globalThis.gc?.();
    const base = process.memoryUsage();
    let [bytes, most] = [0, 0];
    for await (const part of file as AsyncIterable<Buffer>) {
      bytes += part.length;
      const { heapUsed, external } = process.memoryUsage();
      most = Math.max(most, heapUsed + external - base.heapUsed - base.external);
    }
    expect([made, bytes > 1_500_000]).toEqual([COUNT, true]);
    // The rows are some 50 MB of text, and more as XML; most of what is measured is garbage.
    expect(most).toBeLessThan(120_000_000);
  });
});
