import { documentSeries, type LastNumbers, type Series } from "./document-series.js";
import {
  type Amounts,
  type GstDocument,
  isInterState,
  lessOf,
  NO_AMOUNTS,
  placeTitle,
  signed,
  sumOf,
} from "./gst-document.js";
import { AMENDED, GSTR1_TABLE_NAMES, type Gstr1Table, tableOf } from "./gstr1.tables.js";
import type { Month } from "./months.js";
import { type ClosedMonth, lastReported, type Reported, reportedIn } from "./return-months.js";

/** What a return says of a document in one of its tables. */
export interface Line {
  readonly table: Gstr1Table;
  /** What it reports; null if the document left the table. */
  readonly gives: GstDocument | null;
  /** What an earlier return reported of it in this table's place; amendments only. */
  readonly takes: GstDocument | null;
  /** The month of that return; amendments only. */
  readonly first: Month | null;
}

/** A figure of a table, with the documents that it is made of. */
export interface Figure extends Amounts {
  readonly table: Gstr1Table;
  /** Names it within its table. */
  readonly key: string;
  /** Of place and rate, or the recipient's GSTIN. */
  readonly title: string;
  /** Of the return whose sum it amends; null of others. */
  readonly first: Month | null;
  readonly numbers: readonly string[];
}

/** A row of Table 12. */
export interface HsnFigure extends Amounts {
  readonly side: "b2b" | "b2c";
  readonly key: string;
  readonly sac: string;
  readonly rate: number;
  readonly numbers: readonly string[];
}

/** An amended sum of Table 7: what the month's sum is now. */
export interface RevisedSum extends Amounts {
  /** Of the return that reported it. */
  readonly first: Month;
  readonly place: string;
  readonly rate: number;
  readonly interState: boolean;
}

/** Rows of GSTR-3B that this business has. */
export interface Gstr3b {
  /** 3.1(a): taxable outward supplies. */
  readonly taxed: Amounts;
  /** 3.1(c): nil rated and exempt ones. */
  readonly exempt: Amounts;
  /** 3.2: of 3.1(a), inter-state supplies to unregistered recipients, by place of supply. */
  readonly interState: readonly (Amounts & { readonly place: string; readonly numbers: readonly string[] })[];
}

/** The return of a month. */
export interface Pack {
  readonly month: Month;
  readonly gstin: string;
  readonly lines: readonly Line[];
  readonly figures: readonly Figure[];
  readonly hsn: readonly HsnFigure[];
  readonly series: readonly Series[];
  readonly revised: readonly RevisedSum[];
  readonly summary: Gstr3b;
  readonly total: Amounts;
}

/** What a return is made of. */
export interface ReturnInput {
  readonly month: Month;
  /** The organisation's GSTIN, which the return is of. */
  readonly gstin: string;
  /** At least those of the month; for the first open month all before it too. */
  readonly documents: readonly GstDocument[];
  /** In order. */
  readonly closed: readonly ClosedMonth[];
  readonly lastNumbers: LastNumbers;
}

/** The return of a month. Every sum is made of the same lines, so that no two can differ. */
export function packOf({ month, gstin, documents, closed, lastNumbers }: ReturnInput): Pack {
  const reported = reportedIn(month, documents, closed);
  const lines = reported.flatMap(linesOf);
  const own = reported.filter(({ amends }) => amends === undefined).map(({ document }) => document);
  return {
    ...{ month, gstin, lines },
    figures: figuresOf(lines),
    hsn: hsnOf(lines),
    series: documentSeries(month, own, lastNumbers),
    revised: revisedOf(lines, [...closed.filter((each) => each.month < month), { month, reported }]),
    summary: summaryOf(lines),
    total: sumOf(lines.map(effectOf)),
  };
}

/** What a line changes in the sums of its month. */
export function effectOf({ gives, takes }: Pick<Line, "gives" | "takes">): Amounts {
  return lessOf(gives === null ? NO_AMOUNTS : signed(gives), takes === null ? NO_AMOUNTS : signed(takes));
}

/** The document that a line is about. */
export function aboutOf({ gives, takes }: Pick<Line, "gives" | "takes">): GstDocument {
  const document = gives ?? takes;
  if (document === null) throw new RangeError("A line is about a document.");
  return document;
}

function linesOf({ document, amends }: Reported): readonly Line[] {
  const to = tableOf(document);
  if (amends === undefined) return [{ table: to, gives: document, takes: null, first: null }];
  const { was, first } = amends;
  const from = tableOf(was);
  const amended = AMENDED[from];
  // A sum of Table 7 is of one place and rate: what moves between two changes both.
  const isMoved = from === "b2cs" && (was.place !== document.place || was.rate !== document.rate);
  if (from === to && !isMoved) return [{ table: amended, gives: document, takes: was, first }];
  const left: Line = { table: amended, gives: null, takes: was, first };
  return from === to
    ? [left, { table: amended, gives: document, takes: null, first }]
    : [left, { table: to, gives: document, takes: null, first: null }];
}

/** Key and title of the figure that a line adds to, and the month whose sum it amends. */
function figureOf(line: Line): readonly [key: string, title: string, first: Month | null] {
  const { gstin, place, rate } = aboutOf(line);
  const place7 = `${placeTitle(place)}, ${rate} %`;
  if (line.table === "b2cs") return [`${place}:${rate}`, place7, null];
  if (line.table === "b2csa") {
    const first = line.first ?? "";
    return [`${first}:${place}:${rate}`, place7, first];
  }
  return gstin === null ? [place, placeTitle(place), null] : [gstin, gstin, null];
}

function figuresOf(lines: readonly Line[]): readonly Figure[] {
  return grouped(lines, (line) => `${line.table} ${figureOf(line)[0]}`)
    .map(([first, all]): Figure => {
      const [key, title, month] = figureOf(first);
      return { table: first.table, key, title, first: month, numbers: numbersOf(all), ...sumOf(all.map(effectOf)) };
    })
    .toSorted(
      (a, b) => GSTR1_TABLE_NAMES.indexOf(a.table) - GSTR1_TABLE_NAMES.indexOf(b.table) || (a.key < b.key ? -1 : 1),
    );
}

/** A line of Table 12 counts under what it gives; what it takes counts where that was. */
function hsnOf(lines: readonly Line[]): readonly HsnFigure[] {
  const keyOf = ({ gstin, sac, rate }: GstDocument) => `${gstin === null ? "b2c" : "b2b"}:${sac}:${rate}`;
  const halves = lines.flatMap(({ gives, takes }) => [
    ...(gives === null ? [] : [{ gives, takes: null }]),
    ...(takes === null ? [] : [{ gives: null, takes }]),
  ]);
  return grouped(halves, (half) => keyOf(aboutOf(half)))
    .map(([first, all]): HsnFigure => {
      const { gstin, sac, rate } = aboutOf(first);
      const side = gstin === null ? "b2c" : "b2b";
      return { side, key: `${side}:${sac}:${rate}`, sac, rate, numbers: numbersOf(all), ...sumOf(all.map(effectOf)) };
    })
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

/** The sums of Table 7 that a return amends, as they are with it. @param months up to and with it */
function revisedOf(lines: readonly Line[], months: readonly ClosedMonth[]): readonly RevisedSum[] {
  const amended = lines.filter(({ table }) => table === "b2csa");
  const now = [...lastReported(months).values()].filter(({ document }) => tableOf(document) === "b2cs");
  return grouped(amended, (line) => figureOf(line)[0]).map(([line]): RevisedSum => {
    const { place, rate, seller } = aboutOf(line);
    const first = line.first ?? "";
    const parts = now.filter(
      ({ document, first: of }) => of === first && document.place === place && document.rate === rate,
    );
    return {
      ...{ first, place, rate, interState: isInterState({ seller, place }) },
      ...sumOf(parts.map(({ document }) => signed(document))),
    };
  });
}

function summaryOf(lines: readonly Line[]): Gstr3b {
  const halves = lines.flatMap(({ gives, takes }) => [
    ...(gives === null ? [] : [{ document: gives, amounts: signed(gives) }]),
    ...(takes === null ? [] : [{ document: takes, amounts: lessOf(NO_AMOUNTS, signed(takes)) }]),
  ]);
  const of = (some: typeof halves) => sumOf(some.map(({ amounts }) => amounts));
  const taxed = halves.filter(({ document }) => document.rate > 0);
  const unregistered = taxed.filter(({ document }) => document.gstin === null && isInterState(document));
  return {
    taxed: of(taxed),
    exempt: of(halves.filter(({ document }) => document.rate === 0)),
    interState: grouped(unregistered, ({ document }) => document.place)
      .map(([first, all]) => ({
        place: first.document.place,
        numbers: [...new Set(all.map(({ document }) => document.number))],
        ...of(all),
      }))
      .toSorted((a, b) => (a.place < b.place ? -1 : 1)),
  };
}

const numbersOf = (lines: readonly Pick<Line, "gives" | "takes">[]): readonly string[] => [
  ...new Set(lines.map((line) => aboutOf(line).number)),
];

/** Groups by a key, each with its first element, in order of appearance. */
function grouped<T>(all: readonly T[], keyOf: (one: T) => string): readonly (readonly [first: T, all: T[]])[] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [[first, group] as const];
  });
}
