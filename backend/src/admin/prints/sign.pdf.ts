import type { PrintedStall } from "@sakhi/domain/admin/prints";
import { drawBlockPrintRun } from "../../platform/pdf/block-print.js";
import { COLOURS, type Paper } from "../../platform/pdf/paper.js";
import { drawQr } from "../../platform/pdf/qr-squares.js";
import type { PrintContent } from "./print.content.js";

const SIDE = 62;
const QR = 164;
const NUMBER_SIZES = [170, 150, 130, 110];
/** Of a brand's name, read from some metres. */
export const NAME_SIZES = [84, 76, 68, 60, 54, 48, 42, 37, 32, 28, 24, 20, 17];

/** One page for each stall: its number and brand large, and a code for the brand's page where there is one. */
export async function drawSigns(paper: Paper, content: PrintContent, turn: () => Promise<unknown>): Promise<void> {
  for (const [index, stall] of content.stalls.entries()) {
    if (index > 0) paper.nextPage();
    drawSign(paper, content, stall);
    await turn();
  }
}

function drawSign(paper: Paper, { title, dates }: PrintContent, { stallId, brand, page }: PrintedStall): void {
  const { width, height } = paper.size;
  const inner = width - 2 * SIDE;
  paper.decorate((document) => {
    // Not the invoices' border: of a thousand signs, it would be most of the file.
    for (const [edge, line] of [
      [22, 2.5],
      [29, 0.8],
    ] as const) {
      document
        .roundedRect(edge, edge, width - 2 * edge, height - 2 * edge, 8)
        .lineWidth(line)
        .stroke(COLOURS.indigo);
    }
  });
  const heading = { x: SIDE, y: 44, width: inner, height: 36 };
  paper.fitted(`${title}  ·  ${dates}`, heading, { colour: COLOURS.muted }, [15, 13, 11, 9.5, 8]);
  const number = { x: SIDE, y: 82, width: inner, height: 170 };
  paper.fitted(stallId, number, { face: "heading", colour: COLOURS.indigo, role: "H1" }, NUMBER_SIZES);
  paper.decorate((document) => drawBlockPrintRun(document, SIDE, 272, inner));
  const top = 294;
  const name = { ...{ x: SIDE, y: top, width: inner - (page === undefined ? 0 : QR + 28), height: height - top - 58 } };
  // To write on.
  if (brand === "") paper.rule(name.x, name.y + name.height * 0.7, name.width, COLOURS.ink);
  else paper.fitted(brand, name, { face: "heading", colour: COLOURS.rani, role: "H2" }, NAME_SIZES);
  if (page === undefined) return;
  const x = width - SIDE - QR;
  drawQr(paper, page, { x, y: top + 8, width: QR });
  const below = paper.text("Our page", x, top + QR + 14, QR, { face: "strong", size: 13, align: "center" });
  paper.text(new URL(page).host, x, below, QR, { size: 10, colour: COLOURS.muted, align: "center" });
}
