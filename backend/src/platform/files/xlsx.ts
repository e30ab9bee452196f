import type { Readable } from "node:stream";
import type { Cell } from "@sakhi/domain/fields/cells";
import { rupeesText } from "@sakhi/domain/fields/cells";
import { IST_OFFSET_MS } from "@sakhi/domain/invoices/indian-dates";
import type { FileTable } from "./tables.js";
import { zipStream } from "./zip.js";

/** MIME type of a workbook. */
export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PARTS = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Styles of cells, by their index in {@link STYLES}. */
const [HEAD, AMOUNT, DAY, MOMENT] = [1, 2, 3, 4];
const STYLES =
  `${XML}<styleSheet xmlns="${SHEET}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\-mmm\\-yyyy"/>` +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  [2, 164, 165]
    .map((format) => `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`)
    .join("") +
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

/** Characters in a cell; Excel refuses a workbook with more. */
const MAX_TEXT = 32_767;
/** Excel's day 0 is 30 December 1899. */
const EPOCH_DAYS = 25_569;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Tables as a workbook with a sheet each, made as it is read. Texts are stored as texts, so that Excel neither evaluates them
 * nor rounds long numbers; amounts and days are numbers with their format.
 *
 * No library is used for the sheets: those that are kept build a workbook in memory, and the one that streams ignores how
 * fast it is read (docs/decisions/0119).
 */
export function xlsxStream(tables: readonly FileTable[]): Readable {
  const part = (name: string, content: string) => ({ name, content: () => [content] });
  const sheets = tables.map((table, index) => ({ table, id: index + 1 }));
  return zipStream([
    part(
      "[Content_Types].xml",
      `${XML}<Types xmlns="${PACKAGE}/content-types">` +
        `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Override PartName="/xl/workbook.xml" ContentType="${PARTS}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${PARTS}.styles+xml"/>` +
        sheets
          .map(({ id }) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${PARTS}.worksheet+xml"/>`)
          .join("") +
        "</Types>",
    ),
    part("_rels/.rels", relations([["officeDocument", "xl/workbook.xml"]])),
    part(
      "xl/workbook.xml",
      `${XML}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets>` +
        sheets
          .map(({ table, id }) => `<sheet name="${escaped(table.name)}" sheetId="${id}" r:id="rId${id}"/>`)
          .join("") +
        "</sheets></workbook>",
    ),
    part(
      "xl/_rels/workbook.xml.rels",
      relations([
        ...sheets.map(({ id }) => ["worksheet", `worksheets/sheet${id}.xml`] as const),
        ["styles", "styles.xml"],
      ]),
    ),
    part("xl/styles.xml", STYLES),
    ...sheets.map(({ table, id }) => ({ name: `xl/worksheets/sheet${id}.xml`, content: () => sheetXml(table) })),
  ]);
}

function relations(all: readonly (readonly [type: string, target: string])[]): string {
  const each = all.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each.join("")}</Relationships>`;
}

async function* sheetXml({ head, rows }: FileTable): AsyncGenerator<string> {
  yield (
    `${XML}<worksheet xmlns="${SHEET}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols><col min="1" max="${head.length}" width="18" customWidth="1"/></cols><sheetData>` +
    `<row>${head.map((name) => textCell(name, HEAD)).join("")}</row>`
  );
  for await (const batch of rows) {
    if (batch.length > 0) yield batch.map((row) => `<row>${row.map(cellXml).join("")}</row>`).join("");
  }
  yield "</sheetData></worksheet>";
}

function cellXml(cell: Cell): string {
  if (cell === null || cell === undefined || cell === "") return "<c/>";
  if (typeof cell === "string") return textCell(cell);
  if (typeof cell === "number") return `<c><v>${cell}</v></c>`;
  if ("paise" in cell) return `<c s="${AMOUNT}"><v>${rupeesText(cell.paise)}</v></c>`;
  if ("day" in cell) return `<c s="${DAY}"><v>${Date.parse(`${cell.day}T00:00:00Z`) / DAY_MS + EPOCH_DAYS}</v></c>`;
  const seconds = Math.floor((cell.at.getTime() + IST_OFFSET_MS) / 1000);
  return `<c s="${MOMENT}"><v>${(seconds * 1000) / DAY_MS + EPOCH_DAYS}</v></c>`;
}

function textCell(text: string, style?: number): string {
  const shown = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
  const s = style === undefined ? "" : ` s="${style}"`;
  return `<c t="inlineStr"${s}><is><t xml:space="preserve">${escaped(shown)}</t></is></c>`;
}

/** Characters that XML cannot have, lone halves of a pair among them. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text in XML. Excel reads `_x0041_` in a text as a letter, so the text's own is escaped. */
function escaped(text: string): string {
  return text
    .replace(FORBIDDEN, "")
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
