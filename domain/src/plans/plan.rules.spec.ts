import { describe, expect, it } from "@jest/globals";
import { overlap } from "./plan-geometry.js";
import { changesBetween, isUnchanged, conflictsOf, conflictText } from "./plan.changes.js";
import {
  aligned,
  distributed,
  duplicated,
  type NewRow,
  nextNumber,
  renumbered,
  rowOf,
  snapped,
  stepOnGrid,
  turned,
} from "./plan.editing.js";
import { problemsOf } from "./plan.problems.js";
import { type Fixture, type Plan, type PlannedStall, STANDARD_GROUND } from "./plan.types.js";

const TYPES = ["Premium", "General"];
const stall = (number: string, x: number, y: number, more: Partial<PlannedStall> = {}): PlannedStall => ({
  ...{ number, type: "General", x, y, width: 10, height: 10, turn: 0 },
  ...more,
});
const fixture = (kind: Fixture["kind"], x: number, y: number, width: number, height: number): Fixture => ({
  ...{ kind, text: "", x, y, width, height, turn: 0 },
});
const ENTRANCE = fixture("entrance", 40, 0, 20, 10);
const plan = (stalls: readonly PlannedStall[], fixtures: readonly Fixture[] = [ENTRANCE]): Plan => ({
  ...{ width: 100, height: 100, stalls, fixtures },
});
const row = (more: Partial<NewRow> = {}): NewRow => ({
  ...{ letter: "B", first: 51, count: 3, descending: false, direction: "right", type: "General" },
  ...{ x: 0, y: 20, width: 10, height: 10, gap: 0 },
  ...more,
});

describe("problemsOf", () => {
  it.each<[string, Plan, readonly string[]]>([
    ["two stalls side by side", plan([stall("B1", 0, 20), stall("B2", 10, 20)]), []],
    ["no stalls", plan([]), ["The plan has no stalls."]],
    ["an overlap", plan([stall("B1", 0, 20), stall("B2", 9, 20)]), ["B1 and B2 overlap."]],
    [
      "an overlap of turned stalls only",
      plan([stall("B1", 20, 50, { turn: 45 }), stall("B2", 31, 50)]),
      ["B1 and B2 overlap."],
    ],
    ["turned stalls whose bounds touch only", plan([stall("B1", 20, 50, { turn: 45 }), stall("B2", 31, 61)]), []],
    ["a stall outside", plan([stall("B1", 95, 20)]), ["B1 is outside the area."]],
    ["a turned stall in a corner", plan([stall("B1", 0, 20, { turn: 45 })]), ["B1 is outside the area."]],
    ["a number twice", plan([stall("B1", 0, 20), stall("B1", 30, 20)]), ["B1 is the number of 2 stalls."]],
    [
      "malformed numbers",
      plan([stall("b1", 0, 20), stall("", 30, 20), stall("B01", 60, 20)]),
      ["b1", "A stall without a number", "B01"].map(
        (name) => `${name}: a number is a letter and up to five digits, e.g. B12.`,
      ),
    ],
    ["an unknown type", plan([stall("B1", 0, 20, { type: "Gold" })]), ["B1: the event has no type “Gold”."]],
    ["a stall in the entrance", plan([stall("B1", 45, 5)]), ["B1 blocks the entrance."]],
    [
      "a stall on the stage",
      plan([stall("B1", 0, 20)], [ENTRANCE, fixture("stage", 5, 25, 30, 30)]),
      ["B1 and the stage overlap."],
    ],
    ["a stall on a text", plan([stall("B1", 0, 20)], [ENTRANCE, fixture("text", 5, 25, 30, 30)]), []],
    ["no entrance", plan([stall("B1", 0, 20)], []), ["The plan has no entrance."]],
    [
      "a fixture outside",
      plan([stall("B1", 0, 20)], [ENTRANCE, fixture("stage", 90, 50, 20, 20)]),
      ["The stage is outside the area."],
    ],
    [
      "a stall in the middle of others",
      plan(
        [40, 50, 60].flatMap((x, column) => [40, 50, 60].map((y, line) => stall(`B${column * 3 + line + 1}`, x, y))),
      ),
      ["B5 can't be reached from an entrance by a way of 4 feet."],
    ],
    [
      "a wall with a gap of 3 feet",
      plan([stall("B1", 0, 80)], [ENTRANCE, fixture("wall", 0, 50, 97, 2)]),
      ["B1 can't be reached from an entrance by a way of 4 feet."],
    ],
    ["a wall with a gap of 4 feet", plan([stall("B1", 0, 80)], [ENTRANCE, fixture("wall", 0, 50, 96, 2)]), []],
  ])("%s", (_, drawn, messages) => {
    expect(problemsOf(drawn, TYPES).map(({ message }) => message)).toEqual(messages);
  });

  it("checks 500 stalls", () => {
    const stalls = Array.from({ length: 500 }, (_, at) =>
      stall(`B${at + 1}`, (at % 25) * 14, 20 + Math.floor(at / 25) * 20),
    );
    const large = { ...plan(stalls), width: 400, height: 450 };
    expect(problemsOf(large, TYPES)).toEqual([]);
    expect(problemsOf({ ...large, stalls: [...stalls, stall("A1", 1, 20)] }, TYPES)).toHaveLength(1);
  });
});

it("overlap knows touching edges from overlapping ones", () => {
  expect(overlap(stall("A1", 0, 0), stall("A2", 10, 0))).toBe(false);
  expect(overlap(stall("A1", 0, 0), stall("A2", 9, 9))).toBe(true);
});

describe("changesBetween and conflictsOf", () => {
  const NONE = { added: [], removed: [], moved: [], retyped: [], renumbered: [], ground: false };
  const before = plan([stall("B1", 0, 20), stall("B2", 10, 20), stall("A1", 50, 50, { type: "Premium" })]);
  const [b1, b2, a1] = before.stalls as readonly [PlannedStall, PlannedStall, PlannedStall];

  it.each<[string, Plan, Partial<typeof NONE> | object]>([
    ["nothing, in another order", plan([a1, b2, b1]), {}],
    ["a stall added", plan([b1, b2, a1, stall("B3", 20, 20)]), { added: ["B3"] }],
    ["a stall removed", plan([b1, a1]), { removed: ["B2"] }],
    ["a stall moved", plan([b1, { ...b2, x: 30 }, a1]), { moved: ["B2"] }],
    ["a stall turned", plan([b1, { ...b2, turn: 45 }, a1]), { moved: ["B2"] }],
    [
      "a stall retyped and moved",
      plan([b1, b2, { ...a1, type: "General", y: 60 }]),
      { moved: ["A1"], retyped: [{ number: "A1", from: "Premium", to: "General" }] },
    ],
    ["a stall renumbered", plan([b1, { ...b2, number: "B9" }, a1]), { renumbered: [{ from: "B2", to: "B9" }] }],
    ["two numbers exchanged", plan([{ ...b1, number: "B2" }, { ...b2, number: "B1" }, a1]), { moved: ["B2", "B1"] }],
    ["removed here, added there", plan([b1, a1, stall("B9", 70, 70)]), { added: ["B9"], removed: ["B2"] }],
    ["another stage", { ...before, fixtures: [ENTRANCE, fixture("stage", 5, 60, 20, 20)] }, { ground: true }],
    ["a larger area", { ...before, width: 120 }, { ground: true }],
  ])("%s", (_, draft, expected) => {
    const changes = changesBetween(before, draft);
    expect(changes).toEqual({ ...NONE, ...expected });
    expect(isUnchanged(changes)).toBe(Object.keys(expected).length === 0);
  });

  it.each<[string, Plan, string, readonly string[]]>([
    ["a sold stall drawn elsewhere", plan([b1, { ...b2, x: 30 }, a1]), "sold", []],
    ["a sold stall removed", plan([b1, a1]), "sold", ["B2 can't be removed: it is sold."]],
    [
      "a sold stall renumbered",
      plan([b1, { ...b2, number: "B9" }, a1]),
      "sold",
      ["B2 can't be renumbered: it is sold."],
    ],
    [
      "a held stall retyped",
      plan([b1, { ...b2, type: "Premium" }, a1]),
      "held",
      ["B2 can't be retyped: it is being booked."],
    ],
    ["a blocked stall removed", plan([b1, a1]), "blocked", ["B2 can't be removed: it is blocked; unblock it first."]],
    ["another stall removed", plan([b2, a1]), "sold", []],
  ])("%s", (_, draft, state, texts) => {
    const refused = conflictsOf(changesBetween(before, draft), [{ number: "B2", state }]);
    expect(refused.map(conflictText)).toEqual(texts);
  });
});

describe("editing", () => {
  const places = (stalls: readonly PlannedStall[]) => stalls.map(({ number, x, y }) => `${number} ${x},${y}`);

  it.each<[string, Partial<NewRow>, readonly string[]]>([
    ["to the right", {}, ["B51 0,20", "B52 10,20", "B53 20,20"]],
    [
      "to the left, counting down",
      { direction: "left", x: 50, first: 3, descending: true },
      ["B3 50,20", "B2 40,20", "B1 30,20"],
    ],
    ["down with gaps", { direction: "down", gap: 2, count: 2 }, ["B51 0,20", "B52 0,32"]],
    ["up", { direction: "up", count: 2 }, ["B51 0,20", "B52 0,10"]],
    ["counting down past 1", { first: 2, descending: true }, ["B2 0,20", "B1 10,20"]],
  ])("a row %s", (_, more, expected) => {
    expect(places(rowOf(row(more)))).toEqual(expected);
  });

  it("copies with the next free numbers of each letter", () => {
    const all = [stall("A1", 0, 0), stall("B9", 10, 0), stall("B7", 20, 0)];
    expect(places(duplicated(all, all.slice(1), { x: 0, y: 10 }))).toEqual(["B10 10,10", "B11 20,10"]);
    expect(nextNumber(all, "C")).toBe(1);
  });

  it.each<[string, Parameters<typeof renumbered>[1], readonly string[]]>([
    ["along rows", { letter: "C", first: 1, descending: false, order: "rows" }, ["C2", "C1", "C4", "C3"]],
    ["down columns", { letter: "C", first: 5, descending: false, order: "columns" }, ["C7", "C5", "C8", "C6"]],
    ["counting down", { letter: "B", first: 4, descending: true, order: "rows" }, ["B3", "B4", "B1", "B2"]],
  ])("renumbers %s, stalls that stand a foot aside in the same row", (_, by, numbers) => {
    const four = [stall("A1", 10, 0), stall("A2", 0, 1), stall("A3", 11, 20), stall("A4", 0, 20)];
    expect(renumbered(four, by).map(({ number }) => number)).toEqual(numbers);
  });

  it("aligns, distributes, turns and snaps", () => {
    const three = [stall("A1", 3, 0), stall("A2", 50, 7), stall("A3", 21, 9)];
    expect(aligned(three, "left").map(({ x }) => x)).toEqual([3, 3, 3]);
    expect(aligned(three, "bottom").map(({ y }) => y)).toEqual([9, 9, 9]);
    expect(aligned(three, "centre").map(({ x }) => x)).toEqual([27, 27, 27]);
    expect(distributed(three, "x").map(({ x }) => x)).toEqual([3, 50, 27]);
    expect(distributed(three.slice(1), "x")).toEqual(three.slice(1));
    expect(turned(three, -90).map(({ turn }) => turn)).toEqual([270, 270, 270]);
    expect([snapped(12, 5), snapped(12.6, 1), snapped(7.5, 5)]).toEqual([10, 13, 10]);
    const steps = [
      [10, 5, 1],
      [12, 5, 1],
      [12, 5, -1],
      [10, 5, -1],
      [12, 1, -1],
      [-3, 5, -1],
      [12, 5, 0],
    ] as const;
    expect(steps.map(([at, grid, sign]) => stepOnGrid(at, grid, sign))).toEqual([5, 3, -2, -5, -1, -2, 0]);
  });
});

it("the standard ground has no problems but stalls", () => {
  expect(problemsOf({ ...STANDARD_GROUND, stalls: [stall("B1", 0, 20)] }, TYPES)).toEqual([]);
});
