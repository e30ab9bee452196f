/** A finite number, or text. A measure without a value omits the column. */
export type Cell = string | number;
export type Row = Readonly<Record<string, Cell>>;

/** Result of one measure. */
export interface Result {
  readonly title: string;
  /** How it was measured, in one paragraph. */
  readonly about: string;
  readonly rows: readonly Row[];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length % 2 === 1) return sorted[middle] ?? Number.NaN;
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** Range of the values, in % of their median. */
export function spread(values: readonly number[]): number {
  if (values.length < 2) return 0;
  return ((Math.max(...values) - Math.min(...values)) / Math.max(median(values), Number.MIN_VALUE)) * 100;
}

/** Formats with three significant digits. */
export function shown(cell: Cell): string {
  if (typeof cell === "string") return cell;
  const size = Math.abs(cell);
  const digits = size >= 100 || Number.isInteger(cell) ? 0 : size >= 10 ? 1 : 2;
  return cell.toLocaleString("en-GB", { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

/** Formats rows as a Markdown table with the columns of all rows. */
export function markdown(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const isNumber = (column: string): boolean => rows.some((row) => typeof row[column] === "number");
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(columns),
    line(columns.map((column) => (isNumber(column) ? "---:" : "---"))),
    ...rows.map((row) => line(columns.map((column) => shown(row[column] ?? "")))),
  ].join("\n");
}
