import { COLOURS, PAGE } from "./paper.js";

const MARGIN = 20;
const BAND = 15;

/**
 * Draws the block-print border: a band of diamonds and seeds between two rules, with a flower in each corner. Vector
 * only.
 */
export function drawBlockPrintBorder(document: PDFKit.PDFDocument): void {
  const width = PAGE.width - 2 * MARGIN;
  const height = PAGE.height - 2 * MARGIN;
  document.lineWidth(0.8).rect(MARGIN, MARGIN, width, height).stroke(COLOURS.indigo);
  document.rect(MARGIN + BAND, MARGIN + BAND, width - 2 * BAND, height - 2 * BAND).stroke(COLOURS.indigo);

  const half = BAND / 2;
  const left = MARGIN + half;
  const top = MARGIN + half;
  const right = PAGE.width - MARGIN - half;
  const bottom = PAGE.height - MARGIN - half;
  for (const [index, x] of repeats(left + BAND, right - BAND).entries()) {
    for (const y of [top, bottom]) motif(document, x, y, index);
  }
  for (const [index, y] of repeats(top + BAND, bottom - BAND).entries()) {
    for (const x of [left, right]) motif(document, x, y, index);
  }
  for (const x of [left, right]) for (const y of [top, bottom]) flower(document, x, y);
}

/** Draws a line of the same pattern below the heading. */
export function drawBlockPrintRun(document: PDFKit.PDFDocument, x: number, y: number, width: number): void {
  for (const [index, at] of repeats(x + 4, x + width - 4).entries()) motif(document, at, y, index);
}

/** An odd number of evenly spaced positions about 12 points apart, including both ends. */
function repeats(from: number, to: number): number[] {
  const steps = Math.max(2, 2 * Math.round((to - from) / 24));
  return Array.from({ length: steps + 1 }, (_, index) => from + ((to - from) * index) / steps);
}

function motif(document: PDFKit.PDFDocument, x: number, y: number, index: number): void {
  if (index % 2 === 0) {
    diamond(document, x, y, 4.4, COLOURS.rani);
    diamond(document, x, y, 1.7, "#FFFFFF");
    return;
  }
  for (const [dx, dy] of [
    [0, -2.6],
    [2.6, 0],
    [0, 2.6],
    [-2.6, 0],
  ] as const) {
    document.circle(x + dx, y + dy, 1.05).fill(COLOURS.indigo);
  }
}

function diamond(document: PDFKit.PDFDocument, x: number, y: number, reach: number, colour: string): void {
  document
    .moveTo(x, y - reach)
    .lineTo(x + reach, y)
    .lineTo(x, y + reach)
    .lineTo(x - reach, y)
    .closePath()
    .fill(colour);
}

function flower(document: PDFKit.PDFDocument, x: number, y: number): void {
  for (let petal = 0; petal < 8; petal += 1) {
    const angle = (petal * Math.PI) / 4;
    document.circle(x + 4 * Math.cos(angle), y + 4 * Math.sin(angle), 1.7).fill(COLOURS.marigold);
  }
  document.circle(x, y, 2.2).fill(COLOURS.rani);
}
