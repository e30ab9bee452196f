import { boundsOf, boundsOfAll } from "./plan-geometry.js";
import type { Placement, PlannedStall } from "./plan.types.js";

export type RowDirection = "right" | "left" | "down" | "up";

/** A row of stalls to add. */
export interface NewRow {
  /** Letter of the numbers. */
  readonly letter: string;
  readonly first: number;
  readonly count: number;
  /** Whether the numbers count down from the first. */
  readonly descending: boolean;
  readonly direction: RowDirection;
  readonly type: string;
  /** Upper left corner of the first stall, and size of each, in feet. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Between two stalls, in feet. */
  readonly gap: number;
}

/** The stalls of a row; numbers below 1 are left out. */
export function rowOf(row: NewRow): readonly PlannedStall[] {
  const { letter, first, count, descending, direction, type, x, y, width, height, gap } = row;
  const [dx, dy] = { right: [1, 0], left: [-1, 0], down: [0, 1], up: [0, -1] }[direction] as [number, number];
  return Array.from({ length: Math.max(0, count) }, (_, index) => ({
    number: `${letter}${first + (descending ? -index : index)}`,
    ...{ type, width, height, turn: 0 },
    x: x + dx * index * (width + gap),
    y: y + dy * index * (height + gap),
  })).filter(({ number }) => !/\D[-0]/.test(number));
}

/** The first free number of a letter. */
export function nextNumber(stalls: readonly Pick<PlannedStall, "number">[], letter: string): number {
  const used = stalls
    .filter(({ number }) => number.startsWith(letter))
    .map(({ number }) => Number(number.slice(1)) || 0);
  return Math.max(0, ...used) + 1;
}

/** A coordinate on a grid of `grid` feet. */
export function snapped(feet: number, grid: number): number {
  return grid <= 0 ? Math.round(feet) : Math.round(feet / grid) * grid;
}

/** How far it is to the next line of a grid of `grid` feet, upwards (1) or downwards (-1). */
export function stepOnGrid(at: number, grid: number, sign: number): number {
  const line = sign > 0 ? Math.floor(at / grid) + 1 : Math.ceil(at / grid) - 1;
  return sign === 0 ? 0 : line * grid - at;
}

export type Alignment = "left" | "centre" | "right" | "top" | "middle" | "bottom";

/** Aligns to the outer edge, or the middle, of what is given. */
export function aligned<P extends Placement>(items: readonly P[], to: Alignment): readonly P[] {
  const all = boundsOfAll(items);
  return items.map((item) => {
    const { left, top, right, bottom } = boundsOf(item);
    const [dx, dy] = {
      left: [all.left - left, 0],
      right: [all.right - right, 0],
      centre: [(all.left + all.right - left - right) / 2, 0],
      top: [0, all.top - top],
      bottom: [0, all.bottom - bottom],
      middle: [0, (all.top + all.bottom - top - bottom) / 2],
    }[to] as [number, number];
    return { ...item, x: Math.round(item.x + dx), y: Math.round(item.y + dy) };
  });
}

/** Spaces between the outer two, equally; fewer than three stay where they are. */
export function distributed<P extends Placement>(items: readonly P[], along: "x" | "y"): readonly P[] {
  if (items.length < 3) return items;
  const [start, side] = along === "x" ? (["x", "width"] as const) : (["y", "height"] as const);
  const ordered = items.toSorted((a, b) => a[start] - b[start]);
  const [first, last] = [ordered[0] as P, ordered.at(-1) as P];
  const sides = ordered.slice(0, -1).reduce((sum, item) => sum + item[side], 0);
  const gap = (last[start] - first[start] - sides) / (items.length - 1);
  const at = new Map<P, number>();
  let next = first[start];
  for (const item of ordered) {
    at.set(item, Math.round(next));
    next += item[side] + gap;
  }
  return items.map((item) => ({ ...item, [start]: at.get(item) ?? item[start] }));
}

/** Turns each around its own middle. */
export function turned<P extends Placement>(items: readonly P[], degrees: number): readonly P[] {
  return items.map((item) => ({ ...item, turn: (((item.turn + degrees) % 360) + 360) % 360 }));
}

/** Moves all by the same feet. */
export function movedBy<P extends Placement>(items: readonly P[], dx: number, dy: number): readonly P[] {
  return items.map((item) => ({ ...item, x: item.x + dx, y: item.y + dy }));
}

/** Copies of stalls below or beside them, with the next free numbers of their letters. */
export function duplicated(
  all: readonly PlannedStall[],
  chosen: readonly PlannedStall[],
  offset: { readonly x: number; readonly y: number },
): readonly PlannedStall[] {
  const known = [...all];
  return chosen.map((stall) => {
    const letter = stall.number.charAt(0);
    const copy = {
      ...stall,
      number: `${letter}${nextNumber(known, letter)}`,
      x: stall.x + offset.x,
      y: stall.y + offset.y,
    };
    known.push(copy);
    return copy;
  });
}

/** Ways to count stalls: along rows from the left, or down columns from the top. */
export type CountingOrder = "rows" | "columns";

/**
 * Stalls with new numbers, counted in the order in which they stand.
 *
 * @param first number of the first stall; the others follow, upwards or downwards
 */
export function renumbered<S extends PlannedStall>(
  stalls: readonly S[],
  { letter, first, descending, order }: Pick<NewRow, "letter" | "first" | "descending"> & { order: CountingOrder },
): readonly S[] {
  const [along, across] = order === "rows" ? (["x", "y"] as const) : (["y", "x"] as const);
  const side = order === "rows" ? "height" : "width";
  // Stalls of one row stand nearly on one line: half of the smallest depth apart.
  const apart = Math.min(...stalls.map((stall) => stall[side])) / 2;
  const middle = (stall: S) => stall[across] + stall[side] / 2;
  let [line, lineAt] = [0, Number.NEGATIVE_INFINITY];
  const lines = new Map<S, number>();
  for (const stall of stalls.toSorted((a, b) => middle(a) - middle(b))) {
    if (middle(stall) - lineAt > apart) [line, lineAt] = [line + 1, middle(stall)];
    lines.set(stall, line);
  }
  const inOrder = stalls.toSorted((a, b) => (lines.get(a) ?? 0) - (lines.get(b) ?? 0) || a[along] - b[along]);
  const places = new Map(inOrder.map((stall, at) => [stall, at]));
  return stalls.map((stall) => {
    const at = places.get(stall) ?? 0;
    return { ...stall, number: `${letter}${first + (descending ? -at : at)}` };
  });
}
