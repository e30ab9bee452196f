import { describe, expect, it } from "@jest/globals";
import { ENTRANCE, HALL, STAGE, STALL_SIDE_FEET } from "@sakhi/domain/stalls/stall.types";
import { FLOOR_PLAN, type PlannedStall } from "./stalls.seed.js";

type Box = Readonly<Record<"x" | "y" | "width" | "depth", number>>;

const box = ({ x, y }: PlannedStall): Box => ({ x, y, width: STALL_SIDE_FEET, depth: STALL_SIDE_FEET });
const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.depth && b.y < a.y + a.depth;
const numbers = (letter: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${letter}${from + index}`);
const sorted = (stalls: readonly PlannedStall[], by: "x" | "y"): string[] =>
  stalls.toSorted((a, b) => a[by] - b[by]).map((stall) => stall.stallId);

describe("FLOOR_PLAN", () => {
  it("has each of the 70 stalls A1–A20 and B1–B50 once", () => {
    const ids = FLOOR_PLAN.map((stall) => stall.stallId);
    expect(ids).toHaveLength(70);
    expect(new Set(ids)).toEqual(new Set([...numbers("A", 1, 20), ...numbers("B", 1, 50)]));
  });

  it("places every stall inside the hall", () => {
    const inside = (at: number, feet: number) => at >= 0 && at + STALL_SIDE_FEET <= feet;
    const outside = FLOOR_PLAN.filter(({ x, y }) => !inside(x, HALL.widthFeet) || !inside(y, HALL.depthFeet));
    expect(outside).toEqual([]);
  });

  it("has no overlapping stalls and keeps the stage and entrance clear", () => {
    const entrance = { x: ENTRANCE.x, y: ENTRANCE.y, width: ENTRANCE.width, depth: STALL_SIDE_FEET };
    const clashes = FLOOR_PLAN.flatMap((stall, index) => [
      ...FLOOR_PLAN.slice(index + 1)
        .filter((other) => overlap(box(stall), box(other)))
        .map((other) => `${stall.stallId} on ${other.stallId}`),
      ...[STAGE, entrance].filter((place) => overlap(box(stall), place)).map(() => `${stall.stallId} blocks`),
    ]);
    expect(clashes).toEqual([]);
  });

  it("lines the four walls with stalls in the order of their numbers", () => {
    const sides = {
      top: [FLOOR_PLAN.filter((stall) => stall.y === 0), "x"],
      left: [FLOOR_PLAN.filter((stall) => stall.x === 0), "y"],
      bottom: [FLOOR_PLAN.filter((stall) => stall.y === 160), "x"],
      right: [FLOOR_PLAN.filter((stall) => stall.x === 130), "y"],
    } as const;
    const found = Object.entries(sides).map(([side, [stalls, axis]]) => {
      const at = stalls.map((stall) => stall[axis]);
      return [side, sorted(stalls, axis), Math.min(...at), Math.max(...at) + STALL_SIDE_FEET];
    });
    expect(found).toEqual([
      ["top", ["B4", "B3", "B2", "B1", "B50", "B49", "B48", "B47"], 10, 130],
      ["left", numbers("B", 5, 19), 10, 160],
      ["bottom", numbers("B", 20, 31), 10, 130],
      ["right", numbers("B", 32, 46).toReversed(), 10, 160],
    ]);
  });

  it("puts the premium stalls in the two inner columns", () => {
    const columns = [40, 90].map((x) => FLOOR_PLAN.filter((stall) => stall.x === x && stall.type === "Premium"));
    expect(columns.map((column) => sorted(column, "y"))).toEqual([numbers("A", 1, 10), numbers("A", 11, 20)]);
    for (const column of columns) {
      expect(column.map((stall) => stall.y)).toEqual([35, 45, 55, 65, 75, 85, 95, 105, 115, 125]);
    }
  });

  it("prices premium at 36,000 and standard at 27,000 rupees", () => {
    const prices = new Set(FLOOR_PLAN.map(({ stallId, type, pricePaise }) => `${stallId[0]} ${type} ${pricePaise}`));
    expect([...prices].toSorted()).toEqual(["A Premium 3600000", "B General 2700000"]);
  });
});
