import { csvLine, readCsv, type ReadCell } from "../fields/csv.js";
import {
  AREA_SIDE,
  type Fixture,
  FIXTURE_KINDS,
  type FixtureKind,
  type Ground,
  MAX_FIXTURE_TEXT,
  MAX_FIXTURES,
  MAX_OFFSET,
  MAX_STALLS,
  type Placement,
  type Plan,
  type PlannedStall,
  SIDE,
  TURN_STEP,
} from "./plan.types.js";

/** Columns of a plan's CSV: stalls and fixtures are rows, `kind` is `stall` or that of a fixture, `area` for the area. */
const COLUMNS = ["kind", "number", "type", "x", "y", "width", "height", "turn", "text"] as const;
type PlanColumn = (typeof COLUMNS)[number];

/** Formats of a plan's file. */
export const PLAN_FORMATS = ["csv", "json"] as const;
export type PlanFormat = (typeof PLAN_FORMATS)[number];

/** What is wrong with a file, and where: line and column from 1. */
export interface FileProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** A plan read from a file, or everything that is wrong with the file. */
export type ReadPlan =
  | { readonly plan: Plan; readonly problems: readonly [] }
  | { readonly plan?: undefined; readonly problems: readonly FileProblem[] };

/** A problem of a file in words, with its place. */
export function fileProblemText({ message, line, column }: FileProblem): string {
  return `Line ${line}, column ${column}: ${message}.`;
}

/** The plan as a file. */
export function writePlan(plan: Plan, format: PlanFormat): string {
  return format === "csv" ? planAsCsv(plan) : planAsJson(plan);
}

/** Reads a plan's file. @param ground area and fixtures for a CSV that has stalls only */
export function readPlan(file: string, format: PlanFormat, ground: Ground): ReadPlan {
  return format === "csv" ? readPlanCsv(file, ground) : readPlanJson(file);
}

/** The plan as CSV, safe to open in spreadsheets. */
export function planAsCsv({ width, height, stalls, fixtures }: Plan): string {
  const row = (cells: Partial<Record<PlanColumn, string | number>>) =>
    csvLine(COLUMNS.map((column) => String(cells[column] ?? "")));
  return [
    csvLine(COLUMNS),
    row({ kind: "area", width, height }),
    ...stalls.map((stall) => row({ kind: "stall", ...stall })),
    ...fixtures.map((fixture) => row({ ...fixture })),
  ].join("");
}

/** The plan as JSON, which {@link readPlanJson} reads. */
export function planAsJson({ width, height, stalls, fixtures }: Plan): string {
  return `${JSON.stringify({ width, height, stalls, fixtures }, undefined, 2)}\n`;
}

/**
 * Reads a plan from CSV. The columns can be in any order; `kind` may be missing, then every row is a stall. Without a row
 * of the area, area and fixtures are those of `ground`.
 */
export function readPlanCsv(file: string, ground: Ground): ReadPlan {
  let rows: readonly (readonly ReadCell[])[];
  try {
    rows = readCsv(file);
  } catch (error) {
    return { problems: [placed(error)] };
  }
  const [head = [], ...body] = rows;
  const columns = head.map(({ text }) => text.toLowerCase());
  const problems: FileProblem[] = head.flatMap(({ text, line, column }) =>
    isColumn(text.toLowerCase()) ? [] : [{ message: `there is no column “${text}”`, line, column }],
  );
  for (const needed of ["number", "type", "x", "y"] as const) {
    if (!columns.includes(needed)) problems.push({ message: `the column “${needed}” is missing`, line: 1, column: 1 });
  }
  if (problems.length > 0) return { problems };
  const stalls: PlannedStall[] = [];
  const fixtures: Fixture[] = [];
  let area: { width: number; height: number } | undefined;
  for (const cells of body) {
    const first = cells[0] ?? { text: "", line: 1, column: 1 };
    const cell = (name: PlanColumn): ReadCell => cells[columns.indexOf(name)] ?? { ...first, text: "" };
    if (cells.length > columns.length) {
      const extra = cells[columns.length] ?? first;
      problems.push({ message: "there are more cells than columns", line: extra.line, column: extra.column });
      continue;
    }
    const number = (name: PlanColumn, range: Range, otherwise?: number): number => {
      const { text, line, column } = cell(name);
      if (text === "" && otherwise !== undefined) return otherwise;
      const read = text === "" ? Number.NaN : Number(text);
      const problem = numberProblem(read, range);
      if (problem !== undefined) problems.push({ message: `${name} ${problem}, not “${text}”`, line, column });
      return read;
    };
    const kind = cell("kind").text.toLowerCase() || "stall";
    if (kind === "area") {
      area = { width: number("width", AREA_SIDE), height: number("height", AREA_SIDE) };
      continue;
    }
    if (kind !== "stall" && !isFixtureKind(kind)) {
      const { text, line, column } = cell("kind");
      problems.push({ message: `kind is area, stall, ${FIXTURE_KINDS.join(", ")}, not “${text}”`, line, column });
      continue;
    }
    const placement = {
      x: number("x", OFFSET),
      y: number("y", OFFSET),
      width: number("width", SIDE, 10),
      height: number("height", SIDE, 10),
      turn: number("turn", TURN, 0),
    };
    if (kind === "stall") stalls.push({ number: cell("number").text, type: cell("type").text, ...placement });
    else fixtures.push({ kind, text: cell("text").text, ...placement });
    const tooLong = (
      [
        ["number", 10],
        ["type", 40],
        ["text", MAX_FIXTURE_TEXT],
      ] as const
    ).find(([name, most]) => cell(name).text.length > most);
    if (tooLong !== undefined) {
      const { line, column } = cell(tooLong[0]);
      problems.push({ message: `${tooLong[0]} has at most ${tooLong[1]} characters`, line, column });
    }
  }
  if (stalls.length > MAX_STALLS || fixtures.length > MAX_FIXTURES)
    problems.push({
      message: `a plan has at most ${MAX_STALLS} stalls and ${MAX_FIXTURES} fixtures`,
      line: 1,
      column: 1,
    });
  if (problems.length > 0) return { problems };
  const { width, height } = area ?? ground;
  return {
    plan: { width, height, stalls, fixtures: area === undefined ? [...ground.fixtures, ...fixtures] : fixtures },
    problems: [],
  };
}

/** Reads a plan from JSON. */
export function readPlanJson(file: string): ReadPlan {
  let read: unknown;
  try {
    read = JSON.parse(file);
  } catch (error) {
    return { problems: [jsonProblem(file, error)] };
  }
  const problems: FileProblem[] = [];
  // JSON.parse does not say where a value is: its name is looked for in the text.
  const report = (message: string, path: readonly (string | number)[]) => {
    problems.push({ message: `${path.length === 0 ? "the file" : pathText(path)} ${message}`, ...placeOf(file, path) });
  };
  const number = (value: unknown, range: Range, path: readonly (string | number)[], otherwise?: number): number => {
    if (value === undefined && otherwise !== undefined) return otherwise;
    const found = typeof value === "number" ? value : Number.NaN;
    const problem = numberProblem(found, range);
    if (problem !== undefined) report(problem, path);
    return found;
  };
  const text = (value: unknown, most: number, path: readonly (string | number)[], otherwise?: string): string => {
    if (value === undefined && otherwise !== undefined) return otherwise;
    if (typeof value !== "string" || value.length > most) report(`is a text of at most ${most} characters`, path);
    return String(value);
  };
  if (!isRecord(read)) return { problems: [{ message: "the file is not a plan", line: 1, column: 1 }] };
  const listOf = (name: "stalls" | "fixtures", most: number): readonly Readonly<Record<string, unknown>>[] => {
    const value = read[name];
    if (value === undefined && name === "fixtures") return [];
    if (!Array.isArray(value) || value.length > most) {
      report(`is a list of at most ${most}`, [name]);
      return [];
    }
    return value.flatMap((item: unknown, index) => {
      if (isRecord(item)) return [item];
      report("is not an object", [name, index]);
      return [];
    });
  };
  const placement = (item: Readonly<Record<string, unknown>>, path: readonly (string | number)[]): Placement => ({
    x: number(item["x"], OFFSET, [...path, "x"]),
    y: number(item["y"], OFFSET, [...path, "y"]),
    width: number(item["width"], SIDE, [...path, "width"], 10),
    height: number(item["height"], SIDE, [...path, "height"], 10),
    turn: number(item["turn"], TURN, [...path, "turn"], 0),
  });
  const plan: Plan = {
    width: number(read["width"], AREA_SIDE, ["width"]),
    height: number(read["height"], AREA_SIDE, ["height"]),
    stalls: listOf("stalls", MAX_STALLS).map((item, index) => ({
      number: text(item["number"], 10, ["stalls", index, "number"]),
      type: text(item["type"], 40, ["stalls", index, "type"]),
      ...placement(item, ["stalls", index]),
    })),
    fixtures: listOf("fixtures", MAX_FIXTURES).map((item, index) => {
      const kind = FIXTURE_KINDS.find((known) => known === item["kind"]);
      if (kind === undefined) report(`is one of ${FIXTURE_KINDS.join(", ")}`, ["fixtures", index, "kind"]);
      return {
        kind: kind ?? "text",
        text: text(item["text"], MAX_FIXTURE_TEXT, ["fixtures", index, "text"], ""),
        ...placement(item, ["fixtures", index]),
      };
    }),
  };
  return problems.length > 0 ? { problems } : { plan, problems: [] };
}

interface Range {
  readonly min: number;
  readonly max: number;
  readonly step?: number;
}
const OFFSET: Range = { min: -MAX_OFFSET, max: MAX_OFFSET };
const TURN: Range = { min: 0, max: 360 - TURN_STEP, step: TURN_STEP };

function numberProblem(value: number, { min, max, step = 1 }: Range): string | undefined {
  if (Number.isInteger(value) && value >= min && value <= max && value % step === 0) return undefined;
  return `is a whole number from ${min} to ${max}${step === 1 ? "" : ` in steps of ${step}`}`;
}

const isColumn = (text: string): text is PlanColumn => COLUMNS.some((column) => column === text);
const isFixtureKind = (text: string): text is FixtureKind => FIXTURE_KINDS.some((kind) => kind === text);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function placed(error: unknown): FileProblem {
  const { message, line, column } = error as Error & { line?: number; column?: number };
  if (line === undefined || column === undefined) throw error;
  return { message: message.charAt(0).toLowerCase() + message.slice(1), line, column };
}

const pathText = (path: readonly (string | number)[]) =>
  path.map((part) => (typeof part === "number" ? `${part + 1}` : part)).join(" ");

/** Where a value is in a JSON text that parses: the names and items of its path are looked for one after the other. */
function placeOf(file: string, path: readonly (string | number)[]): { line: number; column: number } {
  let [at, end] = [0, file.length];
  for (const part of path) {
    if (typeof part === "string") {
      const found = file.indexOf(`"${part}"`, at);
      // A missing one is reported where its object begins.
      if (found >= 0 && found < end) at = found;
    } else {
      const list = file.indexOf("[", at);
      at = itemAt(file, list, part);
      const next = itemAt(file, list, part + 1);
      if (next > at) end = next;
    }
  }
  return lineAndColumn(file, at);
}

/** Where an item of the list that begins at `from` begins. Knows texts and nesting. */
function itemAt(file: string, from: number, index: number): number {
  let [depth, item, isText] = [0, 0, false];
  let at = from;
  for (; at < file.length; at += 1) {
    const sign = file[at];
    if (isText) {
      if (sign === "\\") at += 1;
      else if (sign === '"') isText = false;
    } else if (sign === '"') isText = true;
    else if (sign === "[" || sign === "{") depth += 1;
    else if (sign === "]" || sign === "}") depth -= 1;
    else if (sign === "," && depth === 1) item += 1;
    if (depth >= 1 && item === index && at > from && sign !== undefined && !/[\s,[]/.test(sign)) return at;
  }
  return from;
}

/** Engines say the position, the line, or only the unexpected text. */
function jsonProblem(file: string, error: unknown): FileProblem {
  const said = error instanceof Error ? error.message : "";
  const position = /position (\d+)/.exec(said)?.[1];
  const place = /line (\d+) column (\d+)/.exec(said);
  const at = position === undefined ? (/end of JSON/.test(said) ? file.length : 0) : Number(position);
  const found = place === null ? lineAndColumn(file, at) : { line: Number(place[1]), column: Number(place[2]) };
  return { message: "the file is not complete JSON", ...found };
}

function lineAndColumn(file: string, at: number): { line: number; column: number } {
  const before = file.slice(0, at).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
