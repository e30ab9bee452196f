import type { PrintedStall } from "@sakhi/domain/admin/prints";
import { drawBlockPrintRun } from "../../platform/pdf/block-print.js";
import { COLOURS, type Paper } from "../../platform/pdf/paper.js";
import type { PrintContent } from "./print.content.js";
import { NAME_SIZES } from "./sign.pdf.js";

const SIDE = 48;
const PER_PAGE = 2;

/** Two boards on a page, one above the other, to be cut apart or folded: the brand large, with its stall. */
export async function drawBoards(paper: Paper, content: PrintContent, turn: () => Promise<unknown>): Promise<void> {
  const half = paper.size.height / PER_PAGE;
  for (const [index, stall] of content.stalls.entries()) {
    const isLower = index % PER_PAGE === 1;
    if (index > 0 && !isLower) {
      await turn();
      paper.nextPage();
    }
    drawBoard(paper, content, stall, isLower ? half : 0);
    if (isLower) continue;
    paper.decorate((document) => {
      document.dash(4, { space: 4 }).moveTo(0, half).lineTo(paper.size.width, half).lineWidth(0.6).stroke(COLOURS.rule);
    });
  }
}

function drawBoard(paper: Paper, { title }: PrintContent, { stallId, brand }: PrintedStall, top: number): void {
  const width = paper.size.width - 2 * SIDE;
  paper.decorate((document) => drawBlockPrintRun(document, SIDE, top + 52, width));
  const name = { x: SIDE, y: top + 72, width, height: 210 };
  if (brand === "") paper.rule(name.x, name.y + name.height * 0.7, name.width, COLOURS.ink);
  else paper.fitted(brand, name, { face: "heading", colour: COLOURS.rani, role: "H1" }, NAME_SIZES);
  paper.decorate((document) => drawBlockPrintRun(document, SIDE, top + 300, width));
  const style = { size: 30, face: "heading", colour: COLOURS.indigo, align: "center" } as const;
  const below = paper.text(`Stall ${stallId}`, SIDE, top + 312, width, style);
  paper.text(title, SIDE, below, width, { size: 12, colour: COLOURS.muted, align: "center" });
}
