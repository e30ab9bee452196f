import { ENTRANCE, HALL, STAGE, STALL_SIDE_FEET } from "@sakhi/domain/stalls/stall.types";

/** Something with a place on the plan, in feet. */
export interface Placed {
  readonly stallId: string;
  readonly x: number;
  readonly y: number;
}

/** The drawing: the hall with a margin for its walls, and room above for the entrance. In feet. */
export const VIEW = { x: -2, y: -13, width: HALL.widthFeet + 4, height: HALL.depthFeet + 15 } as const;

const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(4)}%`;

/** Where a stall stands in the drawing, as CSS percentages. */
export function boxOf({ x, y }: Placed): { left: string; top: string; width: string; height: string } {
  return {
    left: percent(x - VIEW.x, VIEW.width),
    top: percent(y - VIEW.y, VIEW.height),
    width: percent(STALL_SIDE_FEET, VIEW.width),
    height: percent(STALL_SIDE_FEET, VIEW.height),
  };
}

/** A stall is drawn with a gap around it: so much of its place is seen. */
export const STALL_SCALE = 0.95;
/** No stall opens smaller than this on the screen, in px: a fingertip finds it, and its number is at least 12 px high. */
const LEAST_STALL = 36;

/** The zoom a plan opens with in a window so many px wide: whole where that leaves the stalls large enough. */
export function openingZoom(width: number): number {
  if (!(width > 0)) return 1;
  const stall = (width * STALL_SIDE_FEET * STALL_SCALE) / VIEW.width;
  return Math.max(1, LEAST_STALL / stall);
}

/** Directions of the arrow keys. */
export type Direction = "up" | "down" | "left" | "right";

/** A step sideways counts this many times a step ahead, so that arrows follow rows and columns. */
const ASIDE = 3;

/** The stall an arrow key leads to from a stall, or undefined at the edge. */
export function neighbour<S extends Placed>(stalls: readonly S[], from: Placed, direction: Direction): S | undefined {
  const cost = ({ x, y }: Placed): number => {
    const dx = x - from.x;
    const dy = y - from.y;
    const [ahead, aside] = { up: [-dy, dx], down: [dy, dx], left: [-dx, dy], right: [dx, dy] }[direction] as [
      number,
      number,
    ];
    return ahead > 0 ? ahead + ASIDE * Math.abs(aside) : Infinity;
  };
  let best: S | undefined;
  for (const stall of stalls) {
    if (cost(stall) < (best === undefined ? Infinity : cost(best))) best = stall;
  }
  return best;
}

/** On which side of a stall there is a walkway to put a flag on. */
export function flagSide({ x, y }: Placed): Direction {
  if (y < STALL_SIDE_FEET) return "down";
  if (y >= HALL.depthFeet - STALL_SIDE_FEET) return "up";
  if (x < STALL_SIDE_FEET) return "right";
  if (x >= HALL.widthFeet - STALL_SIDE_FEET) return "left";
  return x < HALL.widthFeet / 2 ? "left" : "right";
}

/** Stalls in the order people count them: A1, A2 … A20, B1 … */
export function byNumber(one: { stallId: string }, two: { stallId: string }): number {
  return one.stallId.localeCompare(two.stallId, "en", { numeric: true });
}

export { ENTRANCE, HALL, STAGE, STALL_SIDE_FEET };
