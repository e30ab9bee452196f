/** Possible positions of a toast: an edge, and on wide screens a side. */
export type ToastSpot = "top" | "bottom" | "top-start" | "bottom-start";

/** A rectangle on the screen, in px. */
interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** An element that a toast may cover, and the cost of covering it. */
export interface Obstacle extends Area {
  readonly weight: number;
}

/** The viewport, in px. */
interface Screen {
  readonly width: number;
  readonly height: number;
  /** Reserved at the top for a sticky strip. */
  readonly top: number;
}

/** Gap between toast and edges on narrow and wide screens, and where wide begins (md), in px. */
const NARROW_GAP = 12;
const WIDE_GAP = 24;
const WIDE = 768;

/** On phones at the top first, so that a toast does not cover the buttons of a bottom sheet. */
const NARROW_SPOTS: readonly ToastSpot[] = ["top", "bottom"];
const WIDE_SPOTS: readonly ToastSpot[] = ["bottom", "bottom-start", "top", "top-start"];

/** The area of a toast of this size at a spot. */
export function areaOf(spot: ToastSpot, { width, height }: Pick<Area, "width" | "height">, screen: Screen): Area {
  const gap = screen.width < WIDE ? NARROW_GAP : WIDE_GAP;
  const start = spot.endsWith("start") || screen.width < WIDE;
  return {
    left: start ? gap : screen.width - gap - width,
    top: spot.startsWith("top") ? Math.max(gap, screen.top + gap / 2) : screen.height - gap - height,
    width,
    height,
  };
}

function overlap(one: Area, other: Area): boolean {
  return (
    other.width > 0 &&
    other.height > 0 &&
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}

/**
 * The spot with the lowest cost; among equals the current one, else the first.
 *
 * @param current undefined for a new toast
 */
export function bestSpot(
  size: Pick<Area, "width" | "height">,
  screen: Screen,
  obstacles: readonly Obstacle[],
  current?: ToastSpot,
): ToastSpot {
  const spots = screen.width < WIDE ? NARROW_SPOTS : WIDE_SPOTS;
  const cost = (spot: ToastSpot) => {
    const area = areaOf(spot, size, screen);
    return obstacles.reduce((sum, each) => sum + (overlap(area, each) ? each.weight : 0), 0);
  };
  let best = current !== undefined && spots.includes(current) ? current : (spots[0] ?? "top");
  let least = cost(best);
  for (const spot of spots) {
    const costs = cost(spot);
    if (costs < least) [best, least] = [spot, costs];
  }
  return best;
}
