import type { Cell, FileColumn } from "../fields/cells.js";
import type { Paise } from "../money/money.js";
import { type Amounts, DOCUMENT_KINDS, NO_AMOUNTS, placeTitle, sumOf } from "./gst-document.js";
import { effectOf, type Figure, type Line, type Pack } from "./gstr1.rules.js";
import { AMENDED, type Gstr1Table } from "./gstr1.tables.js";
import { filingPeriod, monthTitle } from "./months.js";

/** A sheet of the workbook. */
export interface Sheet {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** What a document's sheet says of a line; amounts of a withdrawn document are zero. */
interface SheetLine extends Amounts {
  readonly line: Line;
  readonly number: string;
  readonly day: string;
  readonly place: string;
  readonly rate: number;
  readonly gstin: string | null;
  readonly name: string;
}

const money = (paise: Paise): Cell => ({ paise });

const COLUMNS = {
  gstin: { name: "GSTIN/UIN of Recipient", cell: ({ gstin }) => gstin },
  name: { name: "Receiver Name", cell: ({ name }) => name },
  originalNumber: { name: "Original Number", cell: ({ line }) => line.takes?.number },
  originalDay: { name: "Original Date", cell: ({ line }) => line.takes && { day: line.takes.day } },
  number: { name: "Invoice Number", cell: ({ number }) => number },
  day: { name: "Invoice date", cell: ({ day }) => ({ day }) },
  noteNumber: { name: "Note Number", cell: ({ number }) => number },
  noteDay: { name: "Note Date", cell: ({ day }) => ({ day }) },
  noteType: {
    name: "Note Type",
    cell: ({ line }) => DOCUMENT_KINDS[(line.gives ?? line.takes)?.kind ?? "credit_note"].note,
  },
  value: { name: "Invoice Value", cell: ({ total }) => money(total) },
  noteValue: { name: "Note Value", cell: ({ total }) => money(total) },
  urType: { name: "UR Type", cell: () => "B2CL" },
  place: { name: "Place Of Supply", cell: ({ place }) => placeTitle(place) },
  reverse: { name: "Reverse Charge", cell: () => "N" },
  type: { name: "Invoice Type", cell: () => "Regular B2B" },
  noteSupply: { name: "Note Supply Type", cell: () => "Regular B2B" },
  rate: { name: "Rate", cell: ({ rate }) => rate },
  taxable: { name: "Taxable Value", cell: ({ taxable }) => money(taxable) },
  igst: { name: "Integrated Tax Amount", cell: ({ igst }) => money(igst) },
  cgst: { name: "Central Tax Amount", cell: ({ cgst }) => money(cgst) },
  sgst: { name: "State/UT Tax Amount", cell: ({ sgst }) => money(sgst) },
  cess: { name: "Cess Amount", cell: () => money(0) },
} as const satisfies Record<string, FileColumn<SheetLine>>;

const { place, rate, taxable, igst, cgst, sgst, cess } = COLUMNS;
const AMOUNT_COLUMNS = [rate, taxable, igst, cgst, sgst, cess];
const { number, day, value, noteNumber, noteDay, noteType, noteValue } = COLUMNS;
const REGISTERED = [COLUMNS.gstin, COLUMNS.name];
const ORIGINAL = [COLUMNS.originalNumber, COLUMNS.originalDay];

/** Columns of the tables that list documents, in the offline tool's order and words, each tax besides its sum's rate. */
const LISTED: Readonly<Record<Exclude<Gstr1Table, "b2cs" | "b2csa">, readonly FileColumn<SheetLine>[]>> = {
  b2b: [...REGISTERED, number, day, value, place, COLUMNS.reverse, COLUMNS.type, ...AMOUNT_COLUMNS],
  b2cl: [number, day, value, place, ...AMOUNT_COLUMNS],
  cdnr: [
    ...[...REGISTERED, noteNumber, noteDay, noteType, place, COLUMNS.reverse, COLUMNS.noteSupply, noteValue],
    ...AMOUNT_COLUMNS,
  ],
  cdnur: [COLUMNS.urType, noteNumber, noteDay, noteType, place, noteValue, ...AMOUNT_COLUMNS],
  b2ba: [...REGISTERED, ...ORIGINAL, number, day, value, place, COLUMNS.reverse, COLUMNS.type, ...AMOUNT_COLUMNS],
  b2cla: [...ORIGINAL, number, day, value, place, ...AMOUNT_COLUMNS],
  cdnra: [
    ...[...REGISTERED, ...ORIGINAL, noteNumber, noteDay, noteType, place, COLUMNS.reverse, COLUMNS.noteSupply],
    ...[noteValue, ...AMOUNT_COLUMNS],
  ],
  cdnura: [COLUMNS.urType, ...ORIGINAL, noteNumber, noteDay, noteType, place, noteValue, ...AMOUNT_COLUMNS],
};

/** The workbook of a return: a sheet for each table that it has, one of Table 12, of Table 13 and of GSTR-3B. */
export function gstr1Sheets(pack: Pack, names: ReadonlyMap<string, string>): readonly Sheet[] {
  const listed = Object.entries(LISTED).flatMap(([table, columns]): Sheet[] => {
    const lines = pack.lines.filter((line) => line.table === table);
    const isFirst = table in AMENDED;
    if (lines.length === 0 && !isFirst) return [];
    const rows = lines.map((line) => sheetLine(line, names));
    return [
      {
        name: table,
        columns: columns.map(({ name }) => name),
        rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
      },
    ];
  });
  return [
    ...listed,
    b2csSheet(pack),
    ...b2csaSheet(pack),
    hsnSheet(pack, "b2b"),
    hsnSheet(pack, "b2c"),
    docs(pack),
    gstr3b(pack),
  ];
}

function sheetLine(line: Line, names: ReadonlyMap<string, string>): SheetLine {
  const document = line.gives ?? line.takes;
  if (document === null) throw new RangeError("A line is about a document.");
  const { number: of } = document;
  return { ...document, ...(line.gives ?? NO_AMOUNTS), line, number: of, name: names.get(of) ?? "" };
}

const SUMS = ["Taxable Value", "Integrated Tax Amount", "Central Tax Amount", "State/UT Tax Amount", "Cess Amount"];
const sums = (amounts: Amounts): readonly Cell[] => [
  ...[money(amounts.taxable), money(amounts.igst), money(amounts.cgst), money(amounts.sgst), money(0)],
];

function b2csSheet({ figures }: Pack): Sheet {
  const rows = figures.filter(({ table }) => table === "b2cs");
  return {
    name: "b2cs",
    columns: ["Type", "Place Of Supply", "Rate", ...SUMS],
    rows: rows.map((figure) => ["OE", ...placeAndRate(figure), ...sums(figure)]),
  };
}

function placeAndRate({ key }: Figure): readonly Cell[] {
  const [at = "", percent = ""] = key.split(":");
  return [placeTitle(at), Number(percent)];
}

function b2csaSheet({ revised }: Pack): readonly Sheet[] {
  if (revised.length === 0) return [];
  const rows = revised.map(({ first, place: at, rate: percent, ...amounts }) => [
    ...[monthTitle(first), placeTitle(at), "OE", percent],
    ...sums(amounts),
  ]);
  return [{ name: "b2csa", columns: ["Original Month", "Place Of Supply", "Type", "Rate", ...SUMS], rows }];
}

function hsnSheet({ hsn }: Pack, side: "b2b" | "b2c"): Sheet {
  return {
    name: `hsn(${side})`,
    columns: ["HSN", "UQC", "Total Quantity", "Total Value", "Rate", ...SUMS],
    rows: hsn
      .filter((figure) => figure.side === side)
      .map((figure) => [figure.sac, "NA", 0, money(figure.total), figure.rate, ...sums(figure)]),
  };
}

function docs({ series }: Pack): Sheet {
  return {
    name: "docs",
    columns: ["Nature of Document", "Sr. No. From", "Sr. No. To", "Total Number", "Cancelled", "Numbers not issued"],
    rows: series.map(({ kind, from, to, total, cancelled, gaps }) => [
      ...[DOCUMENT_KINDS[kind].nature[1], from, to, total, cancelled],
      gaps.map((gap) => (gap.count === 1 ? gap.from : `${gap.from} to ${gap.to}`)).join("; "),
    ]),
  };
}

function gstr3b({ month, gstin, summary, lines }: Pack): Sheet {
  const amended = sumOf(lines.filter(({ table }) => !(table in AMENDED)).map(effectOf));
  return {
    name: "GSTR-3B",
    columns: [`${gstin}, ${filingPeriod(month)}`, "Place Of Supply", ...SUMS],
    rows: [
      ["3.1(a) Outward taxable supplies (other than zero rated, nil rated and exempted)", "", ...sums(summary.taxed)],
      ["3.1(c) Other outward supplies (nil rated, exempted)", "", ...sums(summary.exempt)],
      ...summary.interState.map(({ place: at, ...amounts }) => [
        ...["3.2 Supplies made to unregistered persons", placeTitle(at)],
        ...sums(amounts),
      ]),
      ["Of these: amendments of earlier months", "", ...sums(amended)],
    ],
  };
}
