import type { Placement } from "./plan.types.js";

/** A point in feet. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle that is not turned, in feet. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Rounding of turned corners: less than this is a touch, not an overlap. Feet. */
const TOUCH = 0.01;

/** The four corners, clockwise from the upper left one before the turn. */
export function cornersOf({ x, y, width, height, turn }: Placement): readonly Point[] {
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  const [halfX, halfY] = [width / 2, height / 2];
  const offsets = [
    [-halfX, -halfY],
    [halfX, -halfY],
    [halfX, halfY],
    [-halfX, halfY],
  ] as const;
  return offsets.map(([dx, dy]) => ({ x: middleX + dx * cos - dy * sin, y: middleY + dx * sin + dy * cos }));
}

/** The smallest unturned rectangle around a placement. */
export function boundsOf(placement: Placement): Bounds {
  const { x, y, width, height, turn } = placement;
  if (turn % 180 === 0) return { left: x, top: y, right: x + width, bottom: y + height };
  const corners = cornersOf(placement);
  const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** The smallest rectangle around several; all zero for none. */
export function boundsOfAll(placements: readonly Placement[]): Bounds {
  const all = placements.map(boundsOf);
  if (all.length === 0) return { left: 0, top: 0, right: 0, bottom: 0 };
  return {
    left: Math.min(...all.map(({ left }) => left)),
    top: Math.min(...all.map(({ top }) => top)),
    right: Math.max(...all.map(({ right }) => right)),
    bottom: Math.max(...all.map(({ bottom }) => bottom)),
  };
}

/** Whether bounds overlap; touching edges do not. */
export function boundsOverlap(a: Bounds, b: Bounds): boolean {
  return a.left < b.right - TOUCH && b.left < a.right - TOUCH && a.top < b.bottom - TOUCH && b.top < a.bottom - TOUCH;
}

/** Whether two placements overlap; touching edges do not. Separating axes of two convex shapes. */
export function overlap(a: Placement, b: Placement): boolean {
  if (!boundsOverlap(boundsOf(a), boundsOf(b))) return false;
  if (a.turn % 90 === 0 && b.turn % 90 === 0) return true;
  const [cornersA, cornersB] = [cornersOf(a), cornersOf(b)];
  return [a.turn, a.turn + 90, b.turn, b.turn + 90].every((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const along = ({ x, y }: Point) => x * Math.cos(angle) + y * Math.sin(angle);
    const [ofA, ofB] = [cornersA.map(along), cornersB.map(along)];
    return Math.min(...ofA) < Math.max(...ofB) - TOUCH && Math.min(...ofB) < Math.max(...ofA) - TOUCH;
  });
}

/** Whether a point is inside a placement or on its edge. */
export function contains({ x, y, width, height, turn }: Placement, point: Point): boolean {
  const angle = (-turn * Math.PI) / 180;
  const [dx, dy] = [point.x - (x + width / 2), point.y - (y + height / 2)];
  const along = dx * Math.cos(angle) - dy * Math.sin(angle);
  const across = dx * Math.sin(angle) + dy * Math.cos(angle);
  return Math.abs(along) <= width / 2 + TOUCH && Math.abs(across) <= height / 2 + TOUCH;
}
