/** Where a toast can stand: at which edge, and on wide screens at which side. */
export type ToastSpot = "top" | "bottom" | "top-start" | "bottom-start";

/** A rectangle on the screen, in px. */
interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Something that a toast would cover, and how bad that is. */
export interface Obstacle extends Area {
  readonly weight: number;
}

/** The screen that a toast stands on. */
interface Screen {
  readonly width: number;
  readonly height: number;
  /** What is kept free at the top, for a strip that sticks there. */
  readonly top: number;
}

/** Between the toast and the edges: narrow and wide screens. Wide ones begin at md. */
const NARROW_GAP = 12;
const WIDE_GAP = 24;
const WIDE = 768;

/** On phones above, so that it never covers the buttons of a sheet that came from below. */
const NARROW_SPOTS: readonly ToastSpot[] = ["top", "bottom"];
const WIDE_SPOTS: readonly ToastSpot[] = ["bottom", "bottom-start", "top", "top-start"];

/** Where a toast of this size stands at a spot. */
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
 * The spot where a toast covers least of what people need now. Of equals it stays where it is, or takes the first.
 *
 * @param current where it stands; undefined where it has just come
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
