import { type Ground, STANDARD_GROUND } from "@sakhi/domain/plans/plan.types";
import { STALL_SIDE_FEET } from "@sakhi/domain/stalls/stall.types";

/** A stall's position on the plan, in feet. */
export interface Placed {
  readonly stallId: string;
  readonly x: number;
  readonly y: number;
  /** Feet; 10 by 10 if absent. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Degrees, clockwise around its middle. */
  readonly turn?: number | undefined;
}

/** What the geometry needs of a plan's ground. */
export type Area = Pick<Ground, "width" | "height">;

/** A rectangle in feet. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** View box of an area: with a margin for its walls, and space above for the entrance. */
export function viewOf({ width, height }: Area): View {
  return { x: -2, y: -13, width: width + 4, height: height + 15 };
}

/** View box of the standard hall. */
export const VIEW = viewOf(STANDARD_GROUND);

const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(4)}%`;

/** Position and size of a stall in the view box, as CSS percentages. */
export function boxOf({ x, y, width, height }: Omit<Placed, "stallId">, view: View = VIEW): Box {
  return {
    left: percent(x - view.x, view.width),
    top: percent(y - view.y, view.height),
    width: percent(width ?? STALL_SIDE_FEET, view.width),
    height: percent(height ?? STALL_SIDE_FEET, view.height),
  };
}

type Box = Readonly<Record<"left" | "top" | "width" | "height", string>>;

/** Fraction of its space that a stall is rendered at, which leaves a gap around it. */
export const STALL_SCALE = 0.95;
/** Minimum initial stall size, in px: large enough to tap, with a number at least 12 px high. */
const MIN_STALL_PX = 44;

/** Initial zoom in a viewport of this width (px): the whole plan, unless the stalls would be too small. */
export function openingZoom(width: number, view: View = VIEW): number {
  if (!(width > 0)) return 1;
  const stall = (width * STALL_SIDE_FEET * STALL_SCALE) / view.width;
  return Math.max(1, MIN_STALL_PX / stall);
}

/** {@link openingZoom} for a viewport whose width is unknown, as the CSS width of the plan in it. */
export function openingWidth(view: View = VIEW): string {
  return `max(100%, ${(MIN_STALL_PX * view.width) / (STALL_SIDE_FEET * STALL_SCALE)}px)`;
}

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
export function flagSide({ x, y }: Placed, { width, height }: Area = STANDARD_GROUND): Direction {
  if (y < STALL_SIDE_FEET) return "down";
  if (y >= height - STALL_SIDE_FEET) return "up";
  if (x < STALL_SIDE_FEET) return "right";
  if (x >= width - STALL_SIDE_FEET) return "left";
  return x < width / 2 ? "left" : "right";
}

/** Compares stall ids in numeric order: A1, A2, A20, B1. */
export function byNumber(one: { stallId: string }, two: { stallId: string }): number {
  return one.stallId.localeCompare(two.stallId, "en", { numeric: true });
}
