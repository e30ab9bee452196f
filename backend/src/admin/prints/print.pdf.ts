import { setImmediate as nextTurn } from "node:timers/promises";
import type { PrintKind } from "@sakhi/domain/admin/prints";
import { Paper } from "../../platform/pdf/paper.js";
import { drawBoards } from "./board.pdf.js";
import { drawList } from "./list.pdf.js";
import { drawPlan, isWide } from "./plan.pdf.js";
import { LEFT, type PrintContent, TITLES } from "./print.content.js";
import { drawSigns } from "./sign.pdf.js";

/** Draws the pages of a kind. Whatever draws a page waits a turn afterwards, so that its bytes leave. */
type Draw = (paper: Paper, content: PrintContent, turn: () => Promise<unknown>) => Promise<void>;

const DRAWINGS: Readonly<Record<PrintKind, Draw>> = {
  "by-stall": drawList,
  "by-name": drawList,
  "by-type": drawList,
  "door-signs": drawSigns,
  "name-boards": drawBoards,
  plan: drawPlan,
};

/**
 * Draws a print as a PDF of A4 pages. Takes seconds of CPU time for several scripts: not for a process that answers calls.
 *
 * @param to receives the bytes, page by page
 */
export async function drawPrint(content: PrintContent, to: (chunk: Uint8Array) => void): Promise<void> {
  const { kind, title, organisation, printedAt, stalls, plan } = content;
  const paper = await Paper.open(
    {
      title: `${TITLES[kind]}: ${title}`,
      author: organisation,
      subject: `${TITLES[kind]} of ${title}`,
      createdAt: new Date(printedAt),
    },
    { landscape: kind === "door-signs" || (plan !== undefined && isWide(plan)), to },
  );
  if (stalls.length === 0 && kind !== "plan") {
    paper.text(`${TITLES[kind]}: ${title}`, LEFT, 60, paper.size.width - 2 * LEFT, { face: "heading", size: 18 });
    paper.text("No stall is sold yet.", LEFT, 100, paper.size.width - 2 * LEFT, { size: 12 });
  } else await DRAWINGS[kind](paper, content, () => nextTurn());
  await paper.finish();
}
