import { describe, expect, it } from "@jest/globals";
import { ENTRANCE, HALL, STAGE, STALL_SIDE_FEET } from "@sakhi/domain/stalls/stall.types";
import { FLOOR_PLAN } from "./floor-plan.js";
import type { PlannedStall } from "./floor-plan.js";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly depth: number;
}

const box = (stall: PlannedStall): Box => ({ x: stall.x, y: stall.y, width: STALL_SIDE_FEET, depth: STALL_SIDE_FEET });
const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.depth && b.y < a.y + a.depth;
const numbers = (letter: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${letter}${from + index}`);
const sorted = (stalls: readonly PlannedStall[], by: "x" | "y"): string[] =>
  stalls.toSorted((a, b) => a[by] - b[by]).map((stall) => stall.stallId);

describe("the floor plan", () => {
  it("has the 70 stalls A1–A20 and B1–B50, each once", () => {
    const ids = FLOOR_PLAN.map((stall) => stall.stallId);
    expect(ids).toHaveLength(70);
    expect(new Set(ids)).toEqual(new Set([...numbers("A", 1, 20), ...numbers("B", 1, 50)]));
  });

  it("lies inside the hall", () => {
    for (const stall of FLOOR_PLAN) {
      expect(stall.x).toBeGreaterThanOrEqual(0);
      expect(stall.y).toBeGreaterThanOrEqual(0);
      expect(stall.x + STALL_SIDE_FEET).toBeLessThanOrEqual(HALL.widthFeet);
      expect(stall.y + STALL_SIDE_FEET).toBeLessThanOrEqual(HALL.depthFeet);
    }
  });

  it("has no two stalls on the same ground, and leaves stage and entrance free", () => {
    const entrance = { x: ENTRANCE.x, y: ENTRANCE.y, width: ENTRANCE.width, depth: STALL_SIDE_FEET };
    const clashes = FLOOR_PLAN.flatMap((stall, index) => [
      ...FLOOR_PLAN.slice(index + 1)
        .filter((other) => overlap(box(stall), box(other)))
        .map((other) => `${stall.stallId} on ${other.stallId}`),
      ...[STAGE, entrance].filter((place) => overlap(box(stall), place)).map(() => `${stall.stallId} blocks`),
    ]);
    expect(clashes).toEqual([]);
  });

  it("closes around the hall: each side holds its numbers in their order", () => {
    const top = FLOOR_PLAN.filter((stall) => stall.y === 0);
    const bottom = FLOOR_PLAN.filter((stall) => stall.y === 160);
    const left = FLOOR_PLAN.filter((stall) => stall.x === 0);
    const right = FLOOR_PLAN.filter((stall) => stall.x === 130);
    expect(sorted(top, "x")).toEqual(["B4", "B3", "B2", "B1", "B50", "B49", "B48", "B47"]);
    expect(sorted(left, "y")).toEqual(numbers("B", 5, 19));
    expect(sorted(bottom, "x")).toEqual(numbers("B", 20, 31));
    expect(sorted(right, "y")).toEqual(numbers("B", 32, 46).toReversed());
    const extent = (stalls: PlannedStall[], axis: "x" | "y"): number[] => [
      Math.min(...stalls.map((stall) => stall[axis])),
      Math.max(...stalls.map((stall) => stall[axis])) + STALL_SIDE_FEET,
    ];
    expect(extent(top, "x")).toEqual([10, 130]);
    expect(extent(bottom, "x")).toEqual([10, 130]);
    expect(extent(left, "y")).toEqual([10, 160]);
    expect(extent(right, "y")).toEqual([10, 160]);
  });

  it("has the premium stalls in the two inner columns", () => {
    const columns = [40, 90].map((x) => FLOOR_PLAN.filter((stall) => stall.x === x && stall.type === "Premium"));
    expect(columns.map((column) => sorted(column, "y"))).toEqual([numbers("A", 1, 10), numbers("A", 11, 20)]);
    for (const column of columns) {
      expect(column.map((stall) => stall.y)).toEqual([35, 45, 55, 65, 75, 85, 95, 105, 115, 125]);
    }
  });

  it("prices premium at 36,000 and standard at 27,000 rupees", () => {
    const prices = new Map(FLOOR_PLAN.map((stall) => [`${stall.stallId[0]} ${stall.type}`, stall.pricePaise]));
    expect(prices).toEqual(
      new Map([
        ["B General", 2_700_000],
        ["A Premium", 3_600_000],
      ]),
    );
  });
});
