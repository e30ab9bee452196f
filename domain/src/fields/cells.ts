import type { Paise } from "../money/money.js";

/**
 * A cell of a file that people take away: a text, a number, an amount, an instant, a day in India (YYYY-MM-DD), or nothing.
 * Each kind of file writes it in its own way; what it is stands here once.
 */
export type Cell =
  | string
  | number
  | { readonly paise: Paise }
  | { readonly at: Date }
  | { readonly day: string }
  | null
  | undefined;

/** A column of such a file. */
export interface FileColumn<Row> {
  readonly name: string;
  readonly cell: (row: Row) => Cell;
  /** Its amounts are added up in the last row. */
  readonly total?: true;
}

/** Kinds of files that a table is exported as. */
export const FILE_FORMATS = ["csv", "xlsx"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** The amount of a cell; 0 for any other. */
export function paiseIn(cell: Cell): Paise {
  return typeof cell === "object" && cell !== null && "paise" in cell ? cell.paise : 0;
}

/** Paise as rupees with two decimals: 2430000 is "24300.00". */
export function rupeesText(paise: Paise): string {
  const whole = Math.trunc(Math.abs(paise) / 100);
  return `${paise < 0 ? "-" : ""}${whole}.${String(Math.abs(paise) % 100).padStart(2, "0")}`;
}
