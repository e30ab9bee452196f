import { sideOf, wallPath } from "@sakhi/domain/plans/plan-walls";
import type { Fixture, Placement, Plan } from "@sakhi/domain/plans/plan.types";
import { COLOURS, type Box, type Paper } from "../../platform/pdf/paper.js";
import type { PrintContent } from "./print.content.js";

const SIDE = 36;
/** Feet around the area for its walls, and above it for the entrance. */
const AROUND = { side: 3, above: 12 } as const;
/** What stands at a fixture without a text of its own, as on the screen. */
const UNNAMED: Readonly<Partial<Record<Fixture["kind"], string>>> = { entrance: "Entrance", stage: "Stage" };
/** Lines of the index. */
const COLUMNS = 2;
const GAP = 22;

/** Whether a plan is larger on a page that lies on its long side. */
export const isWide = ({ width, height }: Plan): boolean => width > height * 1.05;

/** The plan with the numbers of all stalls, those of brands in colour, and the brands by their stalls. */
export async function drawPlan(paper: Paper, content: PrintContent, turn: () => Promise<unknown>): Promise<void> {
  const { plan, stalls, title, dates } = content;
  if (plan === undefined) throw new Error("the print has no plan");
  const { width, height } = paper.size;
  const style = { face: "heading", size: 22, colour: COLOURS.rani, align: "center", role: "H1" } as const;
  const top = paper.text(title, SIDE, 30, width - 2 * SIDE, style);
  const under = paper.text(dates, SIDE, top, width - 2 * SIDE, { size: 12, align: "center" });
  const sold = new Set(stalls.map(({ stallId }) => stallId));
  drawGround(paper, plan, sold, { x: SIDE, y: under + 6, width: width - 2 * SIDE, height: height - under - 6 - SIDE });
  await drawIndex(paper, content, turn);
}

/** Draws a plan in the middle of a box, as large as it fits. */
function drawGround(paper: Paper, plan: Plan, sold: ReadonlySet<string>, box: Box): void {
  const feet = { width: plan.width + 2 * AROUND.side, height: plan.height + AROUND.side + AROUND.above };
  const scale = Math.min(box.width / feet.width, box.height / feet.height);
  const left = box.x + (box.width - feet.width * scale) / 2 + AROUND.side * scale;
  const top = box.y + AROUND.above * scale;
  const onPage = ({ x, y, width, height }: Placement): Box => ({
    ...{ x: left + x * scale, y: top + y * scale, width: width * scale, height: height * scale },
  });
  paper.decorate((document) => {
    document.translate(left, top).scale(scale);
    document.rect(0, 0, plan.width, plan.height).fill(COLOURS.paper);
    document.path(wallPath(plan)).lineWidth(1).lineCap("round").stroke(COLOURS.indigo);
    for (const fixture of plan.fixtures) drawFixture(document, fixture);
    for (const stall of plan.stalls) {
      turned(document, stall);
      document.roundedRect(stall.x + 0.3, stall.y + 0.3, stall.width - 0.6, stall.height - 0.6, 0.6);
      document.lineWidth(0.35).fillAndStroke(sold.has(stall.number) ? "#F8DFA6" : "#FFFFFF", COLOURS.ink);
      document.restore();
    }
  });
  for (const { kind, text: own, ...place } of plan.fixtures) {
    const text = own === "" ? (UNNAMED[kind] ?? "") : own;
    if (text === "" || kind === "wall") continue;
    const isAbove = kind === "entrance" && sideOf({ kind, text, ...place }, plan) === "top";
    const at = onPage(place);
    const room = isAbove
      ? { ...at, x: at.x - at.width, y: at.y - 11 * scale, width: 3 * at.width, height: 9 * scale }
      : at;
    const colour = kind === "stage" ? "#FFFFFF" : COLOURS.indigo;
    paper.fitted(text, room, { face: "strong", colour }, [24, 20, 17, 14, 12, 10, 8.5, 7, 6.5]);
  }
  for (const { number, ...place } of plan.stalls) {
    const { x, y, width, height } = onPage(place);
    const inside = { x: x + width * 0.1, y, width: width * 0.8, height };
    paper.fitted(number, inside, { face: "strong" }, [20, 16, 13, 11, 9.5, 8, 7, 6.5]);
  }
}

/** Turns what is drawn next around the middle of a placement, until `restore`. */
function turned(document: PDFKit.PDFDocument, { x, y, width, height, turn }: Placement): void {
  document.save();
  if (turn !== 0) document.rotate(turn, { origin: [x + width / 2, y + height / 2] });
}

function drawFixture(document: PDFKit.PDFDocument, { kind, ...place }: Omit<Fixture, "text">): void {
  const { x, y, width, height } = place;
  if (kind === "text" || kind === "entrance") return;
  turned(document, place);
  document.rect(x, y, width, height);
  if (kind === "facility") document.lineWidth(0.4).fillAndStroke("#F1E7D6", COLOURS.indigo);
  else document.fill(COLOURS.indigo);
  document.restore();
}

/** The brands by their stalls, on pages of their own. */
async function drawIndex(paper: Paper, content: PrintContent, turn: () => Promise<unknown>): Promise<void> {
  const { title, stalls } = content;
  const named = stalls.filter(({ brand }) => brand !== "");
  const { width, height } = paper.size;
  const column = (width - 2 * SIDE - GAP * (COLUMNS - 1)) / COLUMNS;
  let at = COLUMNS;
  let top = 0;
  let y = 0;
  for (const { stallId, brand } of named) {
    const needed = Math.max(paper.heightOf(brand, column - 46, { size: 13 }), 20) + 4;
    if (at < COLUMNS && y + needed > height - SIDE) {
      at += 1;
      y = top;
    }
    if (at >= COLUMNS) {
      await turn();
      paper.nextPage();
      const style = { face: "heading", size: 22, colour: COLOURS.rani, role: "H1" } as const;
      top = paper.text(`Who is where: ${title}`, SIDE, 34, width - 2 * SIDE, style) + 14;
      at = 0;
      y = top;
    }
    const x = SIDE + at * (column + GAP);
    paper.text(stallId, x, y, 44, { face: "strong", size: 13, colour: COLOURS.indigo });
    y = Math.max(paper.text(brand, x + 46, y, column - 46, { size: 13 }), y + 20) + 4;
  }
}
