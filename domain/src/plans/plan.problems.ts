import messages from "../generated/messages/en/admin-plan-problems.js";
import { STALL_ID_PATTERN } from "../stalls/stall.types.js";
import { type Bounds, boundsOf, boundsOverlap, contains, overlap } from "./plan-geometry.js";
import type { Fixture, Placement, Plan } from "./plan.types.js";

/** What can be wrong with a plan. An error keeps it from being published, a warning does not. */
export const PROBLEM_KINDS = {
  no_stalls: "error",
  malformed_number: "error",
  doubled_number: "error",
  unknown_type: "error",
  outside: "error",
  overlap: "error",
  blocked_entrance: "error",
  no_entrance: "warning",
  blocked_way: "warning",
} as const satisfies Readonly<Record<string, "error" | "warning">>;
export type ProblemKind = keyof typeof PROBLEM_KINDS;

/** A problem of a plan, in words, with the indexes of what it is about. */
export interface PlanProblem {
  readonly kind: ProblemKind;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly stalls: readonly number[];
  readonly fixtures: readonly number[];
}

/** Width of a way that people with wheelchairs and goods can pass, in feet. */
export const WAY_FEET = 4;

const named = (number: string) => (number === "" ? messages.unnumbered : number);
const nameOf = ({ kind, text }: Fixture) => (text === "" ? messages.fixtures[kind] : `“${text}”`);
const takesUpSpace = ({ kind }: Fixture) => kind === "stage" || kind === "wall" || kind === "facility";

/**
 * What is wrong with a plan, errors first.
 *
 * @param types keys of the event's stall types
 */
export function problemsOf(plan: Plan, types: readonly string[]): readonly PlanProblem[] {
  const found = [
    ...numbersAndTypes(plan, types),
    ...outside(plan),
    ...overlaps(plan),
    ...(plan.fixtures.some(({ kind }) => kind === "entrance")
      ? blockedWays(plan)
      : [problem("no_entrance", messages.noEntrance)]),
  ];
  return found.toSorted((a, b) => Number(a.severity === "warning") - Number(b.severity === "warning"));
}

/** Whether nothing keeps a plan from being published. */
export function isPublishable(problems: readonly PlanProblem[]): boolean {
  return problems.every(({ severity }) => severity === "warning");
}

function problem(
  kind: ProblemKind,
  message: string,
  stalls: readonly number[] = [],
  fixtures: readonly number[] = [],
): PlanProblem {
  return { kind, severity: PROBLEM_KINDS[kind], message, stalls, fixtures };
}

function numbersAndTypes({ stalls }: Plan, types: readonly string[]): PlanProblem[] {
  if (stalls.length === 0) return [problem("no_stalls", messages.noStalls)];
  const byNumber = new Map<string, number[]>();
  for (const [index, { number }] of stalls.entries()) byNumber.set(number, [...(byNumber.get(number) ?? []), index]);
  const malformed = stalls.flatMap(({ number }, index) =>
    STALL_ID_PATTERN.test(number) && number[1] !== "0"
      ? []
      : [problem("malformed_number", messages.malformed({ stall: named(number) }), [index])],
  );
  const doubled = [...byNumber].flatMap(([number, indexes]) =>
    indexes.length < 2 || number === ""
      ? []
      : [problem("doubled_number", messages.doubled({ number, count: indexes.length }), indexes)],
  );
  const unknown = stalls.flatMap(({ number, type }, index) =>
    types.includes(type)
      ? []
      : [problem("unknown_type", messages.unknownType({ stall: named(number), type }), [index])],
  );
  return [...malformed, ...doubled, ...unknown];
}

function outside({ width, height, stalls, fixtures }: Plan): PlanProblem[] {
  const isOutside = (placement: Placement) => {
    const { left, top, right, bottom } = boundsOf(placement);
    return left < -0.01 || top < -0.01 || right > width + 0.01 || bottom > height + 0.01;
  };
  return [
    ...stalls.flatMap((stall, index) =>
      isOutside(stall) ? [problem("outside", messages.outside({ what: named(stall.number) }), [index])] : [],
    ),
    ...fixtures.flatMap((fixture, index) =>
      isOutside(fixture) ? [problem("outside", messages.outside({ what: capital(nameOf(fixture)) }), [], [index])] : [],
    ),
  ];
}

function overlaps({ stalls, fixtures }: Plan): PlanProblem[] {
  const bounds = stalls.map(boundsOf);
  const found: PlanProblem[] = [];
  for (const [index, stall] of stalls.entries()) {
    for (let other = index + 1; other < stalls.length; other += 1) {
      const second = stalls[other];
      if (second === undefined || !boundsOverlap(bounds[index] as Bounds, bounds[other] as Bounds)) continue;
      if (overlap(stall, second))
        found.push(
          problem("overlap", messages.overlap({ one: named(stall.number), other: named(second.number) }), [
            index,
            other,
          ]),
        );
    }
    for (const [at, fixture] of fixtures.entries()) {
      if (!overlap(stall, fixture)) continue;
      if (fixture.kind === "entrance")
        found.push(
          problem(
            "blocked_entrance",
            messages.blockedEntrance({ stall: named(stall.number), entrance: nameOf(fixture) }),
            [index],
            [at],
          ),
        );
      else if (takesUpSpace(fixture))
        found.push(
          problem("overlap", messages.overlap({ one: named(stall.number), other: nameOf(fixture) }), [index], [at]),
        );
    }
  }
  return found;
}

/** Stalls that nobody can reach from an entrance: a square of {@link WAY_FEET} is moved over a grid of feet. */
function blockedWays(plan: Plan): PlanProblem[] {
  const { width, height, stalls, fixtures } = plan;
  // Large areas are looked at in coarser steps.
  const step = Math.max(1, Math.ceil(Math.max(width, height) / 400));
  const [columns, rows] = [Math.ceil(width / step), Math.ceil(height / step)];
  const way = Math.max(1, Math.round(WAY_FEET / step));
  const obstacles = [...stalls, ...fixtures.filter(takesUpSpace)];
  const taken = new Uint8Array(columns * rows);
  for (const obstacle of obstacles) {
    eachCell(boundsOf(obstacle), step, columns, rows, (column, row) => {
      const middle = { x: (column + 0.5) * step, y: (row + 0.5) * step };
      if (contains(obstacle, middle)) taken[row * columns + column] = 1;
    });
  }
  const isFree = freeSquares(taken, columns, rows, way);
  const reached = new Uint8Array(columns * rows);
  const open: number[] = [];
  const visit = (column: number, row: number): void => {
    if (column < 0 || row < 0 || column > columns - way || row > rows - way) return;
    const at = row * columns + column;
    if (reached[at] === 1 || !isFree(column, row)) return;
    reached[at] = 1;
    open.push(at);
  };
  for (const entrance of fixtures.filter(({ kind }) => kind === "entrance"))
    eachCell(grown(boundsOf(entrance), way * step), step, columns, rows, visit);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    visit(column + 1, row);
    visit(column - 1, row);
    visit(column, row + 1);
    visit(column, row - 1);
  }
  return stalls.flatMap((stall, index) => {
    const { left, top, right, bottom } = boundsOf(stall);
    const around = {
      left: left - (way + 1) * step,
      top: top - (way + 1) * step,
      right: right + step,
      bottom: bottom + step,
    };
    if (someCell(around, step, columns, rows, (column, row) => reached[row * columns + column] === 1)) return [];
    return [problem("blocked_way", messages.blockedWay({ stall: named(stall.number), feet: WAY_FEET }), [index])];
  });
}

/** Whether a square of `way` cells is free, by the number of taken cells above and left of each corner. */
function freeSquares(taken: Uint8Array, columns: number, rows: number, way: number) {
  const sums = new Int32Array((columns + 1) * (rows + 1));
  const at = (column: number, row: number) => sums[row * (columns + 1) + column] ?? 0;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      sums[(row + 1) * (columns + 1) + column + 1] =
        (taken[row * columns + column] ?? 0) + at(column, row + 1) + at(column + 1, row) - at(column, row);
    }
  }
  return (column: number, row: number) =>
    at(column + way, row + way) - at(column, row + way) - at(column + way, row) + at(column, row) === 0;
}

function eachCell(bounds: Bounds, step: number, columns: number, rows: number, visit: Visit<void>): void {
  someCell(bounds, step, columns, rows, (column, row) => {
    visit(column, row);
    return false;
  });
}

type Visit<Result> = (column: number, row: number) => Result;

/** Whether a cell of the grid under the bounds fulfils a condition. */
function someCell(
  { left, top, right, bottom }: Bounds,
  step: number,
  columns: number,
  rows: number,
  fulfils: Visit<boolean>,
): boolean {
  const lastRow = Math.min(rows - 1, Math.ceil(bottom / step) - 1);
  const lastColumn = Math.min(columns - 1, Math.ceil(right / step) - 1);
  for (let row = Math.max(0, Math.floor(top / step)); row <= lastRow; row += 1) {
    for (let column = Math.max(0, Math.floor(left / step)); column <= lastColumn; column += 1)
      if (fulfils(column, row)) return true;
  }
  return false;
}

function grown({ left, top, right, bottom }: Bounds, by: number): Bounds {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
