import type { Fixture, Ground } from "./plan.types.js";

export type Side = "top" | "right" | "bottom" | "left";

/** The side of the area that an entrance is on; undefined inside. */
export function sideOf({ x, y, width, height, turn }: Fixture, area: Ground): Side | undefined {
  if (turn !== 0) return undefined;
  if (y <= 0) return "top";
  if (y + height >= area.height) return "bottom";
  if (x <= 0) return "left";
  return x + width >= area.width ? "right" : undefined;
}

/** The outer walls in feet, open at the entrances, as the path of an SVG. */
export function wallPath(area: Ground): string {
  const { width, height, fixtures } = area;
  const entrances = fixtures.filter(({ kind }) => kind === "entrance");
  const [only] = entrances;
  if (entrances.length === 1 && only !== undefined && sideOf(only, area) === "top")
    return `M${only.x} -0.6H-0.6V${height + 0.6}H${width + 0.6}V-0.6H${only.x + only.width}`;
  const along = (side: Side, length: number): [number, number][] => {
    const isAcross = side === "top" || side === "bottom";
    const gaps = entrances
      .filter((entrance) => sideOf(entrance, area) === side)
      .map((e): [number, number] => (isAcross ? [e.x, e.x + e.width] : [e.y, e.y + e.height]))
      .toSorted(([a], [b]) => a - b);
    const ends = [-0.6, ...gaps.flat(), length + 0.6];
    return ends.flatMap((from, at) => (at % 2 === 0 ? [[from, ends[at + 1] ?? from] as [number, number]] : []));
  };
  return [
    ...along("top", width).map(([from, to]) => `M${from} -0.6H${to}`),
    ...along("bottom", width).map(([from, to]) => `M${from} ${height + 0.6}H${to}`),
    ...along("left", height).map(([from, to]) => `M-0.6 ${from}V${to}`),
    ...along("right", height).map(([from, to]) => `M${width + 0.6} ${from}V${to}`),
  ].join("");
}
