import { type Cell, type FileColumn, paiseIn } from "@sakhi/domain/fields/cells";

/** A table of a file: its head, and its rows in batches. */
export interface FileTable {
  /** Name of its sheet. */
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>;
}

/**
 * A table of declared columns. If one of them has totals, a last row has the sums of those, counted while the rows pass.
 *
 * @param name of its sheet
 */
export function tableOf<Row>(
  name: string,
  columns: readonly FileColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): FileTable {
  return { name, head: columns.map((column) => column.name), rows: cellsOf(columns, batches) };
}

/** Rows that are in memory, as one batch. */
export async function* oneBatch<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield await Promise.resolve(rows);
}

async function* cellsOf<Row>(
  columns: readonly FileColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const sums = columns.map(() => 0);
  for await (const rows of batches) {
    yield rows.map((row) =>
      columns.map(({ cell, total }, index) => {
        const value = cell(row);
        if (total === true) sums[index] = (sums[index] ?? 0) + paiseIn(value);
        return value;
      }),
    );
  }
  if (!columns.some(({ total }) => total)) return;
  yield [
    columns.map(({ total }, index) => (total === true ? { paise: sums[index] ?? 0 } : index === 0 ? "Total" : "")),
  ];
}
