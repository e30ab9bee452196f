import problems from "../generated/messages/en/admin-arrival-problems.js";
import messages from "../generated/messages/en/dates.js";
import { type DateWords, formatDay, parseDay } from "../invoices/indian-dates.js";
import { dayInWords, type EventDay } from "./event-day.js";
import { indianTime } from "./indian-time.js";

/** Longest description of the gate, in characters. */
export const GATE_LENGTH = 120;
/** Most times to set up of an event. */
export const MAX_SETUP_TIMES = 24;
/** Longest list of stalls of a time to set up, in characters. */
export const SETUP_STALLS_LENGTH = 120;
/** The earliest day on which stalls are set up, in days before the first: the gate opens the day before. */
export const MAX_SETUP_DAYS = 1;

const DAY_MS = 86_400_000;

/** When some of the stalls are set up. It counts from the event's first day, so it follows a reschedule and a copy. */
export interface SetupTime {
  /** Days before the first: 0 is the first day itself. */
  readonly daysBefore: number;
  /** HH:MM in India. */
  readonly from: string;
  readonly to: string;
  /** Stalls by number, range or letter: "A1–A20, B, C7". Empty: all that no other time names. */
  readonly stalls: string;
}

/** What holders need to arrive, as operators set it; all of it may be shown to everyone. */
export interface Arrival {
  /** Number of changes in the dashboard. */
  readonly version: number;
  /** Where they come in; empty if nobody has said it. */
  readonly gate: string;
  readonly setup: readonly SetupTime[];
}

/** An event of which nothing is said. */
export const NO_ARRIVAL: Arrival = { version: 0, gate: "", setup: [] };

/** Stalls from a number to a number of one letter. */
interface StallRange {
  readonly letter: string;
  readonly from: number;
  readonly to: number;
}

const LETTER = /^([A-Z])$/;
const NUMBERS = /^([A-Z])(\d{1,3})(?:[-–—]([A-Z]?)(\d{1,3}))?$/;

/** Reads a part between commas: "B", "C7", "A1-A20", "A1–20". Undefined if it is none of these. */
function readRange(part: string): StallRange | undefined {
  const text = part.replace(/\s+/g, "").toUpperCase();
  const [, whole] = LETTER.exec(text) ?? [];
  if (whole !== undefined) return { letter: whole, from: 0, to: 999 };
  const [, letter, first, second, last] = NUMBERS.exec(text) ?? [];
  if (letter === undefined || first === undefined) return undefined;
  if (second !== undefined && second !== "" && second !== letter) return undefined;
  const range = { letter, from: Number(first), to: Number(last ?? first) };
  return range.from <= range.to ? range : undefined;
}

const partsOf = (stalls: string): readonly string[] => stalls.split(",").filter((part) => part.trim() !== "");

/** Why a list of stalls can't be read, in words; undefined if it can. */
export function setupStallsProblem(stalls: string): string | undefined {
  const wrong = partsOf(stalls).find((part) => readRange(part) === undefined);
  return wrong === undefined ? undefined : problems.stalls({ text: wrong.trim() });
}

function names({ stalls }: SetupTime, stallId: string): boolean {
  const { letter, from } = readRange(stallId) ?? { letter: "", from: -1 };
  return partsOf(stalls).some((part) => {
    const range = readRange(part);
    return range !== undefined && range.letter === letter && range.from <= from && from <= range.to;
  });
}

/** When a stall is set up: the first time that names it, else the one for all others; undefined without either. */
export function setupOf(setup: readonly SetupTime[], stallId: string): SetupTime | undefined {
  return setup.find((time) => names(time, stallId)) ?? setup.find(({ stalls }) => partsOf(stalls).length === 0);
}

/** Why a time to set up can't be stored beside the others, in words; undefined if it can. */
export function setupProblem(
  { from, to, stalls }: SetupTime,
  others: readonly Pick<SetupTime, "stalls">[],
): string | undefined {
  if (from >= to) return problems.endsBefore;
  const isForOthers = (time: Pick<SetupTime, "stalls">): boolean => partsOf(time.stalls).length === 0;
  if (isForOthers({ stalls }) && others.some(isForOthers)) return problems.othersTwice;
  return setupStallsProblem(stalls);
}

/** A time's date, YYYY-MM-DD. @throws RangeError without a day */
export function setupDate({ daysBefore }: Pick<SetupTime, "daysBefore">, days: readonly EventDay[]): string {
  const [first] = days;
  if (first === undefined) throw new RangeError("An event has at least one day.");
  return new Date(Date.parse(`${first.date}T00:00:00Z`) - daysBefore * DAY_MS).toISOString().slice(0, 10);
}

/** "Wednesday, 2 December 2026, 14:00 to 16:00". */
export function setupInWords(
  time: SetupTime,
  { days }: { readonly days: readonly EventDay[] },
  words: DateWords = messages,
): string {
  return `${dayInWords(setupDate(time, days), words)}, ${words.hours(time)}`;
}

/** "2 December, 14:00–16:00", where there is little room. */
export function setupInShort(time: SetupTime, { days }: { readonly days: readonly EventDay[] }): string {
  const day = parseDay(setupDate(time, days));
  return `${formatDay(day).replace(/ \d+$/, "")}, ${time.from}–${time.to}`;
}

/** When a time begins and ends. */
export function setupTimes(
  time: SetupTime,
  { days }: { readonly days: readonly EventDay[] },
): { readonly from: Date; readonly to: Date } {
  const date = setupDate(time, days);
  return { from: new Date(indianTime(date, time.from)), to: new Date(indianTime(date, time.to)) };
}

/** Whether a moment is before, within or after a stall's time; the gate says so and turns nobody away. @param at ms since 1970 */
export function setupMoment(
  { from, to }: { readonly from: string | Date; readonly to: string | Date },
  at: number,
): "early" | "now" | "late" {
  if (at < new Date(from).getTime()) return "early";
  return at < new Date(to).getTime() ? "now" : "late";
}
