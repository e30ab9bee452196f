import { HALL, STALL_SIDE_FEET } from "@sakhi/domain/stalls/stall.types";

/** A stall's position on the plan, in feet. */
export interface Placed {
  readonly stallId: string;
  readonly x: number;
  readonly y: number;
}

/** View box in feet: the hall with a margin for its walls, and space above for the entrance. */
export const VIEW = { x: -2, y: -13, width: HALL.widthFeet + 4, height: HALL.depthFeet + 15 } as const;

const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(4)}%`;

/** Position and size of a stall in the view box, as CSS percentages. */
export function boxOf({ x, y }: Placed): { left: string; top: string; width: string; height: string } {
  return {
    left: percent(x - VIEW.x, VIEW.width),
    top: percent(y - VIEW.y, VIEW.height),
    width: percent(STALL_SIDE_FEET, VIEW.width),
    height: percent(STALL_SIDE_FEET, VIEW.height),
  };
}

/** Fraction of its space that a stall is rendered at, which leaves a gap around it. */
export const STALL_SCALE = 0.95;
/** Minimum initial stall size, in px: large enough to tap, with a number at least 12 px high. */
const MIN_STALL_PX = 36;

/** Initial zoom in a viewport of this width (px): the whole plan, unless the stalls would be too small. */
export function openingZoom(width: number): number {
  if (!(width > 0)) return 1;
  const stall = (width * STALL_SIDE_FEET * STALL_SCALE) / VIEW.width;
  return Math.max(1, MIN_STALL_PX / stall);
}

/** {@link openingZoom} for a viewport whose width is unknown, as the CSS width of the plan in it. */
export const OPENING_WIDTH = `max(100%, ${(MIN_STALL_PX * VIEW.width) / (STALL_SIDE_FEET * STALL_SCALE)}px)`;

/** Directions of the arrow keys. */
export type Direction = "up" | "down" | "left" | "right";

/** Weight of a sideways foot against one ahead, so that arrow keys follow rows and columns. */
const SIDEWAYS_WEIGHT = 3;

/** The next stall in a direction, or undefined at the edge. */
export function neighbour<S extends Placed>(stalls: readonly S[], from: Placed, direction: Direction): S | undefined {
  const cost = ({ x, y }: Placed): number => {
    const dx = x - from.x;
    const dy = y - from.y;
    const [ahead, sideways] = { up: [-dy, dx], down: [dy, dx], left: [-dx, dy], right: [dx, dy] }[direction] as [
      number,
      number,
    ];
    return ahead > 0 ? ahead + SIDEWAYS_WEIGHT * Math.abs(sideways) : Infinity;
  };
  let best: S | undefined;
  for (const stall of stalls) {
    if (cost(stall) < (best === undefined ? Infinity : cost(best))) best = stall;
  }
  return best;
}

/** The side of a stall with a walkway, where its flag goes. */
export function flagSide({ x, y }: Placed): Direction {
  if (y < STALL_SIDE_FEET) return "down";
  if (y >= HALL.depthFeet - STALL_SIDE_FEET) return "up";
  if (x < STALL_SIDE_FEET) return "right";
  if (x >= HALL.widthFeet - STALL_SIDE_FEET) return "left";
  return x < HALL.widthFeet / 2 ? "left" : "right";
}

/** Compares stall ids in numeric order: A1, A2, A20, B1. */
export function byNumber(one: { stallId: string }, two: { stallId: string }): number {
  return one.stallId.localeCompare(two.stallId, "en", { numeric: true });
}
