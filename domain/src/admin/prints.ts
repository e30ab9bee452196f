/** What can be printed of an event's sold stalls. */
export const PRINT_KINDS = ["by-stall", "by-name", "by-type", "door-signs", "name-boards", "plan"] as const;
export type PrintKind = (typeof PRINT_KINDS)[number];

/** Kinds that are for operators and have the holders' names; the others hang on walls, where all read them. */
const LISTS = ["by-stall", "by-name", "by-type"] as const satisfies readonly PrintKind[];
export type ListKind = (typeof LISTS)[number];

export const isList = (kind: PrintKind): kind is ListKind => (LISTS as readonly PrintKind[]).includes(kind);

/** A sold stall, as it is printed. */
export interface PrintedStall {
  readonly stallId: string;
  /** What people read: "Standard". */
  readonly type: string;
  /** The name at the stall; empty if none was given. */
  readonly brand: string;
  /** Of the holder; empty in what all read. */
  readonly name: string;
  /** How many required papers are not there; 0 in what all read. */
  readonly missing: number;
  /** When it is set up, in short; in the lists, of an event with times to set up. */
  readonly setup?: string;
  /** Address of the brand's page, if its owner shows the stall there and the page is live. */
  readonly page?: string;
}

const BY_LETTERS = new Intl.Collator("en-IN", { numeric: true, sensitivity: "base" });

/** Compares stalls by letter, then number: A1, A2, A20, B1. */
const byStall = (a: PrintedStall, b: PrintedStall): number => BY_LETTERS.compare(a.stallId, b.stallId);

/** Who a line of the list by name is filed under: the holder, or the brand where no name is known. */
const filedUnder = ({ name, brand }: PrintedStall): string => (name.trim() === "" ? brand : name).trim();

const ORDERS: Readonly<Partial<Record<PrintKind, (a: PrintedStall, b: PrintedStall) => number>>> = {
  "by-name": (a, b) => BY_LETTERS.compare(filedUnder(a), filedUnder(b)) || byStall(a, b),
  "by-type": (a, b) => BY_LETTERS.compare(a.type, b.type) || byStall(a, b),
};

/**
 * The stalls of a print in its order. Persons' names and what papers lack are in the lists only.
 *
 * @param stalls every sold stall, in any order
 */
export function printed(kind: PrintKind, stalls: readonly PrintedStall[]): readonly PrintedStall[] {
  const shown = isList(kind) ? stalls : stalls.map((stall) => ({ ...stall, name: "", missing: 0 }));
  return shown.toSorted(ORDERS[kind] ?? byStall);
}
