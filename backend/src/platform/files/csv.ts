import { Readable } from "node:stream";
import { BYTE_ORDER_MARK, csvLine } from "@sakhi/domain/fields/csv";
import { cellText } from "./cell-text.js";
import type { FileTable } from "./tables.js";

/** A table as CSV: UTF-8 with a byte order mark, made as it is read. */
export function csvStream(table: FileTable): Readable {
  // Not in object mode: the stream then buffers by bytes, and backpressure works.
  return Readable.from(lines(table), { objectMode: false });
}

async function* lines({ head, rows }: FileTable): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(head);
  for await (const batch of rows) {
    if (batch.length > 0) yield batch.map((row) => csvLine(row.map(cellText))).join("");
  }
}
