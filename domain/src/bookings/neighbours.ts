/** A stall's area on the plan; in feet. */
export interface StallArea {
  readonly stallId: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The widest gap between stalls that still are neighbours, in feet: a shared wall, not a walkway. */
const NEIGHBOUR_GAP = 2;

/** The free stalls beside one of hers, which share a side with it, nearest first. */
export function neighbours<S extends StallArea>(own: readonly StallArea[], free: readonly S[], limit = 3): S[] {
  const distance = (a: StallArea, b: StallArea): number =>
    Math.hypot(a.x + a.w / 2 - b.x - b.w / 2, a.y + a.h / 2 - b.y - b.h / 2);
  const nearest = (stall: StallArea): number => Math.min(...own.map((each) => distance(each, stall)));
  return free
    .filter(
      (stall) => own.every(({ stallId }) => stallId !== stall.stallId) && own.some((each) => isBeside(each, stall)),
    )
    .toSorted((a, b) => nearest(a) - nearest(b) || a.stallId.localeCompare(b.stallId, "en", { numeric: true }))
    .slice(0, limit);
}

/** Whether two stalls share a part of a side. */
function isBeside(a: StallArea, b: StallArea): boolean {
  const [gapX, gapY] = [gap(a.x, a.w, b.x, b.w), gap(a.y, a.h, b.y, b.h)];
  return (gapX < 0 && gapY <= NEIGHBOUR_GAP) || (gapY < 0 && gapX <= NEIGHBOUR_GAP);
}

/** The gap between two stretches; negative where they overlap. */
function gap(a: number, aLength: number, b: number, bLength: number): number {
  return Math.max(a, b) - Math.min(a + aLength, b + bLength);
}
