import { type FileProblem, placeIn, readCsv, type ReadCell } from "../fields/csv-reading.js";
import { csvLine } from "../fields/csv.js";
import { decodeFile, unreadableCharacters } from "../fields/file-text.js";
import { readMeasure } from "../fields/numbers.js";
import messages from "../generated/messages/en/admin-plan-files.js";
import { stallTypeLabel } from "../stalls/stall.types.js";
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
  type PlanFormat,
  type PlannedStall,
  SIDE,
  TURN_STEP,
} from "./plan.types.js";
import { readStallNumber, stallNumberProblem } from "./stall-number.js";
import { namedStallType, stallTypeKey } from "./stall-type.rules.js";

export type { FileProblem } from "../fields/csv-reading.js";

/** Columns of a plan's CSV: stalls and fixtures are rows, `kind` is `stall` or that of a fixture, `area` for the area. */
const COLUMNS = ["kind", "number", "type", "x", "y", "width", "height", "turn", "text"] as const;
type PlanColumn = (typeof COLUMNS)[number];

/** Other names of the columns, as people and our pages name them; in lower case, without units and signs. */
const COLUMN_NAMES: Readonly<Record<PlanColumn, readonly string[]>> = {
  kind: ["what", "item"],
  number: ["no", "nr", "stall no", "stall nr", "stall number", "stall id", "stallid", "id"],
  type: ["stall type", "category"],
  x: ["left", "from left", "from the left", "x position", "position x", "pos x"],
  y: ["top", "from top", "from the top", "y position", "position y", "pos y"],
  width: ["w", "breadth", "stall width"],
  height: ["h", "depth", "d", "length", "stall depth"],
  turn: ["rotation", "angle", "rotate", "turned"],
  text: ["label", "name", "caption", "title"],
};

/** The column that a heading names; undefined for none. */
function columnOf(heading: string): PlanColumn | undefined {
  const name = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .replaceAll(/\b(?:in (?:feet|ft|degrees)|feet|ft|degrees)\b/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return COLUMNS.find((column) => column === name || COLUMN_NAMES[column].includes(name));
}

/** A plan read from a file, or everything that is wrong with the file. */
export type ReadPlan =
  | { readonly plan: Plan; readonly problems: readonly [] }
  | { readonly plan?: undefined; readonly problems: readonly FileProblem[] };

/** How a file's stalls are taken. */
export interface ReadingOptions {
  /** Keys of the event's types: a file names them by key or label. */
  readonly types?: readonly string[];
  /** Whether a number that is none is refused, as when a person imports a file. A draft can have it. */
  readonly isImport?: boolean;
}

/** A problem of a file in words, with its place. */
export function fileProblemText({ message, line, column }: FileProblem): string {
  return messages.problem({ line, column, message });
}

/** The plan as a file. */
export function writePlan(plan: Plan, format: PlanFormat): string {
  return format === "csv" ? planAsCsv(plan) : planAsJson(plan);
}

/** Reads a plan's file. @param ground area and fixtures for a file that has stalls only */
export function readPlan(file: string, format: PlanFormat, ground: Ground, options: ReadingOptions = {}): ReadPlan {
  return format === "csv" ? readPlanCsv(file, ground, options) : readPlanJson(file, ground, options);
}

/**
 * Reads the bytes of a file that a person chose, JSON or CSV in whatever way a spreadsheet saved it. Everything that is wrong
 * with it is said at once.
 */
export function importPlan(bytes: Uint8Array, ground: Ground, types: readonly string[]): ReadPlan {
  const { text, problem } = decodeFile(bytes);
  if (text === undefined) return { problems: [problem] };
  return readPlan(text, /^\uFEFF?\s*[[{]/.test(text) ? "json" : "csv", ground, { types, isImport: true });
}

/** The plan as CSV, safe to open in spreadsheets, with the types as every page names them. */
export function planAsCsv({ width, height, stalls, fixtures }: Plan): string {
  const row = (cells: Partial<Record<PlanColumn, string | number>>) =>
    csvLine(COLUMNS.map((column) => String(cells[column] ?? "")));
  return [
    csvLine(COLUMNS),
    row({ kind: "area", width, height }),
    ...stalls.map((stall) => row({ kind: "stall", ...stall, type: stallTypeLabel(stall.type) })),
    ...fixtures.map((fixture) => row({ ...fixture })),
  ].join("");
}

/** The plan as JSON, which {@link readPlanJson} reads. */
export function planAsJson({ width, height, stalls, fixtures }: Plan): string {
  return `${JSON.stringify({ width, height, stalls, fixtures }, undefined, 2)}\n`;
}

/** A stall, a fixture or the area in a file. */
interface Item {
  /** What the file says of a column; empty if nothing. */
  readonly at: (column: PlanColumn) => ReadCell;
  /** The column in a sentence. */
  readonly name: (column: PlanColumn) => string;
  /** Whether a sentence quotes what was found instead; not where the place says it. */
  readonly isQuoted: boolean;
}

/** Reads items and collects everything that is wrong with them. */
class PlanReader {
  readonly problems: FileProblem[] = [];
  /** What a plan may have while it is drawn: said only if the file is not read anyway. */
  private readonly ofPlan: FileProblem[] = [];
  readonly stalls: PlannedStall[] = [];
  readonly fixtures: Fixture[] = [];
  area: { readonly width: number; readonly height: number } | undefined;
  /** The first cell of each number. */
  private readonly numbers = new Map<string, ReadCell>();

  constructor(private readonly options: ReadingOptions) {}

  report(message: string, { line, column }: { readonly line: number; readonly column: number }): void {
    this.problems.push({ message, line, column });
  }

  /** Reads an item of any kind. */
  readItem(item: Item): void {
    const cell = item.at("kind");
    const kind = cell.text.trim().toLowerCase() || "stall";
    if (kind === "area") this.readArea(item);
    else if (kind === "stall") this.readStall(item);
    else if (isFixtureKind(kind)) this.readFixture(item, kind);
    else
      this.report(messages.kind({ name: item.name("kind"), kinds: FIXTURE_KINDS.join(", "), found: cell.text }), cell);
  }

  readArea(item: Item): void {
    this.area = { width: this.number(item, "width", AREA_SIDE), height: this.number(item, "height", AREA_SIDE) };
  }

  readStall(item: Item): void {
    const [number, type] = [this.stallNumber(item), this.stallType(item)];
    this.stalls.push({ number, type, ...this.placement(item) });
    this.checkLength(item, "text", MAX_FIXTURE_TEXT);
  }

  readFixture(item: Item, kind: FixtureKind): void {
    this.fixtures.push({ kind, text: item.at("text").text, ...this.placement(item) });
    this.checkLength(item, "text", MAX_FIXTURE_TEXT);
  }

  /** The plan, unless something is wrong. */
  planOn(ground: Ground): ReadPlan {
    const { stalls, fixtures, area, problems } = this;
    if (stalls.length > MAX_STALLS || fixtures.length > MAX_FIXTURES)
      this.report(messages.tooMany({ stalls: MAX_STALLS, fixtures: MAX_FIXTURES }), { line: 1, column: 1 });
    if (problems.length > 0) {
      const all = [...problems, ...this.ofPlan];
      return { problems: all.toSorted((a, b) => a.line - b.line || a.column - b.column) };
    }
    const { width, height } = area ?? ground;
    return {
      plan: { width, height, stalls, fixtures: area === undefined ? [...ground.fixtures, ...fixtures] : fixtures },
      problems: [],
    };
  }

  private number(item: Item, column: PlanColumn, range: Range, otherwise?: number): number {
    const cell = item.at(column);
    if (cell.text === "" && otherwise !== undefined) return otherwise;
    const read = readMeasure(cell.text) ?? Number.NaN;
    const { min, max, step = 1 } = range;
    if (Number.isInteger(read) && read >= min && read <= max && read % step === 0) return read;
    const rule = { name: item.name(column), min, max, step, hasSteps: step !== 1 };
    this.report(
      cell.text === ""
        ? messages.numberMissing(rule)
        : messages.wholeNumber({ ...rule, found: cell.text, isQuoted: item.isQuoted }),
      cell,
    );
    return read;
  }

  private placement(item: Item): Placement {
    return {
      x: this.number(item, "x", OFFSET),
      y: this.number(item, "y", OFFSET),
      width: this.number(item, "width", SIDE, 10),
      height: this.number(item, "height", SIDE, 10),
      turn: this.number(item, "turn", TURN, 0),
    };
  }

  private stallNumber(item: Item): string {
    const cell = item.at("number");
    const number = readStallNumber(cell.text);
    if (this.options.isImport !== true) {
      this.checkLength(item, "number", 10);
      return number ?? cell.text;
    }
    if (number === undefined) {
      this.report(messages.stallNumber({ name: item.name("number"), problem: stallNumberProblem(cell.text) }), cell);
      return cell.text;
    }
    const first = this.numbers.get(number);
    if (first === undefined) this.numbers.set(number, cell);
    else
      this.ofPlan.push({
        line: cell.line,
        column: cell.column,
        message: messages.doubled({ name: item.name("number"), number, line: first.line }),
      });
    return number;
  }

  private stallType(item: Item): string {
    const cell = item.at("type");
    const { types = [], isImport = false } = this.options;
    const key = namedStallType(cell.text, types);
    if (key !== undefined) return key;
    if (isImport) {
      const message = messages.type({
        ...{ name: item.name("type"), types: types.map(stallTypeLabel).join(", "), isChoice: types.length > 1 },
        ...{ found: cell.text, isQuoted: cell.text !== "" },
      });
      this.ofPlan.push({ line: cell.line, column: cell.column, message });
    }
    this.checkLength(item, "type", 40);
    return stallTypeKey(cell.text) ?? cell.text;
  }

  private checkLength(item: Item, column: PlanColumn, most: number): void {
    const cell = item.at(column);
    if (cell.text.length > most) this.report(messages.tooLong({ name: item.name(column), most }), cell);
  }
}

/** Lines in which a heading is looked for: titles may stand above it. */
const HEAD_LINES = 20;

/**
 * Reads a plan from CSV. The columns can be in any order; `kind` may be missing, then every row is a stall. Without a row
 * of the area, area and fixtures are those of `ground`.
 */
export function readPlanCsv(file: string, ground: Ground, options: ReadingOptions = {}): ReadPlan {
  const unreadable = unreadableCharacters(file);
  const { rows, problems: quotes } = readCsv(file);
  const reader = new PlanReader(options);
  reader.problems.push(...unreadable, ...quotes);
  const isHead = (row: readonly ReadCell[]) => row.filter(({ text }) => columnOf(text) !== undefined).length > 1;
  const headAt = Math.max(0, rows.slice(0, HEAD_LINES).findIndex(isHead));
  const head = rows[headAt] ?? [];
  const columns = head.map(({ text }) => columnOf(text));
  for (const [index, { text, line, column }] of head.entries()) {
    const known = columns[index];
    if (text !== "" && known === undefined) reader.report(messages.unknownColumn({ column: text }), { line, column });
    else if (known !== undefined && columns.indexOf(known) < index)
      reader.report(messages.columnTwice({ column: known }), { line, column });
  }
  for (const needed of ["number", "type", "x", "y"] as const) {
    if (!columns.includes(needed))
      reader.report(messages.columnMissing({ column: needed }), { line: head[0]?.line ?? 1, column: 1 });
  }
  if (reader.problems.length > unreadable.length + quotes.length) return reader.planOn(ground);
  for (const cells of rows.slice(headAt + 1)) {
    const first = cells[0] ?? { text: "", line: 1, column: 1 };
    const extra = cells.find(({ text }, index) => text !== "" && columns[index] === undefined);
    if (extra !== undefined) reader.report(messages.moreCells, extra);
    reader.readItem({
      at: (column) => cells[columns.indexOf(column)] ?? { ...first, text: "" },
      name: (column) => column,
      isQuoted: true,
    });
  }
  return reader.planOn(ground);
}

type JsonPath = readonly (string | number)[];
type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * Reads a plan from JSON: what {@link planAsJson} writes, with the same freedom as in CSV, or a list of stalls.
 *
 * @param ground for a list of stalls; without it, a plan has its own area
 */
export function readPlanJson(text: string, ground?: Ground, options: ReadingOptions = {}): ReadPlan {
  const file = text.replace(/^\uFEFF/, "");
  let read: unknown;
  try {
    read = JSON.parse(file);
  } catch (error) {
    return { problems: [jsonProblem(file, error)] };
  }
  const reader = new PlanReader(options);
  reader.problems.push(...unreadableCharacters(file));
  // JSON.parse does not say where a value is: its name is looked for in the text.
  const report = (message: string, path: JsonPath) => reader.report(message, placeOf(file, path));
  const itemOf = (item: JsonRecord, path: JsonPath): Item => {
    const keys = new Map(Object.keys(item).map((key) => [columnOf(key), key]));
    const pathOf = (column: PlanColumn) => [...path, keys.get(column) ?? column];
    return {
      at: (column) => new JsonCell(textOf(item[keys.get(column) ?? column], column), file, pathOf(column)),
      name: (column) => pathText([...path, column]),
      isQuoted: false,
    };
  };
  const readAll = (items: readonly unknown[], path: JsonPath, readOne: (item: Item, record: JsonRecord) => void) => {
    for (const [index, item] of items.entries()) {
      const at = [...path, index];
      if (isRecord(item)) readOne(itemOf(item, at), item);
      else report(messages.noObject({ name: pathText(at) }), at);
    }
  };
  if (Array.isArray(read) && read.length > 0 && ground !== undefined) {
    readAll(read, [], (item) => reader.readItem(item));
    return reader.planOn(ground);
  }
  if (!isRecord(read)) return { problems: [{ message: messages.noPlan, line: 1, column: 1 }] };
  const plan = read;
  const keyOf = (name: string) => Object.keys(plan).find((key) => key.trim().toLowerCase() === name) ?? name;
  const listOf = (name: "stalls" | "fixtures", most: number): readonly unknown[] => {
    const value = plan[keyOf(name)];
    if (value === undefined && name === "fixtures") return [];
    if (Array.isArray(value) && value.length <= most) return value;
    report(messages.noList({ name, most }), [name]);
    return [];
  };
  const area = itemOf(plan, []);
  const hasArea = ground === undefined || area.at("width").text !== "" || area.at("height").text !== "";
  if (hasArea) reader.readArea(area);
  const missing = (item: JsonRecord, column: PlanColumn) => Object.keys(item).every((key) => columnOf(key) !== column);
  readAll(listOf("stalls", MAX_STALLS), [keyOf("stalls")], (item, record) => {
    for (const [column, most] of [["number", 10] as const, ["type", 40] as const]) {
      if (options.isImport !== true && missing(record, column))
        reader.report(messages.noText({ name: item.name(column), most }), item.at(column));
    }
    reader.readStall(item);
  });
  readAll(listOf("fixtures", MAX_FIXTURES), [keyOf("fixtures")], (item) => {
    const cell = item.at("kind");
    const known = FIXTURE_KINDS.find((each) => each === cell.text.trim().toLowerCase());
    if (known === undefined)
      reader.report(messages.fixtureKind({ name: item.name("kind"), kinds: FIXTURE_KINDS.join(", ") }), cell);
    reader.readFixture(item, known ?? "text");
  });
  return reader.planOn(ground ?? { width: 0, height: 0, fixtures: [] });
}

const TEXTS: readonly PlanColumn[] = ["kind", "number", "type", "text"];

/** A value of JSON as a cell. A text in quotes is no number there. */
function textOf(value: unknown, column: PlanColumn): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" && TEXTS.includes(column) ? value.trim() : JSON.stringify(value);
}

interface Range {
  readonly min: number;
  readonly max: number;
  readonly step?: number;
}
const OFFSET: Range = { min: -MAX_OFFSET, max: MAX_OFFSET };
const TURN: Range = { min: 0, max: 360 - TURN_STEP, step: TURN_STEP };

const isFixtureKind = (text: string): text is FixtureKind => FIXTURE_KINDS.some((kind) => kind === text);
const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const pathText = (path: readonly (string | number)[]) =>
  path.map((part) => (typeof part === "number" ? `${part + 1}` : part)).join(" ");

/** A value of JSON as a cell. Its place is looked for when it is asked: only what is wrong needs one, and each search reads the file. */
class JsonCell implements ReadCell {
  private place: { readonly line: number; readonly column: number } | undefined;

  constructor(
    readonly text: string,
    private readonly file: string,
    private readonly path: JsonPath,
  ) {}

  get line(): number {
    return (this.place ??= placeOf(this.file, this.path)).line;
  }

  get column(): number {
    return (this.place ??= placeOf(this.file, this.path)).column;
  }
}

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
  return placeIn(file, at);
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
  const found = place === null ? placeIn(file, at) : { line: Number(place[1]), column: Number(place[2]) };
  return { message: messages.incompleteJson, ...found };
}
