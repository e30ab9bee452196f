import type { PrintedStall } from "@sakhi/domain/admin/prints";
import { indianMoment } from "@sakhi/domain/events/indian-time";
import { COLOURS, type Paper, type TextStyle } from "../../platform/pdf/paper.js";
import { LEFT, type PrintContent, TITLES } from "./print.content.js";

const BOTTOM = 60;
/** The box to tick. */
const TICK = 13;
/** Height of a type's heading. */
const HEADING = 34;
const HEAD: TextStyle = { face: "strong", size: 9.5, colour: COLOURS.muted };
const CELL: TextStyle = { size: 11 };

interface Column {
  readonly head: string;
  /** In points; together they are as wide as the page. */
  readonly width: number;
  readonly style?: TextStyle;
  readonly cell: (stall: PrintedStall) => string;
}

const STALL: Column = { head: "Stall", width: 50, style: { face: "strong", size: 12 }, cell: ({ stallId }) => stallId };
const BRAND: Column = { head: "Brand", width: 180, cell: ({ brand }) => brand };
const NAME: Column = { head: "Name", width: 142, cell: ({ name }) => name };
const TYPE: Column = { head: "Type", width: 68, cell: ({ type }) => type };
const PAPERS: Column = {
  head: "Papers",
  width: 55,
  cell: ({ missing }) => (missing === 0 ? "" : `${missing} missing`),
};
/** In place of a part of the brand's width. */
const SETUP: Column = { head: "Sets up", width: 70, style: { size: 9.5 }, cell: ({ setup = "" }) => setup };
const COLUMNS: Readonly<Partial<Record<PrintContent["kind"], readonly Column[]>>> = {
  "by-name": [NAME, BRAND, STALL, TYPE, PAPERS],
  "by-type": [STALL, { ...BRAND, width: 215 }, { ...NAME, width: 175 }, PAPERS],
};

/** A line for each stall, with a box to tick; by type with a heading for each. */
export async function drawList(paper: Paper, content: PrintContent, turn: () => Promise<unknown>): Promise<void> {
  const { kind, stalls } = content;
  const plain = COLUMNS[kind] ?? [STALL, BRAND, NAME, TYPE, PAPERS];
  const columns = stalls.some(({ setup }) => setup !== undefined) ? withSetup(plain) : plain;
  let page = 1;
  let y = drawHeading(paper, content, columns);
  /** Of the heading above, on this page. */
  let type: string | undefined;
  const isUnderHeading = (stall: PrintedStall): boolean => kind !== "by-type" || stall.type === type;
  for (const stall of stalls) {
    const height = Math.max(...columns.map((column) => heightOf(paper, column, stall)), TICK) + 9;
    if (y + height + (isUnderHeading(stall) ? 0 : HEADING) > paper.size.height - BOTTOM) {
      await turn();
      paper.nextPage();
      page += 1;
      type = undefined;
      y = drawColumnHeads(paper, columns, drawFooter(paper, content, page));
    }
    if (!isUnderHeading(stall)) {
      ({ type } = stall);
      const style: TextStyle = { face: "heading", size: 13, colour: COLOURS.indigo, role: "H2" };
      y = paper.text(`${type} (${stalls.filter((each) => each.type === type).length})`, LEFT, y + 9, 400, style) + 3;
    }
    drawLine(paper, columns, stall, y);
    y += height;
    paper.rule(LEFT, y - 4, paper.size.width - 2 * LEFT);
  }
}

/** With the time to set up before the papers; brand and name make room for it. */
function withSetup(columns: readonly Column[]): readonly Column[] {
  return columns.flatMap((column) => {
    const isNarrowed = column.head === BRAND.head || column.head === NAME.head;
    const narrowed = isNarrowed ? { ...column, width: column.width - SETUP.width / 2 } : column;
    return column.head === PAPERS.head ? [SETUP, narrowed] : [narrowed];
  });
}

function drawHeading(paper: Paper, content: PrintContent, columns: readonly Column[]): number {
  const { kind, title, dates, place, stalls } = content;
  const width = paper.size.width - 2 * LEFT;
  drawFooter(paper, content, 1);
  const name: TextStyle = { face: "heading", size: 20, colour: COLOURS.rani, role: "H1" };
  let y = paper.text(`${TITLES[kind]}: ${title}`, LEFT, 40, width, name);
  y = paper.text(`${dates}  ·  ${place}`, LEFT, y + 2, width, { size: 11 });
  const lacking = stalls.filter(({ missing }) => missing > 0).length;
  const counts = `${counted(stalls.length, "stall")} sold${lacking === 0 ? "" : `, ${lacking} with papers missing`}`;
  y = paper.text(counts, LEFT, y + 1, width, { size: 11 });
  return drawColumnHeads(paper, columns, y + 10);
}

/** @returns where a page's content begins */
function drawFooter(paper: Paper, { title, printedAt }: PrintContent, page: number): number {
  const text = `${title}  ·  Printed on ${indianMoment(new Date(printedAt), "minute")}  ·  Page ${page}`;
  const width = paper.size.width - 2 * LEFT;
  paper.text(text, LEFT, paper.size.height - 44, width, { size: 8.5, colour: COLOURS.muted, align: "center" });
  return LEFT;
}

function drawColumnHeads(paper: Paper, columns: readonly Column[], y: number): number {
  let x = LEFT;
  let under = y;
  for (const { head, width } of columns) {
    under = Math.max(under, paper.text(head, x, y, width - 8, HEAD));
    x += width;
  }
  paper.rule(LEFT, under + 2, paper.size.width - 2 * LEFT, COLOURS.ink);
  return under + 7;
}

function heightOf(paper: Paper, { width, style, cell }: Column, stall: PrintedStall): number {
  return paper.heightOf(cell(stall), width - 8, style ?? CELL);
}

function drawLine(paper: Paper, columns: readonly Column[], stall: PrintedStall, y: number): void {
  let x = LEFT;
  for (const { width, style, cell } of columns) {
    const text = cell(stall);
    if (text !== "") paper.text(text, x, y, width - 8, style ?? CELL);
    x += width;
  }
  paper.decorate((document) => {
    document
      .rect(paper.size.width - LEFT - TICK, y + 2, TICK, TICK)
      .lineWidth(0.8)
      .stroke(COLOURS.ink);
  });
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
