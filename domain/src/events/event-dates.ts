import messages from "../generated/messages/en/dates.js";
import { type DateWords, formatDay, monthName, parseDay } from "../invoices/indian-dates.js";

/** Days of an event by their dates, YYYY-MM-DD; at least one, ascending. */
interface WithDays {
  readonly days: readonly { readonly date: string }[];
}

/** Days that follow each other without a gap. */
export interface DayRun<Day> {
  /** At least one. */
  readonly days: readonly Day[];
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Groups ascending days into runs without a gap: two weekends are two runs. */
export function dayRuns<Day extends { readonly date: string }>(days: readonly Day[]): readonly DayRun<Day>[] {
  const runs: Day[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (before !== undefined && Date.parse(day.date) - Date.parse(before.date) === DAY_MS) run?.push(day);
    else runs.push([day]);
  }
  return runs.map((run) => ({ days: run }));
}

/**
 * Displayed days of an event, as pages write them: "3rd and 4th December", "21st to 24th January", "13, 14, 20 and 21
 * February". The year is said only where the days are in two.
 *
 * @throws RangeError without a day
 */
export function eventDates(event: WithDays, words: DateWords = messages): string {
  return datesInWords(event, { ordinals: true, year: false, words });
}

/** {@link eventDates} with the year: "3rd and 4th December 2026". */
export function editionDates(event: WithDays, words: DateWords = messages): string {
  return datesInWords(event, { ordinals: true, year: true, words });
}

/**
 * The days with their year where there is little room, in mails, subjects, invoices and lists: "3–4 December 2026", "13, 14,
 * 20 and 21 February 2027", "13–17, 20 and 22–24 February 2027".
 *
 * @throws RangeError without a day
 */
export function shortDates(event: WithDays, words: DateWords = messages): string {
  return datesInWords(event, { ordinals: false, year: true, words });
}

/** Groups days into runs without a gap that have the same hours. */
export function hourRuns<Day extends { readonly date: string; readonly opens: string; readonly closes: string }>(
  days: readonly Day[],
): readonly DayRun<Day>[] {
  return dayRuns(days).flatMap((run) => {
    const parts: Day[][] = [];
    for (const day of run.days) {
      const part = parts.at(-1);
      if (part?.every(({ opens, closes }) => opens === day.opens && closes === day.closes) === true) part.push(day);
      else parts.push([day]);
    }
    return parts.map((part) => ({ days: part }));
  });
}

interface DateStyle {
  /** "3rd and 4th" and "3rd to 5th" rather than "3–4" and "3–5", for days without a gap. */
  readonly ordinals: boolean;
  readonly year: boolean;
  readonly words: DateWords;
}

/** A part of a list of days: a day or a run of them. Dates, YYYY-MM-DD. */
interface Span {
  readonly from: string;
  readonly to: string;
}

function datesInWords({ days }: WithDays, style: DateStyle): string {
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  if (first === undefined || last === undefined) throw new RangeError("An event has at least one day.");
  const inYears = first.slice(0, 4) !== last.slice(0, 4);
  const runs = dayRuns(days);
  const text =
    runs.length === 1 ? runText({ from: first, to: last }, inYears, style) : listText(runs, inYears, style.words);
  return style.year && !inYears ? `${text} ${first.slice(0, 4)}` : text;
}

/** Days without a gap. */
function runText({ from, to }: Span, inYears: boolean, { ordinals, words: own }: DateStyle): string {
  if (!ordinals) return spanText({ from, to }, inYears, own);
  const written = (date: string, withMonth: boolean): string => {
    const day = parseDay(date);
    return [ordinal(day.day, own), ...(withMonth ? [monthName(day, own)] : []), ...(inYears ? [day.year] : [])].join(
      " ",
    );
  };
  if (from === to) return written(to, true);
  const adjacent = Date.parse(to) - Date.parse(from) === DAY_MS;
  const words = adjacent ? own.daysAfterEachOther : own.daysFromTo;
  return words({ from: written(from, from.slice(0, 7) !== to.slice(0, 7)), to: written(to, true) });
}

/** Days with gaps: by month, runs of three days and more as one, "30 January – 2 February" as a part of its own. */
function listText(runs: readonly DayRun<{ readonly date: string }>[], inYears: boolean, words: DateWords): string {
  const spans = runs.flatMap(({ days }): Span[] => {
    const dates = days.map(({ date }) => date);
    const [from, to] = [dates[0] ?? "", dates.at(-1) ?? ""];
    return dates.length > 2 ? [{ from, to }] : dates.map((date) => ({ from: date, to: date }));
  });
  const months: Span[][] = [];
  for (const span of spans) {
    const group = months.at(-1);
    const month = span.from.slice(0, 7);
    if (month === span.to.slice(0, 7) && group?.every(({ from, to }) => from.startsWith(month) && to.startsWith(month)))
      group.push(span);
    else months.push([span]);
  }
  const parts = months.map((group) => {
    const [only] = group;
    if (only !== undefined && group.length === 1) return spanText(only, inYears, words);
    const numbers = group.map(({ from, to }) => (from === to ? dayOf(from) : `${dayOf(from)}–${dayOf(to)}`));
    const month = parseDay(group[0]?.from ?? "");
    return `${joined(numbers, words.lastDay)} ${monthName(month, words)}${inYears ? ` ${month.year}` : ""}`;
  });
  // "13 and 14 February, and 6 and 7 March": the comma says which days are of which month.
  return joined(parts, months.some((group) => group.length > 1) ? words.lastMonth : words.lastDay);
}

/** "3 December", "3–5 December", "30 November – 2 December", each with its year if the days are in two. */
function spanText({ from, to }: Span, inYears: boolean, words: DateWords): string {
  const [first, last] = [parseDay(from), parseDay(to)];
  const written = (day: typeof first): string =>
    inYears ? formatDay(day, words) : `${day.day} ${monthName(day, words)}`;
  if (from === to) return written(last);
  return from.slice(0, 7) === to.slice(0, 7) ? `${first.day}–${written(last)}` : `${written(first)} – ${written(last)}`;
}

function joined(parts: readonly string[], words: DateWords["lastDay"]): string {
  return parts.length < 2 ? (parts[0] ?? "") : words({ days: parts.slice(0, -1).join(", "), last: parts.at(-1) ?? "" });
}

const dayOf = (date: string): string => String(Number(date.slice(8)));

function ordinal(day: number, { ordinalEndings }: DateWords): string {
  return `${day}${(day >= 11 && day <= 13 ? undefined : ordinalEndings[day % 10]) ?? ordinalEndings[0]}`;
}
